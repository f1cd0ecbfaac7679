import type { NamedPromise } from '../../../domain/promise.ts';
import { type Result, success } from '../../../domain/result.ts';
import { listEntry, promiseText } from '../../../report/promise-text.ts';
import { isMine, mineHeading, unreadableNotes } from '../../../report/status-text.ts';
import type { Report } from '../../command.ts';
import { inspectSettings } from '../../settings.ts';
import type { Suite } from '../../suite.ts';
import type { PromiseAction } from './action.ts';

/** `--list` */
export const listAction: PromiseAction = (_args, suite) => list(suite, 'PROMISES:', () => true);

/** `--mine` */
export const mineAction: PromiseAction = (_args, suite) => {
  const { session } = suite.environment;
  return list(suite, mineHeading(session), (named) => isMine(named, session));
};

/** `--show <id>` */
export const showAction: PromiseAction = async (args, suite) => {
  const found = await suite.promises.find(args.text('show') ?? '');
  if (!found.ok) return found;
  const { max } = inspectSettings(suite).configuration.retries;
  return success({
    text: promiseText(found.value, suite.style, max),
    json: found.value.promise,
  });
};

async function list(
  suite: Suite,
  heading: string,
  isListed: (named: NamedPromise) => boolean,
): Promise<Result<Report>> {
  const listing = await suite.promises.listActive();
  if (!listing.ok) return listing;
  const { promises, broken } = listing.value;
  const listed = promises.filter(isListed);
  const { max } = inspectSettings(suite).configuration.retries;
  const entries = listed.flatMap((named) => listEntry(named, suite.style, max));
  return success({
    text: listed.length === 0 ? 'No promises found.' : [heading, ...entries].join('\n'),
    json: { promises: listed.map(({ promise }) => promise), unreadable: broken },
    notes: unreadableNotes(broken),
  });
}
