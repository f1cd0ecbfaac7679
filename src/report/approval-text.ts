import type { ActingSettings, PendingSetting } from '../domain/settings/approval.ts';
import {
  type Acts,
  type Setting,
  type SettingValue,
  shownValue,
} from '../domain/settings/setting.ts';
import type { CommandLines } from './command-lines.ts';
import { oneLine } from './printable.ts';

const WORDS: Readonly<Record<Acts, string>> = {
  connects: 'connects',
  spends: 'spends',
  exports: 'exports',
  runs: 'runs',
  demands: 'spends',
};

/** A setting as a file has it, as it may be shown. */
export function settingText({ setting, wanted }: PendingSetting): string {
  return wanted === undefined
    ? `${setting.key} (taken out)`
    : `${setting.key} ${shownText(setting, wanted)}`;
}

function shownText(setting: Setting, value: SettingValue): string {
  const shown = shownValue(setting, value);
  return oneLine(typeof shown === 'string' ? shown : JSON.stringify(shown));
}

/** What a file has that is not approved, a line each: what it does, what it is, and what is in force meanwhile. */
export function pendingLines(pending: readonly PendingSetting[]): readonly string[] {
  return pending.map((one) => {
    const { approved, setting } = one;
    const doing = WORDS[setting.acts ?? 'spends'].padEnd(8);
    const meanwhile = approved === undefined ? '' : `; in force: ${shownText(setting, approved)}`;
    return `  ${doing} ${settingText(one)}${meanwhile}`;
  });
}

/** What the user of a session is told of settings that are not in force; empty where all are. */
export function pendingMessage(pending: readonly PendingSetting[], lines: CommandLines): string {
  if (pending.length === 0) return '';
  const settings = pending.map(settingText).join(', ');
  return `this project's settings wait for your approval, in a terminal with ${lines.of('cs config trust')}: ${settings}`;
}

/** What `cs config trust` says. `isNew`: a person approved it just now. */
export interface TrustFacts {
  readonly path: string;
  readonly wanted: ActingSettings;
  readonly pending: readonly PendingSetting[];
  readonly digest: string;
  readonly isNew: boolean;
}

export function trustText(
  { digest, isNew, path, pending, wanted }: TrustFacts,
  lines: CommandLines,
): string {
  const file = oneLine(path);
  if (isNew) return `Approved on this machine: ${file}`;
  if (pending.length > 0) {
    return [
      `Not approved in ${file}:`,
      ...pendingLines(pending),
      `To approve it, as a person in a terminal: ${lines.of('cs config trust')}`,
      `Where no person can, as in a container, by who starts the host: CS_APPROVED=${digest}`,
    ].join('\n');
  }
  return Object.keys(wanted).length === 0
    ? `Nothing in ${file} connects, spends, exports or runs.`
    : `All of it is approved: ${file}\nFor a container, by who starts the host: CS_APPROVED=${digest}`;
}
