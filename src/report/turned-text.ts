import { standingRejection } from '../domain/judging/judgment-record.ts';
import { type BriefRun, turnedVerdict } from '../domain/judging/turned.ts';
import { type CompletionPromise, isClosed } from '../domain/promise/promise.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** The two runs of a promise that a judge failed and a later one passed; empty where that is not so. */
export function turnedLines(promise: CompletionPromise, style: Style): readonly string[] {
  const turned = turnedVerdict(promise);
  if (turned === undefined) return [];
  const times = turned.failures > 1 ? ` (failed ${turned.failures} times)` : '';
  const words = isLifted(promise) ? LIFTED : 'failed, and a later PASS does not clear all of it';
  return [
    `Judged: ${style.caution(words)}${times}`,
    `  ${runText(turned.before, style)}`,
    `  ${runText(turned.after, style)}`,
  ];
}

/** The same in a list, behind the promise's title. */
export function turnedMark(promise: CompletionPromise, style: Style): string {
  const isTold = turnedVerdict(promise) !== undefined && isLifted(promise);
  return isTold ? `  ${style.dim(LIFTED)}` : '';
}

const LIFTED = 'passed after a FAIL';

function isLifted(promise: CompletionPromise): boolean {
  return isClosed(promise) || standingRejection(promise) === undefined;
}

function runText(run: BriefRun, style: Style): string {
  const mark = run.verdict === 'PASS' ? style.good : style.bad;
  const discarded = run.isDiscarded ? ' (discarded)' : '';
  const failed = run.failed.length === 0 ? '' : `: ${run.failed.map(oneLine).join(', ')}`;
  const [at, model, session] = [run.at, run.model, run.session].map(
    (text) => oneLine(text) || 'unknown',
  );
  return `${mark(run.verdict)}${discarded}  ${at}  ${model}, asked by ${session}${failed}`;
}
