import { setsErrexit, shellWeaknesses, wordWeaknesses } from './run-weaknesses.ts';
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
      ...wordWeaknesses(runner, command?.words ?? []),
      ...shellWeaknesses(commands, index, errexit),
    ],
    errexit,
    isLast: index === commands.length - 1 || commands[index + 1]?.joined === '&&',
  };
}
