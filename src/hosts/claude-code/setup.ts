import type { HostSetup } from '../host.ts';
import { examine } from './examine.ts';

export const claudeCodeSetup: HostSetup = { examine };
