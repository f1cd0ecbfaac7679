import { canonicalText } from '../base/canonical.ts';
import { isObject, parseDocument } from '../base/document.ts';
import type { SettingSource } from './configuration.ts';
import { readSetting } from './configuration-reading.ts';
import { SETTINGS, type Setting, type SettingValue } from './setting.ts';

/**
 * What a project's file has that connects, spends or exports. A repository brings its file along, so these settings are
 * in force only as their user approved them on this machine.
 */
export type ActingSettings = Readonly<Record<string, SettingValue>>;

export const NONE_ACTING: ActingSettings = {};

const ACTING: readonly Setting[] = SETTINGS.filter(({ acts }) => acts !== undefined);

/** Whether a setting waits for an approval where a project's file sets it. */
export function isActing(key: string): boolean {
  return ACTING.some((setting) => setting.key === key);
}

export function actingIn(values: ReadonlyMap<string, SettingValue>): ActingSettings {
  return Object.fromEntries(
    ACTING.flatMap(({ key }) => {
      const value = values.get(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** A setting that the file has otherwise than it was approved; undefined where one of the two does not have it. */
export interface PendingSetting {
  readonly setting: Setting;
  readonly wanted: SettingValue | undefined;
  readonly approved: SettingValue | undefined;
}

export function pendingBetween(
  wanted: ActingSettings,
  approved: ActingSettings,
): readonly PendingSetting[] {
  return ACTING.filter(({ key }) => !isSame(wanted[key], approved[key])).map((setting) => ({
    setting,
    wanted: wanted[setting.key],
    approved: approved[setting.key],
  }));
}

function isSame(one: SettingValue | undefined, other: SettingValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalText(one) === canonicalText(other);
}

/** What was approved before: where that is kept, and what it is. */
export interface Approved {
  readonly path: string;
  readonly settings: ActingSettings;
}

/**
 * The sources that a project's file comes to, nearest first: what needs no approval or has it, what was approved before
 * and is another now, and what asks a close for more, which counts at once as far as it is no weaker.
 */
export function sourcesInForce(
  { name, values }: SettingSource,
  pending: readonly PendingSetting[],
  { path, settings }: Approved,
): readonly SettingSource[] {
  if (pending.length === 0) return [{ name, values, mayWeaken: true }];
  const waiting = new Set(pending.map(({ setting }) => setting.key));
  const only = (isWanted: (key: string) => boolean) =>
    new Map([...values].filter(([key]) => isWanted(key)));
  const before = Object.entries(settings).filter(([key]) => waiting.has(key));
  const demanded = pending.flatMap(({ setting: { acts, key } }) => (acts === 'demands' ? key : []));
  return [
    { name, mayWeaken: true, values: only((key) => !waiting.has(key)) },
    { name: path, mayWeaken: true, values: new Map(before) },
    { name, mayWeaken: false, values: only((key) => demanded.includes(key)) },
  ];
}

/** The text that stands for some settings: that of which a digest is taken. */
export function actingText(settings: ActingSettings): string {
  return canonicalText(settings);
}

/** The text that is sealed: what is approved of one project. `project`: its real path. */
export function approvalToSeal(project: string, settings: ActingSettings): string {
  return canonicalText(['approved', project, settings]);
}

/** What a file of approvals holds. */
export interface ApprovalRecord {
  readonly project: string;
  readonly settings: ActingSettings;
  readonly seal: string;
}

export function approvalText(record: ApprovalRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** What a file says to be approved; undefined where it is none of these. */
export function readApproval(text: string): ApprovalRecord | undefined {
  const document = parseDocument(text);
  if (!document.ok || !isObject(document.value)) return undefined;
  const { project, seal, settings } = document.value;
  if (typeof project !== 'string' || typeof seal !== 'string' || !isObject(settings)) {
    return undefined;
  }
  const values = new Map<string, SettingValue>();
  for (const [key, value] of Object.entries(settings)) {
    const reading = readSetting(key, value);
    if ('problem' in reading) return undefined;
    values.set(key, reading.value);
  }
  return { project, seal, settings: actingIn(values) };
}
