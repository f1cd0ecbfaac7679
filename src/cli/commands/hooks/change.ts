import { userConfigurationFolder } from '../../../adapters/user-folder.ts';
import { makeUserKey } from '../../../adapters/user-seals.ts';
import type { Failure } from '../../../domain/base/failure.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { SETTINGS_PLACES } from '../../../domain/host/hook-settings.ts';
import { changeGuards } from '../../../hosts/guard-files.ts';
import type { HookFilePlan, HookWish } from '../../../hosts/hook-file.ts';
import { hookFileOf } from '../../../hosts/host.ts';
import { settingsWorld } from '../../../hosts/host-world.ts';
import type { KnownHost } from '../../../hosts/hosts.ts';
import { foundBy, hooksInPlace } from '../../../hosts/placed-hooks.ts';
import { brokenFile, changeSettingsText, type TextChange } from '../../../hosts/settings-file.ts';
import { EXIT } from '../../../report/exit.ts';
import { changeLine, ruleLine } from '../../../report/hooks-text.ts';
import { oneLine } from '../../../report/printable.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, NamedCommand, Report } from '../../command.ts';
import { harmlessRules } from '../../permissions.ts';
import { warningOf } from '../../print.ts';
import { usage } from '../../usage.ts';
import { doubleNotes, ranByOwn } from './doubles.ts';
import { hostsIn, type NamedHosts } from './hosts.ts';
import { type HostPlace, keepOutOfGit, PLACE_OPTIONS, placeIn } from './place.ts';
import { changeAgentsFile, changeSkill, type Telling, tellingLine } from './telling.ts';
import { wishOf } from './wish.ts';

const HELP = 'Try: cs hooks --help';

type AllCommands = () => Promise<readonly NamedCommand[]>;

/** What was done for one host. */
interface HostReport {
  readonly known: KnownHost;
  readonly isChanged: boolean;
  readonly lines: readonly string[];
  readonly json: object;
  readonly notes: readonly string[];
}

export async function install(
  args: Arguments,
  suite: Suite,
  commands: AllCommands,
): Promise<Result<Report>> {
  const named = hostsIn(args, (known) => foundBy(known, suite) !== undefined);
  if (!named.ok) return named;
  const rules = args.given('allow') ? harmlessRules(await commands()) : [];
  const work = (known: KnownHost) => installFor(known, args, suite, rules);
  return reportOf(named.value, work, await tellAgents('install', args, suite), suite);
}

export async function uninstall(
  args: Arguments,
  suite: Suite,
  commands: AllCommands,
): Promise<Result<Report>> {
  const needless = (['absolute', 'strict', 'shell', 'allow'] as const).find((option) =>
    args.given(option),
  );
  if (needless !== undefined) {
    return usage(`--${needless} goes with install, not with uninstall`, HELP);
  }
  // Of a host that is gone, the hooks may have stayed.
  const named = hostsIn(args, () => true);
  if (!named.ok) return named;
  const rules = harmlessRules(await commands());
  const work = (known: KnownHost) => uninstallFor(known, args, suite, rules);
  return reportOf(named.value, work, await tellAgents('uninstall', args, suite), suite);
}

/** The section of `AGENTS.md`, where a command line asks for it. */
async function tellAgents(
  action: 'install' | 'uninstall',
  args: Arguments,
  suite: Suite,
): Promise<Result<Telling | undefined>> {
  if (!args.given('agents-md')) return success(undefined);
  return changeAgentsFile({ action, isDry: args.given('dry-run') }, suite);
}

/** What was done, with the skill of the host where a command line asks for it. */
async function withSkill(
  action: 'install' | 'uninstall',
  report: HostReport,
  { place }: HostPlace,
  args: Arguments,
  suite: Suite,
): Promise<Result<HostReport>> {
  if (!args.given('skill')) return success(report);
  const call = { action, isDry: args.given('dry-run') };
  const told = await changeSkill(report.known, place, call, suite);
  if (!told.ok) return told;
  const { change, path } = told.value;
  return success({
    ...report,
    lines: [...report.lines, tellingLine(told.value, 'skill')],
    json: { ...report.json, skill: { path, change } },
    notes: [...report.notes, ...told.value.notes],
  });
}

