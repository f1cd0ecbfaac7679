import { LARGEST_DOCUMENT } from '../../domain/document.ts';
import { criteriaOf } from '../../domain/promise.ts';
import { failed, type Result, success } from '../../domain/result.ts';
import {
  checkedItems,
  readResponse,
  type ValidationResponse,
  type Verdict,
} from '../../domain/validation.ts';
import type { FileReading } from '../../ports.ts';
import { oneLine } from '../../report/printable.ts';
import { storedText } from '../../report/validation-text.ts';
import type { FoundPromise } from '../../store/promise-store.ts';
import { reasonUnread } from '../../store/reading.ts';
import { type Arguments, type Command, JSON_OPTION } from '../command.ts';
import { warningOf } from '../print.ts';
import type { Suite } from '../suite.ts';
import { usage } from '../usage.ts';

export const storeValidationCommand: Command = {
  summary: "Stores a validator's answer for one criterion, which Gate 2 then goes by.",
  usage: ["--promise <id> --ac-id <AC-n> (--response '<json>' | --response-file <path>)"],
  options: {
    promise: { takes: 'word', summary: 'The promise', completes: 'promise' },
    'ac-id': { takes: 'word', summary: 'The criterion', completes: 'criterion' },
    response: {
      takes: 'text',
      summary: 'The answer as JSON: task_id, verdict, criteria_results, timestamp',
    },
    'response-file': { takes: 'word', summary: 'A file that holds the answer' },
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
    const text = responseText(args, suite);
    if (!text.ok) return text;
    const reading = readResponse(text.value);
    if (!reading.ok) return failed({ kind: 'invalid-response', fault: reading.fault });
    const found = await suite.promises.find(id);
    if (!found.ok) return found;
    const stored = suite.validations.store(id, criterion, reading.response);
    if (!stored.ok) return stored;
    return success({
      text: storedText(id, criterion, reading.response, reading.verdict, suite.style),
      json: { id, ac_id: criterion, verdict: reading.verdict, path: stored.value.path },
      notes: [
        ...oddities(found.value, criterion),
        ...contradictions(reading.response, reading.verdict),
        ...stored.value.warnings.map(warningOf),
      ],
    });
  },
};

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

/** Gate 2 goes by the verdict alone (CONTRACT): whoever stores one that its results belie is told. */
function contradictions(response: ValidationResponse, verdict: Verdict): readonly string[] {
  const items = checkedItems(response);
  const failures = items.filter((item) => !item.passed).length;
  return verdict === 'PASS' && failures > 0
    ? [`Warning: the verdict is PASS, but ${failures} of ${items.length} results did not pass.`]
    : [];
}
