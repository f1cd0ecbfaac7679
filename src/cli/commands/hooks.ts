import { type Result, success } from '../../domain/base/result.ts';
import { HOOK_SHELLS } from '../../domain/host/hook-command.ts';
import {
  hooksIn,
  type InstalledHook,
  PLACE_WORDS,
  SETTINGS_PLACES,
  type SettingsPlace,
} from '../../domain/host/hook-settings.ts';
import { settingsPath, settingsWorld } from '../../hosts/claude-code/places.ts';
import { readSettingsFile } from '../../hosts/claude-code/settings-file.ts';
import { EXIT } from '../../report/exit.ts';
import { hookJson, hookLine } from '../../report/hooks-text.ts';
import { oneLine } from '../../report/printable.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { warningOf } from '../print.ts';
import { usage } from '../usage.ts';
import { install, uninstall } from './hooks/change.ts';
import { changeShims } from './hooks/shims.ts';

const HELP = 'Try: cs hooks --help';

/** Options that mean nothing where hooks are only listed. */
const OF_A_CHANGE = [
  'local',
  'shared',
  'user',
  'strict',
  'absolute',
  'shell',
  'allow',
  'shims',
  'force',
  'dry-run',
] as const;

export const hooksCommand: Command = {
  summary: 'Installs or removes the hooks in the settings of Claude Code.',
  usage: [
    '[--json]',
    'install [--local|--shared [--strict]|--user] [--absolute] [--shell <name>] [--allow] [--dry-run] [--json]',
    'uninstall [--local|--shared|--user] [--dry-run] [--json]',
    'install --shims <dir> [--force] [--dry-run] [--json]',
    'uninstall --shims <dir> [--dry-run] [--json]',
  ],
  positional: { name: 'action', completes: ['install', 'uninstall'] },
  effects: ['weakens'],
  options: {
    local: {
      takes: 'nothing',
      summary: "In the project's settings.local.json, for this user only (default)",
    },
    shared: {
      takes: 'nothing',
      summary: "In the project's settings.json, for everyone working on it",
    },
    user: { takes: 'nothing', summary: "In the user's settings, for all projects" },
    strict: {
      takes: 'nothing',
      summary: 'Without a guard: always block where completion-promise is not installed',
    },
    absolute: {
      takes: 'nothing',
      summary: 'With install: use absolute program paths of this machine',
    },
    shell: {
      takes: 'text',
      value: '<name>',
      summary:
        'With install: write the lines for posix, or for powershell (Windows without Git Bash)',
      completes: HOOK_SHELLS,
    },
    allow: {
      takes: 'nothing',
      summary:
        'With install: let agents run harmless commands unasked (those that cannot execute, spend, trust, close or weaken)',
    },
    shims: {
      takes: 'text',
      value: '<dir>',
      summary: 'Instead of hooks: programs in this folder with the names of the old bash scripts',
    },
    force: {
      takes: 'nothing',
      summary: 'With install --shims: replace scripts, and keep them beside the shims',
    },
    'dry-run': { takes: 'nothing', summary: 'Show what would be done; write nothing' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0', 'Show what is installed, and where'],
    ['$0 install', "In the project's settings.local.json, for this user only"],
    ['$0 install --shared', "In the project's settings.json, to be committed"],
    ['$0 uninstall --user', "Remove from the user's settings"],
  ],
  async run(args, suite, commands) {
    const { positional } = args;
    if (args.given('shims') && (positional === 'install' || positional === 'uninstall')) {
      return changeShims(positional, args, suite);
    }
    if (args.given('force') && positional !== undefined) {
      return usage('--force goes with install --shims', HELP);
    }
    switch (positional) {
      case 'install':
        return install(args, suite, commands);
      case 'uninstall':
        return uninstall(args, suite, commands);
      case undefined:
        return list(args, suite);
      default:
        return usage(`Unknown action: ${positional}. Use install or uninstall`, HELP);
    }
  },
};

interface Listed {
  readonly place: SettingsPlace;
  readonly path: string;
  readonly hooks: readonly InstalledHook[];
}

/** Says of every settings file which hooks of the suite it holds. */
async function list(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const needless = OF_A_CHANGE.find((option) => args.given(option));
  if (needless !== undefined) {
    return usage(`--${needless} goes with install or uninstall`, HELP);
  }
  const world = await settingsWorld(suite);
  const listed: Listed[] = [];
  const warnings: string[] = [];
  for (const place of SETTINGS_PLACES) {
    const path = settingsPath(place, suite);
    const found = readSettingsFile(world, path);
    if (!found.ok) warnings.push(warningOf(found.failure));
    listed.push({ place, path, hooks: found.ok ? hooksIn(found.value.settings) : [] });
  }
  return success({
    text: listed.flatMap(placeLines).join('\n'),
    json: {
      places: listed.map(({ hooks, path, place }) => ({ place, path, hooks: hooks.map(hookJson) })),
    },
    notes: warnings,
    exitCode: warnings.length === 0 ? EXIT.ok : EXIT.failed,
  });
}

function placeLines({ hooks, path, place }: Listed): readonly string[] {
  const title = `${PLACE_WORDS[place]} (${oneLine(path)}):`;
  return hooks.length === 0 ? [`${title} none`] : [title, ...hooks.map(hookLine)];
}
