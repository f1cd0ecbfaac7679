import { failed, success } from '../../base/result.ts';
import type { Gate } from '../gate.ts';
import { NO_TIER_ONE } from '../tier-one.ts';

/** The files that changed since the promise was made can be parsed. */
export const changedFiles: Gate = ({ id, tierOne = NO_TIER_ONE }) => {
  const { changed, changedFiles: setting } = tierOne;
  if (changed.broken.length > 0) {
    return failed({ kind: 'changed-files-broken', id, files: changed.broken });
  }
  const looked = changed.unseen === undefined ? 'passed' : 'not-examined';
  return success({ changed_files: setting === 'off' ? 'off' : looked });
};
