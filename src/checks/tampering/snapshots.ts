import type { Suspicion, TextChange } from './change.ts';
export function snapshotSuspicions(_change: readonly TextChange[]): readonly Suspicion[] {
  return [];
}
