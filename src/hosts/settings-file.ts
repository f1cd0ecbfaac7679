import { dirname } from 'node:path';
import type { ParsedDocument } from '../domain/base/document.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import type { Clock, Files, Processes } from '../ports.ts';
import { reasonUnread } from '../store/files/reading.ts';
import { changeText, replaceText, textOf } from '../store/files/text-file.ts';
import { guarded } from '../store/files/writing.ts';
import type { SettingsBackups } from './settings-backups.ts';

/** Reads and replaces a file in which a host keeps hooks. Its user edits it as well, and so may other programs. */

/** Largest settings file of a host that is read, in bytes. */
const LARGEST_SETTINGS = 8 * 1024 * 1024;

/** A parser of JSON that people write. */
export interface JsonTexts {
  /** Reads a text that may hold comments and trailing commas. */
  parseCommented(text: string): ParsedDocument;
  /** Where a text stops being JSON, or plain JSON, in words. */
  findFault(text: string): string | undefined;
  findStrictFault(text: string): string | undefined;
  /** The text, changed so that it holds another value. */
  withValue(text: string, value: unknown): string;
}

export interface SettingsFileWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly processes: Processes;
  readonly uniqueName: () => string;
  /** Where the text before a change is kept. */
  readonly backups: SettingsBackups;
  readonly json: JsonTexts;
  /** The text of a file of the suite's package, by the names that lead to it. Throws where it is not there. */
  readonly shipped: (...path: readonly string[]) => string;
}

/** Reads the text of a host's settings; undefined where there is no file. Fails: unreadable, or no file at all. */
export function readSettingsText(
  { files }: Pick<SettingsFileWorld, 'files'>,
  path: string,
): Result<string | undefined> {
  const reading = files.readFollowed(path, LARGEST_SETTINGS);
  if (reading.found === 'nothing') return success(undefined);
  if (reading.found === 'link') return brokenFile(path, 'its links form a loop');
  if (reading.found !== 'text') return brokenFile(path, reasonUnread(reading, LARGEST_SETTINGS));
  return success(reading.text);
}

export function brokenFile(path: string, reason: string): Result<never> {
  return failed({ kind: 'broken-file', file: { path, reason } });
}

/** What a file is to hold. */
export interface TextPlan {
  readonly content: string;
  /** Nothing is left in it that anyone would miss: a file that the suite can remove. */
  readonly isEmptied: boolean;
  /** Who may do what with a file that is new; as usual where it is left out. */
  readonly rights?: number;
}

/** A change that was written. */
export interface TextChange<Plan> {
  readonly plan: Plan;
  readonly isChanged: boolean;
  /** The path of the text before, where there was one. */
  readonly backup: string | undefined;
  readonly isRemoved: boolean;
}

/**
 * Changes a settings file. `plan` may be asked again where another writer was first; where it leaves the text as it is,
 * nothing is written, nor where `isDry` says so. A link is followed: its target is replaced.
 */
export function changeSettingsText<Plan extends TextPlan>(
  world: SettingsFileWorld,
  path: string,
  isDry: boolean,
  plan: (text: string | undefined) => Result<Plan>,
): Promise<Result<TextChange<Plan>>> {
  return guarded('change the settings', path, () =>
    changeText(world, path, () => tryChange(world, path, isDry, plan)),
  );
}

/** Undefined where another writer was first. */
function tryChange<Plan extends TextPlan>(
  world: SettingsFileWorld,
  path: string,
  isDry: boolean,
  plan: (text: string | undefined) => Result<Plan>,
): Result<TextChange<Plan>> | undefined {
  const { files } = world;
  const isLink = files.read(path, LARGEST_SETTINGS).found === 'link';
  const target = files.realPath(path) ?? path;
  if (isLink && target === path) return brokenFile(path, 'it is a broken link');
  const found = readSettingsText(world, target);
  if (!found.ok) return found;
  const text = found.value;
  const planned = plan(text);
  if (!planned.ok) return planned;
  const { content, isEmptied } = planned.value;
  const isChanged = content !== (text ?? '');
  const change = { plan: planned.value, isChanged, backup: undefined, isRemoved: false };
  if (isDry || !isChanged) return success(change);
  files.makeFolder(dirname(target));
  const rights = files.rights(target) ?? planned.value.rights;
  const backup = text === undefined ? undefined : world.backups.keep(path, text);
  let isCommitted = false;
  try {
    isCommitted = replaceText(world, { path: target, base: text, content, rights });
  } finally {
    if (!isCommitted && backup !== undefined) files.remove(backup);
  }
  if (!isCommitted) return undefined;
  const isRemoved = isEmptied && !isLink && removeEmpty(world, target, content);
  return success({ ...change, backup, isRemoved });
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
