import { failed, success } from '../../base/result.ts';
import type { Gate } from '../gate.ts';
import { failedCommands, NO_TIER_ONE } from '../tier-one.ts';

/** The project's own commands pass. */
export const always: Gate = ({ id, tierOne = NO_TIER_ONE }) => {
  const commands = failedCommands(tierOne);
  return commands.length === 0
    ? success({ always: tierOne.always.length === 0 ? 'none' : 'passed' })
    : failed({ kind: 'always-failed', id, commands });
};
