import { runInner } from '../../adapters/inner-surroundings.ts';
import { isObject } from '../../domain/base/document.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { unexpectedFailure } from '../../domain/base/unexpected.ts';
import { type CommandLines, commandLinesFor } from '../../report/command-lines.ts';
import { failureLines } from '../../report/failure-text.ts';
import { jsonText, printable } from '../../report/printable.ts';
import { plainStyle } from '../../report/style.ts';
import { type Arguments, argumentsOf, type Command, type NamedCommand } from '../command.ts';
import { outcomeOf } from '../command-call.ts';
import { environmentOfShell } from '../environment.ts';

/** The call of a command by a tool. */
export interface ToolCall {
  readonly name: string;
  readonly command: Command;
  /** The values of its options, by their names. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
  /** Variables by which the host tells the session, where it tells it with each call. */
  readonly variables: NodeJS.ProcessEnv;
  /** The folder in which the host works, where it says so. */
  readonly folder: string | undefined;
  readonly ending: AbortSignal;
  readonly follow: (what: string) => void;
}

/** What came of it: the command's text, and its JSON with the notes that it prints beside it. */
export type Called =
  | { readonly ok: true; readonly text: string; readonly json: Record<string, unknown> }
  | { readonly ok: false; readonly text: string };

/** Calls commands of the suite inside of this process, for a project where `project` names one. */
export function createCalling(
  project: string | undefined,
  commands: () => Promise<readonly NamedCommand[]>,
) {
  return async (call: ToolCall): Promise<Called> => {
    const { values, positionals } = call;
    const all = new Map([...values, ['json', ['true']] as const]);
    if (project !== undefined) all.set('project', [project]);
    const args = argumentsOf(all, positionals, []);
    const { value, written } = await runInner(call, () => calledIn(call, args, commands));
    return typeof value === 'object' ? value : answered(written, value);
  };
}

/** What came of a command; the notes of one that wrote its JSON by itself. */
async function calledIn(
  { command, name }: ToolCall,
  args: Arguments,
  commands: () => Promise<readonly NamedCommand[]>,
): Promise<Called | string> {
  let lines = commandLinesFor(undefined, 'cs');
  try {
    const environment = environmentOfShell(args.text('project'));
    if (!environment.ok) return refused(environment.failure, lines);
    const reader = { style: plainStyle, spelling: 'cs' } as const;
    const called = await outcomeOf(
      command,
      args,
      `cs ${name}`,
      environment.value,
      reader,
      commands,
    );
    lines = called.lines;
    if (!called.outcome.ok) return refused(called.outcome.failure, lines);
    const { isWritten, json, notes = [], text } = called.outcome.value;
    const said = notes.map(printable).join('\n');
    return isWritten === true ? said : answered(jsonText(json), said, text);
  } catch (error) {
    return refused(unexpectedFailure(error), lines);
  }
}

function refused(failure: Failure, lines: CommandLines): Called {
  return { ok: false, text: failureLines(failure, lines) };
}

/** An answer by its JSON. One that holds an error is that error, as it stands in the notes. */
function answered(written: string, notes: string, text = written.trim()): Called {
  const json: unknown = JSON.parse(written);
  const all = [text, notes].filter((part) => part !== '').join('\n');
  if (!isObject(json) || json['error'] !== undefined) return { ok: false, text: all };
  return { ok: true, text: all, json: notes === '' ? json : { ...json, notes: notes.split('\n') } };
}
