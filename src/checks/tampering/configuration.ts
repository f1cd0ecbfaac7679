import type { Suspicion, TextChange } from './change.ts';
export function configurationSuspicions(_change: readonly TextChange[]): readonly Suspicion[] {
  return [];
}
