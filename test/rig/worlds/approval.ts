import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createUserSeals } from '../../../src/adapters/user-seals.ts';
import { digestOf } from '../../../src/domain/base/digest.ts';
import { parseDocument } from '../../../src/domain/base/document.ts';
import {
  type ActingSettings,
  actingIn,
  approvalText,
  approvalToSeal,
} from '../../../src/domain/settings/approval.ts';
import { readSettings } from '../../../src/domain/settings/configuration-reading.ts';

/** Approves what a project's configuration has, as the user of that home does by `cs config trust`. */
export function approveConfiguration(folder: string, home: string): void {
  const text = readFileSync(join(folder, '.claude', 'completion-promise.json'), 'utf8');
  const document = parseDocument(text);
  // What is no configuration has nothing to approve.
  if (document.ok) writeApproval(folder, home, actingIn(readSettings(document.value).values));
}

export function writeApproval(folder: string, home: string, settings: ActingSettings): void {
  const project = realpathSync(folder);
  const path = approvalIn(folder, home);
  const seal = createUserSeals(join(home, '.config', 'completion-promise')).seal(
    approvalToSeal(project, settings),
  );
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, approvalText({ project, settings, seal }), { mode: 0o600 });
}

/** Where it is kept what the user of a home approved of a project. */
export function approvalIn(folder: string, home: string): string {
  const customs: Readonly<Record<string, readonly string[]>> = {
    darwin: ['Library', 'Application Support'],
    win32: ['AppData', 'Local'],
  };
  const state = customs[process.platform] ?? ['.local', 'state'];
  const name = `${digestOf(realpathSync(folder))}.json`;
  return join(home, ...state, 'completion-promise', 'approved', name);
}