/** Installs the hooks of one host where a command line says. */
export async function installFor(
  known: KnownHost,
  args: Arguments,
  suite: Suite,
  rules: readonly string[],
): Promise<Result<HostReport>> {
  const found = placeIn(args, known, suite);
  if (!found.ok) return found;
  const place = found.value;
  const isOwn = known.setup.places.local !== undefined;
  if (rules.length > 0 && !isOwn && args.text('host') !== 'all') {
    return usage('--allow goes with Claude Code alone', HELP);
  }
  const wish = wishOf(known, args, suite, place.place);
  if (!wish.ok) return wish;
  const reached = await ranByOwn(known, place.place, suite);
  if (reached !== undefined) {
    return withSkill('install', leftOut(known, place, reached, args), place, args, suite);
  }
  const { guards, hooks, notes } = wish.value;
  // The lines lead to them.
  const guarded = await changeGuards(guards, args.given('dry-run'), suite);
  if (!guarded.ok) return guarded;
  const allowed = isOwn ? rules : [];
  const changed = await change(known, place, { action: 'install', hooks, allowed }, args, suite);
  if (!changed.ok) return changed;
  const { setup } = known;
  const kept =
    place.place === 'local' && !args.given('dry-run')
      ? [place.path, ...guards.slice(1).map(({ path }) => path)].flatMap(
          (path) => keepOutOfGit(path, suite) ?? [],
        )
      : [];
  if (!args.given('dry-run')) makeUserKey(userConfigurationFolder());
  const trust = setup.trust[place.place];
  const report = {
    ...changed.value,
    notes: [
      ...notes,
      ...kept,
      ...(trust === undefined ? [] : [`NOTE: ${trust}`]),
      ...changed.value.notes,
      ...(await doubleNotes(known, place.place, suite)),
      ...(await notesOfOthers(known, place, suite)),
    ],
  };
  return withSkill('install', report, place, args, suite);
}

async function uninstallFor(
  known: KnownHost,
  args: Arguments,
  suite: Suite,
  rules: readonly string[],
): Promise<Result<HostReport>> {
  const place = placeIn(args, known, suite);
  if (!place.ok) return place;
  const changed = await uninstallAt(known, place.value, args, suite, rules);
  if (!changed.ok) return changed;
  const others = await notesOfOthers(known, place.value, suite);
  const report = { ...changed.value, notes: [...changed.value.notes, ...others] };
  return withSkill('uninstall', report, place.value, args, suite);
}

/** Takes the hooks of one host out of one of its files. */
export function uninstallAt(
  known: KnownHost,
  place: HostPlace,
  args: Arguments,
  suite: Suite,
  rules: readonly string[],
): Promise<Result<HostReport>> {
  const allowed = known.setup.places.local === undefined ? [] : rules;
  return change(known, place, { action: 'uninstall', allowed }, args, suite);
}

/** The answer for one host as it is; for all of them, each under its name. */
async function reportOf(
  { hosts, isAll, skipped }: NamedHosts,
  work: (known: KnownHost) => Promise<Result<HostReport>>,
  agents: Result<Telling | undefined>,
  suite: Suite,
): Promise<Result<Report>> {
  if (!agents.ok) return agents;
  const told = agents.value;
  const agentLines = told === undefined ? [] : [tellingLine(told, 'section')];
  const agentJson =
    told === undefined ? {} : { agents_md: { path: told.path, change: told.change } };
  const reports: HostReport[] = [];
  const failures: { readonly known: KnownHost; readonly failure: Failure }[] = [];
  for (const known of hosts) {
    const done = await work(known);
    if (done.ok) reports.push(done.value);
    else failures.push({ known, failure: done.failure });
  }
  const [failure] = failures;
  if (!isAll) {
    const [report] = reports;
    if (failure !== undefined || report === undefined) {
      return failed(failure?.failure ?? { kind: 'usage', message: 'No host', hint: HELP });
    }
    const { json, lines, notes } = report;
    return success({
      text: [...lines, ...agentLines].join('\n'),
      json: { ...json, ...agentJson },
      notes,
    });
  }
  const isOfUse = failures.length < hosts.length || hosts.length === 0;
  // A command line that fits no host is the caller's mistake.
  if (!isOfUse && failure?.failure.kind === 'usage') return failed(failure.failure);
  return success({
    text: [
      ...reports.flatMap(({ known, lines }) => [
        suite.style.bold(`${known.host.title}:`),
        ...lines.map((line) => `  ${line}`),
      ]),
      ...skipped.map(skippedLine),
      ...agentLines,
    ].join('\n'),
    json: {
      ...agentJson,
      hosts: reports.map(({ json }) => json),
      skipped: skipped.map(({ host }) => host.name),
      failed: failures.map(({ known }) => known.host.name),
    },
    notes: [
      ...reports.flatMap(({ known, notes }) =>
        notes.map((note) => note.replace(/^NOTE: /, `NOTE: ${known.host.title}: `)),
      ),
      ...failures.map(({ known, failure: one }) =>
        warningOf(one).replace(/^Warning: /, `Warning: ${known.host.title}: `),
      ),
    ],
    exitCode: failures.length === 0 ? EXIT.ok : EXIT.failed,
  });
}

