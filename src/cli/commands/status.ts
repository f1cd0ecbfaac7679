import { surroundings } from '../../adapters/surroundings.ts';
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
import { mayEndIn } from '../../report/decided-folders.ts';
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
import type { PromiseListing } from '../../store/promise-store.ts';
import type { Suite } from '../../suite.ts';
import { type Command, JSON_OPTION, type Report } from '../command.ts';
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
    '[--mine | --orphans | --history] [--json | --watch]',
    '<id> [--json | --watch]',
    '--fleet [--all-projects] [--json] [--watch]',
  ],
  effects: [],
  options: {
    mine: { takes: 'nothing', summary: 'Only the promises of this session' },
    orphans: { takes: 'nothing', summary: 'Only promises without an owner' },
    history: { takes: 'nothing', summary: 'Ended promises' },
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
    const read = async (): Promise<Result<Report>> => {
      if (isOne) return (await import('./promise/show.ts')).showAction(args, suite);
      const listed = await listFor(part, suite);
      return listed.ok ? success(await reportOf(part, listed.value, suite)) : listed;
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

interface Listed {
  readonly active: PromiseListing;
  readonly history: PromiseListing;
}

async function reportOf(part: Part, { active, history }: Listed, suite: Suite): Promise<Report> {
  const { session } = suite.environment;
  const shown = active.promises.filter((named) => isShown(named, part, session));
  const ended = session && (await suite.stopGate.endOf(session));
  const everything = [...shown, ...history.promises];
  const records = await suite.promises.records(everything.map(({ id }) => id));
  const ledger = records.broken === undefined ? [] : [records.broken];
  const broken = [...active.broken, ...history.broken, ...ledger];
  const capped = part === 'everything' ? await unfinishedSessions(active, suite) : [];
  const waiting = part === 'everything' ? await suite.stopGate.listWaiting() : [];
  const unconfirmed = session && (await suite.stopGate.unconfirmedEndOf(session));
  const doubted = unconfirmedLines(shown, unconfirmed, suite);
  const interrupted = part === 'everything' ? await interruptedSessions(active, suite) : [];
  const paused = await pauseInForce(suite.stopGate.read, suite.clock.now());
  const { lost, untold } = await tellLost(part, suite);
  const now = suite.clock.now();
  const open = openCriteria(shown, suite);
  const store = sharedPlaceOf(suite);
  const gate = { ended, paused, capped, waiting, interrupted };
  const isDropIn = suite.spelling === 'drop-in';
  const here =
    part === 'everything' && !isDropIn
      ? await standingHere(suite, active.promises.length > 0)
      : undefined;
  const states = { store, ...gate, now, open, decided: here?.decided, records: records.states };
  const weakened = part === 'history' ? [] : await weakenedTests(shown, suite);
  const receipt = isDropIn || part !== 'everything' ? [] : await receiptLines(suite);
  const text = partText(part, { active: shown, history: history.promises, ...states }, suite);
  return {
    text: [
      ...receipt,
      text,
      ...weakenedSection(weakened, suite.style, suite.commandLines),
      ...doubted.flatMap((line) => ['', line]),
      ...lostLines(lost),
      ...(here?.next ?? []).map((line) => `Next: ${suite.style.bold(line)}`),
    ].join('\n'),
    json: {
      session_id: session?.id ?? null,
      ...(here && {
        project: suite.environment.projectFolder,
        may_end: here.decided === undefined ? null : mayEndIn(here.decided),
        next: here.next,
      }),
      ...(store && { store }),
      ended: ended ?? null,
      capped: capped.map(({ folders: _, session: id, ...cap }) => ({ session_id: id, ...cap })),
      paused: paused ?? null,
      interrupted: interrupted.map(({ at, session: id }) => ({ session_id: id, at })),
      waiting: waiting.map(({ session: id, ...wait }) => ({ session_id: id, ...wait })),
      promises: shown.map(({ promise }) => promise),
      history: history.promises.map(({ promise }) => promise),
      records: Object.fromEntries(records.states),
      open: Object.fromEntries([...open].map(([id, items]) => [id, items.map(openItemJson)])),
      divergent: everything.filter(isDivergent).map(({ id }) => id),
      unjudged: everything.filter(isUnjudgedForLack).map(({ id }) => id),
      unconfirmed: doubted,
      tampering: weakenedJson(weakened),
      unreadable: broken,
      lost: lost.map(lostJson),
    },
    notes: [
      ...unreadableNotes(broken, suite.commandLines),
      ...untold.map(warningOf),
      ...examinedNotes(weakened),
    ],
  };
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

/** Reads the promises that a part shows, and no others. */
async function listFor(part: Part, { promises }: Suite): Promise<Result<Listed>> {
  const active = part === 'history' ? success(NOTHING) : await promises.listActive();
  if (!active.ok) return active;
  const isWithHistory = part === 'history' || part === 'everything';
  const history = isWithHistory ? await promises.listHistory() : success(NOTHING);
  return history.ok ? success({ active: active.value, history: history.value }) : history;
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
