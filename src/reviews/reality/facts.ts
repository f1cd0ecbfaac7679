import { createGitChanges } from '../../adapters/git/changes.ts';
import { createNodeCheckout } from '../../adapters/git/checkout.ts';
import { createTranscript } from '../../adapters/transcript/transcript.ts';
import { type Result, success } from '../../domain/base/result.ts';
import type { KnownSecret, Redacted } from '../../domain/base/secrets.ts';
import { timestamp } from '../../domain/base/time.ts';
import type { StopAttempt } from '../../domain/judging/reality-check.ts';
import { shownChanges } from '../../domain/promise/shown-changes.ts';
import type { TreeDigest } from '../../domain/promise/tree.ts';
import { activeDirectives, type Directive, firstGiven } from '../../domain/session/directive.ts';
import { attemptsIn, directivesIn } from '../../domain/session/stop-gate-state.ts';
import type { ChangeSet, GitResult } from '../../ports.ts';
import { valuesBefore } from '../asking/changed-secrets.ts';
import { cleaned } from '../asking/fence.ts';
import { sessionModelOf } from '../asking/session-model.ts';
import type { Gathered, Gathering, ReviewSubject } from '../asking/session-review.ts';
import type { RealityMaterial } from './prompt.ts';

/** What a reality check goes by, as it was found. */
export interface RealityFacts {
  /** The active ones. */
  readonly directives: readonly Directive[];
  readonly changes: GitResult<ChangeSet>;
  readonly lastMessage: string | undefined;
  /** Oldest first. */
  readonly attempts: readonly StopAttempt[];
  /** Of the whole checkout that the session works in. */
  readonly tree: TreeDigest;
}

/**
 * Looks at the session's file, and where it holds an active directive at the checkout and the transcript.
 * Fails where the file is broken. What could not be looked at in time is not known.
 */
export async function gatherReality(
  subject: ReviewSubject,
  gathering: Gathering,
): Promise<Result<Gathered<RealityMaterial>>> {
  const { world } = gathering;
  const state = await world.stopGate.read(subject.session.id);
  if (!state.ok) return state;
  const directives = activeDirectives(directivesIn(state.value));
  const known = { directives, attempts: attemptsIn(state.value) };
  const { facts, secrets } =
    directives.length === 0
      ? { facts: { ...known, ...NOT_LOOKED_AT }, secrets: [] }
      : lookedAt(subject, known, gathering);
  return success({ ...materialOf(facts, secrets), secrets, sessionModel: sessionModelOf(world) });
}

const NOT_LOOKED_AT = {
  changes: { ok: false, reason: 'not examined' },
  lastMessage: undefined,
  tree: { bound: false, why: 'unreadable', reason: 'not examined' },
} as const;

function lookedAt(
  { lastMessage, session }: ReviewSubject,
  known: Pick<RealityFacts, 'directives' | 'attempts'>,
  { leftMs, secrets, world: { clock, environment } }: Gathering,
): { readonly facts: RealityFacts; readonly secrets: readonly KnownSecret[] } {
  const folder = environment.checkout;
  const now = { at: timestamp(clock.now()), commit: undefined };
  const changes = createGitChanges(folder, leftMs).since(firstGiven(known.directives) ?? now);
  const transcript = createTranscript(environment, session.ids);
  const knownSecrets = secrets(valuesBefore(changes));
  const facts: RealityFacts = {
    ...known,
    changes,
    lastMessage: lastMessage ?? transcript.lastMessage(),
    tree:
      leftMs() > 0
        ? createNodeCheckout(folder, leftMs).snapshot().digest({ inputs: null, files: [] })
        : { bound: false, why: 'unreadable', reason: 'no time was left to examine it' },
  };
  return { facts, secrets: knownSecrets };
}

/** The facts as they are shown. Patches are read and cleaned once, however often the model is asked. */
export function materialOf(
  { attempts, changes, directives, lastMessage, tree }: RealityFacts,
  secrets: readonly KnownSecret[],
): Pick<Gathered<RealityMaterial>, 'material' | 'redacted'> {
  const redacted: (readonly Redacted[])[] = [];
  const clean = (text: string): string => {
    const part = cleaned(text, secrets);
    redacted.push(part.redacted);
    return part.text;
  };
  const material: RealityMaterial = {
    directives,
    changes: changes.ok
      ? { shown: shownChanges(changes.value.files, changes.value.patchOf, clean) }
      : { unknown: changes.reason },
    lastMessage,
    attempts,
    fingerprint: tree.bound ? tree.digest : null,
    notBound: tree.bound ? undefined : tree.reason,
  };
  return { material, redacted };
}
