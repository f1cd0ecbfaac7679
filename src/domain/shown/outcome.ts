/** What a check says of the work: whether it fails without it. */
export type Shown =
  /** Tests that pass now fail without the work. `failing`: their names; `among`: how many tests are new or changed, 0 where others fail, too. */
  | { readonly kind: 'shown'; readonly failing: readonly string[]; readonly among: number }
  /** The tests cannot be built or loaded without the work. `missing`: what the builder said is not there. */
  | { readonly kind: 'not-built'; readonly missing: string }
  /** They pass without the work as well, and the probe showed that the command does run these files. */
  | { readonly kind: 'kept' }
  /** No test changed with this work. */
  | { readonly kind: 'no-test-changed' }
  /** It could not be told. `reason`: a clause in plain English. */
  | { readonly kind: 'not-told'; readonly reason: string };

/** That nothing could be told. `reason`: a clause. */
export function notTold(reason: string): Extract<Shown, { readonly kind: 'not-told' }> {
  return { kind: 'not-told', reason };
}

/** An outcome as it was kept; undefined where it is none. */
export function shownIn(value: { readonly [key: string]: unknown }): Shown | undefined {
  const { among, failing, kind, missing, reason } = value;
  switch (kind) {
    case 'kept':
    case 'no-test-changed':
      return { kind };
    case 'not-built':
      return typeof missing === 'string' ? { kind, missing } : undefined;
    case 'not-told':
      return typeof reason === 'string' ? { kind, reason } : undefined;
    case 'shown': {
      if (!Array.isArray(failing) || typeof among !== 'number') return undefined;
      return { kind, failing: failing.filter((name) => typeof name === 'string'), among };
    }
    default:
      return undefined;
  }
}
