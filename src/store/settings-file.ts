import { basename, dirname, join } from 'node:path';
import { isObject, parseDocument } from '../domain/document.ts';
import { type HookPlan, isChanged, type Settings, settingsFault } from '../domain/hook-settings.ts';
import { withMember } from '../domain/json-member.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { errorCode } from '../domain/system-error.ts';
import { compactTimestamp } from '../domain/time.ts';
import type { Clock, Files, Processes } from '../ports.ts';
import { guarded, LONGEST_WAIT_MS, PAUSE_BETWEEN_TRIES_MS } from './change-in-turn.ts';
import { createCommits } from './commit.ts';
import { reasonUnread } from './reading.ts';

/** Largest settings file of a host that is read, in bytes. */
const LARGEST_SETTINGS = 8 * 1024 * 1024;

/** Where writers prepare their text, beside the file; gone when the last one is done. */
const COMMITS = '.completion-promise-hooks';

/** A host's settings file. `text`: nothing where there is no file. */
export interface SettingsOnDisk {
  readonly settings: Settings;
  readonly text: string | undefined;
}

export interface SettingsFileWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly processes: Processes;
  readonly uniqueName: () => string;
  /** Where a text stops being plain JSON, in words. */
  readonly findFault: (text: string) => string | undefined;
}

/** Reads a host's settings; empty where there are none. Fails: unreadable, or not plain JSON. */
export function readSettingsFile(
  { files, findFault }: Pick<SettingsFileWorld, 'files' | 'findFault'>,
  path: string,
): Result<SettingsOnDisk> {
  const broken = (reason: string) => failed({ kind: 'broken-file', file: { path, reason } });
  const reading = files.readFollowed(path, LARGEST_SETTINGS);
  if (reading.found === 'nothing') return success({ settings: {}, text: undefined });
  if (reading.found === 'link') return broken('its links lead in a circle');
  if (reading.found !== 'text') return broken(reasonUnread(reading, LARGEST_SETTINGS));
  const { text } = reading;
  // What holds nothing at all was made by a touch.
  if (text.trim() === '') return success({ settings: {}, text });
  const document = parseDocument(text);
  if (!document.ok) {
    const where = findFault(text);
    return broken(where === undefined ? document.reason : `${document.reason} (${where})`);
  }
  const fault = settingsFault(document.value);
  if (fault !== undefined || !isObject(document.value)) return broken(fault ?? 'not an object');
  return success({ settings: document.value, text });
}

/** A change of a settings file that is on the disk. `backup`: what was there before, where any was. */
export interface SettingsChange {
  readonly plan: HookPlan;
  readonly backup: string | undefined;
}

/**
 * Changes the hooks of a host's settings file. `plan` may be asked again where another writer was first.
 * Where it changes nothing, nothing is written. A link is followed: its target is replaced.
 */
export function changeSettingsFile(
  world: SettingsFileWorld,
  path: string,
  plan: (settings: Settings) => HookPlan,
): Promise<Result<SettingsChange>> {
  return guarded('change the settings', path, async () => {
    const start = world.clock.elapsed();
    for (;;) {
      const outcome = tryChange(world, path, plan);
      if (outcome !== 'not-committed') return outcome;
      const waitedMs = world.clock.elapsed() - start;
      if (waitedMs > LONGEST_WAIT_MS) {
        return failed({ kind: 'busy', what: 'File', id: path, holder: 'other writers', waitedMs });
      }
      await world.clock.sleep(PAUSE_BETWEEN_TRIES_MS);
    }
  });
}

function tryChange(
  world: SettingsFileWorld,
  path: string,
  plan: (settings: Settings) => HookPlan,
): Result<SettingsChange> | 'not-committed' {
  const { files } = world;
  const isLink = files.read(path, LARGEST_SETTINGS).found === 'link';
  const target = files.realPath(path) ?? path;
  if (isLink && target === path) {
    return failed({
      kind: 'broken-file',
      file: { path, reason: 'it is a link that leads nowhere' },
    });
  }
  const found = readSettingsFile(world, target);
  if (!found.ok) return found;
  const planned = plan(found.value.settings);
  if (!isChanged(planned)) return success({ plan: planned, backup: undefined });
  const { text } = found.value;
  const content = contentOf(text, planned.settings);
  files.makeFolder(dirname(target));
  const rights = files.rights(target);
  const backup = text === undefined ? undefined : writeBackup(world, path, text);
  let isCommitted = false;
  try {
    isCommitted = commit(world, target, text, content, rights);
    if (isCommitted && !isLink && Object.keys(planned.settings).length === 0) {
      removeEmpty(world, target, content);
    }
  } finally {
    if (!isCommitted && backup !== undefined) files.remove(backup);
  }
  return isCommitted ? success({ plan: planned, backup }) : 'not-committed';
}

function contentOf(text: string | undefined, { hooks }: Settings): string {
  return text === undefined || text.trim() === ''
    ? `${withMember('{}', 'hooks', hooks)}\n`
    : withMember(text, 'hooks', hooks);
}

/** Replaces the file in one step where it still holds what was read; whether it did. */
function commit(
  { clock, files, processes, uniqueName }: SettingsFileWorld,
  target: string,
  base: string | undefined,
  content: string,
  rights: number | undefined,
): boolean {
  const folder = join(dirname(target), COMMITS);
  // Nobody may read in the draft what nobody could read in the file.
  const writing: Files = {
    ...files,
    writeNew: (path, text) => files.writeNew(path, text, rights),
  };
  try {
    const commits = createCommits({ clock, files: writing, processes }, folder, uniqueName);
    const outcome = commits.replace(target, base, content, () => textOf(files, target));
    commits.sweep();
    return outcome === 'committed';
  } finally {
    removeIfEmpty(files, folder);
  }
}

function textOf(files: Files, path: string): string | undefined {
  const reading = files.readFollowed(path, LARGEST_SETTINGS);
  return reading.found === 'text' ? reading.text : undefined;
}

/** Another writer may be at it: the last one removes it. */
function removeIfEmpty(files: Files, folder: string): void {
  try {
    files.removeFolder(folder);
  } catch {
    // It is in use, or gone.
  }
}

/** Settings can hold keys. */
const BACKUP_RIGHTS = 0o600;

function writeBackup({ clock, files }: SettingsFileWorld, path: string, text: string): string {
  const name = `${basename(path)}.backup-${compactTimestamp(clock.now())}`;
  for (let number = 1; ; number += 1) {
    const backup = join(dirname(path), number === 1 ? name : `${name}.${number}`);
    try {
      // What a rule of git keeps out of a commit by its name, it does not keep out by this one.
      files.writeNew(backup, text, BACKUP_RIGHTS);
      return backup;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/**
 * Removes a file that holds nothing any more. It is moved away first and looked at again: what another
 * writer has put there meanwhile is moved back.
 */
function removeEmpty(
  { files, uniqueName }: SettingsFileWorld,
  path: string,
  content: string,
): void {
  const away = `${path}.${uniqueName()}`;
  files.rename(path, away);
  if (textOf(files, away) === content || files.exists(path)) files.remove(away);
  else files.rename(away, path);
}
