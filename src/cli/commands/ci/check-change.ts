import { isAbsolute, relative, resolve } from 'node:path';
import { NO_DEADLINE } from '../../../adapters/bounded-files.ts';
import { withinTime } from '../../../adapters/bounded-work.ts';
import { readVariable, secretValues } from '../../../adapters/environment.ts';
import { sha256 } from '../../../adapters/file-digest.ts';
import { createPatientCheckout, LOOKING_MS } from '../../../adapters/git/checkout.ts';
import { commitHere } from '../../../adapters/git/content-tree.ts';
import { createNodeGit } from '../../../adapters/git/node-git.ts';
import { createRevisions } from '../../../adapters/git/revisions.ts';
import { createWorks } from '../../../adapters/git/works.ts';
import { createGroupGuard } from '../../../adapters/group-guard.ts';
import { type Interruption, listenForInterrupts } from '../../../adapters/interrupts.ts';
import { createLineSearch } from '../../../adapters/line-search.ts';
import { coresOfThisMachine } from '../../../adapters/node-cores.ts';
import { createNodeRun } from '../../../adapters/node-run.ts';
import { programFor } from '../../../adapters/program-path.ts';
import { createProjectFiles } from '../../../adapters/project-files.ts';
import { currentFolder } from '../../../adapters/project-search.ts';
import type { CheckWorld } from '../../../checks/check-world.ts';
import type { EndedCheck } from '../../../checks/running.ts';
import type { CiWorld } from '../../../ci/ci-world.ts';
import type { FoundDefinitions } from '../../../ci/definitions.ts';
import { attestedAnswersOf, definitionsOfRecord } from '../../../ci/record.ts';
import { runCi } from '../../../ci/run.ts';
import { LARGEST_BUNDLE, readBundle } from '../../../domain/attestation/bundle.ts';
import { bytesOf } from '../../../domain/attestation/strict-json.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { redactSecrets } from '../../../domain/base/secrets.ts';
import type { CiEvent } from '../../../domain/ci/ci-event.ts';
import type { CiOutcome, CiResult } from '../../../domain/ci/ci-result.ts';
import { mayPass } from '../../../domain/ci/passing.ts';
import { DEFINITION_SOURCES, type DefinitionSource } from '../../../domain/ci/trust.ts';
import type { Configuration } from '../../../domain/settings/configuration.ts';
import type { RunWorld } from '../../../gates/prove-promise.ts';
import type { ProgramRequest, Run } from '../../../ports.ts';
import { endedCheckLine } from '../../../report/check-progress-text.ts';
import { EXIT, type ExitCode } from '../../../report/exit.ts';
import { unobeyed } from '../../../report/printable.ts';
import { plainStyle } from '../../../report/style.ts';
import { configurationOfRevision } from '../../../settings/loading.ts';
import { type KeptShown, showWithoutWork } from '../../../shown/without-work.ts';
import { textRead } from '../../../store/files/reading.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { type ProgressLine, showProgress } from '../../progress.ts';
import { usage } from '../../usage.ts';
import type { attestAnswers } from '../attest/answers.ts';
import { pushedCommit, type ServiceRun, serviceRun } from './event.ts';
import { writeOutputs } from './writing.ts';

const MOST_JOBS = 256;

/** How a run ends the command. */
const EXIT_OF_OUTCOME: Readonly<Record<CiOutcome, ExitCode>> = {
  held: EXIT.ok,
  failed: EXIT.blocked,
  'not-judged': EXIT.failed,
};

