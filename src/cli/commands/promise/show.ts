import { declaredText } from '../../../checks/kinds.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import { isClosed, type NamedPromise } from '../../../domain/promise/promise.ts';
import { requestedAmong } from '../../../domain/standing/giving-up.ts';
import { checklistNotes } from '../../../report/checklist-text.ts';
import { requestLines } from '../../../report/give-up-text.ts';
import { listEntry, promiseText } from '../../../report/promise-text.ts';
import {
  isMine,
  mineHeading,
  noSessionLines,
  unreadableNotes,
} from '../../../report/status-text.ts';
import { inspectSettings } from '../../../settings/loading.ts';
import type { Suite } from '../../../suite.ts';
import { checklistLooks } from '../../changed-checklists.ts';
import type { Report } from '../../command.ts';
import type { PromiseAction } from './action.ts';

/** `--list` */
export const listAction: PromiseAction = (_args, suite) =>
  list(suite, { heading: 'PROMISES:', isListed: () => true, foot: [] });

/** `--mine` */
export const mineAction: PromiseAction = (_args, suite) => {
  const { session } = suite.environment;
  return list(suite, {
    heading: mineHeading(session),
    isListed: (named) => isMine(named, session),
    foot: noSessionLines(session, suite.commandLines),
  });
};

/** `--show <id>`, and `cs status <id>` */
export const showAction: PromiseAction = async (args, suite) => {
  const found = await suite.promises.find(args.text('promise') ?? '');
  if (!found.ok) return found;
  const { id, promise } = found.value;
  const { max } = inspectSettings(suite).configuration.retries;
  const { broken, states } = await suite.promises.records([id]);
  return success({
    text: [
      promiseText(found.value, suite.style, max, declaredText, states.get(id)),
      ...requestLines(requestedAmong([found.value]), suite.commandLines),
    ].join('\n'),
    json: promise,
    notes: [
      ...(isClosed(promise) ? [] : checklistNotes(checklistLooks(suite)(promise))),
      ...unreadableNotes(broken === undefined ? [] : [broken], suite.commandLines),
    ],
  });
};

interface List {
  readonly heading: string;
  readonly isListed: (named: NamedPromise) => boolean;
  /** What stands below it. */
  readonly foot: readonly string[];
}

async function list(suite: Suite, { foot, heading, isListed }: List): Promise<Result<Report>> {
  const listing = await suite.promises.listActive();
  if (!listing.ok) return listing;
  const listed = listing.value.promises.filter(isListed);
  const records = await suite.promises.records(listed.map(({ id }) => id));
  const broken = [
    ...listing.value.broken,
    ...(records.broken === undefined ? [] : [records.broken]),
  ];
  const { max } = inspectSettings(suite).configuration.retries;
  const entries = listed.flatMap((named) =>
    listEntry(named, suite.style, max, records.states.get(named.id)),
  );
  return success({
    text: [...(listed.length === 0 ? ['No promises found.'] : [heading, ...entries]), ...foot].join(
      '\n',
    ),
    json: { promises: listed.map(({ promise }) => promise), unreadable: broken },
    notes: unreadableNotes(broken, suite.commandLines),
  });
}
