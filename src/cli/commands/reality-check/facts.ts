import { agentFolder } from '../../../adapters/environment.ts';
import { createGitChanges } from '../../../adapters/git-changes.ts';
import { createNodeCheckout } from '../../../adapters/node-checkout.ts';
import { createTranscript } from '../../../adapters/transcript.ts';
import { activeDirectives, firstGiven } from '../../../domain/directive.ts';
import { type Result, success } from '../../../domain/result.ts';
import { environmentValues, isEnvironmentFile } from '../../../domain/secret-files.ts';
import type { KnownSecret } from '../../../domain/secrets.ts';
import type { Session } from '../../../domain/session.ts';
import { attemptsIn, directivesIn } from '../../../domain/stop-gate-state.ts';
import { timestamp } from '../../../domain/time.ts';
import type { ChangeSet, GitResult } from '../../../ports.ts';
import type { RealityFacts } from '../../../reviews/reality-check-plan.ts';
import { namedSecrets, projectSecrets } from '../../known-secrets.ts';
import type { Suite } from '../../suite.ts';

/** Whose work is checked. */
export interface RealitySubject {
  readonly session: Session;
  /** What the agent said last, where the caller knows; else the session's transcript is asked. */
  readonly lastMessage?: string;
}

export interface GatheredFacts {
  readonly facts: RealityFacts;
  /** Values of the project's files of variables and of the environment. */
  readonly secrets: readonly KnownSecret[];
}

/**
 * Looks at the session's file, and where it holds an active directive at the checkout and the transcript.
 * Fails where the file is broken. `leftMs`: how much time is left, in milliseconds; what could not be
 * looked at by then is not known.
 */
export function gatherFacts(
  suite: Suite,
  subject: RealitySubject,
  leftMs: () => number,
): Result<GatheredFacts> {
  const state = suite.stopGate.read(subject.session.id);
  if (!state.ok) return state;
  const directives = activeDirectives(directivesIn(state.value));
  const known = { directives, attempts: attemptsIn(state.value) };
  return success(
    directives.length === 0
      ? { facts: { ...known, ...NOT_LOOKED_AT }, secrets: [] }
      : lookedAt(suite, subject, known, leftMs),
  );
}

const NOT_LOOKED_AT = {
  changes: { ok: false, reason: 'nobody looked' },
  lastMessage: undefined,
  tree: { bound: false, why: 'unreadable', reason: 'nobody looked' },
} as const;

function lookedAt(
  { clock, environment }: Suite,
  { lastMessage, session }: RealitySubject,
  known: Pick<RealityFacts, 'directives' | 'attempts'>,
  leftMs: () => number,
): GatheredFacts {
  const folder = environment.projectFolder;
  const now = { at: timestamp(clock.now()), commit: undefined };
  const changes = createGitChanges(folder, leftMs).since(firstGiven(known.directives) ?? now);
  const transcript = createTranscript(agentFolder(), session.ids);
  const secrets = [
    ...projectSecrets(folder, leftMs),
    ...namedSecrets('value of an env file', valuesBefore(changes)),
  ];
  const facts = {
    ...known,
    changes,
    lastMessage: lastMessage ?? transcript.lastMessage(),
    tree:
      leftMs() > 0
        ? createNodeCheckout(folder, leftMs).snapshot().digest({ inputs: null, files: [] })
        : ({ bound: false, why: 'unreadable', reason: 'there was no time left to look' } as const),
  };
  return { facts, secrets };
}

/** What files of variables held before the work: they can have been changed, renamed or removed. */
function valuesBefore(changes: GitResult<ChangeSet>): readonly string[] {
  if (!changes.ok) return [];
  const { before, files } = changes.value;
  const known = files.filter(({ isNew, path }) => !isNew && isEnvironmentFile(path));
  return known.flatMap(({ path }) => environmentValues(before(path) ?? ''));
}
