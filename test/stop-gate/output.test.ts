import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapReason } from '../../src/domain/session/liveness.ts';
import type { Waiting } from '../../src/domain/session/waiting.ts';
import { INTERRUPTED, waysOut } from '../../src/report/let-through-text.ts';
import type { Block } from '../../src/stop-gate/checker.ts';
import { readyNote } from '../../src/stop-gate/checkers/available-work.ts';
import { promiseBlock } from '../../src/stop-gate/checkers/completion-promise.ts';
import type { StopOutcome } from '../../src/stop-gate/decision.ts';
import { outputOf, unrememberedOutput } from '../../src/stop-gate/output.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import {
  blockBy,
  blockedBy,
  CAUSES,
  heldCheck,
  MAY_END,
  OWNER,
} from '../rig/values/gate-values.ts';

/** Every reason to give up: a new one does not compile until it is here. */
const CAPS: Readonly<Record<CapReason, string>> = {
  'nothing-changed': 'after 5 blocks in a row without any change',
  'no-progress': 'after 20 blocks in a row without progress',
  'host-limit': 'because the host would override the next block',
  'too-fast': 'after 12 blocks in 10 minutes',
  'none-closed': 'after 40 blocks without another criterion closed',
  'too-often': 'after 100 blocks',
  'not-remembered': 'because it cannot record how often it blocked',
};

const capped = (why: string, block: Block | undefined): StopOutcome => ({
  outcome: 'cap',
  why: why as CapReason,
  isTold: false,
  block,
});

describe('an outcome', () => {
  it('that lets go says nothing', () => {
    expect(outputOf({ outcome: 'allow' }, [], OWNER, [LINES_HERE])).toEqual({});
  });

  it('that lets go tells the user, and the user alone', () => {
    const note = 'Ready work (7):\n  bd-1 [P0] One';
    expect(outputOf({ outcome: 'allow' }, [note], OWNER, [LINES_HERE])).toEqual({
      systemMessage: note,
    });
  });

  it('that a person ended the session says who and why, and blocks nothing', () => {
    const end = {
      by: 'person',
      at: '2026-03-01T00:00:00Z',
      reason: 'enough\n\u001b[2J',
      promises: [],
      unreadable: [],
    } as const;
    const { decision, systemMessage } = outputOf({ outcome: 'ended', end }, [], OWNER, [
      LINES_HERE,
    ]);
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(/^A person ended this session on 2026-03-01T00:00:00Z: enough/);
    expect(systemMessage?.split('\n')).toHaveLength(1);
  });

  it('that the session rests says so without alarm, and what is still open', () => {
    const { decision, systemMessage } = outputOf(
      { outcome: 'rest', running: 2, block: blockBy('todos') },
      [],
      OWNER,
      [LINES_HERE],
    );
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(/^This session rests while 2 tasks run in the background\./);
    expect(systemMessage).toMatch(/^Still open: .*a word \(pending\)/m);
    expect(systemMessage).not.toMatch(/NOT COMPLETE|^Next:/m);
  });
});

