import type { Failure } from '../domain/base/failure.ts';
import { failed } from '../domain/base/result.ts';
import type { StateView } from './state-view.ts';

/**
 * The view of a state of which it is not known where it lies, or that nothing here can ask for: all of it is broken,
 * which keeps a gate shut.
 */
export function createUnknownView(folder: string, failure?: Failure): StateView {
  const reason =
    failure === undefined
      ? 'its state lies in a shared store, which was not asked: this session has nothing registered there'
      : `it is not known where its state is kept: ${whyUnknown(failure)}`;
  const file = { path: folder, reason };
  return {
    isThere: () => true,
    listActive: () => ({ promises: [], broken: [file] }),
    whereaboutsOf: () => ({ place: 'broken', among: 'active' }),
    recordOf: () => ({ digest: undefined, isRecorded: false }),
    stopGateState: () => failed(failure ?? { kind: 'broken-file', file }),
    endOf: () => undefined,
    unconfirmedEndOf: () => undefined,
  };
}

function whyUnknown(failure: Failure): string {
  return failure.kind === 'invalid-configuration'
    ? `${failure.source}: ${failure.problems.join('; ')}`
    : failure.kind;
}
