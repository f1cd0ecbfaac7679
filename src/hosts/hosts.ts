import type { HookHost } from '../domain/host/hook-host.ts';
import { examine } from './claude-code/examine.ts';
import { claudeCode } from './claude-code/host.ts';
import type { HostSetup } from './host.ts';

/** The table of all hosts. Where several may have called a hook, the first of them has. */
export const HOSTS = [claudeCode] as const satisfies readonly HookHost[];

export type HostName = (typeof HOSTS)[number]['name'];

/** What else is done about each of them. A table of its own, so that the fast lanes' bundles leave it out. */
export const SETUPS: Readonly<Record<HostName, HostSetup>> = {
  'claude-code': { examine },
};
