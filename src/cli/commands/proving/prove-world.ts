import { NO_DEADLINE } from '../../../adapters/bounded-files.ts';
import { withinTime } from '../../../adapters/bounded-work.ts';
import { promisesBeingProved, readVariable, secretValues } from '../../../adapters/environment.ts';
import { sha256 } from '../../../adapters/file-digest.ts';
import {
  createCheckoutSeenAnew,
  createPatientCheckout,
  LOOKING_MS,
} from '../../../adapters/git/checkout.ts';
import { commitHere } from '../../../adapters/git/content-tree.ts';
import { createNodeGit } from '../../../adapters/git/node-git.ts';
import { createWorks } from '../../../adapters/git/works.ts';
import { createGroupGuard } from '../../../adapters/group-guard.ts';
import { listenForInterrupts } from '../../../adapters/interrupts.ts';
import { createLineSearch } from '../../../adapters/line-search.ts';
import { coresOfThisMachine } from '../../../adapters/node-cores.ts';
import { createNodeRun } from '../../../adapters/node-run.ts';
import { programOnPath } from '../../../adapters/program-path.ts';
import { createProjectFiles } from '../../../adapters/project-files.ts';
import { surroundings } from '../../../adapters/surroundings.ts';
import { createTranscript } from '../../../adapters/transcript/transcript.ts';
import { userConfigurationFolder } from '../../../adapters/user-folder.ts';
import { createUserSeals, keyFile, NO_KEY } from '../../../adapters/user-seals.ts';
import type { CheckWorld } from '../../../checks/check-world.ts';
import type { CheckSchedule } from '../../../checks/running.ts';
import { verdictOfResults } from '../../../domain/base/check-result.ts';
import type { Failure } from '../../../domain/base/failure.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { redactSecrets } from '../../../domain/base/secrets.ts';
import { errorCode } from '../../../domain/base/system-error.ts';
import { timestamp } from '../../../domain/base/time.ts';
import type { Actor } from '../../../domain/promise/promise-changes.ts';
import type { Configuration } from '../../../domain/settings/configuration.ts';
import type { ProveWorld } from '../../../gates/prove-promise.ts';
import type { StandingWorld } from '../../../gates/standing.ts';
import { type LookAtTierOne, lookAtTierOne } from '../../../gates/tier-one.ts';
import type { TrustWorld } from '../../../gates/trust.ts';
import type { Checkout } from '../../../ports.ts';
import { endedCheckLine } from '../../../report/check-progress-text.ts';
import type { CommandLines } from '../../../report/command-lines.ts';
import { oneLine } from '../../../report/printable.ts';
import { plainStyle, type Style } from '../../../report/style.ts';
import { showWithoutWork } from '../../../shown/without-work.ts';
import { openKeptShown } from '../../../store/files/kept-shown.ts';
import { openStandingLog } from '../../../store/files/standing-log.ts';
import { actorOf, type Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { keptArtifactsOf } from '../../kept-artifacts.ts';
import { settingsFor } from '../../option-settings.ts';
import { type ProgressLine, showProgress } from '../../progress.ts';
import { openKeptTestLooks, tamperingLooks } from '../../tampering-looks.ts';
import { usage } from '../../usage.ts';

/** The user's key, and the project that its seals are for. Fails where the key cannot be had. */
export function createTrustWorld({ commandLines, environment, files }: Suite): Result<TrustWorld> {
  const { projectFolder } = environment;
  const folder = userConfigurationFolder();
  const seals = createUserSeals(folder);
  try {
    seals.seal('');
  } catch (error) {
    return failed(keyFailure(keyFile(folder), errorCode(error), commandLines));
  }
  return success({ project: files.realPath(projectFolder) ?? projectFolder, seals });
}

function keyFailure(path: string, code: string, commandLines: CommandLines): Failure {
  const trust = commandLines.of('cs prove [id] --trust');
  const reason = `it contains no key; remove it and trust your checks again: ${trust}`;
  return code === NO_KEY
    ? { kind: 'broken-file', file: { path, reason } }
    : { kind: 'file-system', action: "use the user's key for checks", path, code };
}

const MOST_JOBS = 256;

/** How many checks run at once: as `--jobs` says, else one for each core. */
export function jobsOf(text: string | undefined): Result<number> {
  if (text === undefined) return success(coresOfThisMachine());
  const jobs = Number(text);
  return /^\d+$/.test(text) && jobs >= 1 && jobs <= MOST_JOBS
    ? success(jobs)
    : usage(`--jobs takes a whole number from 1 to ${MOST_JOBS}`);
}

/** What proving works with: the world, the settings in force, and the actor at the time of asking. */
interface Proving {
  readonly world: ProveWorld;
  readonly configuration: Configuration;
  readonly actor: () => Actor;
}

/**
 * Does some proving for a session, `atOnce` checks at a time. Meanwhile stderr shows what ran, a terminal
 * also what runs, and an interrupt ends the checks.
 */
export async function whileProving<Value>(
  id: string,
  args: Arguments,
  suite: Suite,
  atOnce: number,
  work: (proving: Proving) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const starting = actorOf(suite);
  if (!starting.ok) return starting;
  const { session } = starting.value;
  const actor = (): Actor => ({ session, at: timestamp(suite.clock.now()) });
  return whileChecking(id, args, suite, atOnce, (checking) => work({ ...checking, actor }));
}

/** The same without a session, for checks of which nothing is recorded. */
export async function whileChecking<Value>(
  id: string,
  args: Arguments,
  suite: Suite,
  atOnce: number,
  work: (checking: Omit<Proving, 'actor'>) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const settings = settingsFor(suite, args, {});
  if (!settings.ok) return settings;
  const { configuration } = settings.value;
  const interruption = listenForInterrupts();
  const progress = showProgress('Reading the checkout', suite.environment.plainText);
  try {
    const schedule = { atOnce, ...shownOn(progress, styleOfStderr(suite), keepsLines(args)) };
    const world = createProveWorld(id, suite, configuration.checks, schedule, interruption.signal);
    return world.ok ? await work({ world: world.value, configuration }) : world;
  } finally {
    progress.stop();
    interruption.stop();
  }
}

/**
 * Looks at what every close asks of a promise: the files that changed, and the project's own commands. Meanwhile
 * stderr shows what ran, a terminal also what runs, and an interrupt ends the commands.
 */
export function tierOneLook(
  id: string,
  args: Arguments,
  suite: Suite,
  configuration: Configuration,
): LookAtTierOne {
  const settings = configuration.checks;
  return async (promise, parts) => {
    if (settings.always.length > 0 && promisesBeingProved().includes(id)) {
      return usage(`${id} is being proved right now, and this is one of its checks`);
    }
    const interruption = listenForInterrupts();
    const progress = showProgress('Reading the changes', suite.environment.plainText);
    try {
      const wanted = parts === 'all' ? settings : { ...settings, always: [] };
      return await lookAtTierOne(promise, wanted, {
        checks: createCheckWorld(id, suite, settings, interruption.signal),
        git: createNodeGit(suite.environment.checkout, LOOKING_MS),
        standing: createStandingWorld(suite, createCheckoutSeenAnew),
        // A new one each time: the project may have changed while a judge was asked.
        lookAtTests: tamperingLooks(suite, true),
        schedule: {
          atOnce: coresOfThisMachine(),
          ...shownOn(progress, styleOfStderr(suite), keepsLines(args)),
        },
      });
    } finally {
      progress.stop();
      interruption.stop();
    }
  };
}

/** Whether a line for each check that ended is in its place: a program that reads JSON may read stderr with it. */
function keepsLines(args: Arguments): boolean {
  return !args.given('json') || surroundings().errors.isTerminal;
}

/** The style of the command's answer where stderr is a terminal too. */
function styleOfStderr({ style }: Suite): Style {
  return surroundings().errors.isTerminal ? style : plainStyle;
}

/** Shows the checks that run, and those that ended. A check that is the only one needs no line of its own. */
function shownOn(
  progress: ProgressLine,
  style: Style,
  keepsLines: boolean,
): Omit<CheckSchedule, 'atOnce'> {
  const running = new Set<string>();
  const withoutSecrets = (text: string): string => redactSecrets(text, secretValues([])).text;
  let done = 0;
  let failed = 0;
  const say = (): void => {
    const names = [...running].map((text) => oneLine(withoutSecrets(text))).join(', ');
    const bad = failed === 0 ? '' : `, ${failed} failed`;
    progress.change(`${done} done${bad}, running ${names || 'the rest'}`);
  };
  return {
    onStart({ text }) {
      running.add(text);
      say();
    },
    onEnd(ended) {
      running.delete(ended.check.text);
      done = ended.done;
      if (verdictOfResults(ended.results) === 'FAIL') failed += 1;
      if (keepsLines && ended.total > 1) {
        progress.keep(withoutSecrets(endedCheckLine(ended, style)));
      }
      say();
    },
    onShow({ text }) {
      progress.change(`running without the work: ${oneLine(withoutSecrets(text))}`);
    },
  };
}

/** The absolute path of the checkout that checks run in; undefined where it is the project folder. */
function otherCheckoutOf({ environment, files }: Suite): string | undefined {
  const { checkout, projectFolder } = environment;
  if (checkout === projectFolder) return undefined;
  const place = files.realPath(checkout) ?? checkout;
  return place === (files.realPath(projectFolder) ?? projectFolder) ? undefined : place;
}

/** The world in which checks run. Fails where a check of this promise asks for its own proof. */
function createProveWorld(
  id: string,
  suite: Suite,
  settings: Configuration['checks'],
  schedule: CheckSchedule,
  signal: AbortSignal,
): Result<ProveWorld> {
  if (promisesBeingProved().includes(id)) {
    return usage(`${id} is being proved right now, and this is one of its checks`);
  }
  const trust = createTrustWorld(suite);
  if (!trust.ok) return trust;
  const { environment, files, processes, promises, validations } = suite;
  const folder = environment.checkout;
  const checks = createCheckWorld(id, suite, settings, signal);
  const kept = openKeptShown(files, environment.projectFolder, trust.value.seals);
  const works = createWorks(processes, createGroupGuard());
  return success({
    ...trust.value,
    otherCheckout: otherCheckoutOf(suite),
    promises,
    validations,
    schedule,
    checkout: createPatientCheckout(folder),
    git: createNodeGit(folder, LOOKING_MS),
    keptLooks: openKeptTestLooks(suite, createPatientCheckout),
    sha256,
    withinTime,
    checks,
    standing: createStandingWorld(suite, createPatientCheckout),
    keepArtifact: keptArtifactsOf(suite).keep,
    show: (check, base) =>
      showWithoutWork(
        { check, base, checkout: folder, timeoutMs: settings.timeoutMs },
        { checks, works, kept, sha256 },
      ),
  });
}

/** What standing checks are run with, and what keeps how they came out. `look`: how the checkout is looked at. */
export function createStandingWorld(
  { chance, clock, environment, files }: Suite,
  look: (folder: string) => Checkout,
): StandingWorld {
  const folder = environment.checkout;
  const seals = createUserSeals(userConfigurationFolder());
  const uniqueName = (): string => chance.hex(6);
  return {
    log: openStandingLog({ files, uniqueName }, environment.projectFolder, seals),
    checkout: look(folder),
    folder: files.realPath(folder) ?? folder,
    session: environment.session?.id ?? null,
    clock,
    sha256,
    secretValues: () => secretValues([]),
  };
}

/** The parts of the world that checks use. */
function createCheckWorld(
  id: string,
  { clock, environment }: Suite,
  { retried, timeoutMs }: Configuration['checks'],
  signal: AbortSignal,
): CheckWorld {
  const folder = environment.checkout;
  return {
    folder,
    files: createProjectFiles(folder, NO_DEADLINE),
    run: createNodeRun(createGroupGuard()),
    findProgram: (name) => programOnPath(name, environment).program,
    commitHere: () => commitHere(folder),
    pipelineRun: readVariable('GITHUB_RUN_ID'),
    clock,
    withinTime,
    transcript: createTranscript(environment, environment.session?.ids ?? []),
    searchLines: createLineSearch,
    secretValues,
    timeoutMs,
    retried,
    promise: id,
    signal,
  };
}
