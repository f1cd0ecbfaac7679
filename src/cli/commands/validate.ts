import { type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import { MOST_VOTES } from '../../domain/judging/panel.ts';
import { isOwnedBy } from '../../domain/promise/promise.ts';
import { VALIDATORS } from '../../domain/settings/setting.ts';
import type { ValidationResponse, Verdict } from '../../domain/validation/validation-response.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { usage } from '../usage.ts';
import {
  SELF_VALIDATED,
  storeAnswer,
  VALIDATOR_OPTION,
  validatorOf,
} from './store-validation/storing.ts';
import { validateBy } from './validate/by.ts';

/** The place of the reason in the line that asks for an answer. */
const REASON_BLANK = '[what was observed]';

/** Options that say how a validator is run. */
const OF_A_RUN = ['model', 'usd', 'minutes', 'votes', 'dry-run'] as const;

/** `cs promise validate <id> AC-1 --pass --reason "…"`: the answer of a validator, without JSON by hand. */
export const validateCommand: Command = {
  summary:
    'Answers for a criterion, as a validator (Gate 2). An answer from the session that owns the promise shows as self-validated.',
  usage: [
    '[<id>] <AC-n> (--pass | --fail) --reason "What was observed" [--validator <name>]',
    '[<id>] [<AC-n>...] --by <validator> [--model <model>] [--usd <amount>] [--minutes <n>] [--votes <n>] [--dry-run]',
    '[<id>] --from <file>',
  ],
  effects: {
    pass: ['closes'],
    fail: ['closes'],
    from: ['closes'],
    by: ['executes', 'spends', 'closes'],
  },
  options: {
    pass: { takes: 'nothing', summary: 'The criterion is met' },
    fail: { takes: 'nothing', summary: 'The criterion does not hold' },
    reason: {
      takes: 'text',
      value: '"<why>"',
      summary: 'What was run or examined, and the result',
    },
    'ac-id': { takes: 'texts', summary: 'The criterion', completes: 'criterion' },
    validator: VALIDATOR_OPTION,
    from: {
      takes: 'word',
      value: '<file>',
      summary: 'Instead: the answers of a pipeline, as --answers wrote them there',
    },
    by: {
      group: 'Run',
      takes: 'word',
      value: '<validator>',
      summary: `Instead: a fresh session that looks at a copy of the files: ${VALIDATORS.join(', ')}`,
      completes: VALIDATORS,
    },
    model: {
      group: 'Run',
      takes: 'word',
      summary: "With --by: its model (default: the program's own)",
    },
    usd: {
      group: 'Run',
      takes: 'word',
      value: '<amount>',
      summary: 'With --by: spending limit, in US dollars (default: validator.maxUsd)',
    },
    minutes: {
      group: 'Run',
      takes: 'word',
      value: '<n>',
      summary: 'With --by: time limit (default: validator.timeoutMs)',
    },
    votes: {
      group: 'Run',
      takes: 'word',
      value: '<n>',
      summary: `With --by: number of sessions, 1 to ${MOST_VOTES}; more than half must pass`,
    },
    'dry-run': {
      group: 'Run',
      takes: 'nothing',
      summary: 'With --by: show what would be started and what it may cost; start nothing',
    },
    json: JSON_OPTION,
  },
  subject: { names: 'promise-and-criteria', leftOut: 'the-only-open', unless: ['from'] },
  examples: [
    ['$0 promise-1a2b3c4d AC-1 --pass --reason "ran npm test: 42 passed"', 'The criterion is met'],
    ['$0 promise-1a2b3c4d 2 --fail --reason "README says nothing of it"', 'AC-2 does not'],
    ['$0 promise-1a2b3c4d --by claude-code --usd 1', 'A fresh session of Claude Code looks'],
    ['$0 --from answers.json', 'What a pipeline answered, for the open promises that it is about'],
  ],
  async run(args, suite) {
    const by = args.text('by');
    if (by !== undefined) return validateBy(by, args, suite);
    const stray = OF_A_RUN.find((name) => args.given(name));
    if (stray !== undefined) return usage(`--${stray} goes with --by`);
    const from = args.text('from');
    if (from !== undefined) return answersOf(from, args, suite);
    const id = args.text('promise') ?? '';
    const [criterion, another] = args.texts('ac-id');
    if (another !== undefined) return usage(`Unexpected argument: ${another}`);
    const reason = (args.text('reason') ?? '').trim();
    if (criterion === undefined) return usage('Which criterion? Name it: AC-1');
    if (args.given('pass') === args.given('fail')) {
      const line = suite.commandLines.of('cs promise validate 2 --pass --reason "<what you saw>"');
      return usage('Give one of --pass and --fail', `Such as: ${line}`);
    }
    if (reason === '' || reason === REASON_BLANK) {
      return usage('--reason is required: what was run or examined?');
    }
    const validator = validatorOf(args, suite);
    if (!validator.ok) return validator;
    const at = timestamp(suite.clock.now());
    const verdict: Verdict = args.given('pass') ? 'PASS' : 'FAIL';
    const response: ValidationResponse = {
      task_id: `${id}/${criterion}`,
      verdict,
      criteria_results: [{ name: criterion, status: verdict, detail: reason }],
      reasoning: reason,
      timestamp: at,
    };
    const answer = { by: validator.value, response, verdict };
    const stored = await storeAnswer(id, criterion, answer, at, suite);
    const own = suite.environment.session;
    const found = own === undefined ? undefined : await suite.promises.find(id);
    if (!stored.ok || own === undefined || found?.ok !== true) return stored;
    if (!isOwnedBy(found.value.promise, own)) return stored;
    return success({ ...stored.value, notes: [SELF_VALIDATED, ...(stored.value.notes ?? [])] });
  },
};

/** What a pipeline answered. Whose answers they are, and to what, stands in the file. */
async function answersOf(path: string, args: Arguments, suite: Suite): Promise<Result<Report>> {
  const stray = ['pass', 'fail', 'reason', 'ac-id', 'validator'].find((name) => args.given(name));
  if (stray !== undefined) return usage(`--${stray} and --from cannot be given together`);
  const { storeAnswersOf } = await import('../proving.ts');
  return storeAnswersOf(path, args.text('promise'), suite);
}
