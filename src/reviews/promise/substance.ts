import { createGitChanges } from '../../adapters/git/changes.ts';
import { createTranscript } from '../../adapters/transcript/transcript.ts';
import { mergedRedactions, type Redacted } from '../../domain/base/secrets.ts';
import {
  namedIn,
  namesFile,
  type Substance,
  type SubstanceName,
  shownCalls,
} from '../../domain/judging/substance.ts';
import { beginningOf } from '../../domain/promise/beginning.ts';
import { type CompletionPromise, criteriaToProve } from '../../domain/promise/promise.ts';
import {
  MOST_PATCH_BYTES,
  type ShownFirst,
  shownChanges,
} from '../../domain/promise/shown-changes.ts';
import type { ChangeSet, GitResult } from '../../ports.ts';
import { apiKeys } from '../asking/api-keys.ts';
import { valuesBefore } from '../asking/changed-secrets.ts';
import { cleaned } from '../asking/fence.ts';
import { knownSecrets } from '../asking/known-secrets.ts';
import { workerIds } from '../asking/worker.ts';
import type { ReviewWorld } from '../world.ts';

/** Of more criteria than this a judge is shown twice as much of the changes. */
const FEW_CRITERIA = 5;

/** How many of the session's last calls are looked through. */
const MOST_LOOKED_AT = 1000;

/** Looks at what a judge is shown of the work on a promise itself. */
type LookAtSubstance = (promise: CompletionPromise) => Substance | undefined;

/**
 * How the work itself is looked at for a judge; nothing of it where nothing is asked for. It never fails: what cannot
 * be looked at says why. `mostMs`: the time for one look, in milliseconds.
 */
export function substanceLook(
  sees: readonly SubstanceName[],
  world: ReviewWorld,
  mostMs: number,
): LookAtSubstance {
  const keys = sees.length === 0 ? [] : apiKeys();
  return (promise) => {
    if (sees.length === 0) return undefined;
    const { clock } = world;
    const deadline = clock.elapsed() + mostMs;
    return substanceOf(promise, sees, keys, world, () => deadline - clock.elapsed());
  };
}

function substanceOf(
  promise: CompletionPromise,
  sees: readonly SubstanceName[],
  keys: readonly string[],
  world: ReviewWorld,
  leftMs: () => number,
): Substance {
  const { environment } = world;
  const changes = sees.includes('diff')
    ? createGitChanges(environment.checkout, leftMs).since(beginningOf(promise))
    : undefined;
  const before = changes === undefined ? [] : valuesBefore(changes);
  const secrets = knownSecrets(keys, environment, leftMs, before);
  const redacted: (readonly Redacted[])[] = [];
  const clean = (text: string): string => {
    const part = cleaned(text, secrets);
    redacted.push(part.redacted);
    return part.text;
  };
  const criteria = criteriaToProve(promise);
  const question = namedIn(criteria);
  const mostBytes = criteria.length > FEW_CRITERIA ? 2 * MOST_PATCH_BYTES : MOST_PATCH_BYTES;
  const isNamed = (path: string): boolean => namesFile(question, path);
  const diff = changes && shownDiff(changes, clean, { isNamed, mostBytes });
  const tools = sees.includes('tools') ? toolsOf(promise, question, world, clean) : undefined;
  return {
    ...(diff === undefined ? {} : { diff }),
    ...(tools === undefined ? {} : { tools }),
    redacted: mergedRedactions(redacted),
    valuesBefore: before,
  };
}

/** Lines as a key or a certificate has them: a hunk of one may show neither its beginning nor its end. */
const KEY_LINES = /(?:^[+\- ]?[A-Za-z0-9+/]{60,80}={0,2}\n?){3,}/gm;

function withoutKeyLines(patch: string): string {
  return patch.replace(KEY_LINES, '[redacted: lines as of a key]\n');
}

function shownDiff(
  changes: GitResult<ChangeSet>,
  clean: (text: string) => string,
  first: ShownFirst,
): NonNullable<Substance['diff']> {
  if (!changes.ok) return { unknown: changes.reason };
  const { files, patchOf } = changes.value;
  const cleanPatch = (patch: string): string => withoutKeyLines(clean(patch));
  const shown = shownChanges(files, patchOf, cleanPatch, first);
  // A path can hold a secret as well.
  const leftOut = shown.leftOut.map(({ path, why }) => ({ path: clean(path), why }));
  return { shown: { ...shown, summary: clean(shown.summary), leftOut } };
}

function toolsOf(
  promise: CompletionPromise,
  question: ReturnType<typeof namedIn>,
  world: ReviewWorld,
  clean: (text: string) => string,
): Substance['tools'] {
  const calls = createTranscript(world.environment, workerIds(promise, world)).lastCalls(
    MOST_LOOKED_AT,
  );
  return calls === undefined
    ? { unknown: 'no transcript of the session that did the work was found' }
    : shownCalls(calls, question, clean);
}
