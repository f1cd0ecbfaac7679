import { failed, type Result, success } from '../domain/base/result.ts';
import { addressFault, schemeOf } from '../domain/settings/store-address.ts';
import type { Files } from '../ports.ts';
import { type ChosenStore, chosenStore } from '../settings/chosen-store.ts';
import type { SharedStore } from '../store/shared-store.ts';

/** A row of the table of stores: how it is told by its addresses, and how what speaks to it is loaded. */
export interface StoreKind {
  /** What it is called where a store is named by a word. */
  readonly name: string;
  /** What its addresses begin with, before `://`. */
  readonly schemes: readonly string[];
  load(): Promise<SharedStore>;
}

/**
 * The kinds of stores that machines share. A state that the settings put nowhere lies in the project's folder
 * (`store/files/`), and none of these is loaded.
 */
export const STORE_KINDS: readonly [StoreKind, ...StoreKind[]] = [
  {
    name: 'postgresql',
    schemes: ['postgresql', 'postgres'],
    load: async () => (await import('./postgresql.ts')).postgresqlStore,
  },
];

/** Where the state of a project lies: in its folder, or in a store of one of the kinds. */
export type ProjectStore = Extract<ChosenStore, { readonly in: 'files' }> | NamedStore;

export type NamedStore = Extract<ChosenStore, { readonly in: 'shared' }> & {
  readonly kind: StoreKind;
};

/** The store of a project folder, as its settings name it. Fails where they name none that there is. */
export function storeOf(files: Files, projectFolder: string): Result<ProjectStore> {
  const chosen = chosenStore(files, projectFolder);
  if (!chosen.ok) return chosen;
  const store = chosen.value;
  if (store.in === 'files') return success(store);
  const kind = kindOf(store.address);
  if (kind !== undefined) return success({ ...store, kind });
  return failed({
    kind: 'invalid-configuration',
    source: store.source,
    problems: [`\`store\` takes ${kindsText()}, not the text that it is given`],
  });
}

/** The same for those who open it: where it is not known which it is, one that fails in everything, and says why. */
export function storeToOpen(files: Files, projectFolder: string): ProjectStore {
  const found = storeOf(files, projectFolder);
  if (found.ok) return found.value;
  const [kind] = STORE_KINDS;
  return { in: 'shared', kind, project: found, ...NOWHERE };
}

const NOWHERE = {
  address: '',
  source: '',
  projectSource: undefined,
  passwordIn: undefined,
  timeoutMs: 0,
} as const;

/** Why a value of the setting `store` can name none; undefined where it can. */
export function storeFault(address: string): string | undefined {
  const fault = addressFault(address);
  if (fault !== undefined || schemeOf(address) === undefined) return fault;
  return kindOf(address) === undefined ? `it is not ${kindsText()}` : undefined;
}

function kindOf(address: string): StoreKind | undefined {
  const scheme = schemeOf(address);
  return STORE_KINDS.find(({ schemes }) => schemes.some((one) => one === scheme));
}

function kindsText(): string {
  const beginnings = STORE_KINDS.map(({ schemes: [first] }) => `${first}://`);
  return `"files" or a URL that begins with ${beginnings.join(' or ')}`;
}
