import type { NextAction } from '../domain/next-action.ts';
import { shellWord } from './printable.ts';

/** The exact command lines that blocks and errors tell to run next. */

/** Where the evidence goes in the line that meets a criterion. */
export const EVIDENCE_BLANK = '<what shows it>';

export function meetLine(id: string, criterion: string): string {
  return `cs-promise --meet ${shellWord(id)} --ac-id ${shellWord(criterion)} --evidence "${EVIDENCE_BLANK}" --type test`;
}

export function startLine(id: string): string {
  return `cs-promise --start ${shellWord(id)}`;
}

export function cancelLine(id: string): string {
  return `cs-promise --cancel ${shellWord(id)}`;
}

export function adoptLine(id: string): string {
  return `cs-promise --adopt ${shellWord(id)}`;
}

export function showLine(id: string): string {
  return `cs-promise --show ${shellWord(id)}`;
}

export function verifyLine(id: string): string {
  return `cs-verify --promise ${shellWord(id)}`;
}

export function judgeLine(id: string): string {
  return `cs-verify --judge --promise ${shellWord(id)}`;
}

export function proveLine(id: string): string {
  return `cs prove ${shellWord(id)}`;
}

export function addCheckLine(id: string, criterion: string): string {
  return `cs-promise --add-check ${shellWord(id)} --ac-id ${shellWord(criterion)} --command "<command>"`;
}

export function waiveLine(id: string, criterion: string): string {
  return `cs-promise --waive ${shellWord(id)} --ac-id ${shellWord(criterion)} --reason "<why>"`;
}

export function endLine(session: string): string {
  return `cs end-session ${shellWord(session)} --reason "<why>"`;
}

export function validateLine(id: string, criterion: string): string {
  return `cs-store-validation --promise ${shellWord(id)} --ac-id ${shellWord(criterion)} --response-file "<the validator's answer>"`;
}

export function nextLine(action: NextAction): string {
  switch (action.act) {
    case 'meet':
      return meetLine(action.id, action.criterion);
    case 'start':
      return startLine(action.id);
    case 'judge':
      return judgeLine(action.id);
    case 'prove':
      return proveLine(action.id);
    case 'verify':
      return verifyLine(action.id);
    case 'tell-person':
      return `${showLine(action.id)}   # ${shellWord(action.criterion)} failed ${action.failures} times in a row: stop trying, and tell the user`;
    case 'inspect':
      return showLine(action.id);
    case 'repair':
      return 'cs doctor';
  }
}
