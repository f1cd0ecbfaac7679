import { type Result, success } from '../../domain/base/result.ts';
import { HOOK_SHELLS } from '../../domain/host/hook-command.ts';
import { PLACE_WORDS, SETTINGS_PLACES } from '../../domain/host/hook-settings.ts';
import { hostNames, type KnownHost } from '../../hosts/hosts.ts';
import { type HooksInPlace, hooksInPlace } from '../../hosts/placed-hooks.ts';
import { EXIT } from '../../report/exit.ts';
import { hookJson, hookLine } from '../../report/hooks-text.ts';
import { oneLine } from '../../report/printable.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, type Report, withValues } from '../command.ts';
import { warningOf } from '../print.ts';
import { usage } from '../usage.ts';
import { changeHooks } from './hooks/change.ts';
import { changeGitHook } from './hooks/git.ts';
import { ALL_HOSTS, hostsIn } from './hooks/hosts.ts';
import { changeShims } from './hooks/shims.ts';

const NAMES = hostNames();

const DECLARED: Command['options'] = {
  host: {
    takes: 'text',
    value: '<name>',
    summary: `Of ${NAMES.join(', ')}, or of ${ALL_HOSTS} that are on this machine (default: claude-code)`,
    completes: [...NAMES, ALL_HOSTS],
  },
  local: {
    takes: 'nothing',
    summary:
      "In the project's settings.local.json, for this user only (the default of Claude Code; others have no such file)",
  },
  shared: {
    takes: 'nothing',
    summary: "In the project's settings, for everyone working on it",
  },
  user: {
    takes: 'nothing',
    summary: "In the user's settings, for all projects (default of other hosts)",
  },
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
  skill: {
    takes: 'nothing',
    summary: 'Also the skill by which the agents of the host know how to promise and to prove',
  },
  'agents-md': {
    takes: 'nothing',
    summary: "Also a section of the project's AGENTS.md that tells agents of the commands",
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
  git: {
    takes: 'nothing',
    summary:
      "Instead of hooks of hosts: git's pre-push, through husky, lefthook, pre-commit or core.hooksPath, or alone",
  },
  force: {
    takes: 'nothing',
    summary: 'With install --shims: replace scripts, and keep them beside the shims',
  },
  'dry-run': { takes: 'nothing', summary: 'Show what would be done; write nothing' },
  json: JSON_OPTION,
};

const OPTIONS = Object.keys(DECLARED);

export const hooksCommand: Command = {
  summary: "Installs or removes the hooks in the settings of agents' hosts.",
  usage: [
    '[--host <name>] [--json]',
    'install [--host <name>] [--local|--shared [--strict]|--user] [--absolute] [--shell <name>] [--allow] [--skill] [--agents-md] [--dry-run] [--json]',
    'uninstall [--host <name>] [--local|--shared|--user] [--skill] [--agents-md] [--dry-run] [--json]',
    'install --shims <dir> [--force] [--dry-run] [--json]',
    'uninstall --shims <dir> [--dry-run] [--json]',
    'install --git [--dry-run] [--json]',
    'uninstall --git [--dry-run] [--json]',
    'pre-push',
  ],
  positional: { name: 'action', completes: ['install', 'uninstall', 'pre-push'] },
  effects: ['weakens'],
  options: DECLARED,
  examples: [
    ['$0', 'Show what is installed, and where'],
    ['$0 install', "In the project's settings.local.json, for this user only"],
    ['$0 install --shared', "In the project's settings.json, to be committed"],
    ['$0 install --host codex', 'In the settings of Codex, for all your projects'],
    ['$0 install --host all', 'In those of every host that is on this machine'],
    ['$0 install --git', 'Hold what is pushed against standing checks and open promises'],
    ['$0 uninstall --user', "Remove from the user's settings"],
  ],
  async run(args, suite, commands) {
    const { positional } = args;
    if (args.given('shims') && (positional === 'install' || positional === 'uninstall')) {
      return changeShims(positional, OPTIONS, args, suite);
    }
    if (args.given('git') && (positional === 'install' || positional === 'uninstall')) {
      return changeGitHook(positional, OPTIONS, args, suite);
    }
    if (positional === 'pre-push') {
      const { prePush } = await import('../proving.ts');
      return prePush(args, suite);
    }
    if (positional === undefined) return list(args, suite);
    if (args.given('force')) return usage('--force goes with install --shims');
    return positional === 'install' || positional === 'uninstall'
      ? changeHooks(positional, args, suite, commands)
      : usage(`Unknown action: ${positional}. Use install or uninstall`);
  },
};

/** Says of every settings file which hooks of the suite it holds. */
async function list(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const needless = OPTIONS.find(
    (option) => option !== 'host' && option !== 'json' && args.given(option),
  );
  if (needless !== undefined) {
    return usage(`--${needless} goes with install or uninstall`);
  }
  const named = hostsIn(
    args.given('host') ? args : withValues(args, { host: [ALL_HOSTS] }),
    () => true,
  );
  if (!named.ok) return named;
  const listed: Listed[] = [];
  const warnings: string[] = [];
  for (const known of named.value.hosts) {
    for (const place of SETTINGS_PLACES) {
      const path = known.setup.places[place]?.(suite);
      const found = await hooksInPlace(known, place, suite);
      if (path === undefined || found === undefined) continue;
      if (!found.ok) warnings.push(warningOf(found.failure));
      listed.push({ known, place, path, hooks: found.ok ? found.value.hooks : [] });
    }
  }
  // Most people use one host: those without hooks are not named, unless they are asked for.
  const shown = listed.filter(
    ({ hooks, known }) => args.given('host') || !known.setup.isNamed || hooks.length > 0,
  );
  return success({
    text: shown.flatMap(placeLines).join('\n'),
    json: {
      places: shown.map(({ hooks, known, path, place }) => ({
        host: known.host.name,
        place,
        path,
        hooks: hooks.map(hookJson),
      })),
    },
    notes: warnings,
    exitCode: warnings.length === 0 ? EXIT.ok : EXIT.failed,
  });
}

interface Listed extends Pick<HooksInPlace, 'place' | 'path' | 'hooks'> {
  readonly known: KnownHost;
}

function placeLines({ hooks, known, path, place }: Listed): readonly string[] {
  const { host, setup } = known;
  const whose = setup.isNamed ? `${host.title}, ` : '';
  const title = `${whose}${PLACE_WORDS[place]} (${oneLine(path)}):`;
  return hooks.length === 0
    ? [`${title} none`]
    : [title, ...hooks.map((hook) => hookLine(hook, setup.format))];
}
