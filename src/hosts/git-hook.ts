import { basename, dirname, join, relative } from 'node:path';
import { type HooksPlace, hooksPlaceOf } from '../adapters/git/hooks-folder.ts';
import { isInsideFolder } from '../adapters/inside-folder.ts';
import { ownPrograms } from '../adapters/own-programs.ts';
import { success } from '../domain/base/result.ts';
import { type HookFileKind, hasBlock, withBlock, withoutBlock } from '../domain/host/git-hook.ts';
import { shellWord } from '../report/printable.ts';
import { textOf } from '../store/files/text-file.ts';
import { type HostWorld, settingsWorld } from './host-world.ts';
import { HAS_FRONT } from './programs.ts';
import { brokenFile, changeSettingsText, type TextPlan } from './settings-file.ts';

/** The `pre-push` hook of a repository: through the manager of hooks that is there, or alone. */

/** A file that the hook can stand in. */
export interface GitHookFile {
  readonly kind: HookFileKind;
  readonly path: string;
  /** What has to be done besides, that git runs it. */
  readonly activation?: string;
}

export interface GitHookPlace extends HooksPlace {
  /** The file that an installation is for. */
  readonly wanted: GitHookFile;
  /** All that may hold it, the usual one where `core.hooksPath` names another. */
  readonly all: readonly GitHookFile[];
  /** The file that git starts at a push. */
  readonly started: string;
}

const NAME = 'pre-push';

const LEFTHOOK_FILES = ['lefthook', '.lefthook', '.config/lefthook'].flatMap((name) =>
  ['yml', 'yaml', 'toml', 'json', 'jsonc'].map((ending) => `${name}.${ending}`),
);

/** Where the hook of a repository stands, or would; undefined outside of git. */
export function gitHookPlace(folder: string, { files }: HostWorld): GitHookPlace | undefined {
  const place = hooksPlaceOf(folder);
  if (place === undefined) return undefined;
  const { configured, own, top } = place;
  const managed = (kind: HookFileKind, names: readonly string[], activation: string) =>
    names
      .map((name) => ({ kind, path: join(top, name), activation }))
      .filter(({ path }) => files.exists(path));
  const husky: readonly GitHookFile[] =
    configured !== undefined && basename(configured) === '_'
      ? [{ kind: 'husky', path: join(dirname(configured), NAME) }]
      : [];
  const alone: GitHookFile = { kind: 'script', path: join(configured ?? own, NAME) };
  const managers = [
    ...husky,
    ...managed('lefthook', LEFTHOOK_FILES, 'lefthook install'),
    ...managed('pre-commit', ['.pre-commit-config.yaml'], 'pre-commit install -t pre-push'),
    ...(husky.length === 0 ? [alone] : []),
  ];
  const [wanted = alone] = managers;
  const usual: GitHookFile = { kind: 'script', path: join(own, NAME) };
  const all = configured === undefined ? managers : [...managers, usual];
  return { ...place, wanted, all, started: alone.path };
}

/** The files that hold the hook. */
export function filesWithHook({ all }: GitHookPlace, { files }: HostWorld): readonly GitHookFile[] {
  return all.filter(({ path }) => hasBlock(textOf(files, path, LARGEST_HOOK) ?? ''));
}

const LARGEST_HOOK = 1024 * 1024;

const RIGHTS = 0o755;

/** Whether git runs a file. Windows knows no such right. */
export function isRunByGit(path: string, { files }: HostWorld): boolean {
  const rights = files.rights(path);
  return rights !== undefined && (!HAS_FRONT || (rights & 0o111) !== 0);
}

/** Writes the hook into a file. Fails where that is not safe to change. */
export async function writeGitHook(
  { kind, path }: GitHookFile,
  { own, top }: GitHookPlace,
  isDry: boolean,
  world: HostWorld,
) {
  const { parseYaml } = await import('../checks/parsers/yaml-parser.ts');
  const isAlone = dirname(path) === own;
  const isShared = !relative(top, path).startsWith('..') || isInsideFolder(dirname(path), top);
  if (!isAlone && !isShared) return brokenFile(path, 'other repositories may share it');
  const program = isAlone
    ? join(ownPrograms(), 'completion-promise.cjs')
    : './node_modules/.bin/completion-promise';
  const readYaml = (text: string) => {
    const parsed = parseYaml(text);
    return parsed.ok ? { value: parsed.value } : undefined;
  };
  return changeSettingsText(await settingsWorld(world), path, isDry, (text) => {
    if (kind === 'script' && text !== undefined && !isRunByGit(path, world)) {
      return brokenFile(path, 'it may not be executed, so git passes over it');
    }
    const changed = withBlock(kind, text, shellWord(program), readYaml);
    return 'fault' in changed
      ? brokenFile(path, changed.fault)
      : success<TextPlan>({ content: changed.text, isEmptied: false, rights: RIGHTS });
  });
}

/** Takes the hook out of a file, and the file away that held nothing else. */
export async function removeGitHook({ path }: GitHookFile, isDry: boolean, world: HostWorld) {
  return changeSettingsText(await settingsWorld(world), path, isDry, (text = '') => {
    const content = withoutBlock(text);
    return success<TextPlan>({ content, isEmptied: content === '' });
  });
}