/** `cs ci`: checks the change that is checked out, and writes what it found. */
export async function checkChange(
  args: Arguments,
  { environment, ...tools }: Suite,
  loadSigning: LoadSigning,
): Promise<Result<Report>> {
  const suite = { ...tools, environment: { ...environment, checkout: chosenFolder(environment) } };
  const definitions = DEFINITION_SOURCES.find((one) => one === args.text('definitions'));
  if (definitions === undefined && args.given('definitions')) {
    return usage('--definitions takes base or head');
  }
  const jobs = jobsOf(args.text('jobs'));
  if (jobs === undefined) return usage(`--jobs takes a whole number from 1 to ${MOST_JOBS}`);
  const files = namedFiles(args.positionals, suite);
  if (!files.ok) return files;
  const record = recordAt(args.text('record'), suite);
  if (!record.ok) return record;
  if (record.value !== undefined && (definitions !== undefined || files.value.length > 0)) {
    return usage('--record takes the place of --definitions and of the names of definitions');
  }
  const attested = args.text('attest');
  if (attested !== undefined && record.value === undefined) {
    return usage('--attest goes with --record: signed answers are for the promises of a record');
  }
  const service = serviceRun(suite);
  const request = {
    files: files.value,
    base: args.text('base'),
    definitions,
    record: record.value,
    allowsNothing: args.given('allow-empty'),
  };
  const interruption = listenForInterrupts();
  const progress = showProgress('Reading the change', suite.environment.plainText);
  try {
    const source = record.value === undefined ? (definitions ?? 'base') : 'record';
    const world = createCiWorld(service, { jobs, source }, suite, { interruption, progress });
    const ran = await runCi(request, world);
    if (!ran.ok) return ran;
    const signed =
      attested === undefined ? [] : await signAnswers(ran.value, attested, loadSigning, suite);
    return 'ok' in signed ? signed : reportOf(ran.value, signed, args, suite);
  } finally {
    progress.stop();
    interruption.stop();
  }
}

/**
 * The folder that the pipeline chose: the one that `-C` names, else the current one. Other commands search upwards for
 * what a folder holds, and that is what a change brings.
 */
function chosenFolder({ checkout, search }: Suite['environment']): string {
  return search.via === '--project' ? checkout : (currentFolder() ?? checkout);
}

function reportOf(
  result: CiResult,
  signed: readonly string[],
  args: Arguments,
  suite: Suite,
): Result<Report> {
  const written = writeOutputs(result, args, suite);
  if (!written.ok) return written;
  const { answer, notes } = written.value;
  const { service } = result.change;
  return success({
    text: unobeyed(answer),
    json: service === 'github' ? unobeyedData(result) : result,
    notes: [...result.notes.map((note) => unobeyed(`Note: ${note}`)), ...signed, ...notes],
    exitCode: EXIT_OF_OUTCOME[result.outcome],
  });
}

/** What a record that came along asks for; undefined where none was named. */
function recordAt(
  path: string | undefined,
  { files }: Suite,
): Result<FoundDefinitions | undefined> {
  if (path === undefined) return success(undefined);
  const unusable = (reason: string): Result<never> =>
    failed({ kind: 'bundle-unusable', path, reason });
  const reading = textRead(files.readGiven(path, LARGEST_BUNDLE), LARGEST_BUNDLE);
  if (!reading.ok) return unusable(reading.reason);
  // Who signed it makes no difference: everything in it runs again.
  const bundle = readBundle(bytesOf(reading.text), { sha256, keys: [] });
  return bundle.ok ? success(definitionsOfRecord(path, bundle.bundle)) : unusable(bundle.reason);
}

/** Loads what signs answers: few runs need it. */
type LoadSigning = () => Promise<typeof attestAnswers>;

/** Writes the answers as signed statements. Gives notes for the user. */
async function signAnswers(
  result: CiResult,
  output: string,
  loadSigning: LoadSigning,
  suite: Suite,
): Promise<readonly string[] | Result<never>> {
  const sign = await loadSigning();
  const written = sign(attestedAnswersOf(result), { key: undefined, output }, suite);
  return written.ok ? written.value.notes : failed(written.failure);
}

/** Data whose texts the log of GitHub takes for words alone. */
function unobeyedData(result: CiResult): unknown {
  return JSON.parse(unobeyed(JSON.stringify(result)));
}

function jobsOf(text: string | undefined): number | undefined {
  if (text === undefined) return coresOfThisMachine();
  const jobs = Number(text);
  return /^\d+$/.test(text) && jobs >= 1 && jobs <= MOST_JOBS ? jobs : undefined;
}

/** The definitions that were named, by their paths from the project's folder. */
function namedFiles(names: readonly string[], { environment }: Suite): Result<readonly string[]> {
  const { checkout } = environment;
  const start = currentFolder() ?? checkout;
  const paths = names.map((name) => relative(checkout, resolve(start, name)).replaceAll('\\', '/'));
  const outside = names.find((_name, index) => {
    const path = paths[index] ?? '';
    return path === '' || path.startsWith('../') || isAbsolute(path);
  });
  return outside === undefined
    ? success([...new Set(paths)])
    : usage(`${outside} is not in the project ${checkout}`);
}

