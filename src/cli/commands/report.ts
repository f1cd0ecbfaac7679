import { version } from '../../../package.json' with { type: 'json' };
import { sha256 } from '../../adapters/file-digest.ts';
import type { ProjectReport } from '../../domain/account/project-report.ts';
import type { Selecting } from '../../domain/account/selection.ts';
import { counted } from '../../domain/base/counted.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { sessionOf } from '../../domain/promise/session.ts';
import { type GatheredReport, gatherReport } from '../../gathering/gather.ts';
import { gatherFleetReport } from '../../gathering/gather-fleet.ts';
import { EXIT } from '../../report/exit.ts';
import { formatOfFile, formatOfOption, REPORT_FORMATS } from '../../report/formats.ts';
import type { ReportFormat } from '../../report/report-format.ts';
import { gapWords } from '../../report/report-words.ts';
import type { Suite } from '../../suite.ts';
import type { Arguments, Command, Option, Report } from '../command.ts';
import { frequentLane } from '../frequent.ts';
import { keptArtifactsOf } from '../kept-artifacts.ts';
import { MOMENTS, momentOf } from '../moment.ts';
import { idFor } from '../names.ts';
import { showProgress } from '../progress.ts';
import { noFleet, usage } from '../usage.ts';
import { writeNamedFile } from '../written-file.ts';
import { writePieces } from '../written-pieces.ts';
import { createGatheringWorld } from './report/world.ts';

/** The formats that an option asks for. */
const CHOICES = REPORT_FORMATS.filter(({ option }) => option !== '');

export const reportCommand: Command = {
  summary:
    'Reports what was promised, proved, judged, skipped and waived: on the terminal, or as Markdown, HTML or JSON.',
  usage: [
    `[<id>...] [--session <id> | --since <when> | --all] [--fleet] [${CHOICES.map(({ option }) => `--${option}`).join(' | ')}] [-o <file>]`,
  ],
  effects: ['writes'],
  positional: { name: 'id', completes: 'promise', isSeveral: true },
  options: {
    session: {
      takes: 'word',
      value: '<id>',
      summary: 'Promises that a session made, owns or closed',
    },
    since: {
      takes: 'word',
      value: '<when>',
      summary: `Promises with any change since: ${MOMENTS}`,
    },
    all: { takes: 'nothing', summary: 'All promises of the project' },
    fleet: { takes: 'nothing', summary: 'Of all projects in a store that machines share' },
    ...formatOptions(),
    output: {
      takes: 'word',
      alias: 'o',
      value: '<file>',
      summary: 'Write to a file, by its ending in that format; - is standard output',
    },
  },
  examples: [
    ['$0', 'The promises of this session, else what is open or was closed lately'],
    ['$0 --all --html -o report.html', 'The whole project as one page'],
    ['$0 --fleet --since 7d', 'The week of all projects in a shared store'],
    ['$0 promise-1a2b3c4d --md', 'One promise, for a comment in a pull request'],
  ],
  run: async (args, suite) => {
    const wanted = await wantedBy(args, suite);
    if (!wanted.ok) return wanted;
    const gathered = await gather(wanted.value.selecting, suite, args.given('fleet'));
    if (!gathered.ok) return gathered;
    const { close, report } = gathered.value;
    try {
      return await answer(report, wanted.value, suite);
    } finally {
      close();
    }
  },
};

/** `cs report`, as people and programs call it. */
export const runLane = frequentLane(new Map([['report', reportCommand]]));

function formatOptions(): Readonly<Record<string, Option>> {
  return Object.fromEntries(
    CHOICES.map(({ option, summary }) => [option, { takes: 'nothing', summary } as const]),
  );
}

interface Wanted {
  readonly selecting: Selecting;
  readonly format: ReportFormat;
  /** The file to write; undefined for standard output. */
  readonly output: string | undefined;
}

async function wantedBy(args: Arguments, suite: Suite): Promise<Result<Wanted>> {
  const output = args.text('output');
  const format = formatBy(args, output);
  if (!format.ok) return format;
  const selecting = await selectingBy(args, suite);
  if (!selecting.ok) return selecting;
  return success({
    selecting: selecting.value,
    format: format.value,
    output: output === '-' ? undefined : output,
  });
}

