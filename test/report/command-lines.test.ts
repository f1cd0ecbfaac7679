import { describe, expect, it } from 'vitest';
import { NODE_DIGESTS } from '../../src/adapters/file-digest.ts';
import { stop } from '../../src/doctor/rows/hooks.ts';
import { NO_TIER_ONE } from '../../src/domain/closing/tier-one.ts';
import type { NextAction } from '../../src/domain/standing/next-action.ts';
import { type CheckDecision, decideCheck } from '../../src/domain/standing/stop-check.ts';
import { checkJson, checkText } from '../../src/report/check-text.ts';
import { type CommandLines, commandLinesFor, nextLine } from '../../src/report/command-lines.ts';
import { directivesText } from '../../src/report/directive-text.ts';
import { diagnosisLine } from '../../src/report/doctor-text.ts';
import { failureLines } from '../../src/report/failure-text.ts';
import { leftMessage } from '../../src/report/left-promises-text.ts';
import { nextStepLine } from '../../src/report/prove-text.ts';
import { leftOpenText, whichSession } from '../../src/report/session-end-text.ts';
import { sessionStartText } from '../../src/report/session-start-text.ts';
import { unreadableNotes } from '../../src/report/status-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { verifiedText } from '../../src/report/verified-text.ts';
import { promiseBlock } from '../../src/stop-gate/checkers/completion-promise.ts';
import { outputOf } from '../../src/stop-gate/output.ts';
import { createFileView } from '../../src/store/files/state-view.ts';
import type { StateView } from '../../src/store/state-view.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import {
  checkFacts,
  namedPromise,
  promiseValue,
  sessionValue,
} from '../rig/values/domain-values.ts';
import { seenHost } from '../rig/values/examined.ts';
import { EVERY_FAILURE } from '../rig/values/failures.ts';
import { blockBy, blockedBy, heldCheck, MAY_END, OWNER } from '../rig/values/gate-values.ts';
import { criterion, metCriterion } from '../rig/values/promises.ts';
import { createMemoryFiles } from '../rig/worlds/memory-files.ts';

const ELSEWHERE = commandLinesFor("/the other's/project", 'drop-in');
/** What names the folder, as a shell takes it. */
const NAMED = ` -C '/the other'\\''s/project'`;

const EVIDENCE = '--evidence "[what shows it]" --type test';
const RESPONSE = `--response-file "[the validator's answer]"`;

