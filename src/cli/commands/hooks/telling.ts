import { dirname, join } from 'node:path';
import { homeFolder } from '../../../adapters/environment.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import {
  type SectionText,
  withoutSection,
  withSection,
} from '../../../domain/host/agents-section.ts';
import type { SettingsPlace } from '../../../domain/host/hook-settings.ts';
import { settingsWorld } from '../../../hosts/host-world.ts';
import type { KnownHost } from '../../../hosts/hosts.ts';
import {
  brokenFile,
  changeSettingsText,
  type SettingsFileWorld,
  type TextPlan,
} from '../../../hosts/settings-file.ts';
import { oneLine } from '../../../report/printable.ts';
import type { Suite } from '../../../suite.ts';
import { keepOutOfGit } from './place.ts';

/** Tells agents of the suite: by a skill that their hosts read, and by a section of the project's `AGENTS.md`. */

/** What is done about what agents are told. */
interface TellingCall {
  readonly action: 'install' | 'uninstall';
  readonly isDry: boolean;
}

/** A file that tells agents, and what was done about it. */
export interface Telling {
  readonly path: string;
  readonly change: 'written' | 'removed' | 'unchanged';
  readonly notes: readonly string[];
}

/** Where the skill lies in the package, and in a host's folder of skills. */
const SHIPPED = ['.claude', 'skills', 'completion-promise', 'SKILL.md'] as const;
const NAME = ['completion-promise', 'SKILL.md'] as const;

/** The skill begins like this, whatever its version. */
const OWN_SKILL = /^---\r?\nname: completion-promise\r?\n/;

/** The section of `AGENTS.md` at the project's top, which all but two hosts read by themselves. */
export async function changeAgentsFile(call: TellingCall, suite: Suite): Promise<Result<Telling>> {
  const path = join(suite.environment.projectFolder, 'AGENTS.md');
  return changeTelling(path, call, await settingsWorld(suite), (text) => {
    if (call.action === 'install') return withSection(text ?? '');
    return withoutSection(text ?? '');
  });
}

/** The skill of one host: in the project, or for all projects of the user. */
export async function changeSkill(
  { setup }: KnownHost,
  place: SettingsPlace,
  call: TellingCall,
  suite: Suite,
): Promise<Result<Telling>> {
  const above = place === 'user' ? homeFolder() : suite.environment.projectFolder;
  const folder = join(above, ...setup.skills.split('/'));
  const path = join(folder, ...NAME);
  const world = await settingsWorld(suite);
  const changed = await changeTelling(path, call, world, (text) => {
    if (text !== undefined && text !== '' && !OWN_SKILL.test(text)) {
      return { fault: 'it is not the skill of completion-promise' };
    }
    return { text: call.action === 'install' ? world.shipped(...SHIPPED) : '' };
  });
  if (!changed.ok || call.isDry) return changed;
  const { change, notes } = changed.value;
  if (change === 'removed') removeEmptyFolders(dirname(path), above, suite);
  const kept = place === 'local' && change === 'written' ? keepOutOfGit(path, suite) : undefined;
  return success({ path, change, notes: kept === undefined ? notes : [...notes, kept] });
}

/** Removes folders that are empty, from the inside out, up to the one that they lie in. */
function removeEmptyFolders(start: string, end: string, { files }: Suite): void {
  try {
    for (let folder = start; folder !== end; folder = dirname(folder)) files.removeFolder(folder);
  } catch {
    // Something else lies there.
  }
}

async function changeTelling(
  path: string,
  { action, isDry }: TellingCall,
  world: SettingsFileWorld,
  write: (text: string | undefined) => SectionText,
): Promise<Result<Telling>> {
  const plan = (text: string | undefined): Result<TextPlan> => {
    const written = write(text);
    if ('fault' in written) return brokenFile(path, written.fault);
    const isEmptied = action === 'uninstall' && text !== undefined && written.text.trim() === '';
    return success({ content: written.text, isEmptied });
  };
  const changed = await changeSettingsText(world, path, isDry, plan);
  if (!changed.ok) return changed;
  const change = !changed.value.isChanged
    ? 'unchanged'
    : action === 'install'
      ? 'written'
      : 'removed';
  return success({ path, change, notes: [] });
}

/** The line of one file that tells agents. */
export function tellingLine({ change, path }: Telling, what: string): string {
  return `[${change.toUpperCase()}] ${what}: ${oneLine(path)}`;
}
