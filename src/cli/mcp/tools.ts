import * as z from 'zod/mini';
import promiseSchema from '../../../schemas/promise.schema.json' with { type: 'json' };
import reportSchema from '../../../schemas/report.schema.json' with { type: 'json' };
import { EVIDENCE_TYPES, PROOF_TYPES } from '../../domain/promise/evidence.ts';
import { LONGEST_QUESTION, NEEDS } from '../../domain/session/waiting.ts';
import type { Effect } from '../command.ts';

/** One tool: a command, with those of its options that an agent may give. */
export interface Tool {
  readonly name: string;
  /** As `cs` takes it. */
  readonly command: string;
  /** The one of its actions that is called, where its effects differ by action. */
  readonly action?: string;
  readonly description: string;
  readonly input: z.ZodMiniObject;
  /** The option of a member of the input that is called otherwise; `''`: the words behind the command. */
  readonly options?: Readonly<Record<string, string>>;
  /** The values of options that each call has. */
  readonly given?: Readonly<Record<string, string>>;
  /** The effects that the command has by options which the tool has not. */
  readonly without?: readonly Effect[];
  /** It keeps something, although its command has no effect that a person may want to be asked about. */
  readonly keeps?: true;
  /** The JSON Schema of its structured result. */
  readonly output: Readonly<Record<string, unknown>>;
}

/** Most characters of a text: a command line takes no more. */
const LONGEST_TEXT = 100_000;

/** What a command line can hold. It is not told in the schema: some hosts refuse one with a pattern. */
const isOfACommandLine = (value: string): boolean =>
  value.length <= LONGEST_TEXT && !value.includes('\0');

const text = z.string().check(z.refine(isOfACommandLine, 'too long, or with a null character'));
const texts = z.array(text);
const maybe = z.optional(text);
const flag = z.optional(z.boolean());

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema =>
  schema.check(z.meta({ description }));

const promiseNamed = described(maybe, 'The id of the promise; may be left out where one is open');

type Schema = Readonly<Record<string, unknown>>;

const { $schema: _promise, ...promise } = promiseSchema;
const { $schema: _report, ...report } = reportSchema;

const STRING = { type: 'string' };
const BOOLEAN = { type: 'boolean' };
const OBJECT = { type: 'object' };
const OBJECTS = { type: 'array', items: OBJECT };
const STRINGS = { type: 'array', items: STRING };
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/**
 * An answer with these members, those that are named always. Notes are what the command prints beside it.
 * Clients refuse what does not fit: a promise that was written by hand is an object, and no more is said of it.
 */
function answer(properties: Schema, ...required: readonly string[]): Schema {
  return { type: 'object', properties: { ...properties, notes: STRINGS }, required };
}

