import { NO_DEADLINE } from '../../adapters/bounded-files.ts';
import { checkoutTop } from '../../adapters/environment.ts';
import { linkedPrograms, ownPrograms } from '../../adapters/own-programs.ts';
import { programOnPath } from '../../adapters/program-path.ts';
import { surroundings } from '../../adapters/surroundings.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { passingRunner } from '../../domain/host/passing-runner.ts';
import { EXIT } from '../../report/exit.ts';
import { type SetupFacts, setupText } from '../../report/setup-text.ts';
import { createSuite, type Suite } from '../../suite.ts';
import {
  type Arguments,
  type Command,
  JSON_OPTION,
  type NamedCommand,
  type Report,
} from '../command.ts';
import { OFFERED_RULES } from '../permissions.ts';
import { faultOfPerson } from '../person.ts';
import { warningOf } from '../print.ts';
import { converse, isInteractive } from '../terminal.ts';
import { usage } from '../usage.ts';
import { doctorCommand } from './doctor.ts';
import { PLACE_OPTIONS } from './hooks/place.ts';
import { installFirst } from './setup/installation.ts';
import { type Found, lookAround } from './setup/look.ts';
import { askWishes, defaultWishes, type Wishes } from './setup/questions.ts';
import { decideStanding, keepTrial, type NewStanding } from './setup/standing.ts';
import { STOPPED } from './setup/stopped.ts';
import {
  approve,
  approveStanding,
  installHooks,
  installOthers,
  type NewHooks,
  type OtherHooks,
  writeStanding,
} from './setup/writing.ts';

