import { FILE_TYPES } from '../../../domain/check.ts';
import { readCheck } from '../../../domain/check-reading.ts';
import type { DeclaredCheck } from '../../../domain/promise.ts';
import { type Result, success } from '../../../domain/result.ts';
import type { Arguments, Option } from '../../command.ts';
import { usage } from '../../usage.ts';

/** The options that declare checks: with `--create` each names its criterion in front (`AC-1=...`). */
export const CHECK_OPTIONS: Readonly<Record<string, Option>> = {
  command: {
    takes: 'texts',
    summary: 'A command that must succeed; with --create AC-1="npm test"',
  },
  file: {
    takes: 'texts',
    summary: 'A file that must be there and whole; with --create AC-2=dist/app.js',
  },
  'tool-results': {
    takes: 'texts',
    summary: "A text by which the session's last tool call that holds it must not have failed",
  },
};

/** What can be said of one check more closely. */
export const CHECK_DETAIL_OPTIONS: Readonly<Record<string, Option>> = {
  inputs: { takes: 'texts', summary: 'A glob of what the check depends on; repeat it for more' },
  timeout: { takes: 'word', summary: 'Time for the command, in seconds' },
  'exit-code': { takes: 'word', summary: 'The exit code that means success (default 0)' },
  matches: {
    takes: 'texts',
    summary: 'A pattern that a line of the output, or of the file, must match',
  },
  'file-type': {
    takes: 'word',
    summary: `What the file must be: ${FILE_TYPES.join(', ')} (default: by its name)`,
    completes: FILE_TYPES,
  },
};

/** The names of the options that make a check, each with the kind of check that it makes. */
export const CHECK_KINDS = ['command', 'file', 'tool-results'] as const;

type Kind = (typeof CHECK_KINDS)[number];

/**
 * One check of an option's text, or of a command line in words, and the details beside it. Fails where
 * it cannot be one.
 */
export function checkOf(
  kind: Kind,
  subject: string | readonly string[],
  args: Arguments,
): Result<DeclaredCheck> {
  const details = detailsOf(kind, args);
  if (!details.ok) return details;
  const check = { kind, [SUBJECT_OF[kind]]: subject, ...details.value };
  const reading = readCheck(check);
  return reading.ok ? success(check) : usage(`--${kind}: ${reading.reason}`);
}

const SUBJECT_OF: Readonly<Record<Kind, string>> = {
  command: 'run',
  file: 'path',
  'tool-results': 'match',
};

function detailsOf(kind: Kind, args: Arguments): Result<Record<string, unknown>> {
  const stray = Object.entries(DETAILS_FOR).find(
    ([option, kinds]) => args.given(option) && !kinds.includes(kind),
  );
  if (stray !== undefined) return usage(`--${stray[0]} does not go with --${kind}`);
  const seconds = args.text('timeout');
  if (seconds !== undefined && !/^\d+(\.\d+)?$/.test(seconds)) {
    return usage('--timeout takes a number of seconds');
  }
  const code = args.text('exit-code');
  if (code !== undefined && !/^\d+$/.test(code)) return usage('--exit-code takes a number');
  const matches = args.texts('matches');
  return success({
    ...(args.given('inputs') ? { inputs: args.texts('inputs') } : {}),
    ...(seconds === undefined ? {} : { timeout_ms: Math.round(Number(seconds) * 1000) }),
    ...(code === undefined ? {} : { exit_code: Number(code) }),
    ...(matches.length === 0 ? {} : { [kind === 'file' ? 'contains' : 'matches']: matches }),
    ...(args.given('file-type') ? { type: args.text('file-type') } : {}),
  });
}

const DETAILS_FOR: Readonly<Record<string, readonly Kind[]>> = {
  timeout: ['command'],
  'exit-code': ['command'],
  matches: ['command', 'file'],
  'file-type': ['file'],
};
