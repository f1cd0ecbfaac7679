import { surroundings } from '../../adapters/surroundings.ts';
import type { BrokenFile } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { acceptedDigests } from '../../domain/promise/acceptance.ts';
import type { NamedPromise } from '../../domain/promise/promise.ts';
import type { Session } from '../../domain/promise/session.ts';
import { memoryIdOf } from '../../domain/session/gate-memory.ts';
import type { LossByRegister } from '../../domain/session/lost-promise.ts';
import { pauseInForce } from '../../domain/session/pause.ts';
import { receiptsIn } from '../../domain/session/receipt.ts';
import type { UnconfirmedEnd } from '../../domain/session/session-end.ts';
import { openItemJson } from '../../report/check-text.ts';
import { checklistJson, checklistNotes } from '../../report/checklist-text.ts';
import { mayEndIn } from '../../report/decided-folders.ts';
import { unreadHistory } from '../../report/failure-text.ts';
import { lostJson, lostSection } from '../../report/folders-text.ts';
import {
  unconfirmedAcceptanceLines,
  unconfirmedEndLines,
  unconfirmedWaiverLines,
} from '../../report/person-act-text.ts';
import { printable } from '../../report/printable.ts';
import { receiptLine } from '../../report/receipt-text.ts';
import {
  isDivergent,
  isMine,
  isOrphaned,
  isUnjudgedForLack,
  mineHeading,
  moreEndedLine,
  noSessionLines,
  type StatusFacts,
  sectionText,
  statusText,
  unreadableNotes,
} from '../../report/status-text.ts';
import {
  examinedNotes,
  type PromiseTampering,
  weakenedJson,
  weakenedSection,
} from '../../report/tampered-text.ts';
import { inspectSettings } from '../../settings/loading.ts';
import { endedPages } from '../../store/ended-pages.ts';
import type { PromiseListing } from '../../store/promise-store.ts';
import type { Suite } from '../../suite.ts';
import { checklistLooks } from '../changed-checklists.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { printJson } from '../json-output.ts';
import { keepTold, lostPromises } from '../lost-promises.ts';
import { openCriteria } from '../open-criteria.ts';
import { warningOf } from '../print.ts';
import { sharedPlaceOf } from '../shared-place.ts';
import { standingHere } from '../standing-here.ts';
import { tamperingLooks } from '../tampering-looks.ts';
import { interruptedSessions, unfinishedSessions } from '../unfinished-sessions.ts';
import { usage } from '../usage.ts';

const PARTS = ['mine', 'orphans', 'history'] as const;

type Part = (typeof PARTS)[number] | 'everything';

export const statusCommand: Command = {
  summary:
    'Shows what is open here, what was proved, and what is next; a promise in full with its id.',
  usage: [
    '[--mine | --orphans | --history [--limit <n>]] [--json | --watch]',
    '<id> [--json | --watch]',
    '--fleet [--all-projects] [--json] [--watch]',
  ],
  effects: [],
  options: {
    mine: { takes: 'nothing', summary: 'Only the promises of this session' },
    orphans: { takes: 'nothing', summary: 'Only promises without an owner' },
    history: { takes: 'nothing', summary: 'Ended promises, the last first' },
    limit: {
      takes: 'word',
      value: '<n>',
      summary: 'How many of those that ended; 50, as JSON all',
    },
    fleet: {
      takes: 'nothing',
      summary: 'The sessions of all machines that share the store',
    },
    'all-projects': { takes: 'nothing', summary: 'With --fleet: of all projects in the store' },
    watch: {
      takes: 'nothing',
      summary: 'Show it again whenever it changes; Ctrl-C ends it',
    },
    json: JSON_OPTION,
  },
  subject: { names: 'promise', leftOut: 'all-of-them' },
  examples: [
    ['$0 1a2b', 'The promise whose id starts with promise-1a2b, in full'],
    ['$0', 'The whole project'],
    ['$0 --mine --watch', 'Watch your own session at work'],
    ['$0 --json', 'As JSON, with the complete files'],
  ],
  async run(args, suite) {
    const [part = 'everything', other] = PARTS.filter((name) => args.given(name));
    if (other !== undefined) {
      return usage(`--${part} and --${other} cannot be given together`);
    }
    if (args.given('fleet')) {
      if (part !== 'everything') return usage(`--fleet and --${part} cannot be given together`);
      const { fleetStatus } = await import('./status-fleet.ts');
      return fleetStatus(args, suite);
    }
    if (args.given('all-projects')) return usage('--all-projects goes with --fleet');
    const isOne = args.given('promise');
    if (isOne && part !== 'everything')
      return usage(`--${part} and an id cannot be given together`);
    const limit = limitIn(args, part);
    if (!limit.ok) return limit;
    const read = async (): Promise<Result<Report>> => {
      if (isOne) return (await import('./promise/show.ts')).showAction(args, suite);
      const listed = await listFor(part, limit.value, args.given('json'), suite);
      if (!listed.ok) return listed;
      const facts = await factsOf(part, listed.value, suite);
      return success(
        args.given('json')
          ? await writtenJson(listed.value, facts, suite)
          : await textReport(part, listed.value, facts, suite),
      );
    };
    if (!args.given('watch')) return read();
    if (args.given('json') || !surroundings().output.isTerminal) {
      const follow = suite.commandLines.of('cs promise log --follow --json');
      return usage(`--watch shows changes on a terminal; for programs: ${follow}`);
    }
    const { showAgain } = await import('../showing-again.ts');
    return showAgain(read, suite);
  },
};

