import { type CheckResult, failedCheck, passed, skipped } from '../../domain/base/check-result.ts';
import type { Transcript } from '../../ports.ts';
import { TEXT } from '../check-keys.ts';
import { defineKind } from '../check-kind.ts';

interface ToolResultsCheck {
  /** The tool's name, or a text that its command holds. */
  readonly match: string;
}

/** Looks up in the session's transcript whether the last tool call that matches failed. */
export const toolResultsKind = defineKind<ToolResultsCheck>({
  name: 'tool-results',
  keys: { match: TEXT },
  option: {
    summary:
      'Text that selects the last matching tool call of the session, which must have succeeded',
    usage: '--tool-results "..."',
    key: 'match',
  },
  details: {},
  text: ({ match }) => `tool results: ${match}`,
  run: async ({ match }, { transcript }) => ({ results: [lastCallResult(match, transcript)] }),
});

function lastCallResult(match: string, transcript: Transcript): CheckResult {
  const name = `tool_${match}_success`;
  const call = transcript.lastCall(match);
  switch (call.found) {
    case 'no-transcript':
      return skipped(name, call.reason);
    case 'none':
      return failedCheck(name, `no tool call of this session matches ${match}`);
    case 'call':
      if (call.failed === undefined)
        return skipped(name, 'the last call that matches has no result');
      return call.failed
        ? failedCheck(name, `the last call that matches (${call.name}) failed`)
        : passed(name, `the last call that matches (${call.name}) did not fail`);
  }
}