/** The format that an option asks for, else the ending of the file. */
function formatBy(args: Arguments, output: string | undefined): Result<ReportFormat> {
  const [asked, other] = CHOICES.filter(({ option }) => args.given(option));
  if (asked !== undefined && other !== undefined) {
    return usage(`--${asked.option} and --${other.option} cannot be given together`);
  }
  const byFile = output === undefined || output === '-' ? formatOfOption('') : formatOfFile(output);
  const format = asked ?? byFile;
  if (format !== undefined) return success(format);
  const options = CHOICES.map(({ option }) => `--${option}`).join(', ');
  const endings = REPORT_FORMATS.map(({ endings: [ending = ''] }) => ending).join(', ');
  return usage(
    `-o ${output}: this ending names no format`,
    `Give one of ${options}, or an ending: ${endings}`,
  );
}

async function selectingBy(args: Arguments, suite: Suite): Promise<Result<Selecting>> {
  const { clock, environment } = suite;
  const [named, another] = ['session', 'since', 'all'].filter((name) => args.given(name));
  const words = args.positionals;
  if (named !== undefined && (another !== undefined || words.length > 0)) {
    const beside = another === undefined ? 'an id' : `--${another}`;
    return usage(`--${named} and ${beside} cannot be given together`);
  }
  if (words.length > 0) return idsBy(words, suite);
  if (named === 'all') return success({ by: 'all' });
  const now = clock.now();
  if (named === 'since') {
    const moment = momentOf(args.text('since'), now, 'start') ?? Number.NaN;
    return Number.isNaN(moment)
      ? usage(`--since takes ${MOMENTS}`)
      : success({ by: 'since', moment });
  }
  const session = sessionOf([args.text('session')]);
  const own = args.given('fleet') ? undefined : environment.session;
  return success(
    session === undefined ? { by: 'default', session: own, now } : { by: 'session', session },
  );
}

async function idsBy(words: readonly string[], suite: Suite): Promise<Result<Selecting>> {
  const ids: string[] = [];
  for (const word of words) {
    const id = await idFor(word, suite);
    if (!id.ok) return id;
    ids.push(id.value);
  }
  return success({ by: 'ids', ids });
}

async function gather(
  selecting: Selecting,
  suite: Suite,
  isOfFleet: boolean,
): Promise<Result<GatheredReport>> {
  const fleet = isOfFleet ? suite.fleet : undefined;
  if (isOfFleet && fleet === undefined) return noFleet();
  if (isOfFleet && selecting.by === 'ids') {
    return usage('--fleet and an id cannot be given together');
  }
  const progress = showProgress('Reading the promises', suite.environment.plainText);
  try {
    const world = createGatheringWorld(suite, version, progress.change);
    if (fleet !== undefined && selecting.by !== 'ids') {
      return await gatherFleetReport(selecting, fleet, suite.health.place, world);
    }
    return await gatherReport(selecting, world);
  } finally {
    progress.stop();
    await fleet?.close();
  }
}

/** Prints the report, or writes it to a file and says so. */
async function answer(
  report: ProjectReport,
  { format, output }: Wanted,
  suite: Suite,
): Promise<Result<Report>> {
  const { read: artifactBytes } = keptArtifactsOf(suite);
  const sha256Base64 = (text: string): string =>
    Buffer.from(sha256(text), 'hex').toString('base64');
  const pieces = format.write(report, { style: suite.style, sha256Base64, artifactBytes });
  const notes = report.gaps.map((gap) => `Warning: ${gapWords(gap)}`);
  const exitCode = report.gaps.some(({ what }) => what !== 'proofs') ? EXIT.misfit : EXIT.ok;
  if (output === undefined) {
    await writePieces(ended(pieces), format.option !== '');
    return success({ text: '', json: null, notes, exitCode, isWritten: true });
  }
  const written = writeNamedFile(output, ended(pieces), '-o', suite);
  if (!written.ok) return written;
  const { promises } = report.totals;
  return success({
    text: `Wrote ${written.value}: ${counted(promises, 'promise')} (${report.selection.words})`,
    json: { path: written.value, promises, gaps: report.gaps },
    notes,
    exitCode,
  });
}

/** The pieces of a text with its last line ended. */
function* ended(pieces: Iterable<string>): Generator<string, void, undefined> {
  yield* pieces;
  yield '\n';
}
