import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import { criteriaOf, criterionOf } from '../../domain/promise/promise.ts';
import {
  ANONYMOUS,
  evidenceDigest,
  type GivenAnswer,
  recordAnswer,
} from '../../domain/standing/answers.ts';
import { PROVER } from '../../domain/standing/proving.ts';
import {
  checkedItems,
  readResponse,
  storedByOf,
  verdictOf,
} from '../../domain/validation/validation.ts';
import type { ValidationResponse, Verdict } from '../../domain/validation/validation-response.ts';
import type { FileReading } from '../../ports.ts';
import { oneLine } from '../../report/printable.ts';
import { storedText } from '../../report/validation-text.ts';
import { reasonUnread } from '../../store/files/reading.ts';
import type { FoundPromise } from '../../store/promise-store.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION } from '../command.ts';
import { warningOf } from '../print.ts';
import { usage } from '../usage.ts';

export const storeValidationCommand: Command = {
  summary: "Stores a validator's answer for one criterion, which Gate 2 then goes by.",
  usage: [
    "--promise <id> --ac-id <AC-n> (--response '<json>' | --response-file <path>) [--validator <name>]",
  ],
  effects: ['closes'],
  options: {
    promise: { takes: 'word', summary: 'The promise', completes: 'promise' },
    'ac-id': { takes: 'word', summary: 'The criterion', completes: 'criterion' },
    response: {
      takes: 'text',
      summary: 'The answer as JSON: task_id, verdict, criteria_results, timestamp',
    },
    'response-file': { takes: 'word', summary: 'A file that holds the answer' },
    validator: {
      takes: 'text',
      summary: 'Who answers; without it the session. A FAIL yields only to its own validator',
    },
    json: JSON_OPTION,
  },
  examples: [
    ['$0 --promise promise-1a2b3c4d --ac-id AC-1 --response-file answer.json', 'Store an answer'],
  ],
  async run(args, suite) {
    const id = args.text('promise') || undefined;
    const criterion = args.text('ac-id') || undefined;
    if (id === undefined) return usage('--promise is required');
    if (criterion === undefined) return usage('--ac-id is required');
    const at = timestamp(suite.clock.now());
    const given = responseGiven(args, suite, at);
    if (!given.ok) return given;
    const { response, verdict } = given.value;
    const validator = validatorOf(args, suite);
    if (!validator.ok) return validator;
    const found = await suite.promises.find(id);
    if (!found.ok) return found;
    const stored = await suite.validations.store(id, criterion, response, {
      storedBy: validator.value,
      sessionId: suite.environment.session?.id ?? null,
      evidenceDigest: digestOfSubject(found.value, criterion),
    });
    if (!stored.ok) return stored;
    const answer = { by: validator.value, response, verdict };
    const unrecorded = await record(found.value, criterion, answer, at, suite);
    const { governing, place, warnings } = stored.value;
    return success({
      text: storedText(id, criterion, response, verdict, suite.style),
      json: {
        id,
        ac_id: criterion,
        verdict,
        path: place,
        stored_by: validator.value,
        governing: verdictOf(governing) ?? null,
      },
      notes: [
        ...oddities(found.value, criterion),
        ...contradictions(response, verdict),
        ...standingFail(governing, answer),
        ...[...warnings, ...unrecorded].map(warningOf),
      ],
    });
  },
};

/** The name of the validator: `--validator`, else the session's id, else the anonymous one. */
function validatorOf(args: Arguments, { environment }: Suite): Result<string> {
  const validator = args.text('validator')?.trim() ?? environment.session?.id ?? ANONYMOUS;
  if (validator === '') return usage('--validator is empty');
  return validator === PROVER
    ? usage(`--validator: "${PROVER}" is the name by which the suite's own checks answer`)
    : success(validator);
}

/** The digest of the criterion that is answered for; null where the promise has none of that id. */
function digestOfSubject({ promise }: FoundPromise, criterion: string): string | null {
  const subject = criterionOf(promise, criterion);
  return subject === undefined ? null : evidenceDigest(subject);
}

/** Keeps the answer with the promise as an attempt, for the next try. The answer itself is stored already. */
async function record(
  { ended, id, promise }: FoundPromise,
  criterion: string,
  answer: GivenAnswer,
  at: string,
  { promises }: Suite,
): Promise<readonly Failure[]> {
  if (ended || criterionOf(promise, criterion) === undefined) return [];
  const recorded = await promises.change(id, (current) =>
    recordAnswer(id, current, criterion, answer, at),
  );
  return recorded.ok ? recorded.value.warnings : [recorded.failure];
}

/** Tells a validator who stores a PASS that another validator's FAIL still governs. */
function standingFail(
  governing: ValidationResponse,
  { by, verdict }: GivenAnswer,
): readonly string[] {
  const other = storedByOf(governing);
  if (
    verdict === 'FAIL' ||
    verdictOf(governing) !== 'FAIL' ||
    other === undefined ||
    other === by
  ) {
    return [];
  }
  return [
    `Warning: a FAIL stored by ${oneLine(other)} still governs: only a later answer of theirs (--validator) lifts it, or a person who waives the criterion.`,
  ];
}

/** The answer that the options give, by themselves or in a file. */
function responseGiven(args: Arguments, suite: Suite, at: string): Result<Omit<GivenAnswer, 'by'>> {
  const text = responseText(args, suite);
  if (!text.ok) return text;
  const reading = readResponse(text.value, at);
  return reading.ok ? success(reading) : failed({ kind: 'invalid-response', fault: reading.fault });
}

function responseText(args: Arguments, { files }: Suite): Result<string> {
  const given = args.text('response');
  const path = args.text('response-file');
  if (given !== undefined && path !== undefined) {
    return usage('--response and --response-file cannot be given together');
  }
  if (given !== undefined) return success(given);
  if (path === undefined) {
    return usage('--response or --response-file is required');
  }
  return readResponseFile(files.readGiven(path, LARGEST_DOCUMENT), path);
}

function readResponseFile(reading: FileReading, path: string): Result<string> {
  const unreadable = (why: string) => usage(`Response file cannot be read: ${path} (${why})`);
  switch (reading.found) {
    case 'text':
      return success(reading.text);
    case 'nothing':
      return usage(`Response file not found: ${path}`);
    case 'link':
      return unreadable('its links lead in a circle');
    default:
      return unreadable(reasonUnread(reading, LARGEST_DOCUMENT));
  }
}

function oddities({ ended, id, promise }: FoundPromise, criterion: string): readonly string[] {
  const known = criteriaOf(promise).map((ac) => ac.id);
  return [
    ...(ended ? [`Warning: ${id} is in the history already (${oneLine(promise.status)}).`] : []),
    ...(known.includes(criterion)
      ? []
      : [
          `Warning: ${id} has no criterion ${oneLine(criterion)}; it has: ${known.map(oneLine).join(', ') || 'none'}.`,
        ]),
  ];
}

/** Warns of a PASS whose own results failed: Gate 2 goes by the verdict alone. */
function contradictions(response: ValidationResponse, verdict: Verdict): readonly string[] {
  const items = checkedItems(response);
  const failures = items.filter((item) => !item.passed).length;
  return verdict === 'PASS' && failures > 0
    ? [`Warning: the verdict is PASS, but ${failures} of ${items.length} results did not pass.`]
    : [];
}