export const TOOLS: readonly Tool[] = [
  {
    name: 'promise',
    command: 'do',
    description:
      'Writes down what done means before the work: a promise with criteria, each with a command that proves it where there is one. The session cannot end before it is closed.',
    input: z.strictObject({
      title: described(text, 'What will be done'),
      criteria: z.optional(described(texts, 'What must hold; left out: that the checks pass')),
      checks: z.optional(
        described(texts, 'Commands: the first proves the first criterion; or "AC-2=npm test"'),
      ),
      must_show: described(flag, 'A check that passes without the work proves nothing'),
    }),
    options: { title: '', criteria: 'ac', checks: 'check' },
    output: answer({ id: STRING, promise, next: STRING }, 'id', 'promise', 'next'),
  },
  {
    name: 'prove',
    command: 'prove',
    description: 'Runs the checks of a promise in the checkout and keeps the proofs.',
    input: z.strictObject({
      promise: promiseNamed,
      criteria: z.optional(described(texts, 'Only these criteria: AC-1')),
      standing: described(flag, "Run the project's standing checks, for no promise"),
    }),
    options: { criteria: 'ac-id' },
    without: ['trusts'],
    output: answer({
      id: STRING,
      proved: BOOLEAN,
      criteria: OBJECTS,
      totals: OBJECT,
      left: STRINGS,
      feedback: OBJECTS,
      tier1: OBJECT,
      passed: BOOLEAN,
      standing: OBJECTS,
      progress: STRING,
    }),
  },
  {
    name: 'meet',
    command: 'meet',
    description:
      'Meets a criterion that has no check, with evidence in words: what was run or looked at, and what came of it.',
    input: z.strictObject({
      promise: promiseNamed,
      criterion: described(text, 'AC-1'),
      evidence: text,
      type: z.optional(z.enum(EVIDENCE_TYPES)),
    }),
    options: { criterion: 'ac-id' },
    without: ['executes'],
    output: answer(
      { id: STRING, criterion: OBJECT, progress: STRING, next: STRING },
      'id',
      'criterion',
      'progress',
      'next',
    ),
  },
  {
    name: 'check',
    command: 'check',
    description: 'Tells whether this session may end, and what is open.',
    input: z.strictObject({}),
    given: { verbose: 'true' },
    output: answer(
      {
        may_end: BOOLEAN,
        session_id: orNull(STRING),
        in_progress: OBJECTS,
        pending: OBJECTS,
        rejected: OBJECTS,
        lost: OBJECTS,
        unreadable: OBJECTS,
        next_actions: STRINGS,
      },
      'may_end',
    ),
  },
  {
    name: 'verify',
    command: 'verify',
    action: 'promise',
    description: 'Closes a promise, if every gate opens.',
    input: z.strictObject({
      promise: promiseNamed,
      proof: described(maybe, 'For a promise without criteria: what shows it'),
      type: z.optional(z.enum(PROOF_TYPES)),
    }),
    output: answer({ id: STRING, promise: OBJECT, already_verified: BOOLEAN }, 'id', 'promise'),
  },
  {
    name: 'ask',
    command: 'session ask',
    description:
      'Says that this session cannot go on without its user; then ask the user, and stop.',
    input: z.strictObject({
      question: z.optional(text.check(z.maxLength(LONGEST_QUESTION))),
      needs: z.optional(z.enum(NEEDS)),
      withdraw: described(flag, 'The question is settled'),
    }),
    options: { question: '' },
    keeps: true,
    output: answer(
      { session_id: STRING, outcome: STRING, waiting: orNull(OBJECT) },
      'session_id',
      'outcome',
    ),
  },
  {
    name: 'status',
    command: 'status',
    description: 'Tells what is open in the project and what is next; or of one promise all.',
    input: z.strictObject({
      promise: described(maybe, 'The id of a promise'),
    }),
    given: { limit: '10' },
    output: answer({
      may_end: orNull(BOOLEAN),
      next: { type: 'array' },
      promises: OBJECTS,
      history: OBJECTS,
    }),
  },
  {
    name: 'report',
    command: 'report',
    description: 'Reports what was promised, proved, judged, skipped and waived.',
    input: z.strictObject({
      promises: z.optional(described(texts, 'Ids of promises; left out: those of this session')),
      since: described(maybe, 'With any change since: 2026-02-17, 7d, 12h'),
      all: described(flag, 'All promises of the project'),
    }),
    options: { promises: '' },
    without: ['writes'],
    output: { ...report, properties: { ...report.properties, notes: STRINGS } },
  },
];

/** The values of a command's options, and its words, by the input of a tool. */
export function wordsOf(
  { given = {}, options = {} }: Tool,
  input: Readonly<Record<string, unknown>>,
) {
  const values = new Map<string, readonly string[]>(
    Object.entries(given).map(([name, value]) => [name, [value]]),
  );
  for (const [member, value] of Object.entries(input)) {
    if (value === undefined || value === false) continue;
    const name = options[member] ?? member.replaceAll('_', '-');
    values.set(name, Array.isArray(value) ? value.map(String) : [String(value)]);
  }
  const positionals = values.get('') ?? [];
  values.delete('');
  return { values, positionals };
}