/** Says that a host is not there, and by what it would have been found. */
function skippedLine({ host, setup }: KnownHost): string {
  return `Skipped: ${host.title} (no ${setup.programs.join(' or ')} on PATH, and no ${oneLine(setup.userFolder())})`;
}

/** Where a host runs the hooks of Claude Code, which reach as far as its own would. */
function leftOut(
  { host, setup }: KnownHost,
  { path }: HostPlace,
  reached: string,
  args: Arguments,
): HostReport {
  const when = setup.readsClaudeCode?.when ?? '';
  return {
    known: { host, setup },
    isChanged: false,
    lines: [
      `Not added: ${host.title} runs the hooks in ${oneLine(reached)} ${when}, and would run these in no other.`,
    ],
    json: {
      host: host.name,
      path,
      changed: false,
      removed: false,
      dry_run: args.given('dry-run'),
      hooks: [],
      rules: [],
      backup: null,
    },
    notes: [],
  };
}

/** Where else the host has hooks, each of which runs beside the others, and how they are taken out. */
async function notesOfOthers(
  known: KnownHost,
  { place }: HostPlace,
  suite: Suite,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const other of SETTINGS_PLACES.filter((one) => one !== place)) {
    const found = await hooksInPlace(known, other, suite);
    if (found?.ok !== true || found.value.hooks.length === 0) continue;
    const named = known.setup.isNamed ? ` --host ${known.host.name}` : '';
    const command = suite.commandLines.of(`cs hooks uninstall${named} --${PLACE_OPTIONS[other]}`);
    notes.push(
      `NOTE: hooks are also installed in ${oneLine(found.value.path)}. To remove them: ${command}`,
    );
  }
  return notes;
}

async function change(
  known: KnownHost,
  { path }: HostPlace,
  wish: HookWish,
  args: Arguments,
  suite: Suite,
): Promise<Result<HostReport>> {
  const world = await settingsWorld(suite);
  const file = hookFileOf(known.setup);
  const plan = (text: string | undefined): Result<HookFilePlan> => {
    const planned = file.plan(text, wish, world);
    return 'fault' in planned ? brokenFile(path, planned.fault) : success(planned);
  };
  const isDry = args.given('dry-run');
  const changed = await changeSettingsText(world, path, isDry, plan);
  return changed.ok ? success(changeReport(known, path, changed.value, suite, isDry)) : changed;
}

function changeReport(
  known: KnownHost,
  path: string,
  { backup, isChanged, isRemoved, plan }: TextChange<HookFilePlan>,
  { style }: Suite,
  isDry: boolean,
): HostReport {
  const { changes, rules } = plan;
  const outcome = !isChanged
    ? `Nothing to change in ${oneLine(path)}.`
    : isDry
      ? `DRY RUN: nothing is written to ${oneLine(path)}.`
      : isRemoved
        ? `Removed: ${oneLine(path)} (it contained nothing else)`
        : `Changed: ${oneLine(path)}`;
  return {
    known,
    isChanged,
    lines: [
      ...changes.map((one) => changeLine(one, style, known.setup.format)),
      ...rules.map((one) => ruleLine(one, style)),
      outcome,
      ...(backup === undefined ? [] : [`Backup: ${oneLine(backup)}`]),
    ],
    json: {
      host: known.host.name,
      path,
      changed: isChanged,
      removed: isRemoved,
      dry_run: isDry,
      hooks: changes,
      rules,
      backup: backup ?? null,
    },
    notes: leftNotes(plan, changes.length > 0),
  };
}

/** Notes about settings that the plan leaves as they are, and that the user should know of. */
function leftNotes({ isDisabled, mixed }: HookFilePlan, hasHooks: boolean): readonly string[] {
  return [
    ...(hasHooks && isDisabled
      ? ['NOTE: `disableAllHooks` is set there: no hook runs until it is removed.']
      : []),
    ...mixed.map(
      ({ command, event }) =>
        `NOTE: a hook of ${event} calls completion-promise among other commands and was left unchanged: ${command}`,
    ),
  ];
}
