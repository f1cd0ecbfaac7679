import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../src/domain/base/failure.ts';
import type { HookOutput } from '../../../src/domain/host/dialect.ts';
import { guardScript } from '../../../src/domain/host/guard-script.ts';
import { CLAUDE_CODE_WORDS } from '../../../src/domain/host/guarded-command.ts';
import type { NamedPromise } from '../../../src/domain/promise/promise.ts';
import type { TakeTree } from '../../../src/domain/promise/tree.ts';
import type { GateMemory } from '../../../src/domain/session/gate-memory.ts';
import { CAP_REASONS, type CapReason } from '../../../src/domain/session/liveness.ts';
import type { UnconfirmedEnd } from '../../../src/domain/session/session-end.ts';
import type { WaitBar, Waiting } from '../../../src/domain/session/waiting.ts';
import { requestedAmong } from '../../../src/domain/standing/giving-up.ts';
import { decideCheck } from '../../../src/domain/standing/stop-check.ts';
import { commandLinesFor } from '../../../src/report/command-lines.ts';
import { failureLines } from '../../../src/report/failure-text.ts';
import { requestLines } from '../../../src/report/give-up-text.ts';
import { leftMessage } from '../../../src/report/left-promises-text.ts';
import { metLines } from '../../../src/report/met-text.ts';
import {
  unconfirmedEndLines,
  unconfirmedWaiverLines,
} from '../../../src/report/person-act-text.ts';
import { letGoLines } from '../../../src/report/session-check-text.ts';
import {
  type SessionStartFacts,
  sessionStartText,
} from '../../../src/report/session-start-text.ts';
import { checkedAgainText } from '../../../src/report/unreached-text.ts';
import { type AskOutcome, askOutcomeText } from '../../../src/report/waiting-text.ts';
import type { Block } from '../../../src/stop-gate/checker.ts';
import { readyNote } from '../../../src/stop-gate/checkers/available-work.ts';
import { promiseBlock } from '../../../src/stop-gate/checkers/completion-promise.ts';
import { decideHeld, type StopOutcome } from '../../../src/stop-gate/decision.ts';
import { outputOf, unrememberedOutput } from '../../../src/stop-gate/output.ts';
import type { Questions } from '../../../src/stop-gate/questions.ts';
import { responseToUnnamed } from '../../../src/stop-gate/response.ts';
import { unreachedOutput } from '../../../src/stop-gate/unreached.ts';
import {
  checkFacts,
  NO_MEMORY,
  namedPromise,
  sessionValue,
} from '../../rig/values/domain-values.ts';
import { blockBy, type Cause, heldCheck } from '../../rig/values/gate-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import { CHECKS, proofParts } from '../../rig/values/proof-values.ts';
import { SIGHTING } from '../../rig/values/sightings.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';

/**
 * Every text that a model and a user can see of the hooks, each made by the function that makes it. A new text is a
 * new line in the section that it belongs to.
 */

/** What is said in a case: to the model, and to the user. */
export interface Said {
  readonly model?: string | undefined;
  readonly user?: string | undefined;
}

export interface Section {
  readonly title: string;
  /** What commands say to the agent, which the page of errors has: the page of hooks leaves it out. */
  readonly isOfCommands?: true;
  /** What the page says in the place of all cases but the first, where they are like it. */
  readonly likeTheFirst?: string;
  /** What is said, by when it is said. */
  readonly cases: Readonly<Record<string, Said>>;
}

const LINES_HERE = commandLinesFor(undefined, 'cs');
const SESSION = 'session-a';
const ID = 'promise-1a2b3c4d';

const login = (parts: PromiseParts, id = ID): NamedPromise =>
  namedPromise(id, SESSION, { title: 'Login works', ...parts });

