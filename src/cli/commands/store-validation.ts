import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import type { GivenAnswer } from '../../domain/standing/answers.ts';
import { readResponse } from '../../domain/validation/validation.ts';
import type { FileReading } from '../../ports.ts';
import { reasonUnread } from '../../store/files/reading.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION } from '../command.ts';
import { usage } from '../usage.ts';
import { storeAnswer, VALIDATOR_OPTION, validatorOf } from './store-validation/storing.ts';

export const storeValidationCommand: Command = {
  summary: "Stores a validator's answer for one criterion, for Gate 2.",
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
    'response-file': { takes: 'word', value: '<file>', summary: 'A file with the answer' },
    validator: VALIDATOR_OPTION,
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
    return storeAnswer(id, criterion, { by: validator.value, response, verdict }, at, suite);
  },
};

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
      return unreadable('its links form a loop');
    default:
      return unreadable(reasonUnread(reading, LARGEST_DOCUMENT));
  }
}
