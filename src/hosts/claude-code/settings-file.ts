import { dirname } from 'node:path';
import { isObject, parseDocument } from '../../domain/base/document.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { type HookChange, type Settings, settingsFault } from '../../domain/host/hook-settings.ts';
import { permissionsFault, type RuleChange } from '../../domain/host/permission-rules.ts';
import type { Clock, Files, Processes } from '../../ports.ts';
import { LONGEST_WAIT_MS, PAUSE_BETWEEN_TRIES_MS } from '../../store/files/change-in-turn.ts';
import { reasonUnread } from '../../store/files/reading.ts';
import { replaceText, textOf } from '../../store/files/text-file.ts';
import { guarded } from '../../store/files/writing.ts';
import type { SettingsBackups } from './settings-backups.ts';

/** Largest settings file of a host that is read, in bytes. */
const LARGEST_SETTINGS = 8 * 1024 * 1024;

/** A host's settings file. `text`: nothing where there is no file. */
interface SettingsOnDisk {
  readonly settings: Settings;
  readonly text: string | undefined;
}

export interface SettingsFileWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly processes: Processes;
  readonly uniqueName: () => string;
  /** Where the text before a change is kept. */
  readonly backups: SettingsBackups;
  /** Where a text stops being plain JSON, in words. */
  readonly findFault: (text: string) => string | undefined;
  /** The text of an object with one member set, or taken out where the value is undefined. */
  readonly withMember: (text: string, key: string, value: unknown) => string;
}

/** Reads a host's settings; empty where there are none. Fails: unreadable, or not plain JSON. */
export function readSettingsFile(
  { files, findFault }: Pick<SettingsFileWorld, 'files' | 'findFault'>,
  path: string,
): Result<SettingsOnDisk> {
  const broken = (reason: string) => failed({ kind: 'broken-file', file: { path, reason } });
  const reading = files.readFollowed(path, LARGEST_SETTINGS);
  if (reading.found === 'nothing') return success({ settings: {}, text: undefined });
  if (reading.found === 'link') return broken('its links form a loop');
  if (reading.found !== 'text') return broken(reasonUnread(reading, LARGEST_SETTINGS));
  const { text } = reading;
  // An empty file holds no settings yet.
  if (text.trim() === '') return success({ settings: {}, text });
  const document = parseDocument(text);
  if (!document.ok) {
    const where = findFault(text);
    return broken(where === undefined ? document.reason : `${document.reason} (${where})`);
  }
  const { value } = document;
  const fault = settingsFault(value) ?? (isObject(value) ? permissionsFault(value) : undefined);
  if (fault !== undefined || !isObject(value)) return broken(fault ?? 'not an object');
  return success({ settings: value, text });
}

/** What is to be done about settings. */
export interface SettingsPlan {
  readonly settings: Settings;
  readonly changes: readonly HookChange[];
  readonly rules: readonly RuleChange[];
}

/** Whether a plan changes anything. */
export function isChanged({ changes, rules }: SettingsPlan): boolean {
  return [...changes, ...rules].some(({ change }) => change !== 'kept');
}

/** A change that was written. */
export interface SettingsChange {
  readonly plan: SettingsPlan;
  /** The path of the text before, where there was one. */
  readonly backup: string | undefined;
  /** The file held nothing else, and is gone. */
  readonly isRemoved: boolean;
}

/**
 * Changes the hooks and the permission rules of a host's settings file. `plan` may be asked again where another writer was first.
 * Where it changes nothing, nothing is written. A link is followed: its target is replaced.
 */
export function changeSettingsFile(
  world: SettingsFileWorld,
  path: string,
  plan: (settings: Settings) => SettingsPlan,
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
  plan: (settings: Settings) => SettingsPlan,
): Result<SettingsChange> | 'not-committed' {
  const { files } = world;
  const isLink = files.read(path, LARGEST_SETTINGS).found === 'link';
  const target = files.realPath(path) ?? path;
  if (isLink && target === path) {
    return failed({
      kind: 'broken-file',
      file: { path, reason: 'it is a broken link' },
    });
  }
  const found = readSettingsFile(world, target);
  if (!found.ok) return found;
  const planned = plan(found.value.settings);
  if (!isChanged(planned)) {
    return success({ plan: planned, backup: undefined, isRemoved: false });
  }
  const { text } = found.value;
  const content = contentOf(world, found.value, planned.settings);
  files.makeFolder(dirname(target));
  const rights = files.rights(target);
  const backup = text === undefined ? undefined : world.backups.keep(path, text);
  let isCommitted = false;
  try {
    isCommitted = replaceText(world, { path: target, base: text, content, rights });
  } finally {
    if (!isCommitted && backup !== undefined) files.remove(backup);
  }
  if (!isCommitted) return 'not-committed';
  const isEmpty = !isLink && Object.keys(planned.settings).length === 0;
  const isRemoved = isEmpty && removeEmpty(world, target, content);
  return success({ plan: planned, backup, isRemoved });
}

/** The members that a plan may change. */
const PLANNED = ['hooks', 'permissions'] as const;

/** The text with the members that are to be others written anew, and everything else as it is. */
function contentOf(
  { withMember }: SettingsFileWorld,
  { settings, text }: SettingsOnDisk,
  planned: Settings,
): string {
  const isNew = text === undefined || text.trim() === '';
  const changed = PLANNED.filter((key) => settings[key] !== planned[key]);
  const content = changed.reduce(
    (before, key) => withMember(before, key, planned[key]),
    isNew ? '{}' : text,
  );
  return isNew ? `${content}\n` : content;
}

/**
 * Removes a file that holds no settings any more. It is moved away first and read again: where another
 * writer has changed it meanwhile, it is moved back.
 */
function removeEmpty(
  { files, uniqueName }: SettingsFileWorld,
  path: string,
  content: string,
): boolean {
  const away = `${path}.${uniqueName()}`;
  files.rename(path, away);
  if (textOf(files, away, LARGEST_SETTINGS) === content || files.exists(path)) files.remove(away);
  else files.rename(away, path);
  return !files.exists(path);
}
