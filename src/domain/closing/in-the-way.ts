import type { Failure } from '../base/failure.ts';
import type { JudgmentRecord } from '../promise/promise.ts';
import type { ClosingFacts } from './facts.ts';
import { everyShut } from './gates.ts';
import { servedBy } from './judged-facts.ts';

/** What stands in the way of a real run of the judge, as a dry run tells it: all of it, and not the first alone. */
export interface InTheWay {
  /** Why no judge would be asked. */
  readonly unasked: readonly Failure[];
  /** Why the promise would stay open although the judge passes it. */
  readonly unclosed: readonly Failure[];
  /** The earlier PASS that would serve in place of a run. */
  readonly served: JudgmentRecord | undefined;
}

/** Holds a promise against every gate, as though a judge would pass it. `isUnset`: no session is set that could ask. */
export function inTheWay(facts: ClosingFacts, isUnset: boolean): InTheWay {
  const { request } = facts;
  const isOwner = request.to === 'close';
  const asJudged = { ...facts, request: { ...request, to: 'judge' }, judged: 'passes' } as const;
  // A proof in words comes with the call that closes, and who closes is not known without a session.
  const left = ['proof-missing', ...(isUnset ? ['not-owner'] : [])];
  const shut = everyShut(asJudged).filter(({ failure }) => !left.includes(failure.kind));
  const ahead = shut.filter(({ row }) => row.after !== 'judge' && (isOwner || !row.isOwners));
  const rest = shut.filter((one) => !ahead.includes(one));
  return {
    unasked: [
      ...(isUnset ? [{ kind: 'no-session' } as const] : []),
      ...ahead.map(({ failure }) => failure),
    ],
    unclosed: rest.map(({ failure }) => failure),
    served: servedBy(facts),
  };
}
