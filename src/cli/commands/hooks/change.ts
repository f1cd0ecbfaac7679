import { userConfigurationFolder } from '../../../adapters/user-folder.ts';
import { makeUserKey } from '../../../adapters/user-seals.ts';
import type { Failure } from '../../../domain/base/failure.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { type HookChange, SETTINGS_PLACES } from '../../../domain/host/hook-settings.ts';
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
import { harmlessRules, ownRules } from '../../permissions.ts';
import { warningOf } from '../../print.ts';
import { usage } from '../../usage.ts';
import { doubleNotes, ranByOwn } from './doubles.ts';
import { hostsIn, type NamedHosts } from './hosts.ts';
import { type HostPlace, keepOutOfGit, PLACE_OPTIONS, placeIn } from './place.ts';
import { changeAgentsFile, changeSkill, type Telling, tellingLine } from './telling.ts';
import { wishOf } from './wish.ts';

/** What was done for one host. */
interface HostReport {
  readonly known: KnownHost;
  readonly isChanged: boolean;
  readonly changes: readonly HookChange[];
  readonly lines: readonly string[];
  readonly json: object;
  readonly notes: readonly string[];
}

/** What is to be done for one host in one of its files. `rules`: which permission rules go with its hooks. */
interface HostCall {
  readonly known: KnownHost;
  readonly place: HostPlace;
  readonly args: Arguments;
  readonly suite: Suite;
  readonly rules: readonly string[];
}

type Action = 'install' | 'uninstall';

/**
 * Installs or removes the hooks of the hosts that a command line names. `offered`: permission rules that go with them,
 * beside those that it asks for.
 */
export async function changeHooks(
  action: Action,
  args: Arguments,
  suite: Suite,
  commands: () => Promise<readonly NamedCommand[]>,
  offered: readonly string[] = [],
): Promise<Result<Report>> {
  const isInstall = action === 'install';
  const ofInstall = ['absolute', 'strict', 'shell', 'allow'] as const;
  const needless = ofInstall.find((option) => !isInstall && args.given(option));
  if (needless !== undefined) {
    return usage(`--${needless} goes with install, not with uninstall`);
  }
  // Of a host that is gone, the hooks may have stayed.
  const named = hostsIn(args, (known) => !isInstall || foundBy(known, suite) !== undefined);
  if (!named.ok) return named;
  const rules = !isInstall
    ? ownRules(await commands())
    : [...offered, ...(args.given('allow') ? harmlessRules(await commands()) : [])];
  const agents = args.given('agents-md')
    ? await changeAgentsFile({ action, isDry: args.given('dry-run') }, suite)
    : undefined;
  if (agents?.ok === false) return agents;
  const reports: HostReport[] = [];
  const failures: { readonly known: KnownHost; readonly failure: Failure }[] = [];
  for (const known of named.value.hosts) {
    const done = await changeHost(action, known, args, suite, rules);
    if (done.ok) reports.push(done.value);
    else failures.push({ known, failure: done.failure });
  }
  return reportOf(named.value, reports, failures, agents?.value, suite);
}

/** Installs or removes the hooks of one host where a command line says, and its skill where it asks for that. */
export async function changeHost(
  action: Action,
  known: KnownHost,
  args: Arguments,
  suite: Suite,
  rules: readonly string[],
): Promise<Result<HostReport>> {
  const place = placeIn(args, known, suite);
  if (!place.ok) return place;
  const call = { known, place: place.value, args, suite, rules };
  const done = await (action === 'install' ? installAt(call) : uninstallOne(call));
  if (!done.ok || !args.given('skill')) return done;
  const isDry = args.given('dry-run');
  const told = await changeSkill(known, place.value.place, { action, isDry }, suite);
  if (!told.ok) return told;
  const { change, notes, path } = told.value;
  const report = done.value;
  return success({
    ...report,
    lines: [...report.lines, tellingLine(told.value, 'skill')],
    json: { ...report.json, skill: { path, change } },
    notes: [...report.notes, ...notes],
  });
}

async function installAt(call: HostCall): Promise<Result<HostReport>> {
  const { args, known, place, rules, suite } = call;
  const isOwn = known.setup.places.local !== undefined;
  if (rules.length > 0 && !isOwn && args.text('host') !== 'all') {
    return usage('--allow goes with Claude Code alone');
  }
  const wish = wishOf(known, args, suite, place.place);
  if (!wish.ok) return wish;
  const reached = await ranByOwn(known, place.place, suite);
  if (reached !== undefined) return success(leftOut(call, reached));
  const { guards, hooks, notes } = wish.value;
  const isDry = args.given('dry-run');
  // The lines lead to them.
  const guarded = await changeGuards(guards, isDry, suite);
  if (!guarded.ok) return guarded;
  const changed = await change(call, { action: 'install', hooks, allowed: isOwn ? rules : [] });
  if (!changed.ok) return changed;
  const own = [place.path, ...guards.slice(1).map(({ path }) => path)];
  const isKeptOut = place.place === 'local' && !isDry;
  const kept = isKeptOut ? own.flatMap((path) => keepOutOfGit(path, suite) ?? []) : [];
  if (!isDry) makeUserKey(userConfigurationFolder());
  const trust = known.setup.trust[place.place];
  return success({
    ...changed.value,
    notes: [
      ...notes,
      ...kept,
      ...(trust === undefined ? [] : [`NOTE: ${trust}`]),
      ...reviewNotes(known, changed.value),
      ...changed.value.notes,
      ...(await doubleNotes(known, place.place, suite)),
      ...(await notesOfOthers(call)),
    ],
  });
}

