import { NO_DEADLINE } from '../../adapters/bounded-files.ts';
import { asItReads } from '../../domain/base/hidden-characters.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { redactSecrets } from '../../domain/base/secrets.ts';
import type { Session } from '../../domain/promise/session.ts';
import { memoryIn } from '../../domain/session/gate-memory.ts';
import {
  decideAsk,
  isNeed,
  isWaiting,
  LONGEST_QUESTION,
  NEEDS,
  type Need,
  type Waiting,
  waitingIn,
  withdrawn,
  withWaiting,
} from '../../domain/session/waiting.ts';
import { type AskOutcome, askOutcomeText, withdrawnText } from '../../report/waiting-text.ts';
import { checkersConcernedBy } from '../../stop-gate/checkers.ts';
import type { SeenStop } from '../../stop-gate/look.ts';
import { keepsSession, type PromisesAtStop, promisesAt } from '../../stop-gate/promises-at-stop.ts';
import { sessionQuestions } from '../../stop-gate/questions.ts';
import { actorOf, createSuite, type Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { notify } from '../notifying.ts';
import { warningOf } from '../print.ts';
import { stopOfShell } from '../stop-of-shell.ts';
import { usage } from '../usage.ts';

export const askCommand: Command = {
  summary:
    'Declares that this session needs its user: the stop gate lets it stop, and it waits until the next prompt.',
  usage: [`"<question>" [--needs ${NEEDS.join('|')}]`, '--withdraw'],
  positional: { name: 'question' },
  options: {
    needs: {
      takes: 'word',
      value: '<need>',
      summary: `What the user must provide: ${NEEDS.join(', ')} (default: information)`,
      completes: NEEDS,
    },
    withdraw: { takes: 'nothing', summary: 'Withdraw the question: this session continues' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0 "Which database is the live one?" --needs decision', 'Then ask the user, and stop'],
    ['$0 --withdraw', 'The question is settled'],
  ],
  effects: [],
  async run(args, suite) {
    const actor = actorOf(suite);
    if (!actor.ok) return actor;
    const { session } = actor.value;
    if (args.given('withdraw')) {
      return args.positional === undefined && !args.given('needs')
        ? withdraw(session, suite)
        : usage('--withdraw takes no question');
    }
    const question = readQuestion(args);
    return question.ok ? ask(question.value, session, suite) : question;
  },
};

type Question = Pick<Waiting, 'needs' | 'question'>;

function readQuestion(args: Arguments): Result<Question> {
  const text = (args.positional ?? '').trim();
  if (asItReads(text).trim() === '') return usage('What is the question to the user?');
  if (text.length > LONGEST_QUESTION) {
    const most = LONGEST_QUESTION.toLocaleString('en');
    return usage(`A question can have at most ${most} characters`);
  }
  const needs: string | Need = args.text('needs') ?? 'information';
  return isNeed(needs)
    ? success({ question: redactSecrets(text).text, needs })
    : usage(`Invalid need: ${needs}. It must be one of ${NEEDS.join(', ')}`);
}

async function ask(question: Question, session: Session, suite: Suite): Promise<Result<Report>> {
  const seen = await stopOfShell(suite, session);
  if (!seen.kept.ok) return seen.kept;
  const memory = memoryIn(seen.kept.value);
  const promises = promisesAt(seen, memory);
  const { bar, ...facts } = sessionQuestions({ ...seen, memory, promises });
  if (!mayBeHeld(seen, promises)) {
    const waiting = { ...question, at: facts.at, kind: 'asked', used: false } as const;
    return success(reportOf('not-held', waiting, session));
  }
  const changed = await memorySuite(seen, suite).stopGate.change(session.id, (state) => {
    const decided = decideAsk({ ...facts, bar, kept: waitingIn(state) }, question);
    if (decided.ask === 'refused') {
      const rejected = decided.why === 'rejected' ? rejectedIn(promises) : undefined;
      return failed({ kind: 'question-refused', why: decided.why, rejected });
    }
    const { waiting } = decided;
    const event = { event: 'session.waits', session: session.id, ...question } as const;
    return success({ state: withWaiting(state, waiting), value: waiting, event });
  });
  if (!changed.ok) return changed;
  const { value, warnings } = changed.value;
  notify(
    { event: 'waits', session_id: session.id, promise_id: null, text: question.question },
    suite,
  );
  const outcome = bar === 'unattended' ? 'for-the-record' : 'waits';
  return success({ ...reportOf(outcome, value, session), notes: warnings.map(warningOf) });
}

/** Whether a checker may block the session's stop. Those that ask a model, or other programs, are not asked for it. */
function mayBeHeld(seen: SeenStop, promises: PromisesAtStop): boolean {
  return checkersConcernedBy(seen).some((checker) =>
    checker.name === 'completion promise'
      ? promises.lost.length > 0 || promises.checks.some(keepsSession)
      : checker.advises !== true,
  );
}

function rejectedIn({ checks }: PromisesAtStop): string | undefined {
  return checks.flatMap(({ decision }) => decision.rejected)[0]?.id;
}

async function withdraw(session: Session, suite: Suite): Promise<Result<Report>> {
  const seen = await stopOfShell(suite, session);
  if (!seen.kept.ok) return seen.kept;
  if (!isWaiting(waitingIn(seen.kept.value))) return success(withdrawnReport(null, [], session));
  const changed = await memorySuite(seen, suite).stopGate.change(session.id, (state) => {
    const waiting = waitingIn(state);
    const event = { event: 'session.waited', session: session.id, until: 'withdrawn' } as const;
    const next = withWaiting(state, withdrawn(waiting));
    return success({ state: next, value: waiting, ...(isWaiting(waiting) ? { event } : {}) });
  });
  if (!changed.ok) return changed;
  const { value, warnings } = changed.value;
  return success(withdrawnReport(value, warnings.map(warningOf), session));
}

/** The suite of the project folder in which the gate remembers the session. */
function memorySuite({ memoryFolder }: SeenStop, suite: Suite): Suite {
  const { environment } = suite;
  const there = { ...environment, projectFolder: memoryFolder };
  const activity = `a question to the user, session ${environment.session?.id}`;
  return createSuite(there, suite, activity, NO_DEADLINE);
}

function reportOf(outcome: AskOutcome, waiting: Waiting, { id }: Session): Report {
  return {
    text: askOutcomeText(outcome, waiting),
    json: { session_id: id, outcome, waiting: outcome === 'not-held' ? null : waiting },
  };
}

function withdrawnReport(
  waiting: Waiting | null,
  notes: readonly string[],
  { id }: Session,
): Report {
  return {
    text: withdrawnText(waiting),
    json: { session_id: id, outcome: 'withdrawn', waiting: null },
    notes,
  };
}
