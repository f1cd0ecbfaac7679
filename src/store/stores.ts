import { openFileStore } from './files/file-store.ts';
import type { OpenStore } from './state-store.ts';

/** The kinds of stores. Each passes the contract test in `test/store`. */
export const STORES = { files: openFileStore } satisfies Readonly<Record<string, OpenStore>>;