const UNMET = login({
  acceptance_criteria: [
    metCriterion('AC-1', { description: 'Tests pass' }),
    criterion('AC-2', { description: 'Docs say how' }),
  ],
});
const BARE = login({
  acceptance_criteria: [metCriterion('AC-1', { description: 'Tests pass', evidence: '' })],
});
const REJECTED = login({
  acceptance_criteria: [metCriterion('AC-1', { description: 'Tests pass' })],
  judgments: [
    {
      status: 'success',
      verdict: 'FAIL',
      failed: ['AC-1'],
      feedback: [{ ac_id: 'AC-1', finding: 'No run is shown.', would_satisfy: 'its output' }],
    },
  ],
  give_up_requested: { what: 'cancel', at: '2026-02-17T10:30:00Z', session_id: SESSION },
});
const MET = login({ acceptance_criteria: [metCriterion('AC-1', { description: 'Tests pass' })] });
const FORGED = login({
  acceptance_criteria: [
    criterion('AC-2', {
      waived: { by: 'person', at: '2026-02-17T10:30:00Z', reason: 'x', unconfirmed: 'unnamed' },
    }),
  ],
});
const FORGED_END: UnconfirmedEnd = {
  by: 'person',
  at: '2026-02-17T10:30:00Z',
  reason: 'x',
  promises: [ID],
  unreadable: [],
  fault: 'no-line',
};
const PENDING = login({ status: 'pending' });
const ORPHAN = namedPromise('promise-5e6f7a8b', null, { title: 'Left behind' });

/** A promise whose check failed so many times in a row. */
function failing(times: number): NamedPromise {
  const output = 'not ok 2 - adds two numbers\n  error: 3 !== 4\n  at sum.test.js:5:1';
  const finding = 'npm test: exit code 1 in 0.7 s: not ok 2 - adds two numbers';
  const attempt = {
    by: 'cs prove',
    verdict: 'FAIL',
    feedback: [{ finding, would_satisfy: 'that it passes', output }],
  };
  const checks = [{ kind: 'command', run: 'npm test' }];
  const attempts = Array.from({ length: times }, () => attempt);
  return login({
    acceptance_criteria: [criterion('AC-1', { description: 'Tests pass', checks, attempts })],
  });
}

/** A promise whose proof is older than some files. */
const STALE = login({
  acceptance_criteria: [
    metCriterion('AC-1', {
      description: 'Tests pass',
      checks: CHECKS,
      proof: proofParts({ last_change: 1 }),
    }),
  ],
});
const EDITED = ['README.md', 'package.json', 'src/sum.js', 'test/sum.test.js'];
const editedTree: TakeTree = () => ({ bound: true, digest: 'later', changedSince: () => EDITED });

/** The block by a session's promises, and by files that cannot be read. */
function blockOf(
  promise: NamedPromise,
  endRequires: 'met' | 'verified' = 'met',
  broken = false,
): Block {
  const files = broken
    ? [{ path: '/work/.claude/completion-state/promises/x.json', reason: 'it is not valid JSON' }]
    : [];
  const facts = checkFacts(sessionValue(SESSION), [promise], files);
  const settings = { ...facts.settings, endRequires };
  const decision = decideCheck({ ...facts, settings, takeTree: editedTree });
  const check = { ...heldCheck('x'), decision, commands: LINES_HERE };
  const block = promiseBlock({ checks: [check], failed: [], lost: [] }, LINES_HERE);
  if (block === undefined) throw new Error(`${promise.id} holds nothing`);
  return block;
}

/** The block by what a validator found that the suite ran. */
function failedBlock(): Block {
  const fail = { id: 'promise-1a2b3c4d', criterion: 'AC-1', by: 'run:claude-code', at: '' };
  const failed = [{ ...fail, findings: ['npm test: 1 failed'], commands: LINES_HERE }];
  const block = promiseBlock({ checks: [], lost: [], failed }, LINES_HERE);
  if (block === undefined) throw new Error('a FAIL holds nothing');
  return block;
}

const SEEN = SIGHTING;

function said({ reason, systemMessage }: HookOutput): Said {
  return { model: reason, user: systemMessage };
}

const answered = (answer: StopOutcome): Said => said(outputOf(answer, [], SESSION, [LINES_HERE]));

/** The user can be asked. */
const QUESTIONS: Questions = {
  isAnswered: () => false,
  plan: undefined,
  bar: undefined,
  at: '2026-02-17T10:30:00Z',
  commands: LINES_HERE,
  forUser: [],
};
const ASKED: Waiting = {
  question: 'Which database is it for?',
  needs: 'decision',
  at: '2026-02-17T10:30:00Z',
  kind: 'asked',
  used: false,
};

const still = { open: [], folders: [] };
const barred = (bar: WaitBar): Said => {
  const before = { ...NO_MEMORY, waiting: ASKED };
  return answered(decideHeld(before, SEEN, blockOf(UNMET), still, { ...QUESTIONS, bar }).outcome);
};
const asks = (outcome: AskOutcome): Said => ({ model: askOutcomeText(outcome, ASKED) });
const blockedAfter = (before: GateMemory, block: Block, position = 'p1'): Said =>
  answered(decideHeld(before, { ...SEEN, position }, block, still, QUESTIONS).outcome);