/** How many promises that have ended a text tells of. Where there are more, what is open is said without a look at them. */
const MOST_ENDED = 50;

/** How many promises that have ended are wanted; undefined where that was not said. */
function limitIn(args: Arguments, part: Part): Result<number | undefined> {
  const text = args.text('limit');
  if (text === undefined) return success(undefined);
  if (part === 'mine' || part === 'orphans')
    return usage(`--${part} and --limit cannot be given together`);
  return /^[1-9]\d{0,8}$/.test(text)
    ? success(Number(text))
    : usage('--limit takes a whole number from 1');
}

/** What a part shows. */
interface Listed {
  readonly active: PromiseListing;
  readonly shown: readonly NamedPromise[];
  /** The ids of those that have ended and are wanted; `more`: how many there are besides. */
  readonly ended: readonly string[];
  readonly more: number;
}

/** What is said of the open promises and of the session, as a text and as JSON. */
async function factsOf(part: Part, { active, shown }: Listed, suite: Suite) {
  const { session } = suite.environment;
  const isEverything = part === 'everything';
  const ended = session && (await suite.stopGate.endOf(session));
  const capped = isEverything ? await unfinishedSessions(active, suite) : [];
  const waiting = isEverything ? await suite.stopGate.listWaiting() : [];
  const unconfirmed = session && (await suite.stopGate.unconfirmedEndOf(session));
  const interrupted = isEverything ? await interruptedSessions(active, suite) : [];
  const paused = await pauseInForce(suite.stopGate.read, suite.clock.now());
  const here =
    isEverything && suite.spelling !== 'drop-in'
      ? await standingHere(suite, active.promises.length > 0)
      : undefined;
  return {
    gate: { ended, paused, capped, waiting, interrupted },
    doubted: unconfirmedLines(shown, unconfirmed, suite),
    ...(await tellLost(part, suite)),
    checklists: changedChecklists(shown, suite),
    open: openCriteria(shown, suite),
    store: sharedPlaceOf(suite),
    here,
    weakened: part === 'history' ? [] : await weakenedTests(shown, suite),
  };
}