describe('a command line names the project behind everything else', () => {
  it.each<[line: (lines: CommandLines) => string, here: string]>([
    [({ meet }) => meet('p-1', 'AC-1'), `cs-promise --meet p-1 --ac-id AC-1 ${EVIDENCE}`],
    [({ start }) => start('p-1'), 'cs-promise --start p-1'],
    [({ cancel }) => cancel('p-1'), 'cs-promise --cancel p-1'],
    [({ adopt }) => adopt('p-1'), 'cs-promise --adopt p-1'],
    [({ giveUpFor }) => giveUpFor('cancel', 'p-1', 's-1'), 'cs-promise --cancel p-1 --for s-1'],
    [({ giveUpFor }) => giveUpFor('release', 'p-1', 's-1'), 'cs-promise --release p-1 --for s-1'],
    [({ show }) => show('p-1'), 'cs-promise --show p-1'],
    [({ verify }) => verify('p-1'), 'cs-verify --promise p-1'],
    [({ verify }) => verify('p-1', '--proof "x"'), 'cs-verify --promise p-1 --proof "x"'],
    [({ judge }) => judge('p-1'), 'cs-verify --judge --promise p-1'],
    [({ judge }) => judge('p-1', '--votes 3'), 'cs-verify --judge --promise p-1 --votes 3'],
    [({ prove }) => prove('p-1'), 'cs prove p-1'],
    [({ prove }) => prove('p-1', '--trust'), 'cs prove p-1 --trust'],
    [
      ({ addCheck }) => addCheck('p-1', 'AC-1'),
      'cs-promise --add-check p-1 --ac-id AC-1 --command "[command]"',
    ],
    [({ waive }) => waive('p-1', 'AC-1'), 'cs-promise --waive p-1 --ac-id AC-1 --reason "[why]"'],
    [({ end }) => end('s-1'), 'cs session end s-1 --reason "[why]"'],
    [
      ({ validate }) => validate('p-1', 'AC-1'),
      `cs-store-validation --promise p-1 --ac-id AC-1 ${RESPONSE}`,
    ],
    [({ of }) => of('cs doctor --repair'), 'cs doctor --repair'],
    [({ show }) => show('an id; rm x'), "cs-promise --show 'an id; rm x'"],
  ])('%#: %s', (line, here) => {
    expect(line(LINES_HERE)).toBe(here);
    expect(line(ELSEWHERE)).toBe(`${here}${NAMED}`);
  });

  it.each<[line: (lines: CommandLines) => string, here: string]>([
    [({ init }) => init(), 'cs session init'],
    [({ create }) => create(), 'cs do "[title]" --ac "[criterion]"'],
    [({ list }) => list(), 'cs status'],
    [({ list }) => list('--mine'), 'cs status --mine'],
    [({ status }) => status('--history'), 'cs status --history'],
    [({ check }) => check(), 'cs check'],
    [({ meet }) => meet('p-1', 'AC-1'), `cs meet p-1 AC-1 ${EVIDENCE}`],
    [({ start }) => start('p-1'), 'cs promise start p-1'],
    [({ cancel }) => cancel('p-1'), 'cs promise cancel p-1'],
    [({ adopt }) => adopt('p-1'), 'cs promise adopt p-1'],
    [({ release }) => release('p-1'), 'cs promise release p-1'],
    [({ giveUpFor }) => giveUpFor('release', 'p-1', 's-1'), 'cs promise release p-1 --for s-1'],
    [({ giveUpFor }) => giveUpFor('cancel', 'p-1', 's-1'), 'cs promise cancel p-1 --for s-1'],
    [({ show }) => show('p-1'), 'cs status p-1'],
    [({ verify }) => verify('p-1', '--proof "x"'), 'cs verify p-1 --proof "x"'],
    [({ judge }) => judge('p-1', '--votes 3'), 'cs judge p-1 --votes 3'],
    [
      ({ addCheck }) => addCheck('p-1', 'AC-1'),
      'cs promise --add-check p-1 --ac-id AC-1 --command "[command]"',
    ],
    [({ waive }) => waive('p-1', 'AC-1'), 'cs promise waive p-1 AC-1 --reason "[why]"'],
    [
      ({ validate }) => validate('p-1', 'AC-1'),
      'cs promise validate p-1 AC-1 --pass --reason "[what was observed]"',
    ],
    [({ of }) => of('cs doctor'), 'cs doctor'],
  ])('%#: in the spelling of the one command: %s', (line, here) => {
    const long = here.replace(/^cs/, 'completion-promise');
    expect(line(commandLinesFor(undefined, 'cs'))).toBe(here);
    expect(line(commandLinesFor(undefined, 'completion-promise'))).toBe(long);
  });

  it('but before the command that it runs', () => {
    expect(LINES_HERE.run('p-1', 'AC-1')).toBe('cs meet p-1 AC-1 --run -- [command]');
    expect(ELSEWHERE.run('p-1', 'AC-1')).toBe(`cs meet p-1 AC-1 --run${NAMED} -- [command]`);
  });

  it('and behind the way to the checkout that it is to be run in', () => {
    const action: NextAction = { act: 'prove', id: 'p-1', checkout: '/the side' };
    expect(nextLine(action, LINES_HERE)).toBe("cd '/the side'; cs prove p-1");
    expect(nextLine(action, ELSEWHERE)).toBe(`cd '/the side'; cs prove p-1${NAMED}`);
  });

  it('and before what is said of it', () => {
    const action: NextAction = { act: 'tell-person', id: 'p-1', criterion: 'AC-1', failures: 3 };
    expect(nextLine(action, ELSEWHERE)).toMatch(`cs-promise --show p-1${NAMED}   # AC-1 failed `);
  });
});

const OPEN = namedPromise('promise-1', OWNER, {
  acceptance_criteria: [metCriterion('AC-1'), criterion('AC-2')],
});
const DECISION: CheckDecision = decideCheck(
  checkFacts(
    sessionValue(OWNER),
    [
      OPEN,
      namedPromise('promise-2', OWNER, { status: 'pending' }),
      namedPromise('promise-3', OWNER, { status: 'paused' }),
      ...[4, 5, 6, 7, 8].map((number) => namedPromise(`promise-${number}`, null)),
    ],
    [{ path: '/state/x.json', reason: 'it is empty' }],
  ),
);
const MANY_OPEN = Array.from({ length: 21 }, (_, number) =>
  namedPromise(`p-${number}`, `s-${number}`),
);
const STEP: NextAction = { act: 'meet', id: 'promise-1', criterion: 'AC-2' };
const START = {
  left: [{ ...OPEN, session: 'session-b' }],
  promises: [{ ...OPEN, open: [], isRejected: false, holds: true, next: STEP }],
  more: 1,
  inherited: [],
  isForkBesideOthers: false,
  others: 0,
  orphaned: MANY_OPEN,
  broken: [{ path: '/state/x.json', reason: 'it is empty' }],
};
const LOST = (['vanished', 'cancelled', 'released', 'taken-over'] as const).map((how) => ({
  id: `p-${how}`,
  noticed: 'since-last-stop' as const,
  how,
}));
const GATES = {
  self_report: 'passed',
  proofs: 'none',
  validation: 'passed',
  judge: 'not-run',
} as const;

