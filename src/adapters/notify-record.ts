import { join } from 'node:path';
import { digestOf } from '../domain/base/digest.ts';
import { isObject, parseDocument, textOf } from '../domain/base/document.ts';
import type { Files } from '../ports.ts';
import { attempt } from './quiet-looks.ts';
import { userStateFolder } from './user-folder.ts';

/** How the command of `notify` failed last in a project. */
export interface NotifyFailure {
  readonly at: string;
  readonly why: string;
}

const LARGEST = 64 * 1024;

const folderOf = (): string => join(userStateFolder(), 'notify');
const fileOf = (project: string): string => join(folderOf(), `${digestOf(project)}.json`);

/** Keeps that it failed; undefined: that it did not. What cannot be kept is no reason to fail. */
export function keepNotifyFailure(
  files: Files,
  project: string,
  failure: NotifyFailure | undefined,
): void {
  attempt(() => files.remove(fileOf(project)));
  if (failure === undefined) return;
  attempt(() => {
    files.makePrivateFolder(folderOf());
    files.writeNew(fileOf(project), JSON.stringify(failure), 0o600);
  });
}

export function lastNotifyFailure(files: Files, project: string): NotifyFailure | undefined {
  const reading = files.read(fileOf(project), LARGEST);
  const document = reading.found === 'text' ? parseDocument(reading.text) : undefined;
  const value = document?.ok ? document.value : undefined;
  return isObject(value) ? { at: textOf(value['at']), why: textOf(value['why']) } : undefined;
}
