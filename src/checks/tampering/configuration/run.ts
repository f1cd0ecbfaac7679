import { classOfName, type RunClass, type Runner, runnerOf } from './runner.ts';
import { type Command, commandsOf } from './shell.ts';

/** Where a run is written down: a service that runs it for all, a script that a person calls, or a hook of git. */
export type Layer = 'ci' | 'script' | 'hook';

/** A place where tests or other checks are run. */
export interface Run extends Runner {
  readonly layer: Layer;
  /** The job, script or target that it belongs to, as keys: `jobs.test`, `scripts.test`. */
  readonly place: string;
  readonly line: number;
  readonly text: string;
  /** All words of the command, those in front of the runner included. */
  readonly written: readonly string[];
  /** What keeps its failure from being seen, or itself from happening: `|| true`, `continue-on-error: true`. */
  readonly weaknesses: readonly string[];
  /** Whether its script ends with the first command that fails. */
  readonly errexit: boolean;
  /** Whether its status is that of its script, as the last command's or joined to what follows by `&&`. */
  readonly isLast: boolean;
}

export interface RunPlace {
  readonly layer: Layer;
  readonly place: string;
  readonly line: number;
  /** Whether the shell there ends with the first command that fails. */
  readonly errexit?: boolean;
  /** What weakens all that runs there. */
  readonly weaknesses?: readonly string[];
}

/** No script that a person writes runs its tests more often. */
const MAXIMUM_RUNS = 200;

const WEAK_WORDS = [
  /^--?(?:passWithNoTests|pass-with-no-tests|if-present|collect-only|co|listTests|list-tests|no-run|help|version|exit-zero|no-exit-code|allow-no-tests|dangerouslyIgnoreUnhandledErrors|suppress-no-test-exit-code|dry-run|fail-never|test-dry-run|no-verify)(?:=true)?$/,
  /^-(?:D|P)(?:skipTests|maven\.test\.skip|skipITs|skipUnitTests|maven\.test\.failure\.ignore|testFailureIgnore|skip\.?tests?)(?:=true)?$/,
  /^-fn$/,
];
const NOTHING = /^(?:true|:|exit 0|\/bin\/true)$/;
const SAYS =
  /^(?:echo|printf|exit|true|:|sleep|cd|export|set|mkdir|rm|cp|mv|source|\.|trap|unset|return|false|npm install|npm ci|yarn install|pnpm install|node (?:-e|-p|--eval)|python3? -c)(?: |$)/;

/** The runs in a script of a shell. */
export function runsOfScript(script: string, place: RunPlace): readonly Run[] {
  const commands = commandsOf(script);
  const isMultiline = script.includes('\n');
  let count = 0;
  const runs = commands.flatMap((command, index): Run[] => {
    const runner = count < MAXIMUM_RUNS ? runnerOf(command.words) : undefined;
    if (runner === undefined) return [];
    count += 1;
    const line = place.line + (isMultiline ? command.line - 1 : 0);
    return [runOf(runner, commands, index, { ...place, line })];
  });
  return runs;
}

/** The runs of a script that has a name; one that says it tests runs something, also where its commands say nothing. */
export function runsOfNamed(name: string, script: string, place: RunPlace): readonly Run[] {
  const runs = runsOfScript(script, place);
  const kind = classOfName(name);
  if (runs.length > 0 || kind === undefined) return runs;
  const commands = commandsOf(script);
  const index = commands.findIndex(({ text }) => !SAYS.test(text));
  const words = commands[index]?.words;
  if (words === undefined) return [];
  return [
    runOf(
      { class: kind, identity: `own ${words[0] ?? ''}`, words: words.slice(1) },
      commands,
      index,
      place,
    ),
  ];
}

/** A run that is not a command of a shell: a reusable workflow, a hook by its id. */
export function runNamed(kind: RunClass, identity: string, text: string, place: RunPlace): Run {
  return {
    class: kind,
    identity,
    words: [],
    written: [],
    layer: place.layer,
    place: place.place,
    line: place.line,
    text,
    weaknesses: place.weaknesses ?? [],
    errexit: true,
    isLast: true,
  };
}

function runOf(runner: Runner, commands: readonly Command[], index: number, place: RunPlace): Run {
  const command = commands[index];
  const errexit = place.errexit === true || commands.slice(0, index).some(setsErrexit);
  return {
    ...runner,
    layer: place.layer,
    place: place.place,
    line: place.line,
    text: command?.text ?? '',
    written: command?.words ?? [],
    weaknesses: [
      ...(place.weaknesses ?? []),
      ...wordWeaknesses(runner),
      ...shellWeaknesses(commands, index, errexit),
    ],
    errexit,
    isLast: index === commands.length - 1 || commands[index + 1]?.joined === '&&',
  };
}

