import { basename, join } from 'node:path';
import type { BrokenFile } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { compactTimestamp, timestamp } from '../../domain/base/time.ts';
import type { Repair } from '../../domain/judging/finding.ts';
import type { RegisteredPromise } from '../../domain/session/register.ts';
import type { GoneFolder, RegisterSurvey } from '../../domain/session/register-survey.ts';
import type { Clock, Files } from '../../ports.ts';
import type { RegisterHealth } from '../register-health.ts';
import { freePath } from './quarantine.ts';
import {
  createRegisterView,
  isOwnRegister,
  registeredSessions,
  registerFolder,
} from './register-view.ts';
import { fileSystemFailure, jsonDocument } from './writing.ts';

interface RegisterHealthWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly userStateFolder: string;
  /** The system's code of why a folder cannot be read and written; undefined where it can. */
  readonly folderRefusal: (folder: string) => string | undefined;
}

export function createRegisterHealth(world: RegisterHealthWorld): RegisterHealth {
  const { userStateFolder } = world;
  const quarantine = join(userStateFolder, 'quarantine');
  return {
    place: registerFolder(userStateFolder),
    quarantine,
    survey: () => survey(world),
    inspect: async () =>
      survey(world).broken.map((file) => ({ kind: 'broken', file, blocksGates: true })),
    repair: async (finding) =>
      finding.kind === 'broken'
        ? setAside(world, quarantine, finding.file)
        : failed({ kind: 'unexpected', message: 'a register has no promise to move' }),
  };
}

function survey(world: RegisterHealthWorld): RegisterSurvey {
  const { files, userStateFolder } = world;
  const place = registerFolder(userStateFolder);
  const refusal = refusalOf(world, place);
  if (refusal !== undefined) return { place, refusal, sessions: 0, broken: [], gone: [] };
  const view = createRegisterView(files, userStateFolder);
  const read = registeredSessions(files, place).map((session) => ({
    session,
    ...view.read([session]),
  }));
  return {
    place,
    refusal,
    sessions: read.filter(({ promises }) => promises.length > 0).length,
    broken: read.flatMap(({ broken }) => broken),
    gone: goneFolders(
      files,
      read.flatMap(({ promises, session }) => promises.map((promise) => ({ session, promise }))),
    ),
  };
}

function refusalOf(
  { files, folderRefusal, userStateFolder }: RegisterHealthWorld,
  place: string,
): RegisterSurvey['refusal'] {
  const code = folderRefusal(place);
  if (code !== undefined) return { code };
  return files.exists(place) && !isOwnRegister(files, userStateFolder) ? 'not-own' : undefined;
}

function goneFolders(
  files: Files,
  entries: readonly { readonly session: string; readonly promise: RegisteredPromise }[],
): readonly GoneFolder[] {
  const projects = [...new Set(entries.map(({ promise }) => promise.project))].sort();
  return projects
    .filter((project) => !files.exists(project))
    .map((project) => {
      const there = entries.filter(({ promise }) => promise.project === project);
      return {
        project,
        sessions: [...new Set(there.map(({ session }) => session))],
        promises: [...new Set(there.map(({ promise }) => promise.id))],
      };
    });
}

function setAside(
  { clock, files }: RegisterHealthWorld,
  quarantine: string,
  { path, reason }: BrokenFile,
): Result<Repair> {
  const now = clock.now();
  try {
    files.makePrivateFolder(quarantine);
    const to = freePath(files, join(quarantine, `${compactTimestamp(now)}-${basename(path)}`));
    const note = { moved_from: path, moved_at: timestamp(now), reason };
    files.writeNew(`${to}.note.json`, jsonDocument(note), 0o600);
    files.rename(path, to);
    return success({ from: path, to, warnings: [] });
  } catch (error) {
    return failed(fileSystemFailure(error, 'move a file to the quarantine', path));
  }
}
