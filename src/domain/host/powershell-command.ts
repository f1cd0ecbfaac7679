/**
 * The lines of hooks that a host runs in PowerShell. Windows PowerShell 5.1, which every Windows has, knows no `||`.
 * A program that it does not find, or that fails, leaves `$?` false and lets the line go on.
 */

/** What ends the line of a gate whose crash blocks. */
const SHUT = '; if (-not $?) { exit 2 }';

/** `call`: a command of PowerShell; `isGate`: whether its crash blocks. */
export function powershellCommand(call: string, isGate: boolean): string {
  return isGate ? `${call}${SHUT}` : call;
}

/** A line in the words of POSIX shells, as far as who starts which program and what follows its failure. */
export function inPosixWords(line: string): string {
  return line.replace(STARTS, '').replace(EXITS, ' || exit $1');
}

/** The operator that starts a program named by a quoted word. */
const STARTS = /^\s*&\s+(?=['"])/;

const EXITS = /\s*;\s*if\s*\(\s*(?:-not\s+|!\s*)\$\?\s*\)\s*\{\s*exit\s+(\d+)\s*;?\s*\}\s*;?\s*$/i;