/** The texts that name commands, each made with given command lines. */
const TEXTS: Readonly<Record<string, (lines: CommandLines) => string>> = {
  ...Object.fromEntries(
    EVERY_FAILURE.map((failure) => [
      `the failure ${failure.kind}`,
      (lines: CommandLines) => failureLines(failure, lines),
    ]),
  ),
  'a failure whose way out is a proof': (lines) =>
    failureLines(
      { kind: 'usage', message: 'x', next: { act: 'prove', id: 'p-1', criterion: 'AC-1' } },
      lines,
    ),
  'a failure whose way out is a run': (lines) =>
    failureLines(
      { kind: 'usage', message: 'x', next: { act: 'run', id: 'p-1', criterion: 'AC-1' } },
      lines,
    ),
  'a promise without an owner': (lines) =>
    failureLines({ kind: 'not-owner', id: 'p-1', owner: null }, lines),
  'too few votes': (lines) =>
    failureLines({ kind: 'unjudged', id: 'p-1', reason: 'x', votes: 3 }, lines),
  "the check's block": (lines) => checkText(DECISION, false, lines).stdout,
  "the check's block in brief": (lines) => checkText(DECISION, false, lines).stderr,
  "the check's answer as data": (lines) => JSON.stringify(checkJson(DECISION, lines)),
  'what a session is told at its start': (lines) => sessionStartText(START, lines),
  'what the user is told of promises that are left': (lines) => leftMessage(START.left, lines),
  'what a session without promises is told at its start': (lines) =>
    sessionStartText({ ...START, promises: [], more: 0, others: 2 }, lines),
  'the next step of a promise': (lines) => nextStepLine('promise-1', OPEN.promise, lines),
  'what a session leaves open': (lines) => leftOpenText('s', MANY_OPEN, plainStyle, lines),
  'which session is meant': (lines) => whichSession(MANY_OPEN, lines),
  'no directives': (lines) => directivesText([], plainStyle, lines),
  'files that cannot be read': (lines) =>
    unreadableNotes([{ path: 'x', reason: 'y' }], lines).join('\n'),
  'a promise that was closed without a judge': (lines) =>
    verifiedText(
      {
        id: 'p-1',
        promise: promiseValue(OWNER),
        gates: GATES,
        partial: [],
        judgeLines: [],
        tierOne: NO_TIER_ONE,
      },
      plainStyle,
      lines,
    ),
  'a block, with how it ends': (lines) =>
    outputOf(blockedBy(blockBy('todos')), [], OWNER, [lines]).systemMessage ?? '',
  'a block by lost promises': (lines) => {
    const check = { ...MAY_END, ...folderOf(lines) };
    return promiseBlock({ checks: [check], failed: [], lost: LOST }, lines)?.lines.join('\n') ?? '';
  },
  'a block by open and lost promises': (lines) =>
    promiseBlock(
      { checks: [{ ...heldCheck('x'), ...folderOf(lines) }], failed: [], lost: LOST },
      lines,
    )
      ?.lines.slice(1)
      .join('\n') ?? '',
  'an examination of hooks': (lines) =>
    stop
      .judge([seenHost('claude-code', [], { isLaunchKnown: true })])
      .map((one) => diagnosisLine(one, plainStyle, lines))
      .join('\n'),
};

/** The project's folder, in which every promise that is asked for is found. */
function folderOf(commands: CommandLines) {
  const view: StateView = {
    ...createFileView({ digests: NODE_DIGESTS, files: createMemoryFiles() }, '/project'),
    whereaboutsOf: () => ({ place: 'active', promise: OPEN.promise }),
  };
  return { view, commands };
}

/** The name of a command with words behind it; its help is the same for every project. */
const COMMAND =
  /\bcs(?:-(?:init|promise|status|store-validation|verify)| [a-z]+(?:-[a-z]+)*)(?= )(?! --help)/g;

describe('for a reader whose folder leads elsewhere', () => {
  it.each(Object.entries(TEXTS))(
    '%s: has nothing that a host escapes where it tells its model',
    (_name, textOf) => {
      expect(textOf(LINES_HERE)).not.toMatch(/[<>&]/);
    },
  );

  it.each(Object.entries(TEXTS))(
    '%s: each command names the project, and nothing else differs',
    (name, textOf) => {
      const isData = name.endsWith('as data');
      const named = isData ? JSON.stringify(NAMED).slice(1, -1) : NAMED;
      const elsewhere = textOf(ELSEWHERE);
      expect(elsewhere.split(named)).toHaveLength([...elsewhere.matchAll(COMMAND)].length + 1);
      expect(elsewhere.replaceAll(named, '')).toBe(textOf(LINES_HERE));
    },
  );

  it('these texts are not all without commands', () => {
    const naming = Object.values(TEXTS).filter((textOf) => textOf(ELSEWHERE).includes(NAMED));
    expect(naming.length).toBeGreaterThan(30);
  });
});
