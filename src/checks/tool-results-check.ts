import { nameOfCheck, type ToolResultsCheck } from '../domain/check.ts';
import { type CheckResult, failedCheck, passed, skipped } from '../domain/check-result.ts';
import type { CheckWorld } from './check-world.ts';

/** Whether the last tool call of the session that matches did not fail. */
export function runToolResultsCheck(
  check: ToolResultsCheck,
  { transcript }: CheckWorld,
): CheckResult {
  const name = nameOfCheck(check);
  const call = transcript.lastCall(check.match);
  switch (call.found) {
    case 'no-transcript':
      return skipped(name, call.reason);
    case 'none':
      return failedCheck(name, `no tool call of this session matches ${check.match}`);
    case 'call':
      if (call.failed === undefined)
        return skipped(name, 'the last call that matches has no result');
      return call.failed
        ? failedCheck(name, `the last call that matches (${call.name}) failed`)
        : passed(name, `the last call that matches (${call.name}) did not fail`);
  }
}