/** The checklists that changed, by the ids of the promises that were made of them. */
function changedChecklists(shown: readonly NamedPromise[], suite: Suite) {
  const changesOf = checklistLooks(suite);
  const all = shown.map(({ id, promise }) => [id, changesOf(promise)] as const);
  return new Map(all.filter(([, changes]) => changes.length > 0));
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

async function textReport(
  part: Part,
  { active, ended, more, shown }: Listed,
  facts: Facts,
  suite: Suite,
): Promise<Report> {
  const { doubted, gate, here, lost, open, store, weakened } = facts;
  const history = await readEnded(ended, suite);
  const records = await suite.promises.records([...shown, ...history.promises].map(({ id }) => id));
  const states = { store, ...gate, now: suite.clock.now(), open, decided: here?.decided };
  const said = { ...states, active: shown, history: history.promises, records: records.states };
  const isDropIn = suite.spelling === 'drop-in';
  const receipt = isDropIn || part !== 'everything' ? [] : await receiptLines(suite);
  const text = [
    ...receipt,
    partText(part, said, suite),
    ...(more === 0 ? [] : [moreEndedLine(more, ended.length, suite.commandLines)]),
    ...weakenedSection(weakened, suite.style, suite.commandLines),
    ...doubted.flatMap((line) => ['', line]),
    ...lostLines(lost),
    ...(here?.next ?? []).map((line) => `Next: ${suite.style.bold(line)}`),
  ].join('\n');
  const broken = [...active.broken, ...history.broken, ...(records.broken ? [records.broken] : [])];
  return { text, json: null, notes: notesOn(facts, broken, suite) };
}

async function readEnded(ids: readonly string[], { promises }: Suite): Promise<PromiseListing> {
  const [all, broken]: [NamedPromise[], BrokenFile[]] = [[], []];
  for await (const page of endedPages(promises, ids)) {
    if (page.ok) {
      all.push(...page.value.promises);
      broken.push(...page.value.broken);
    } else broken.push(unreadHistory(page.failure));
  }
  return { promises: all, broken };
}

function notesOn(
  { checklists, untold, weakened }: Facts,
  broken: readonly BrokenFile[],
  suite: Suite,
): readonly string[] {
  return [
    ...new Set([...checklists.values()].flatMap(checklistNotes)),
    ...unreadableNotes(broken, suite.commandLines),
    ...untold.map(warningOf),
    ...examinedNotes(weakened),
  ];
}

/** Prints the JSON piece by piece: what has ended may be more than fits into memory. */
async function writtenJson(listed: Listed, facts: Facts, suite: Suite): Promise<Report> {
  const broken = [...listed.active.broken];
  const exitCode = await printJson(jsonMembers(listed, facts, broken, suite));
  const notes = notesOn(facts, broken, suite);
  return { text: '', json: null, isWritten: true, notes, exitCode };
}

/** As a list that is printed element by element. */
async function* inTurn<Element>(all: readonly Element[]): AsyncGenerator<Element> {
  yield* all;
}

/** `broken`: gets the files that cannot be read. */
async function* jsonMembers(
  { ended, shown }: Listed,
  { checklists, doubted, gate, here, lost, open, store, weakened }: Facts,
  broken: BrokenFile[],
  suite: Suite,
): AsyncGenerator<readonly [string, unknown]> {
  const { projectFolder, session } = suite.environment;
  const [read, divergent, unjudged]: [string[], string[], string[]] = [[], [], []];
  const note = (named: NamedPromise): void => {
    read.push(named.id);
    if (isDivergent(named)) divergent.push(named.id);
    if (isUnjudgedForLack(named)) unjudged.push(named.id);
  };
  const history = async function* (): AsyncGenerator<unknown> {
    for await (const page of endedPages(suite.promises, ended)) {
      if (!page.ok) {
        broken.push(unreadHistory(page.failure));
        continue;
      }
      broken.push(...page.value.broken);
      page.value.promises.forEach(note);
      yield* page.value.promises.map(({ promise }) => promise);
    }
  };
  yield ['session_id', session?.id ?? null];
  yield ['project', here && projectFolder];
  yield ['may_end', here && (here.decided === undefined ? null : mayEndIn(here.decided))];
  yield ['next', here?.next];
  yield ['store', store];
  yield* gateMembers(gate);
  shown.forEach(note);
  yield ['promises', inTurn(shown.map(({ promise }) => promise))];
  yield ['history', history()];
  const records = await suite.promises.records(read);
  if (records.broken !== undefined) broken.push(records.broken);
  yield ['records', Object.fromEntries(records.states)];
  yield ['open', Object.fromEntries([...open].map(([id, items]) => [id, items.map(openItemJson)]))];
  yield [
    'checklists',
    Object.fromEntries([...checklists].map(([id, all]) => [id, all.map(checklistJson)])),
  ];
  yield ['divergent', divergent];
  yield ['unjudged', unjudged];
  yield ['unconfirmed', doubted];
  yield ['tampering', weakenedJson(weakened)];
  yield ['unreadable', broken];
  yield ['lost', lost.map(lostJson)];
}

function* gateMembers({ capped, ended, interrupted, paused, waiting }: Facts['gate']) {
  yield ['ended', ended ?? null] as const;
  yield [
    'capped',
    capped.map(({ folders: _, session: id, ...cap }) => ({ session_id: id, ...cap })),
  ] as const;
  yield ['paused', paused ?? null] as const;
  yield [
    'interrupted',
    interrupted.map(({ at, session: id }) => ({ session_id: id, at })),
  ] as const;
  yield [
    'waiting',
    waiting.map(({ session: id, ...wait }) => ({ session_id: id, ...wait })),
  ] as const;
}

/** Most promises whose tests are looked at: of more than these an answer would take too long. */
const MOST_EXAMINED = 20;

/** What was found in the tests since promises were made. Nothing is loaded for it where there are none. */
async function weakenedTests(
  shown: readonly NamedPromise[],
  suite: Suite,
): Promise<readonly PromiseTampering[]> {
  if (shown.length === 0) return [];
  const lookAt = tamperingLooks(suite);
  return Promise.all(
    shown.slice(0, MOST_EXAMINED).map(async ({ id, promise }) => ({
      id,
      look: await lookAt(promise),
      accepted: acceptedDigests(promise),
    })),
  );
}

/** What happened since the session's last stop, for those whose host does not tell them. */
async function receiptLines({ environment, stopGate }: Suite): Promise<readonly string[]> {
  const { session } = environment;
  const kept = session && (await stopGate.read(memoryIdOf(session.id)));
  const line = kept?.ok ? receiptLine(receiptsIn(kept.value)) : undefined;
  return line === undefined ? [] : [`Since the last stop: ${printable(line)}`, ''];
}

/** What a session is told of promises that it lost, in the parts with its own; and what could not be kept of that. */
async function tellLost(part: Part, suite: Suite) {
  const { session } = suite.environment;
  const isToBeTold = part === 'everything' || part === 'mine';
  const lost = session === undefined || !isToBeTold ? [] : await lostPromises(suite, session);
  return { lost, untold: keepTold(suite, lost) };
}

/** The lines of promises that something else than the suite removed or changed; nothing where there are none. */
function lostLines(lost: readonly LossByRegister[]): readonly string[] {
  if (lost.length === 0) return [];
  return [
    '',
    ...lostSection(lost),
    '  Tell the user what happened to them and why. The gates will not mention them again.',
  ];
}

/** What stands in files as a person's act and does not count; nothing where all of them do. */
function unconfirmedLines(
  shown: readonly NamedPromise[],
  end: UnconfirmedEnd | undefined,
  { commandLines, environment: { session } }: Suite,
): readonly string[] {
  return [
    ...unconfirmedWaiverLines(shown, commandLines),
    ...unconfirmedAcceptanceLines(shown, commandLines),
    ...unconfirmedEndLines(end, session?.id ?? '', commandLines),
  ];
}

const NOTHING: PromiseListing = { promises: [], broken: [] };

/** Reads the promises that a part shows, and no others; of those that have ended it lists the names. */
async function listFor(
  part: Part,
  limit: number | undefined,
  asJson: boolean,
  { environment, promises }: Suite,
): Promise<Result<Listed>> {
  const active = part === 'history' ? success(NOTHING) : await promises.listActive();
  if (!active.ok) return active;
  const isWithHistory = part === 'history' || part === 'everything';
  const ids = isWithHistory
    ? await promises.endedIds(part === 'history' || limit !== undefined ? 'newest' : undefined)
    : success([]);
  if (!ids.ok) return ids;
  const few = ids.value.length > MOST_ENDED ? 0 : MOST_ENDED;
  const usual = part === 'history' ? MOST_ENDED : few;
  const ended = ids.value.slice(0, asJson ? limit : (limit ?? usual));
  return success({
    active: active.value,
    shown: active.value.promises.filter((named) => isShown(named, part, environment.session)),
    ended,
    more: ids.value.length - ended.length,
  });
}

function isShown(named: NamedPromise, part: Part, session: Session | undefined): boolean {
  if (part === 'mine') return isMine(named, session);
  return part !== 'orphans' || isOrphaned(named);
}

function partText(
  part: Part,
  facts: Omit<StatusFacts, 'projectFolder' | 'session' | 'maxRetries'>,
  suite: Suite,
): string {
  const { active, history, open, records } = facts;

  const { projectFolder, session } = suite.environment;
  const maxRetries = inspectSettings(suite).configuration.retries.max;
  const shown = { maxRetries, open, records };
  switch (part) {
    case 'everything':
      return statusText(
        { ...facts, projectFolder, session, maxRetries },
        suite.style,
        suite.commandLines,
      );
    case 'mine':
      return [
        sectionText(mineHeading(session), active, suite.style, shown),
        ...noSessionLines(session, suite.commandLines).map((line) => `  ${line}`),
      ].join('\n');
    case 'orphans':
      return sectionText('ORPHANED PROMISES:', active, suite.style, shown);
    case 'history':
      return sectionText('HISTORY:', history, suite.style, shown);
  }
}
