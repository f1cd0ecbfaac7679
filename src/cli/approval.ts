import { type Result, success } from '../domain/base/result.ts';
import {
  type ActingSettings,
  actingIn,
  NONE_ACTING,
  type PendingSetting,
  pendingBetween,
} from '../domain/settings/approval.ts';
import { projectConfiguration, readConfigurationFile } from '../settings/configuration-files.ts';
import { readProjectSettings } from '../settings/project-settings.ts';
import type { Suite } from '../suite.ts';

/** What a project's file would have in force, and what is approved of it. */
export interface Approval {
  readonly path: string;
  readonly wanted: ActingSettings;
  readonly approved: ActingSettings;
  readonly pending: readonly PendingSetting[];
  /** What was approved before cannot be read, and is approved anew. */
  readonly isBroken: boolean;
}

/** Fails where the project's file cannot be read. */
export function approvalOf({ environment, files }: Suite): Result<Approval> {
  const { projectFolder } = environment;
  const path = projectConfiguration(projectFolder);
  const found = readProjectSettings(files, projectFolder);
  if (found.ok) return success({ path, isBroken: false, ...found.value });
  if (found.failure.kind !== 'approval-broken') return found;
  const file = readConfigurationFile(files, path, true);
  if (!file.ok) return file;
  const wanted = actingIn(file.value.values);
  const pending = pendingBetween(wanted, NONE_ACTING);
  return success({ path, wanted, approved: NONE_ACTING, pending, isBroken: true });
}

/** What is approved once some settings are as the file has them. */
export function withApproved(
  approved: ActingSettings,
  pending: readonly Pick<PendingSetting, 'setting' | 'wanted'>[],
): ActingSettings {
  const values = new Map(Object.entries(approved));
  for (const { setting, wanted } of pending) {
    if (wanted === undefined) values.delete(setting.key);
    else values.set(setting.key, wanted);
  }
  return actingIn(values);
}
