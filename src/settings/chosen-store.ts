import { readVariable } from '../adapters/environment.ts';
import { repositoryOf } from '../adapters/git/remotes.ts';
import { userConfigurationFolder } from '../adapters/user-folder.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import type { PendingSetting } from '../domain/settings/approval.ts';
import type { SettingSource } from '../domain/settings/configuration.ts';
import { readSettingText } from '../domain/settings/configuration-reading.ts';
import { namingRemote } from '../domain/settings/git-remotes.ts';
import { repositoryName } from '../domain/settings/repository-name.ts';
import {
  STORE_KEY,
  STORE_PROJECT_KEY,
  STORE_TIMEOUT_KEY,
  USUAL_TIMEOUT_MS,
} from '../domain/settings/setting.ts';
import { FILES, holdsPassword, shownAddress } from '../domain/settings/store-address.ts';
import type { Files } from '../ports.ts';
import {
  LARGEST_CONFIGURATION,
  projectConfiguration,
  readConfigurationFile,
  userConfiguration,
} from './configuration-files.ts';
import { approvalFile, readProjectSettings } from './project-settings.ts';

/** Where the state of a project is kept, as its settings say. */
export type ChosenStore =
  | { readonly in: 'files' }
  | {
      /** One that machines share. */
      readonly in: 'shared';
      readonly address: string;
      /** What names it: a variable, or the path of a file. */
      readonly source: string;
      /** The name of the project there, or why it has none. */
      readonly project: Result<string>;
      /** What gives that name: a variable, the path of a file, or undefined for the git remote. */
      readonly projectSource: string | undefined;
      /** The file that holds a password and is committed with the project; undefined where none does. */
      readonly passwordIn: string | undefined;
      /** How long a check may wait for the store, in milliseconds. */
      readonly timeoutMs: number;
    };

const IN_FILES: ChosenStore = { in: 'files' };

/**
 * The store of a project folder: by the variable, the project's file, the user's file, in this order. Fails where one
 * of them cannot be read, and where the file's is not approved: a store that is not known, or not used, must not be
 * taken for an empty one.
 */
export function chosenStore(files: Files, projectFolder: string): Result<ChosenStore> {
  const committed = projectConfiguration(projectFolder);
  const user = userConfiguration(userConfigurationFolder());
  const isOfProject = [committed, approvalFile(files, projectFolder)].some((path) =>
    mayName(files, path),
  );
  const isOfUser = mayName(files, user);
  const isNamed = readVariable('CS_STORE') !== undefined;
  if (!isOfProject && !isOfUser && !isNamed) return success(IN_FILES);
  const read: SettingSource[] = [];
  for (const [source, key] of VARIABLES) {
    const text = readVariable(source);
    if (text === undefined) continue;
    const reading = readSettingText(key, text);
    if ('problem' in reading) {
      return failed({ kind: 'invalid-configuration', source, problems: [reading.problem] });
    }
    read.push({ name: source, mayWeaken: false, values: new Map([[key, reading.value]]) });
  }
  let pending: readonly PendingSetting[] = [];
  if (isOfProject) {
    const project = readProjectSettings(files, projectFolder);
    if (!project.ok) return project;
    pending = project.value.pending;
    read.push(...project.value.sources);
  }
  if (isOfUser) {
    const source = readConfigurationFile(files, user, false);
    if (!source.ok) return source;
    read.push(source.value);
  }
  const chosen = storeIn(read, committed, projectFolder);
  const refused = refusedAmong(pending, isNamed, chosen);
  return refused === undefined
    ? success(chosen)
    : failed({ kind: 'unapproved', path: committed, for: 'store', settings: [refused] });
}

/**
 * What keeps the project from its state, as it may be shown: a store, or a project's name there, that its file sets and
 * that was not approved, where none was before. Another place is not taken instead.
 */
function refusedAmong(
  pending: readonly PendingSetting[],
  isNamed: boolean,
  chosen: ChosenStore,
): string | undefined {
  const wantedOf = (key: string): string | undefined => {
    const one = pending.find(({ setting }) => setting.key === key);
    return typeof one?.wanted === 'string' && one.approved === undefined ? one.wanted : undefined;
  };
  const store = isNamed ? undefined : wantedOf(STORE_KEY);
  if (store !== undefined && store !== FILES) return `store ${shownAddress(store)}`;
  const isUnnamed = chosen.in === 'shared' && chosen.projectSource === undefined;
  const project = isUnnamed ? wantedOf(STORE_PROJECT_KEY) : undefined;
  return project && `storeProject ${project}`;
}

function storeIn(
  sources: readonly SettingSource[],
  committed: string,
  projectFolder: string,
): ChosenStore {
  const source = sources.find(({ values }) => values.has(STORE_KEY));
  const address = source?.values.get(STORE_KEY) ?? FILES;
  if (source === undefined || typeof address !== 'string' || address === FILES) return IN_FILES;
  const naming = sources.find(({ values }) => typeof values.get(STORE_PROJECT_KEY) === 'string');
  const passwordIn = source.name === committed && holdsPassword(address) ? committed : undefined;
  const timeouts = sources.map(({ values }) => values.get(STORE_TIMEOUT_KEY));
  const timeoutMs = timeouts.find((one) => typeof one === 'number') ?? USUAL_TIMEOUT_MS;
  return {
    in: 'shared',
    address,
    source: source.name,
    project: projectName(projectFolder, naming?.values.get(STORE_PROJECT_KEY)),
    projectSource: naming?.name,
    passwordIn,
    timeoutMs,
  };
}

/** The variables that say where a state is, as the table of settings would name them. */
const VARIABLES: readonly (readonly [name: string, key: string])[] = [
  ['CS_STORE', STORE_KEY],
  ['CS_STORE_PROJECT', STORE_PROJECT_KEY],
  ['CS_STORE_TIMEOUT_MS', STORE_TIMEOUT_KEY],
];

/** The name that is configured, or that of the repository with the folder's place in it. */
function projectName(folder: string, named: unknown): Result<string> {
  if (typeof named === 'string') return success(named);
  const repository = repositoryOf(folder);
  const remote = namingRemote(repository?.remotes ?? []);
  const name = remote === undefined ? undefined : repositoryName(remote.url);
  if (repository === undefined || name === undefined)
    return failed({ kind: 'store-unnamed', folder });
  return success(repository.within === '' ? name : `${name}//${repository.within}`);
}

/** A key of a store, as JSON may write it. */
const NAMES_STORE = /"store|\\u/i;

/** Whether a configuration may name a store: most do not, and are read by those who need the other settings. */
function mayName(files: Files, path: string): boolean {
  const reading = files.readFollowed(path, LARGEST_CONFIGURATION);
  return reading.found === 'text'
    ? NAMES_STORE.test(reading.text)
    : reading.found !== 'nothing' && !isBelowFile(reading);
}

function isBelowFile(reading: ReturnType<Files['readFollowed']>): boolean {
  return reading.found === 'error' && reading.code === 'ENOTDIR';
}
