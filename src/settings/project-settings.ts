import { dirname, join } from 'node:path';
import { approvedDigests } from '../adapters/environment.ts';
import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import { userConfigurationFolder, userStateFolder } from '../adapters/user-folder.ts';
import { createUserSeals } from '../adapters/user-seals.ts';
import { digestOf } from '../domain/base/digest.ts';
import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { errorCode } from '../domain/base/system-error.ts';
import {
  type ActingSettings,
  actingIn,
  actingText,
  approvalText,
  approvalToSeal,
  NONE_ACTING,
  type PendingSetting,
  pendingBetween,
  readApproval,
  sourcesInForce,
} from '../domain/settings/approval.ts';
import type { SettingSource } from '../domain/settings/configuration.ts';
import type { Chance, Files } from '../ports.ts';
import { reasonUnread } from '../store/files/reading.ts';
import { placeOf } from '../store/files/state-folder.ts';
import { projectConfiguration, readConfigurationFile } from './configuration-files.ts';

/** Largest file of approved settings that is read, in bytes. */
const LARGEST_APPROVAL = 256 * 1024;

/** A project's own settings, as far as they are in force for this user on this machine. */
export interface ProjectSettings {
  /** Nearest first. */
  readonly sources: readonly SettingSource[];
  /** What connects, spends or exports in the file, and what of it was approved last. */
  readonly wanted: ActingSettings;
  readonly approved: ActingSettings;
  readonly pending: readonly PendingSetting[];
}

/** Reads a project's file, and what its user approved of it. Fails where one of the two cannot be read. */
export function readProjectSettings(files: Files, projectFolder: string): Result<ProjectSettings> {
  const file = readConfigurationFile(files, projectConfiguration(projectFolder), true);
  if (!file.ok) return file;
  const wanted = actingIn(file.value.values);
  const approved = isNamed(wanted) ? success(wanted) : readApproved(files, projectFolder);
  if (!approved.ok) return approved;
  const settings = approved.value;
  const pending = pendingBetween(wanted, settings);
  const before = { path: approvalFile(files, projectFolder), settings };
  const sources = sourcesInForce(file.value, pending, before);
  return success({ sources, wanted, approved: settings, pending });
}

/** The digest by which `CS_APPROVED` names some settings. */
export function approvalDigest(settings: ActingSettings): string {
  return `sha256:${NODE_DIGESTS.of(actingText(settings))}`;
}

/** Whether who started the host approved these settings. */
function isNamed(wanted: ActingSettings): boolean {
  const digests = approvedDigests();
  return digests.length > 0 && digests.includes(approvalDigest(wanted));
}

/** Where it is kept what this user approved of a project: beside the register. */
export function approvalFile(files: Files, projectFolder: string): string {
  const project = placeOf(files, projectFolder) ?? projectFolder;
  return join(userStateFolder(), 'approved', `${digestOf(project)}.json`);
}

function readApproved(files: Files, projectFolder: string): Result<ActingSettings> {
  const path = approvalFile(files, projectFolder);
  const broken = (reason: string) => failed({ kind: 'approval-broken', path, reason });
  const reading = files.readFollowed(path, LARGEST_APPROVAL);
  if (reading.found === 'nothing' || !isOwn(files, path)) return success(NONE_ACTING);
  if (reading.found !== 'text') return broken(reasonUnread(reading, LARGEST_APPROVAL));
  const record = readApproval(reading.text);
  const project = placeOf(files, projectFolder) ?? projectFolder;
  // Another folder whose name has the same digest.
  if (record !== undefined && record.project !== project) return success(NONE_ACTING);
  try {
    const isSealed =
      record !== undefined &&
      seals().isSealed(approvalToSeal(project, record.settings), record.seal);
    return isSealed ? success(record.settings) : broken('it is not what an approval wrote');
  } catch (error) {
    return broken(`the key of its seal cannot be read (${errorCode(error)})`);
  }
}

const NOT_OWN = 'its folder is a link, or belongs to another user';

/** Whether the folders are there, are no links and belong to the user. */
function isOwn(files: Files, path: string): boolean {
  return files.isOwnFolder(userStateFolder()) && files.isOwnFolder(dirname(path));
}

function seals() {
  return createUserSeals(userConfigurationFolder());
}

/** Keeps what a person approved of a project, in place of what was before. Gives why it cannot be kept. */
export function keepApproved(
  { chance, files }: { readonly chance: Chance; readonly files: Files },
  projectFolder: string,
  settings: ActingSettings,
): Failure | undefined {
  const path = approvalFile(files, projectFolder);
  const project = placeOf(files, projectFolder) ?? projectFolder;
  try {
    const seal = seals().seal(approvalToSeal(project, settings));
    files.makePrivateFolder(dirname(path));
    if (!isOwn(files, path)) return { kind: 'approval-broken', path, reason: NOT_OWN };
    const draft = `${path}.${chance.hex(6)}`;
    files.replacePrivate(path, draft, approvalText({ project, settings, seal }));
    const kept = readApproved(files, projectFolder);
    return kept.ok ? undefined : kept.failure;
  } catch (error) {
    return { kind: 'file-system', action: 'keep what you approved', path, code: errorCode(error) };
  }
}
