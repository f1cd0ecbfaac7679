import type { Failure } from './failure.ts';

/** What an operation gives that can fail in an expected way: its value, or the failure as a value. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export function success<Value>(value: Value): Result<Value> {
  return { ok: true, value };
}

export function failed(failure: Failure): Result<never> {
  return { ok: false, failure };
}