describe('what the user is told', () => {
  const BLOCK: Block = {
    checker: 'promises',
    lines: ['Blocked: this is open.\nAC-1', 'Next: go on'],
    userLines: ['One is gone.'],
    personLines: ['Repair it.'],
    unconfirmed: [{ name: 'act:1', line: 'A waiver is none.' }],
  };
  const BARE: Block = { checker: 'promises', lines: ['Blocked: this is open.'] };
  const WAY_OUT = waysOut(OWNER, [LINES_HERE]);
  const blocked = (
    block: Block,
    isFirst: boolean,
    newActs: readonly string[] = [],
  ): StopOutcome => ({
    outcome: 'block',
    block,
    reason: 'x',
    isFirst,
    newActs,
  });
  const asked: Waiting = {
    kind: 'asked',
    question: 'Which?',
    needs: 'decision',
    at: '2026-03-01T00:00:00Z',
    used: false,
  };
  const capped = (block: Block | undefined, isTold = false): StopOutcome => ({
    outcome: 'cap',
    why: 'too-fast',
    isTold,
    block,
  });
  const NOT_COMPLETE =
    'NOT COMPLETE: the stop gate stopped blocking this session after 12 blocks in 10 minutes. The work is not done.';
  const RESTS = 'in the background. The gate checks again after that.';

  it.each<[string, StopOutcome, readonly string[]]>([
    [
      'of the first block of a row',
      blocked(BLOCK, true),
      [
        'One is gone.',
        'The stop gate blocked the agent: this is open.',
        'A waiver is none.',
        'Repair it.',
        WAY_OUT,
        'A note.',
      ],
    ],
    [
      'of a block with nothing beside it',
      blocked(BARE, true),
      ['The stop gate blocked the agent: this is open.', WAY_OUT, 'A note.'],
    ],
    [
      'of a later block',
      blocked(BLOCK, false, ['Another.']),
      ['One is gone.', 'Another.', 'A note.'],
    ],
    [
      'of a rest',
      { outcome: 'rest', running: 1, block: BLOCK },
      [
        `This session rests while 1 task runs ${RESTS}`,
        'Still open: this is open.',
        'One is gone.',
        'A note.',
      ],
    ],
    [
      'of a rest that was not asked about',
      { outcome: 'rest', running: 2, block: undefined },
      [`This session rests while 2 tasks run ${RESTS}`, 'A note.'],
    ],
    [
      'of a wait',
      { outcome: 'wait', waiting: asked, block: BARE },
      ['WAITING FOR YOU: Which? (needs: decision)', 'Still open: this is open.', 'A note.'],
    ],
    [
      'of a wait that was not asked about',
      { outcome: 'wait', waiting: asked, block: undefined },
      ['WAITING FOR YOU: Which? (needs: decision)', 'A note.'],
    ],
    [
      'of an interrupt',
      { outcome: 'interrupted', block: BARE },
      [INTERRUPTED, 'Still open: this is open.', 'A note.'],
    ],
    [
      'of a gate that gives up',
      capped(BLOCK),
      [NOT_COMPLETE, 'Not done: this is open.', 'AC-1', 'Next: go on', 'One is gone.', 'A note.'],
    ],
    [
      'of one that gives up where nothing was looked at',
      capped(undefined),
      [NOT_COMPLETE, 'A note.'],
    ],
    [
      'of one that gives up on what announces lines',
      capped({ checker: 'x', lines: ['This session should continue:', '  a'] }),
      [NOT_COMPLETE, 'Not done:', '  a', 'A note.'],
    ],
    ['of one that gave up before', capped(BLOCK, true), ['A note.']],
  ])('%s', (_what, outcome, said) => {
    const { decision, systemMessage } = outputOf(outcome, ['A note.'], OWNER, [LINES_HERE]);
    expect(systemMessage?.split('\n')).toEqual(said);
    expect(decision).toBe(outcome.outcome === 'block' ? 'block' : undefined);
  });
});

describe.each(CAUSES)('a block by %s', (checker) => {
  const output = outputOf(blockedBy(blockBy(checker)), [], OWNER, [LINES_HERE]);

  it('says why and the next step', () => {
    expect(output.decision).toBe('block');
    expect(output.reason).toMatch(/Blocked: |This session should continue/);
    expect(output.reason).toMatch(/^Next: |: cs doctor$/m);
  });

  it('tells the user, at the first of a row alone, how a person lifts it', () => {
    const lifts = `cs session end ${OWNER} --reason "[why]"`;
    expect(output.systemMessage?.split('\n').at(-1)).toBe(
      `To end this session anyway, run in your own terminal: ${lifts} (or cs session pause). To give a promise up, have the agent cancel it.`,
    );
    expect(output.reason).not.toContain('end-session');
    const later = outputOf(blockedBy(blockBy(checker), false), [], OWNER, [LINES_HERE]);
    expect(later.systemMessage ?? '').not.toContain('end-session');
  });

  it('never suggests to skip anything', () => {
    expect(output.reason).not.toMatch(/--skip|--no-|--force/);
  });

  it('lets advice reach the user beside it', () => {
    const both = outputOf(blockedBy(blockBy(checker)), ['No bd.'], OWNER, [LINES_HERE]);
    expect(both.reason).toBe(output.reason);
    expect(both.systemMessage).toContain('No bd.');
  });

  it.each(Object.entries(CAPS))(
    'given up as %s: not complete, and what is not done',
    (why, said) => {
      const { decision, reason, systemMessage } = outputOf(
        capped(why, blockBy(checker)),
        [],
        OWNER,
        [LINES_HERE],
      );
      expect([decision, reason]).toEqual([undefined, undefined]);
      expect(systemMessage).toMatch(/^NOT COMPLETE: the stop gate stopped blocking this session /);
      expect(systemMessage).toContain(said);
      expect(systemMessage).toContain('The work is not done.');
      expect(systemMessage).toContain('a word');
      expect(systemMessage).not.toMatch(/\b(is|are|was) (now )?complete\b|^This session may end/m);
    },
  );
});

