import { dirname, join } from 'node:path';
import { homeFolder } from '../adapters/environment.ts';
import { type Result, success } from '../domain/base/result.ts';
import {
  guardScript,
  isGuardScript,
  SEARCH_BY_NAME,
  searchAt,
  searchByUser,
  searchDependency,
} from '../domain/host/guard-script.ts';
import type { SettingsPlace } from '../domain/host/hook-settings.ts';
import { type HostWorld, settingsWorld } from './host-world.ts';
import type { KnownHost } from './hosts.ts';
import { ownFront } from './programs.ts';
import { NO_BACKUPS } from './settings-backups.ts';
import { brokenFile, changeSettingsText } from './settings-file.ts';

/** The guards of hooks: the user's own, and that of a project whose settings others share. */

/** A guard as it is to stand in a file; `text` is undefined where it is to be removed. */
export interface GuardFile {
  readonly path: string;
  readonly text: string | undefined;
}

/** The path of the user's guard of a host. */
export function userGuardPath({ setup }: KnownHost): string {
  return join(homeFolder(), ...setup.words.guard.user.split('/'));
}

/** The path of the guard of a host that is part of the project. */
export function projectGuardPath({ setup }: KnownHost, { environment }: HostWorld): string {
  return join(environment.projectFolder, ...setup.words.guard.project.split('/'));
}

/** How guards are to find the suite. */
export interface GuardWanted {
  /** The project has a guard of its own. */
  readonly isOfProject: boolean;
  readonly isDependency: boolean;
  /** By the paths of this machine alone. */
  readonly wantsAbsolute: boolean;
}

/** The guards that hooks run. That of a project goes on to the user's where it finds no program. */
export function guardsOf(
  known: KnownHost,
  { isDependency, isOfProject, wantsAbsolute }: GuardWanted,
  world: HostWorld,
): readonly GuardFile[] {
  const { host, setup } = known;
  const { words } = setup;
  const own = ownFront();
  const at = searchAt(own.program, own.node);
  const guard = {
    title: host.title,
    host: setup.isNamed ? host.name : undefined,
    words,
  };
  const up = words.guard.project.split('/').slice(1).fill('..').join('/');
  const ofUser = guardScript({
    ...guard,
    installation: 'global',
    search: wantsAbsolute ? at : [...SEARCH_BY_NAME, ...at],
  });
  const ofProject = guardScript({
    ...guard,
    installation: isDependency ? 'dependency' : 'global',
    search: wantsAbsolute
      ? at
      : [...SEARCH_BY_NAME, ...searchDependency(up), ...searchByUser(words)],
  });
  return [
    { path: userGuardPath(known), text: ofUser },
    ...(isOfProject ? [{ path: projectGuardPath(known, world), text: ofProject }] : []),
  ];
}

/** Writes or removes guards; gives the paths that changed. Fails: another file is in the place of one. */
export async function changeGuards(
  guards: readonly GuardFile[],
  isDry: boolean,
  host: HostWorld,
): Promise<Result<readonly string[]>> {
  const world = { ...(await settingsWorld(host)), backups: NO_BACKUPS };
  const changed: string[] = [];
  for (const { path, text: wanted } of guards) {
    const done = await changeSettingsText(world, path, isDry, (text) =>
      text === undefined || text === '' || isGuardScript(text)
        ? success({ content: wanted ?? '', isEmptied: wanted === undefined && text !== undefined })
        : brokenFile(path, 'it is not a guard of completion-promise'),
    );
    if (!done.ok) return done;
    if (done.value.isChanged) changed.push(path);
    if (done.value.isRemoved) removeIfEmpty(dirname(path), host);
  }
  return success(changed);
}

function removeIfEmpty(folder: string, { files }: HostWorld): void {
  try {
    files.removeFolder(folder);
  } catch {
    // Something else lies there.
  }
}

/** Whether the hooks of a place run the guard of the project. */
export function isOfProject(place: SettingsPlace, isDependency: boolean): boolean {
  return place === 'project' || (place === 'local' && isDependency);
}