/** Which hooks run no more until they are reviewed again, where the host asks for that after each change. */
function reviewNotes({ host, setup }: KnownHost, { changes }: HostReport): readonly string[] {
  const events = changes.filter(({ change }) => change === 'replaced').map(({ event }) => event);
  return events.length === 0 || setup.reviewsChanges !== true
    ? []
    : [
        `NOTE: ${events.join(', ')} changed, timeouts included: ${host.title} skips a changed hook until you review it again.`,
      ];
}

async function uninstallOne(call: HostCall): Promise<Result<HostReport>> {
  const changed = await uninstallAt(call);
  if (!changed.ok) return changed;
  const notes = [...changed.value.notes, ...(await notesOfOthers(call))];
  return success({ ...changed.value, notes });
}

/** Takes the hooks of one host out of one of its files. */
export function uninstallAt(call: HostCall): Promise<Result<HostReport>> {
  const allowed = call.known.setup.places.local === undefined ? [] : call.rules;
  return change(call, { action: 'uninstall', allowed });
}

/** The answer for one host as it is; for all of them, each under its name. */
function reportOf(
  { hosts, isAll, skipped }: NamedHosts,
  reports: readonly HostReport[],
  failures: readonly { readonly known: KnownHost; readonly failure: Failure }[],
  agents: Telling | undefined,
  { style }: Suite,
): Result<Report> {
  const agentLines = agents === undefined ? [] : [tellingLine(agents, 'section')];
  const agentJson =
    agents === undefined ? {} : { agents_md: { path: agents.path, change: agents.change } };
  const [failure] = failures;
  if (!isAll) {
    const [report] = reports;
    if (failure !== undefined || report === undefined) {
      return failed(failure?.failure ?? { kind: 'usage', message: 'No host' });
    }
    const { json, lines, notes } = report;
    const text = [...lines, ...agentLines].join('\n');
    return success({ text, json: { ...json, ...agentJson }, notes });
  }
  const isOfUse = failures.length < hosts.length || hosts.length === 0;
  // A command line that fits no host is the caller's mistake.
  if (!isOfUse && failure?.failure.kind === 'usage') return failed(failure.failure);
  return success({
    text: [
      ...reports.flatMap(({ known, lines }) => [
        style.bold(`${known.host.title}:`),
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
function leftOut({ args, known, place }: HostCall, reached: string): HostReport {
  const when = known.setup.readsClaudeCode?.when ?? '';
  const { title } = known.host;
  const why = `Not added: ${title} runs the hooks in ${oneLine(reached)} ${when}, and would run these in no other.`;
  const nothing = { isChanged: false, isRemoved: false, backup: undefined };
  const json = jsonOf(known, place.path, nothing, [], [], args.given('dry-run'));
  return { known, isChanged: false, changes: [], lines: [why], json, notes: [] };
}

/** Where else the host has hooks, each of which runs beside the others, and how they are taken out. */
async function notesOfOthers({ known, place, suite }: HostCall): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const other of SETTINGS_PLACES.filter((one) => one !== place.place)) {
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
  { args, known, place: { path }, suite }: HostCall,
  wish: HookWish,
): Promise<Result<HostReport>> {
  const world = await settingsWorld(suite);
  const file = hookFileOf(known.setup);
  const isDry = args.given('dry-run');
  const changed = await changeSettingsText(world, path, isDry, (text): Result<HookFilePlan> => {
    const planned = file.plan(text, wish, world);
    return 'fault' in planned ? brokenFile(path, planned.fault) : success(planned);
  });
  if (!changed.ok) return changed;
  const { backup, isChanged, isRemoved, plan } = changed.value;
  const { changes, rules } = plan;
  const outcome = !isChanged
    ? `Nothing to change in ${oneLine(path)}.`
    : isDry
      ? `DRY RUN: nothing is written to ${oneLine(path)}.`
      : isRemoved
        ? `Removed: ${oneLine(path)} (it contained nothing else)`
        : `Changed: ${oneLine(path)}`;
  return success({
    known,
    isChanged,
    changes,
    lines: [
      ...changes.map((one) => changeLine(one, suite.style, known.setup.format)),
      ...rules.map((one) => ruleLine(one, suite.style)),
      outcome,
      ...(backup === undefined ? [] : [`Backup: ${oneLine(backup)}`]),
    ],
    json: jsonOf(known, path, changed.value, changes, rules, isDry),
    notes: leftNotes(plan, changes.length > 0),
  });
}

function jsonOf(
  { host }: KnownHost,
  path: string,
  { backup, isChanged, isRemoved }: Omit<TextChange<unknown>, 'plan'>,
  hooks: HookFilePlan['changes'],
  rules: HookFilePlan['rules'],
  isDry: boolean,
): object {
  const done = { changed: isChanged, removed: isRemoved, dry_run: isDry };
  return { host: host.name, path, ...done, hooks, rules, backup: backup ?? null };
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