const blocked = (block: Block): Said => blockedAfter(NO_MEMORY, block);
/** Where a question would not let the session stop, none is suggested. */
const blockedWithout = (bar: WaitBar, block: Block): Said =>
  answered(decideHeld(NO_MEMORY, SEEN, block, still, { ...QUESTIONS, bar }).outcome);
const blockedAgain = (block: Block): Said =>
  blockedAfter(decideHeld(NO_MEMORY, SEEN, block, still, QUESTIONS).memory, block, 'p2');
const blockedBy = (cause: Cause): Said => blocked(blockBy(cause, 'a word', LINES_HERE));
const capped = (why: CapReason): Said =>
  answered({ outcome: 'cap', why, isTold: false, block: blockOf(UNMET) });
const rested = (running: number, block?: Block): Said =>
  answered({ outcome: 'rest', running, block });

const START: SessionStartFacts = {
  promises: [],
  more: 0,
  inherited: [],
  isForkBesideOthers: false,
  others: 0,
  orphaned: [],
  left: [],
  broken: [],
};
const started = (facts: Partial<SessionStartFacts>, user?: string): Said => ({
  model: sessionStartText({ ...START, ...facts }, LINES_HERE),
  user,
});
const told = (named: NamedPromise, holds: boolean) => {
  const decision = decideCheck(checkFacts(sessionValue(SESSION), [named]));
  const next = holds
    ? ({ act: 'meet', id: named.id, criterion: 'AC-2' } as const)
    : ({ act: 'verify', id: named.id } as const);
  return {
    ...named,
    open: decision.inProgress.flatMap(({ open }) => open),
    isRejected: false,
    holds,
    next,
  };
};
const MEET_FIRST = { act: 'meet', id: ID, criterion: 'AC-1' } as const;
const LEFT = [{ ...UNMET, session: 'session-b' }];

