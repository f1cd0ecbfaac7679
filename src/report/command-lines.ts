import { agentNameIn } from '../domain/judging/agent-answers.ts';
import type { NextAction } from '../domain/standing/next-action.ts';
import { shellWord } from './printable.ts';

/**
 * The place of the evidence in the line that meets a criterion. A blank stands in brackets: a host may escape `<`, `>` and
 * `&` in what it tells its model.
 */
const EVIDENCE_BLANK = '[what shows it]';

/** Whether evidence is the place for it, as lines have it or had it, and nothing that was filled in. */
export function isEvidenceBlank(evidence: string): boolean {
  return /^[[<]what shows it[\]>]$/.test(evidence.trim());
}

/** The option by which a command works on the project in a folder, whichever folder it is started in. */
export function inProject(folder: string): string {
  return `-C ${shellWord(folder)}`;
}

/**
 * How a reader calls the suite: by its one command, by the same under its long name, or by the names that the bash
 * scripts had. A text answers in the spelling that it was asked in.
 */
export type Spelling = 'cs' | 'completion-promise' | 'drop-in';

/** The spelling of one who called a program by this name. */
export function spellingOf(program: string): Spelling {
  return program === 'cs' || program === 'completion-promise' ? program : 'drop-in';
}

/**
 * The exact command lines that blocks, errors and reports name as the next step. All that a text names
 * work on the same project folder, and are spelled in one way.
 */
