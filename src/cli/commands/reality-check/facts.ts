import { agentFolder, secretValues } from '../../../adapters/environment.ts';
import { environmentFileValues } from '../../../adapters/environment-files.ts';
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

/** Looks at the session's file, the checkout and the transcript. Fails where the file is broken. */
export function gatherFacts(suite: Suite, subject: RealitySubject): Result<GatheredFacts> {
  const { session } = subject;
  const state = suite.stopGate.read(session.id);
  if (!state.ok) return state;
  const { clock, environment } = suite;
  const folder = environment.projectFolder;
  const directives = activeDirectives(directivesIn(state.value));
  const since = firstGiven(directives) ?? timestamp(clock.now());
  const changes = createGitChanges(folder).since(since);
  const transcript = createTranscript(agentFolder(), session.ids);
  return success({
    facts: {
      directives,
      changes,
      lastMessage: subject.lastMessage ?? transcript.lastMessage(),
      attempts: attemptsIn(state.value),
      tree: createNodeCheckout(folder).snapshot().digest({ inputs: null, files: [] }),
    },
    secrets: [
      ...named('value of an env file', environmentFileValues(folder)),
      ...named('value of an env file', valuesBefore(changes)),
      ...named('value of the environment', secretValues([])),
    ],
  });
}

/** What files of variables held before the work: they can have been changed, renamed or removed. */
function valuesBefore(changes: GitResult<ChangeSet>): readonly string[] {
  if (!changes.ok) return [];
  const { before, files } = changes.value;
  const known = files.filter(({ isNew, path }) => !isNew && isEnvironmentFile(path));
  return known.flatMap(({ path }) => environmentValues(before(path) ?? ''));
}

function named(kind: string, values: readonly string[]): readonly KnownSecret[] {
  return values.map((value) => ({ kind, value }));
}
