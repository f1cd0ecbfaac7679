import { readVariable } from '../../../adapters/environment.ts';
import { gitPaths, untrackedPaths } from '../../../adapters/git/base.ts';
import { createPatientCheckout, LOOKING_MS } from '../../../adapters/git/checkout.ts';
import { createRevisions } from '../../../adapters/git/revisions.ts';
import { readStandardInput } from '../../../adapters/standard-input.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import {
  holdingPromises,
  isAfterPush,
  isStandingRed,
  type PushedRef,
  type PushFacts,
  pushedRefs,
} from '../../../domain/host/push.ts';
import { beginningOf } from '../../../domain/promise/beginning.ts';
import { isOwnedBy, type NamedPromise } from '../../../domain/promise/promise.ts';
import { isStatePath, isUnseen } from '../../../domain/promise/tree.ts';
import { runStanding, type StandingResult } from '../../../gates/standing.ts';
import { EXIT } from '../../../report/exit.ts';
import { heldLines, pushNotes } from '../../../report/push-text.ts';
import { standingText } from '../../../report/standing-text.ts';
import { inspectSettings } from '../../../settings/loading.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { openCriteria } from '../../open-criteria.ts';
import { warningOf } from '../../print.ts';
import { createStandingWorld, whileChecking } from './prove-world.ts';

/** How much git may tell of a push, and how long that is waited for. */
const INPUT = { mostMs: 5000, mostBytes: 1024 * 1024 };

/** What stands in place of a promise's id where the standing checks run for a push. */
const PUSH = 'standing';

/**
 * `cs hooks pre-push`: holds a push of what is checked out while standing checks are red on these files, or a promise of
 * the session that pushes is open. Standing checks that have not passed on these files run; those of promises do not.
 */
export async function prePush(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const refs = await refsOfPush();
  if (refs.length === 0) return success({ text: '', json: {} });
  const push = lookAtPush(refs, suite);
  const { always } = inspectSettings(suite).configuration.checks;
  const promises = await openPromises(push.head, suite);
  if (!promises.ok) return promises;
  const facts = { ...push, promises: promises.value, isAsked: always.length > 0 };
  if (!push.isHere || always.length === 0) return reportOf({ ...facts, standing: [] }, [], suite);
  return whileChecking(PUSH, args, suite, 1, async ({ world }) => {
    const { checks, schedule } = world;
    const standing = createStandingWorld(suite, createPatientCheckout);
    const ran = await runStanding(always, 'all', standing, { checks, schedule });
    if (checks.signal.aborted) return failed({ kind: 'interrupted', action: 'the checks ran' });
    return reportOf({ ...facts, standing: ran.results }, ran.warnings.map(warningOf), suite);
  });
}

/** What git says on standard input; pre-commit says the commit by a variable. */
async function refsOfPush(): Promise<readonly PushedRef[]> {
  const told = pushedRefs(await readStandardInput(INPUT));
  const object = readVariable('PRE_COMMIT_TO_REF');
  const ref = readVariable('PRE_COMMIT_REMOTE_BRANCH') ?? 'HEAD';
  return told.length > 0 || object === undefined ? told : [{ ref, object }];
}

/** Of how many refs git is asked which commit they name: `git push --tags` can have very many. */
const MOST_ASKED = 100;

/** Which of the refs are the commit that is checked out, and how the files here differ from it. */
function lookAtPush(refs: readonly PushedRef[], { environment: { checkout } }: Suite) {
  const revisions = createRevisions(checkout, LOOKING_MS);
  const head = revisions.head();
  const commits = refs.map(({ object, ref }, index) => {
    if (head.ok && object === head.value) return { ref, commit: head };
    const commit = index < MOST_ASKED ? revisions.commitOf(object) : undefined;
    return { ref, commit: commit ?? { ok: true as const, value: object } };
  });
  const isOfHead = ({ commit }: (typeof commits)[number]): boolean =>
    commit.ok && head.ok && commit.value === head.value;
  const isHere = commits.some(isOfHead);
  return {
    head: head.ok ? head.value : undefined,
    isHere,
    // What names no commit, as a tag of a single file does, has no files to check.
    others: commits.filter((one) => one.commit.ok && !isOfHead(one)).map(({ ref }) => ref),
    differing: isHere ? differingFiles(checkout) : [],
  };
}

/** The files here that are not as in the commit that is checked out. */
function differingFiles(checkout: string): readonly string[] {
  const question = { mostMs: LOOKING_MS };
  const options = ['--name-only', '-z', '--no-ext-diff', '--no-textconv', '--relative'];
  const changed = gitPaths(checkout, ['diff', ...options, 'HEAD', '--'], question);
  const untracked = untrackedPaths(checkout, question);
  const seen = (found: typeof changed, isTracked: boolean): readonly string[] =>
    found.ok ? found.value.filter((path) => !isStatePath(path) && !isUnseen(path, isTracked)) : [];
  return [...seen(changed, true), ...seen(untracked, false)];
}

/** The open promises that were made before the commit that is pushed: at it there is none of their work yet. */
async function openPromises(
  head: string | undefined,
  suite: Suite,
): Promise<Result<PushFacts['promises']>> {
  const listing = await suite.promises.listActive();
  if (!listing.ok) return listing;
  const { session } = suite.environment;
  const concerned = listing.value.promises.filter(
    ({ promise }) => beginningOf(promise).commit !== head,
  );
  const open = openCriteria(concerned, suite);
  const itemsOf = (id: string) => (open.get(id) ?? []).filter((item) => !isAfterPush(item));
  const isOpen = ({ id, promise }: NamedPromise): boolean =>
    promise.status === 'pending' || itemsOf(id).length > 0;
  return success(
    concerned.filter(isOpen).map((named) => ({
      named,
      items: itemsOf(named.id),
      isOwn: session !== undefined && isOwnedBy(named.promise, session),
    })),
  );
}

function reportOf(
  facts: Omit<PushFacts, 'standing'> & { readonly standing: readonly StandingResult[] },
  warnings: readonly string[],
  { commandLines, style }: Suite,
): Result<Report> {
  const held = holdingPromises(facts);
  // What passed on these files before is no news.
  const isNews = facts.standing.some(({ kept, run }) => !kept || run.outcome !== 'passed');
  return success({
    text: [
      ...(isNews ? [standingText(facts.standing, style, commandLines)] : []),
      ...heldLines(held, commandLines),
    ].join('\n'),
    json: {},
    notes: [...pushNotes(facts), ...warnings],
    exitCode: held.length > 0 || isStandingRed(facts) ? EXIT.failed : EXIT.ok,
  });
}
