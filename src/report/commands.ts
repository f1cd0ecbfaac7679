import type { NextAction } from '../domain/stop-check.ts';
import { shellWord } from './printable.ts';

/** The exact command lines that blocks and errors tell to run next. */

export function meetCommand(id: string, criterion: string): string {
  return `cs-promise --meet ${shellWord(id)} --ac-id ${shellWord(criterion)} --evidence "<what shows it>" --type test`;
}

export function startCommand(id: string): string {
  return `cs-promise --start ${shellWord(id)}`;
}

export function cancelCommand(id: string): string {
  return `cs-promise --cancel ${shellWord(id)}`;
}

export function showCommand(id: string): string {
  return `cs-promise --show ${shellWord(id)}`;
}

export function verifyCommand(id: string): string {
  return `cs-verify --promise ${shellWord(id)}`;
}

export function judgeCommand(id: string): string {
  return `cs-verify --judge --promise ${shellWord(id)}`;
}

export function waiveCommand(id: string, criterion: string): string {
  return `cs-promise --waive ${shellWord(id)} --ac-id ${shellWord(criterion)} --reason "<why>"`;
}

export function validateCommand(id: string, criterion: string): string {
  return `cs-store-validation --promise ${shellWord(id)} --ac-id ${shellWord(criterion)} --response-file "<the validator's answer>"`;
}

export function nextCommand(action: NextAction): string {
  switch (action.act) {
    case 'meet':
      return meetCommand(action.id, action.criterion);
    case 'start':
      return startCommand(action.id);
    case 'judge':
      return judgeCommand(action.id);
    case 'inspect':
      return showCommand(action.id);
    case 'repair':
      return 'cs doctor';
  }
}
