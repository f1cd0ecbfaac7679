import type { NextAction } from '../domain/standing/next-action.ts';
import { shellWord } from './printable.ts';

/** The place of the evidence in the line that meets a criterion. */
export const EVIDENCE_BLANK = '<what shows it>';

/** The option by which a command works on the project in a folder, whichever folder it is started in. */
export function inProject(folder: string): string {
  return `-C ${shellWord(folder)}`;
}

/**
 * The exact command lines that blocks, errors and reports name as the next step. All that a text names
 * work on the same project folder.
 */
export interface CommandLines {
  /** A command of the suite in words of one's own: `cs doctor`. */
  of(command: string): string;
  meet(id: string, criterion: string): string;
  run(id: string, criterion: string): string;
  start(id: string): string;
  cancel(id: string): string;
  adopt(id: string): string;
  release(id: string): string;
  /** By a person, for a session that does not run any more. */
  releaseFor(id: string, session: string): string;
  /** By a person, for a session that cannot do it. */
  giveUpFor(what: 'cancel' | 'release', id: string, session: string): string;
  show(id: string): string;
  addCheck(id: string, criterion: string): string;
  waive(id: string, criterion: string): string;
  /** By another session than the owner's, or by a person. */
  accept(id: string, finding: string): string;
  end(session: string): string;
  validate(id: string, criterion: string): string;
  /** `options`: further words, as a shell takes them. */
  verify(id: string, options?: string): string;
  judge(id: string, options?: string): string;
  prove(id: string, options?: string): string;
}

/**
 * The command lines for a reader whose current folder leads to another project than `folder`: they name
 * it with `-C`, behind everything else. Without a folder they lead to the right project as they are.
 */
export function commandLinesFor(folder: string | undefined): CommandLines {
  const project = folder === undefined ? '' : ` ${inProject(folder)}`;
  const of = (...words: readonly string[]): string =>
    `${words.filter((word) => word !== '').join(' ')}${project}`;
  const promise = (option: string, id: string, ...rest: readonly string[]): string =>
    of(`cs-promise --${option} ${shellWord(id)}`, ...rest);
  const criterionOf = (criterion: string): string => `--ac-id ${shellWord(criterion)}`;
  return {
    of,
    meet: (id, criterion) =>
      promise('meet', id, criterionOf(criterion), `--evidence "${EVIDENCE_BLANK}" --type test`),
    // What stands behind -- is the command that is run, and none of the suite's own words.
    run: (id, criterion) =>
      `${of(`cs meet ${shellWord(id)}`, criterionOf(criterion), '--run')} -- <command>`,
    start: (id) => promise('start', id),
    cancel: (id) => promise('cancel', id),
    adopt: (id) => promise('adopt', id),
    release: (id) => promise('release', id),
    releaseFor: (id, session) => promise('release', id, `--for ${shellWord(session)}`),
    giveUpFor: (what, id, session) => promise(what, id, `--for ${shellWord(session)}`),
    show: (id) => promise('show', id),
    addCheck: (id, criterion) =>
      promise('add-check', id, criterionOf(criterion), '--command "<command>"'),
    waive: (id, criterion) => promise('waive', id, criterionOf(criterion), '--reason "<why>"'),
    accept: (id, finding) =>
      of(`cs accept ${shellWord(finding)} --because "<why>" --promise ${shellWord(id)}`),
    end: (session) => of(`cs end-session ${shellWord(session)} --reason "<why>"`),
    validate: (id, criterion) =>
      of(
        `cs-store-validation --promise ${shellWord(id)}`,
        criterionOf(criterion),
        `--response-file "<the validator's answer>"`,
      ),
    verify: (id, options = '') => of(`cs-verify --promise ${shellWord(id)}`, options),
    judge: (id, options = '') => of(`cs-verify --judge --promise ${shellWord(id)}`, options),
    prove: (id, options = '') => of(`cs prove ${shellWord(id)}`, options),
  };
}

/** The command line of a next step. */
export function nextLine(action: NextAction, lines: CommandLines): string {
  switch (action.act) {
    case 'meet':
      return lines.meet(action.id, action.criterion);
    case 'start':
      return lines.start(action.id);
    case 'judge':
      return lines.judge(action.id);
    case 'prove':
      return action.checkout === undefined
        ? lines.prove(action.id)
        : `cd ${shellWord(action.checkout)} && ${lines.prove(action.id)}`;
    case 'verify':
      return lines.verify(action.id);
    case 'tell-person':
      return `${lines.show(action.id)}   # ${shellWord(action.criterion)} failed ${action.failures} times in a row: stop trying, and tell the user`;
    case 'inspect':
      return lines.show(action.id);
    case 'repair':
      return lines.of('cs doctor');
  }
}
