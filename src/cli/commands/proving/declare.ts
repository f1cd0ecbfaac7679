import type { Seal } from '../../../domain/check-declaration.ts';
import { type Criterion, checksOf } from '../../../domain/promise.ts';
import { type Result, success } from '../../../domain/result.ts';
import { isTrusted, sealFor, type TrustWorld } from '../../../gates/trust.ts';
import type { Suite } from '../../suite.ts';
import { createTrustWorld } from './prove-world.ts';

/** Seals checks as this user's own, and knows those again that are. */
export interface Declaring {
  sealFor(promise: string): Seal;
  isTrusted(promise: string, criterion: Criterion): boolean;
}

/** Fails where the user's key can neither be read nor made. */
export function declaring(suite: Suite): Result<Declaring> {
  const trust = createTrustWorld(suite);
  return trust.ok ? success(declaringWith(trust.value)) : trust;
}

function declaringWith(world: TrustWorld): Declaring {
  return {
    sealFor: (promise) => (criterion, checks) => sealFor(promise, criterion, checks, world),
    isTrusted: (promise, criterion) =>
      isTrusted(promise, { criterion, declared: checksOf(criterion) }, world),
  };
}
