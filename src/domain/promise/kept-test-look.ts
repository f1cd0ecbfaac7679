import { isObject, parseDocument, textOf, textsIn } from '../base/document.ts';
import type { TamperingFinding, TamperingLook } from './tampering.ts';

/** What is kept of a look for weakened tests. */
export interface KeptLook extends Extract<TamperingLook, { readonly examined: true }> {
  readonly isPartial: boolean;
}

export function keptLookText(look: KeptLook): string {
  return JSON.stringify(look);
}

/** Reads such a text; undefined where it is none. */
export function readKeptLook(text: string): KeptLook | undefined {
  const document = parseDocument(text);
  if (!document.ok || !isObject(document.value)) return undefined;
  const { base, findings, isPartial, named, notes, untouched } = document.value;
  if (typeof base !== 'string' || typeof isPartial !== 'boolean') return undefined;
  return {
    examined: true,
    base,
    findings: findingsIn(findings),
    named: findingsIn(named),
    notes: textsIn(notes),
    untouched: textsIn(untouched),
    isPartial,
  };
}

function findingsIn(value: unknown): readonly TamperingFinding[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  return all.filter(isObject).map(({ after, before, detail, digest, kind, line, path }) => ({
    kind: textOf(kind),
    path: textOf(path),
    line: typeof line === 'number' ? line : 1,
    detail: textOf(detail),
    before: textOf(before),
    after: textOf(after),
    digest: textOf(digest),
  }));
}