/** What the shell front says by itself, as its script has it. */
function frontSays(beginning: string): Said {
  const script = readFileSync(join(CHECKOUT, 'bin', 'cs-hook'), 'utf8');
  const usual = (place: number): string =>
    new RegExp(`\\$\\{${place}:-([^}]+)\\}`).exec(script)?.[1] ?? '';
  const refusals = script.matchAll(
    /refuse (['"])(?<why>.*?)\1(?: '(?<next>.*?)' '(?<person>.*?)')?/g,
  );
  const said = [...refusals].find(({ groups }) => groups?.['why']?.startsWith(beginning))?.groups;
  if (said === undefined) throw new Error(`the front does not say: ${beginning}`);
  const why = said['why']?.replace('$deadline', '55').replace('$code', '1');
  return {
    model: `${why} Next: ${said['next'] ?? usual(2)}`,
    user: `${why} ${said['person'] ?? usual(3)}`,
  };
}

/** What a guard says where the suite is missing. */
const guardTexts =
  guardScript({
    title: 'Claude Code',
    host: undefined,
    words: CLAUDE_CODE_WORDS,
    installation: 'global',
    search: [],
  }).match(
    /(?:Blocked: there are promises|There are promises|The stop gate of this project)[^'"]*/g,
  ) ?? [];
const [missingText, shutText, offText] = guardTexts;

/** What the user is told, once, of a promise that its session asked to give up. */
const requestedText = requestLines(requestedAmong([REJECTED]), LINES_HERE).join('\n');

const STORE = 'postgresql://cs_user@db.example.com/promises?sslmode=verify-full';
const UNREACHABLE = {
  kind: 'store-unreachable',
  place: STORE,
  reason: 'connect ECONNREFUSED 192.0.2.1:5432',
} as const;
const UNREACHED = { failure: UNREACHABLE, at: '2026-02-17T10:30:00Z' };

const refused = (failure: Failure): Said => ({ model: failureLines(failure, LINES_HERE) });

export const SECTIONS: readonly Section[] = [
  {
    title: 'The gate blocks',
    cases: {
      'a promise is not started': blocked(blockOf(PENDING)),
      'a criterion is not met': blocked(blockOf(UNMET)),
      'a criterion is marked met without evidence': blocked(blockOf(BARE)),
      'the same again, in one turn': blockedAgain(blockOf(UNMET)),
      "a judge's FAIL stands, and the session asked to cancel the promise": {
        ...blockedWithout('rejected', blockOf(REJECTED)),
        user: requestedText,
      },
      'files changed after the proof': blocked(blockOf(STALE)),
      'a check failed': blocked(blockOf(failing(1))),
      'a check failed, again in one turn': blockedAgain(blockOf(failing(1))),
      'a check failed too often': blocked(blockOf(failing(9))),
      'all is met, and the project requires verification': blocked(blockOf(MET, 'verified')),
      'a state file cannot be read': blockedWithout('unread', blockOf(UNMET, 'met', true)),
      'settings cannot be read': blockedWithout(
        'unread',
        blockBy('promises-unread', 'a word', LINES_HERE),
      ),
      'a promise is gone': blockedWithout('lost', blockBy('lost-promises', 'a word', LINES_HERE)),
      'a validator that was run failed it': blocked(failedBlock()),
      'standing checks have not passed': blockedBy('standing-checks'),
      'issues are not committed': blockedBy('beads-sync'),
      'work of others is blocked': blockedBy('blocked-work'),
      'todos are open': blockedBy('todos'),
      'a model finds more to do': blockedBy('continuation-review'),
      'a model finds that the work is not what was asked for': blockedBy('reality-check'),
    },
  },
  {
    title: 'The gate stops blocking',
    likeTheFirst:
      'So for each of the [reasons](stop-gate.md#how-long-it-holds-a-session), in its words.',
    cases: Object.fromEntries(CAP_REASONS.map((why) => [`\`${why}\``, capped(why)])),
  },
  {
    title: 'The session waits for its user',
    cases: {
      'it asked': answered({ outcome: 'wait', block: blockOf(UNMET), waiting: ASKED }),
      'it shows a plan': answered({
        outcome: 'wait',
        block: blockOf(UNMET),
        waiting: { ...ASKED, kind: 'plan' },
      }),
      'no one can answer': barred('unattended'),
      "a judge's FAIL stands": barred('rejected'),
      'a promise is gone': barred('lost'),
      'its promises cannot be read': barred('unread'),
      'it is capped, and no one answered': answered({
        outcome: 'cap',
        why: 'nothing-changed',
        isTold: false,
        block: blockOf(UNMET),
        asked: ASKED,
      }),
      'the answer of `cs session ask`': asks('waits'),
      'the answer of `cs session ask`, where no one can answer': asks('for-the-record'),
      'the answer of `cs session ask`, where nothing blocks the session': asks('not-held'),
    },
  },
  {
    title: 'The user interrupted',
    cases: {
      'the first stop after the next prompt': answered({
        outcome: 'interrupted',
        block: blockOf(UNMET),
      }),
    },
  },
  {
    title: 'The session rests',
    cases: {
      'one task runs in the background': rested(1, blockOf(UNMET)),
      'tasks run, and a review is pending': rested(2),
    },
  },
  {
    title: 'The session ends',
    cases: {
      'all is met but not verified': {
        user: metLines([{ ...MET, commands: LINES_HERE }]).join('\n'),
      },
      'a person ended it': answered({
        outcome: 'ended',
        end: {
          by: 'person',
          at: '2026-02-17T10:30:00Z',
          reason: 'the rest can wait',
          promises: [ID],
          unreadable: [],
        },
      }),
      'a waiver and an end in files that the ledger does not confirm': {
        user: [
          ...unconfirmedWaiverLines([FORGED], LINES_HERE),
          ...unconfirmedEndLines(FORGED_END, SESSION, LINES_HERE),
        ].join('\n'),
      },
      'issues are ready': {
        user: readyNote([{ id: 'bd-1', title: 'Reset by mail', priority: 0, waitsFor: [] }]),
      },
      'asked about afterwards, where it was capped': {
        user: letGoLines({
          session: SESSION,
          at: '2026-02-17T10:30:00Z',
          why: 'nothing-changed',
          checker: 'todos',
        }).join('\n'),
      },
    },
  },
  {
    title: 'The gate cannot check',
    cases: {
      'at the first stop of a turn': said(
        unrememberedOutput('No project folder can be found.', false),
      ),
      'at the next ones': said(unrememberedOutput('No project folder can be found.', true)),
      'no session is named': said(responseToUnnamed(undefined)),
      'the payload is not JSON': said(
        responseToUnnamed({
          why: "The host's payload cannot be read: it is not valid JSON.",
          isEmpty: false,
        }),
      ),
      'Node does not answer': frontSays('The stop gate did not answer'),
      'Node exits with another code': frontSays('The stop gate exited with'),
      'Node is not found': frontSays('The stop gate needs Node.js'),
    },
  },
  {
    title: 'The hooks are installed, but completion-promise is not',
    cases: {
      'a stop, with promises': { model: missingText },
      'the start of a session, with promises': { user: shutText },
      'the start of a session, without promises': { user: offText },
    },
  },
  {
    title: 'A session starts',
    cases: {
      'promises are open': started({ promises: [told(UNMET, true)] }),
      'all is met': started({ promises: [told(MET, false)] }),
      'it continues another one': started({
        promises: [told(UNMET, true)],
        inherited: [{ id: ID, from: 'session-b' }],
      }),
      'it is a fork': started({ isForkBesideOthers: true }),
      'others may be its own': started({ others: 2 }),
      'promises have no owner': started({ orphaned: [ORPHAN] }),
      'sessions that ended left promises': started({ left: LEFT }, leftMessage(LEFT, LINES_HERE)),
      'a person must decide on giving up a promise': started(
        { promises: [{ ...told(REJECTED, true), isRejected: true, next: MEET_FIRST }] },
        requestedText,
      ),
      'files cannot be read': started({
        broken: [
          {
            path: '/work/.claude/completion-state/promises/x.json',
            reason: 'it is not valid JSON',
          },
        ],
      }),
    },
  },
  {
    title: 'A shared store cannot be reached',
    cases: {
      'a promise was open, at the first stop of a turn': said(
        unreachedOutput('held', UNREACHED, blockOf(UNMET), []),
      ),
      'the same, at the next one': said(unreachedOutput('let-go', UNREACHED, blockOf(UNMET), [])),
      'nothing was open': said(unreachedOutput('let-go', UNREACHED, undefined, [])),
      'this machine knows nothing of the session': said(
        unreachedOutput('let-go', { ...UNREACHED, at: undefined }, undefined, []),
      ),
      'it answers again': {
        user: checkedAgainText([{ at: '2026-02-17T10:31:00Z', answer: 'let-go' }]).join('\n'),
      },
    },
  },
  {
    title: 'A shared store refuses a command',
    isOfCommands: true,
    cases: {
      'it cannot be reached': refused(UNREACHABLE),
      'the connection broke during a commit': refused({ kind: 'store-unknown', place: STORE }),
      'it has no tables': refused({ kind: 'store-schema', place: STORE, found: null, wanted: 1 }),
      'it has older tables': refused({ kind: 'store-schema', place: STORE, found: 1, wanted: 2 }),
      'it has newer tables': refused({ kind: 'store-schema', place: STORE, found: 2, wanted: 1 }),
      'the role may not': refused({
        kind: 'store-refused',
        place: STORE,
        action: 'change a promise',
        code: '42501',
        detail: 'permission denied for table document',
      }),
      'the project has no name there': refused({ kind: 'store-unnamed', folder: '/work' }),
      'a copy finds something there': refused({
        kind: 'store-occupied',
        place: STORE,
        holds: 'another ledger',
      }),
      'a copy cannot be made': refused({
        kind: 'store-uncopied',
        place: '/work/.claude/completion-state',
        reason: 'it was changed meanwhile: copy it again',
      }),
      'the promise is in a store that is not named here': refused({
        kind: 'promise-not-found',
        id: ID,
        store: STORE,
      }),
    },
  },
  {
    title: 'Refused commands of the agent',
    isOfCommands: true,
    cases: {
      'text evidence for a criterion whose check failed': {
        model: failureLines(
          {
            kind: 'words-after-failure',
            id: ID,
            criterion: 'AC-1',
            findings: ['npm test: exit code 1 in 0.7 s: not ok 2 - adds two numbers'],
          },
          LINES_HERE,
        ),
      },
      'text evidence for a criterion that a program proved': {
        model: failureLines(
          { kind: 'words-over-proof', id: ID, criterion: 'AC-1', by: 'self-chosen' },
          LINES_HERE,
        ),
      },
      "to cancel a promise while a judge's FAIL stands": {
        model: failureLines(
          {
            kind: 'person-to-give-up',
            id: ID,
            what: 'cancel',
            owner: SESSION,
            failed: ['AC-1'],
          },
          LINES_HERE,
        ),
      },
    },
  },
];
