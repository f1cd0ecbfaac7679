import { UNPAID } from '../../domain/judging/payment.ts';
import { payerOf } from '../api/backend.ts';
import type { Backend } from '../backend.ts';
import { claudeArguments, createClaudeJudge } from './claude-judge.ts';

/** `claude -p`, for users with a subscription and no key. */
export const claudeBackend: Backend = {
  name: 'claude',
  advice: 'install Claude Code',
  causeOfLack: 'no-program',
  find(machine) {
    const { baseUrl } = machine;
    const { passedOver, program } = machine.findProgram('claude');
    const parts = { baseUrl, program, folder: machine.neutralFolder() };
    const payer = payerOf(machine);
    // With a key in its environment, claude uses it before the account that it is logged in with.
    const paidBy =
      payer === undefined ? 'the account claude is logged in with' : `${payer}, used by claude`;
    return {
      backend: 'claude',
      isModel: true,
      paidBy: program === undefined ? UNPAID.noClaude : paidBy,
      lacks: program === undefined ? whyMissing(passedOver) : undefined,
      commandFor: (request) => ['claude', ...claudeArguments(request)],
      open: (tools) => createClaudeJudge({ ...tools, ...parts }),
    };
  },
};

function whyMissing(passedOver: string | undefined): string {
  return passedOver === undefined
    ? 'claude is not on PATH: install Claude Code'
    : `${passedOver} is in the project, which must not supply its own judge: install Claude Code elsewhere`;
}