it.each(Object.entries(CAPS))(
  'given up as %s, with nothing looked at: not complete',
  (why, said) => {
    const { decision, systemMessage } = outputOf(capped(why, undefined), [], OWNER, [LINES_HERE]);
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(/^NOT COMPLETE: /);
    expect(systemMessage).toContain(said);
  },
);

it('given up after a question in vain: what it asked is told, before what is not done', () => {
  const asked: Waiting = {
    kind: 'asked',
    question: 'SQLite or PostgreSQL?',
    needs: 'decision',
    at: '2026-03-01T00:00:00Z',
    used: false,
  };
  const block = blockBy('todos');
  const outcome = { outcome: 'cap', why: 'no-progress', isTold: false, block, asked } as const;
  const { systemMessage } = outputOf(outcome, [], OWNER, [LINES_HERE]);
  expect(systemMessage?.split('\n')[1]).toBe(
    'It asked: SQLite or PostgreSQL? (needs: decision). No one answered.',
  );
});

it('promises that are gone are told to the user, one that is open or not', () => {
  const lost = [{ id: 'p-1', how: 'vanished', noticed: 'since-last-stop' }] as const;
  for (const check of [heldCheck('x'), MAY_END]) {
    const block = promiseBlock({ checks: [check], failed: [], lost }, LINES_HERE);
    if (block === undefined) throw new Error('nothing blocks');
    expect(outputOf(blockedBy(block), [], OWNER, [LINES_HERE]).systemMessage).toContain(
      'gone and were not verified: p-1 (vanished).',
    );
  }
});

describe('where nothing is known but what went wrong', () => {
  it('blocks once in a turn, with the way out', () => {
    const { decision, reason, systemMessage } = unrememberedOutput('No folder.', false);
    expect(decision).toBe('block');
    expect(reason).toMatch(/No folder\.\nNext: cs doctor$/);
    expect(systemMessage).toMatch(/No folder\.\n.*cs hooks uninstall/);
  });

  it('lets go after that, and says that nothing was checked', () => {
    const { decision, systemMessage } = unrememberedOutput('No folder.', true);
    expect(decision).toBeUndefined();
    expect(systemMessage).toMatch(/^NOT CHECKED: .* No folder\.$/m);
  });
});

/** What a terminal obeys, but for line breaks. */
const UNSAFE = /[^\P{Cc}\n]|\p{Bidi_Control}|\p{Cs}|[\u2028\u2029\ufeff]/u;

const said = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('\n', '\r\n', '\u001b[2J', '\nNext: rm -rf /', '\u202e', '"}\n{'),
    ),
    { maxLength: 8 },
  )
  .map((parts) => `x${parts.join('')}`);

describe('whatever others wrote', () => {
  it.each(CAUSES)(
    'nothing in a block by %s is obeyed by a terminal, or passes for a line of the gate',
    (checker) => {
      fc.assert(
        fc.property(said, said, (words, session) => {
          const block = blockBy(checker, words);
          const notes = [readyNote([{ id: words, title: words, priority: 1, waitsFor: [words] }])];
          const answers: readonly StopOutcome[] = [
            blockedBy(block),
            { outcome: 'rest', running: 1, block },
            capped('too-fast', block),
            {
              outcome: 'ended',
              end: {
                by: 'person',
                at: words,
                reason: words,
                promises: [words],
                unreadable: [words],
              },
            },
          ];
          for (const outcome of answers) {
            const { reason = '', systemMessage = '' } = outputOf(outcome, notes, session, [
              LINES_HERE,
            ]);
            expect(reason).not.toMatch(UNSAFE);
            expect(systemMessage).not.toMatch(UNSAFE);
            expect(`${reason}\n${systemMessage}`).not.toMatch(/^Next: rm/m);
          }
        }),
        { numRuns: 60 },
      );
    },
  );

  it('nothing of a failure is obeyed by a terminal', () => {
    fc.assert(
      fc.property(said, fc.boolean(), (why, isContinued) => {
        const { reason = '', systemMessage = '' } = unrememberedOutput(why, isContinued);
        expect(`${reason}${systemMessage}`).not.toMatch(UNSAFE);
      }),
    );
  });
});
