import { dirname, join, relative, resolve } from 'node:path';
import { checkoutTop, readVariable } from '../../../adapters/environment.ts';
import { sha256 } from '../../../adapters/file-digest.ts';
import { isInsideFolder } from '../../../adapters/inside-folder.ts';
import { writeOutputFile } from '../../../adapters/output-file.ts';
import { currentFolder } from '../../../adapters/project-search.ts';
import { rememberWritten } from '../../../adapters/written-files.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { errorCode, isSystemError } from '../../../domain/base/system-error.ts';
import type { CiResult } from '../../../domain/ci/ci-result.ts';
import type { CiOutput } from '../../../report/ci/ci-output.ts';
import { CI_OUTPUTS } from '../../../report/ci/outputs.ts';
import { plainStyle } from '../../../report/style.ts';
import { replaceByDraft } from '../../../store/files/writing.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments } from '../../command.ts';
import { usage } from '../../usage.ts';

/** What of the outputs is printed: the answer, and lines for stderr. */
interface PrintedOutputs {
  readonly answer: string;
  readonly notes: readonly string[];
}

/** Writes every output to where it belongs. Fails at the first file that cannot be written. */
export function writeOutputs(
  result: CiResult,
  args: Arguments,
  suite: Suite,
): Result<PrintedOutputs> {
  let answer = '';
  const notes: string[] = [];
  for (const output of CI_OUTPUTS) {
    const path = args.text(output.name) ?? usualFile(output);
    if (path !== undefined) {
      const text = output.render(result, plainStyle);
      const written = writeOutput(output, resolve(currentFolder() ?? '.', path), text, suite);
      if (!written.ok) return written;
    } else if (output.usually === 'log' && isGithub()) {
      const text = output.render(result, plainStyle);
      if (text !== '') notes.push(text);
    }
    if (output.usually === 'answer') answer = output.render(result, suite.style);
  }
  return success({ answer, notes });
}

function isGithub(): boolean {
  return readVariable('GITHUB_ACTIONS') === 'true';
}

function usualFile({ usually }: CiOutput): string | undefined {
  return usually === 'step-summary' && isGithub() ? readVariable('GITHUB_STEP_SUMMARY') : undefined;
}

function writeOutput(
  { name, usually }: CiOutput,
  path: string,
  text: string,
  suite: Suite,
): Result<void> {
  const folder = dirname(path);
  const { checkout } = suite.environment;
  const top = checkoutTop(checkout) ?? checkout;
  const isOfChange = isInsideFolder(folder, top);
  if (!isOfChange && !/^\.\.(?:[\\/]|$)/.test(relative(top, folder)))
    return usage(
      `--${name}: ${folder} is no folder of the checkout: it is missing, or a link that leads out`,
    );
  try {
    if (usually === 'step-summary') suite.files.appendLine(path, text);
    else if (isOfChange) {
      // What is there may be a link that the change brought: nothing is written through it.
      replaceByDraft(suite.files, join(folder, `.cs-ci-${suite.chance.hex(8)}`), path, `${text}\n`);
      rememberWritten(suite.files.realPath(path) ?? path, sha256(`${text}\n`));
    } else writeOutputFile(path, `${text}\n`);
    return success(undefined);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return failed({
      kind: 'file-system',
      action: `write --${name}`,
      path,
      code: errorCode(error),
    });
  }
}
