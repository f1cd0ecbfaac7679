import { isObject } from '../domain/base/document.ts';
import type { DeclaredCheck } from '../domain/promise/promise.ts';
import type { CheckKind, CheckReading } from './check-kind.ts';
import { ciKind } from './kinds/ci.ts';
import { commandKind } from './kinds/command.ts';
import { fileKind } from './kinds/file.ts';
import { reportKind } from './kinds/report.ts';
import { toolResultsKind } from './kinds/tool-results.ts';

/** The kinds of checks. A new kind is a module of its own, imported and listed here. */
export const CHECK_KINDS: readonly CheckKind[] = [
  // In the order of help and of lists.
  commandKind,
  fileKind,
  reportKind,
  toolResultsKind,
  ciKind,
];

function kindNamed(name: unknown): CheckKind | undefined {
  return CHECK_KINDS.find((kind) => kind.name === name);
}

/** Reads a declared check of any kind. */
export function readCheck(value: unknown): CheckReading {
  if (!isObject(value)) return { ok: false, reason: 'it is not an object' };
  const kind = kindNamed(value['kind']);
  if (kind === undefined) {
    const names = CHECK_KINDS.map(({ name }) => name).join(', ');
    return { ok: false, reason: `\`kind\` is not one of ${names}` };
  }
  return kind.read(value);
}

/** Why a declared check cannot be run; undefined where it can. */
export function checkFault(value: unknown): string | undefined {
  const reading = readCheck(value);
  return reading.ok ? undefined : reading.reason;
}

/** A declared check on one line, or why it cannot be run. */
export function declaredText(declared: DeclaredCheck): string {
  const reading = readCheck(declared);
  return reading.ok ? reading.check.text : `${declared.kind}: ${reading.reason}`;
}

/** Whether a declared check runs a command of the promise, even where other keys of it cannot be read. */
export function runsCommand({ kind }: DeclaredCheck): boolean {
  return kindNamed(kind)?.commandShown !== undefined;
}

/** The commands among some declared checks, with all of their keys, for a person to look at. */
export function commandsShown(declared: readonly DeclaredCheck[]): readonly string[] {
  return declared.flatMap((check) => kindNamed(check.kind)?.commandShown?.(check) ?? []);
}