function setsErrexit({ text }: Command): boolean {
  return /^set (?:.* )?-(?:[a-z]*e|o errexit)/.test(text);
}

function wordWeaknesses({ identity, words }: Runner): readonly string[] {
  const weak = words.filter((word) => WEAK_WORDS.some((pattern) => pattern.test(word)));
  const excluded = words.findIndex(
    (word, index) =>
      /^(?:-x|--exclude-task)$/.test(word) &&
      /(?:^|:)(?:\w*[tT]est|check)$/.test(words[index + 1] ?? ''),
  );
  const lists =
    /^(?:jest|vitest|playwright test|ctest)$/.test(identity) &&
    words.some((word) => word === '--list' || word === 'list');
  return [
    ...weak,
    ...(excluded < 0 ? [] : [`-x ${words[excluded + 1] ?? ''}`]),
    ...(lists ? ['--list'] : []),
  ];
}

function shellWeaknesses(
  commands: readonly Command[],
  index: number,
  errexit: boolean,
): readonly string[] {
  const before = commands.slice(0, index);
  const after = commands.slice(index + 1);
  const weaknesses: string[] = [];
  const alternative = after[alternativeAt(after)];
  const rest = alternative === undefined ? [] : after.slice(after.indexOf(alternative));
  if (alternative !== undefined && isNothing(alternative, rest))
    weaknesses.push(`|| ${alternative.text.slice(0, 60)}`);
  if (isOverridden(after, errexit)) weaknesses.push(`; ${after.at(-1)?.text ?? ''}`);
  if (isPiped(commands, index)) weaknesses.push(`| ${after[0]?.text.slice(0, 60) ?? ''}`);
  const plus = before.findLastIndex(({ text }) => /^set (?:\+e|\+o errexit|\+[a-z]*e)/.test(text));
  const isOn = before.findLastIndex(setsErrexit) > plus;
  if (plus >= 0 && !isOn && !after.some(readsStatus)) weaknesses.push('set +e');
  if (
    before.some(
      ({ text, isNested, joined }) =>
        text === 'exit 0' && !isNested && joined !== '||' && joined !== '&&',
    )
  )
    weaknesses.push('exit 0 before it');
  if (before.some(({ text }) => /^trap .*\b(?:exit 0|true)\b/.test(text))) weaknesses.push('trap');
  const guard = before.at(-1);
  const joined = commands[index]?.joined;
  if (
    (joined === '&&' && guard?.text === 'false') ||
    (joined === '||' && guard !== undefined && NOTHING.test(guard.text))
  ) {
    weaknesses.push(`${guard.text} ${joined}`);
  }
  return weaknesses;
}

/** What runs instead when a chain of commands fails: `a && b || c`. */
function alternativeAt(after: readonly Command[]): number {
  const end = after.findIndex(({ joined }) => joined !== '&&' && joined !== '|' && joined !== '||');
  return after.findIndex(({ joined }, at) => joined === '||' && (end < 0 || at < end));
}

/** Whether what runs instead succeeds: it neither ends with an error nor keeps the status. */
function isNothing(alternative: Command, rest: readonly Command[]): boolean {
  if (NOTHING.test(alternative.text)) return true;
  if (!/^(?:echo|printf)(?: |$)/.test(alternative.text)) return false;
  return !rest
    .slice(0, 4)
    .some(
      ({ text }) =>
        /^(?:exit [1-9$"]|exit$|false$|return [1-9])/.test(text) ||
        /\b(?:status|rc|failed|code|ret|err\w*)=/i.test(text),
    );
}

function isOverridden(after: readonly Command[], errexit: boolean): boolean {
  const last = after.at(-1);
  if (last === undefined || last.isNested || after.slice(0, -1).some(readsStatus)) return false;
  if (!NOTHING.test(last.text)) return false;
  return last.joined === ';' || (last.joined === '\n' && !errexit);
}

function isPiped(commands: readonly Command[], index: number): boolean {
  const next = commands[index + 1];
  if (next?.joined !== '|' || !/^(?:tee|cat|head|tail|grep|sed|awk)(?: |$)/.test(next.text))
    return false;
  return !commands.some(({ text }) => /pipefail|PIPESTATUS/.test(text));
}

function readsStatus({ text }: Command): boolean {
  return (
    /\$\?|PIPESTATUS|^exit ["$]/.test(text) ||
    setsErrexit({ text, words: [], joined: '', line: 1, isNested: false })
  );
}