export const setupCommand: Command = {
  summary: 'Sets a project up: the hooks of Claude Code, its test command, and a check of both.',
  usage: ['[--yes] [--dry-run] [--json]'],
  effects: ['weakens', 'executes', 'trusts'],
  options: {
    yes: { takes: 'nothing', alias: 'y', summary: 'Ask nothing and take the defaults' },
    'dry-run': { takes: 'nothing', summary: 'Show what the defaults would do; write nothing' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0', 'Set this project up, question by question'],
    ['$0 --yes', 'The same with the defaults, for scripts'],
  ],
  async run(args, suite, commands) {
    const isAsking = !args.given('yes') && !args.given('dry-run');
    if (isAsking && !isInteractive()) {
      return usage(
        'This is not a terminal, so nothing can be asked',
        `For the defaults: ${suite.commandLines.of('cs setup --yes')}`,
      );
    }
    const runner = passingRunner(ownPrograms());
    if (runner !== undefined) return installFirst(runner, args, isAsking, suite);
    const found = await lookAround(suite);
    if (!found.ok) return found;
    const noPerson = faultOfPerson(suite.environment);
    const isPerson = !args.given('dry-run') && noPerson === undefined;
    const wishes = isAsking
      ? await converse((asking) => askWishes(asking, found.value, isPerson, suite))
      : defaultWishes(found.value, isPerson);
    if (wishes === undefined) return success(STOPPED);
    const standing = await decideStanding(wishes.tests, isAsking, args, suite);
    if (!standing.ok) return standing;
    if (standing.value === 'stopped') return success(STOPPED);
    if (isAsking) surroundings().errors.stream().write('\n');
    const wanted = { ...wishes, standing: standing.value };
    const done = await setUp(wanted, found.value, args, suite, commands);
    if (!done.ok) return done;
    const doctor = args.given('dry-run')
      ? undefined
      : await doctorCommand.run(args, afterApproval(wishes, suite), commands);
    if (doctor?.ok === false) return doctor;
    return success(reportOf(found.value, { ...done.value, noPerson }, doctor?.value, args, suite));
  },
};

/** The suite as it is once what was approved is in force: its store may be another one. */
function afterApproval({ approves }: Pick<Wishes, 'approves'>, suite: Suite): Suite {
  return approves ? createSuite(suite.environment, suite, 'cs setup', NO_DEADLINE) : suite;
}

/** What was done. */
interface Done {
  readonly hooks: NewHooks | undefined;
  readonly allows: boolean;
  readonly others: readonly OtherHooks[];
  /** The standing checks, what a session is to them, and the file that names them where they are new. */
  readonly always: readonly string[];
  readonly standing: SetupFacts['standing'];
  readonly alwaysFile: string | undefined;
  /** What could not be done beside the hooks. */
  readonly failures: readonly Failure[];
}

async function setUp(
  {
    allows,
    approves,
    others,
    place,
    standing,
  }: Omit<Wishes, 'tests'> & {
    readonly standing: NewStanding | undefined;
  },
  found: Found,
  args: Arguments,
  suite: Suite,
  commands: () => Promise<readonly NamedCommand[]>,
): Promise<Result<Done>> {
  const isWanted = found.gates.length === 0 && place !== undefined;
  const hooks = isWanted ? await installHooks({ allows, place }, args, suite, commands) : undefined;
  if (hooks?.ok === false) return hooks;
  const unapproved = approves ? approve(found.unapproved, suite) : undefined;
  const ofOthers = others ? await installOthers(found.others, args, suite) : [];
  const set = standing && (await writeStanding(standing, suite));
  const kept = set?.ok === true ? standing : undefined;
  const unkept = kept && (approveStanding(suite) ?? keepTrial(kept, suite));
  return success({
    hooks: hooks?.value,
    allows,
    others: ofOthers,
    always: kept?.commands ?? found.always,
    standing: kept?.standing ?? found.standing,
    alwaysFile: set?.ok === true ? set.value : undefined,
    failures: [
      ...(set?.ok === false ? [set.failure] : []),
      ...(unkept === undefined ? [] : [unkept]),
      ...(unapproved === undefined ? [] : [unapproved]),
    ],
  });
}

function reportOf(
  found: Found,
  {
    allows,
    always,
    alwaysFile,
    failures,
    hooks,
    noPerson,
    others,
    standing,
  }: Done & { readonly noPerson: string | undefined },
  doctor: Report | undefined,
  args: Arguments,
  suite: Suite,
): Report {
  const facts: SetupFacts = {
    project: suite.environment.projectFolder,
    isDry: args.given('dry-run'),
    isInGit: checkoutTop(suite.environment.projectFolder) !== undefined,
    newHooks: hooks,
    allowed: allows ? OFFERED_RULES : [],
    gates: found.gates,
    others: found.others.map(({ host: { name, title } }) => ({
      name,
      title,
      path: others.find((one) => one.name === name)?.path,
    })),
    tests: found.tests,
    always,
    alwaysFile,
    standing,
    noPerson,
    doctor: doctor && { text: doctor.text, isWell: doctor.exitCode === EXIT.ok },
    ...programsOf(suite),
  };
  const isWell = failures.length === 0;
  return {
    text: setupText(facts, suite.commandLines, suite.style),
    json: jsonOf(facts, hooks, doctor),
    notes: [
      ...(hooks?.notes ?? []),
      ...others.flatMap(({ notes }) => notes),
      ...(doctor?.notes ?? []),
      ...failures.map(warningOf),
    ],
    exitCode: isWell ? (doctor?.exitCode ?? EXIT.ok) : EXIT.failed,
  };
}

/** How the user's shell finds the host and the suite. */
function programsOf({ environment }: Suite): Pick<SetupFacts, 'hasHost' | 'callBy'> {
  const isFound = (name: string): boolean => programOnPath(name, environment).program !== undefined;
  const isLinked = linkedPrograms(environment.projectFolder) !== undefined;
  return {
    hasHost: isFound('claude'),
    callBy: isFound('cs')
      ? undefined
      : isLinked
        ? 'node_modules/.bin/cs'
        : `${ownPrograms()}/cs.cjs`,
  };
}

function jsonOf(
  { always, alwaysFile, gates, others, project, standing, tests }: SetupFacts,
  hooks: NewHooks | undefined,
  doctor: Report | undefined,
): unknown {
  return {
    project,
    hooks: {
      state: hooks !== undefined ? 'installed' : gates.length > 0 ? 'there' : 'declined',
      place: hooks === undefined ? null : PLACE_OPTIONS[hooks.place],
      change: hooks?.change ?? null,
    },
    hosts: others.map(({ name, path }) => ({ host: name, path: path ?? null })),
    tests,
    always: { commands: always, standing, changed: alwaysFile ?? null },
    doctor: doctor?.json ?? null,
  };
}
