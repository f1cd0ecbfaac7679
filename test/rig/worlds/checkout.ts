import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout whose sources are tested. */
export const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