interface Attendance {
  readonly interruption: Interruption;
  readonly progress: ProgressLine;
}

interface HowToRun {
  readonly jobs: number;
  /** Where what judges comes from. */
  readonly source: DefinitionSource;
}

function createCiWorld(
  service: ServiceRun,
  how: HowToRun,
  suite: Suite,
  attendance: Attendance,
): CiWorld {
  const { event } = service;
  const folder = suite.environment.checkout;
  const revisions = createRevisions(folder, LOOKING_MS);
  return {
    event,
    run: service.run,
    pushed: pushedCommit(service, folder, revisions),
    folder,
    revisions,
    files: suite.files,
    configurationOf: configurationOfRevision,
    runWith: ({ checks }) => createRunWorld(event, how, checks, suite, attendance),
    sha256,
    withinTime,
    cautions: cautionsIn(event, revisions.holdsToken()),
  };
}

function createRunWorld(
  event: CiEvent,
  { jobs: atOnce, source }: HowToRun,
  { retried, timeoutMs }: Configuration['checks'],
  { clock, environment, processes }: Suite,
  { interruption, progress }: Attendance,
): RunWorld {
  const folder = environment.checkout;
  const works = createWorks(processes, createGroupGuard());
  const checks: CheckWorld = {
    folder,
    files: createProjectFiles(folder, NO_DEADLINE),
    run: withholding(createNodeRun(createGroupGuard()), source, event),
    findProgram: (name) => programFor(name, folder).program,
    commitHere: () => commitHere(folder),
    pipelineRun: readVariable('GITHUB_RUN_ID'),
    clock,
    withinTime,
    // A pipeline has no session.
    transcript: NO_TRANSCRIPT,
    searchLines: createLineSearch,
    secretValues,
    timeoutMs,
    retried,
    promise: 'ci',
    signal: interruption.signal,
  };
  return {
    checkout: createPatientCheckout(folder),
    git: createNodeGit(folder, LOOKING_MS),
    otherCheckout: undefined,
    schedule: { atOnce, onStart: () => {}, onEnd: (ended) => keepLine(ended, progress) },
    checks,
    // The pipeline keeps files of its own; what is told of them is by digest.
    keepArtifact: (path, bytes) => ({ path, bytes: bytes.length, sha256: sha256(bytes) }),
    show: (check, base) =>
      showWithoutWork(
        { check, base, checkout: folder, timeoutMs },
        { checks, works, kept: NOTHING_KEPT, sha256 },
      ),
  };
}

/** A pipeline keeps nothing. */
const NOTHING_KEPT: KeptShown = { read: () => undefined, write: () => {} };

const NO_SESSION = 'a pipeline has no session';

const NO_TRANSCRIPT: RunWorld['checks']['transcript'] = {
  lastCall: () => ({ found: 'no-transcript', reason: NO_SESSION }),
  lastCalls: () => undefined,
  lastMessage: () => undefined,
  models: () => [],
  lastModel: () => undefined,
};

function keepLine(ended: EndedCheck, progress: ProgressLine): void {
  if (ended.total < 2) return;
  const line = endedCheckLine(ended, plainStyle);
  progress.keep(unobeyed(redactSecrets(line, secretValues([])).text));
}

/** Runs programs without the variables that no check of this run may have. */
function withholding(run: Run, source: DefinitionSource, event: CiEvent): Run {
  const narrowed = (wanted: ProgramRequest['environment']): ProgramRequest['environment'] =>
    typeof wanted === 'object' && 'passing' in wanted
      ? { ...wanted, passing: wanted.passing.filter((name) => mayPass(name, source, event)) }
      : wanted;
  return {
    program: (request) => run.program({ ...request, environment: narrowed(request.environment) }),
  };
}

/** What makes a run less safe than it could be. */
function cautionsIn({ service }: CiEvent, holdsToken: boolean): readonly string[] {
  const named = ['GITHUB_TOKEN', 'GH_TOKEN'].filter((name) => readVariable(name) !== undefined);
  return [
    ...(holdsToken
      ? [
          'The git configuration of this checkout holds a token, which every check can read. With actions/checkout, set persist-credentials: false.',
        ]
      : []),
    ...(service === 'github' && named.length > 0
      ? [
          `${named.join(' and ')} is set for this step. No check gets it, but a program of the same user can read it from this process: comment from another job.`,
        ]
      : []),
  ];
}