export interface CommandLines {
  readonly spelling: Spelling;
  /** A command that has one spelling alone, in words of one's own: `cs doctor`. */
  of(command: string): string;
  init(): string;
  create(): string;
  /** `options`: `--mine`, say. */
  list(options?: string): string;
  status(options?: string): string;
  check(options?: string): string;
  meet(id: string, criterion: string, type?: string): string;
  run(id: string, criterion: string): string;
  start(id: string): string;
  cancel(id: string): string;
  adopt(id: string): string;
  release(id: string): string;
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
export function commandLinesFor(folder: string | undefined, spelling: Spelling): CommandLines {
  const project = folder === undefined ? '' : ` ${inProject(folder)}`;
  const program = spelling === 'completion-promise' ? spelling : 'cs';
  const of = (...words: readonly string[]): string => {
    const line = words.filter((word) => word !== '').join(' ');
    return `${line.replace(/^cs(?= )/, program)}${project}`;
  };
  const shared = sharedLines(of);
  return spelling === 'drop-in'
    ? { spelling, ...shared, ...dropInLines(of) }
    : { spelling, ...shared, ...verbLines(of) };
}

/** Makes a line of its words: those that are empty are left out, and the project stands behind them. */
type LineOf = (...words: readonly string[]) => string;

/** The lines of commands that have no drop-in name. */
function sharedLines(of: LineOf) {
  return {
    of: (command: string) => of(command),
    // What stands behind -- is the command that is run, and none of the suite's own words.
    run: (id: string, criterion: string) =>
      `${of('cs meet', shellWord(id), shellWord(criterion), '--run')} -- [command]`,
    accept: (id: string, finding: string) =>
      of('cs promise accept', shellWord(finding), `--because "[why]" --promise ${shellWord(id)}`),
    end: (session: string) => of('cs session end', shellWord(session), '--reason "[why]"'),
    prove: (id: string, options = '') => of('cs prove', shellWord(id), options),
  };
}

const inWords = (type: string): string =>
  `--evidence "${EVIDENCE_BLANK}" --type ${shellWord(type)}`;

/** The lines of the one command, by its verbs. */
function verbLines(of: LineOf) {
  const line = (verb: string, id: string, ...rest: readonly string[]): string =>
    of(`cs ${verb}`, shellWord(id), ...rest);
  return {
    init: () => of('cs session init'),
    create: () => of('cs do "[title]" --ac "[criterion]"'),
    list: (options = '') => of('cs status', options),
    status: (options = '') => of('cs status', options),
    check: (options = '') => of('cs check', options),
    meet: (id: string, criterion: string, type = 'test') =>
      line('meet', id, shellWord(criterion), inWords(type)),
    start: (id: string) => line('promise start', id),
    cancel: (id: string) => line('promise cancel', id),
    adopt: (id: string) => line('promise adopt', id),
    release: (id: string) => line('promise release', id),
    giveUpFor: (what: 'cancel' | 'release', id: string, session: string) =>
      line(`promise ${what}`, id, `--for ${shellWord(session)}`),
    show: (id: string) => line('status', id),
    addCheck: (id: string, criterion: string) =>
      line('promise --add-check', id, `--ac-id ${shellWord(criterion)} --command "[command]"`),
    waive: (id: string, criterion: string) =>
      line('promise waive', id, shellWord(criterion), '--reason "[why]"'),
    validate: (id: string, criterion: string) =>
      line('promise validate', id, shellWord(criterion), '--pass --reason "[what was observed]"'),
    verify: (id: string, options = '') => line('verify', id, options),
    judge: (id: string, options = '') => line('judge', id, options),
  };
}

/** The lines of the drop-in names. */
function dropInLines(of: LineOf) {
  const promise = (option: string, id: string, ...rest: readonly string[]): string =>
    of(`cs-promise --${option}`, shellWord(id), ...rest);
  const criterionOf = (criterion: string): string => `--ac-id ${shellWord(criterion)}`;
  return {
    init: () => of('cs-init'),
    create: () => of('cs-promise --create "[title]" --ac "[criterion]"'),
    list: (options = '--list') => of('cs-promise', options),
    status: (options = '') => of('cs-status', options),
    check: (options = '') => of('cs-verify --check', options),
    meet: (id: string, criterion: string, type = 'test') =>
      promise('meet', id, criterionOf(criterion), inWords(type)),
    start: (id: string) => promise('start', id),
    cancel: (id: string) => promise('cancel', id),
    adopt: (id: string) => promise('adopt', id),
    release: (id: string) => promise('release', id),
    giveUpFor: (what: 'cancel' | 'release', id: string, session: string) =>
      promise(what, id, `--for ${shellWord(session)}`),
    show: (id: string) => promise('show', id),
    addCheck: (id: string, criterion: string) =>
      promise('add-check', id, criterionOf(criterion), '--command "[command]"'),
    waive: (id: string, criterion: string) =>
      promise('waive', id, criterionOf(criterion), '--reason "[why]"'),
    validate: (id: string, criterion: string) =>
      of(
        `cs-store-validation --promise ${shellWord(id)}`,
        criterionOf(criterion),
        `--response-file "[the validator's answer]"`,
      ),
    verify: (id: string, options = '') => of('cs-verify --promise', shellWord(id), options),
    judge: (id: string, options = '') => of('cs-verify --judge --promise', shellWord(id), options),
  };
}

/** The line that has a validator of the suite's own run; undefined where one of this name is not the suite's to run. */
function runLine(
  { by, criterion, id }: { readonly by: string; readonly criterion: string; readonly id: string },
  lines: CommandLines,
): string | undefined {
  const name = agentNameIn(by);
  const words = [id, criterion, '--by', name ?? ''].map(shellWord).join(' ');
  return name === undefined ? undefined : lines.of(`cs promise validate ${words}`);
}

/** How to go on after a validator's FAIL: another's PASS does not lift it. */
export function failLine(
  { by, criterion, id }: { readonly by: string; readonly criterion: string; readonly id: string },
  lines: CommandLines,
): string {
  const again = runLine({ by, criterion, id }, lines) ?? `have ${shellWord(by)} answer again`;
  return `${lines.show(id)}   # ${shellWord(by)} failed ${shellWord(criterion)}: put right what it found, then ${again}`;
}

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
        : `cd ${shellWord(action.checkout)}; ${lines.prove(action.id)}`;
    case 'verify':
      return lines.verify(action.id);
    case 'tell-person':
      return `${lines.show(action.id)}   # ${shellWord(action.criterion)} failed ${action.failures} times in a row: stop trying and tell the user`;
    case 'answer-fail':
      return failLine(action, lines);
    case 'inspect':
      return lines.show(action.id);
    case 'repair':
      return lines.of('cs doctor');
  }
}
