import { type DecidedFolders, mayEndIn } from '../report/decided-folders.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../report/exit.ts';
import { failureJson, failureLines } from '../report/failure-text.ts';
import { foldersJson, foldersText } from '../report/folders-text.ts';
import { jsonText } from '../report/printable.ts';
import type { SessionCheck } from '../session/check.ts';

/** What the check prints, and its exit code. */
interface CheckOutput {
  readonly stdout: string;
  /** The same as data, and as the text of it: made only for `--json`. */
  json(): unknown;
  jsonText(): string;
  readonly stderr: string;
  readonly exitCode: ExitCode;
}

/** The words of what the check found. `verbose`: says so, too, where nothing is open. */
export function checkOutput(outcome: SessionCheck, verbose: boolean): CheckOutput {
  const output = 'failure' in outcome ? refusal(outcome) : outputOf(outcome, verbose);
  return { ...output, jsonText: () => `${jsonText(output.json())}\n` };
}

type WithoutText = Omit<CheckOutput, 'jsonText'>;

/** The output for all folders together. */
function outputOf(decided: DecidedFolders, verbose: boolean): WithoutText {
  return {
    ...foldersText(decided, verbose),
    json: () => foldersJson(decided),
    exitCode: mayEndIn(decided) ? EXIT.ok : EXIT.blocked,
  };
}

function refusal({ failure, lines }: Extract<SessionCheck, { failure: unknown }>): WithoutText {
  return {
    stdout: '',
    json: () => failureJson(failure, lines),
    stderr: `${failureLines(failure, lines)}\n`,
    exitCode: exitCodeOf(failure, 'may-the-session-end'),
  };
}
