import type { Failure, OwnerFate } from '../domain/base/failure.ts';
import { hostIn } from '../domain/session/session-host.ts';
import type { Suite } from '../suite.ts';

/** What became of the process of a session, by what the project keeps of it. */
export async function fateOf(session: string, { processes, stopGate }: Suite): Promise<OwnerFate> {
  const kept = await stopGate.read(session);
  const host = kept.ok ? hostIn(kept.value) : undefined;
  return host === undefined ? 'unknown' : processes.fate(host);
}

/** A failure because of a promise's owner with what became of that one, by which it names the way. */
export async function withOwnerFate(failure: Failure, suite: Suite): Promise<Failure> {
  if (failure.kind !== 'not-owner' && failure.kind !== 'not-orphaned') return failure;
  const { owner } = failure;
  return owner === null ? failure : { ...failure, fate: await fateOf(owner, suite) };
}
