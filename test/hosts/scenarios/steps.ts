import type { Deed, Step } from '../host.ts';
import type { SeenRequest } from '../wires/wire.ts';

/**
 * What agents do in the scenarios, in words that the shells of all hosts take: one of them refuses every command that
 * substitutes the output of another, and one runs each command in a new shell.
 */

const EVIDENCE = 'npm test: 42 passed, 0 failed';

export const done: Deed = { says: 'Done.' };

/** Makes a promise of one criterion, in a folder where one is named, and starts it. */
export function promises(folder = '.', words = ''): readonly Step[] {
  // A host whose shell stays in a folder does not stay there.
  const there = (line: string): string => (folder === '.' ? line : `(cd ${folder} && ${line})`);
  const make = `cs promise --create "Sign-in" --ac "Users can sign in" ${words}`;
  return [
    { runs: there(make.trim()) },
    ({ latest }) => ({ runs: there(`cs promise --start ${promiseIn(latest)}`) }),
  ];
}

/** Does the command that it is told is next, and is done where it is told none. */
export const follows: Step = ({ latest }) => {
  const command = nextIn(latest);
  return command === undefined ? done : { runs: command };
};

/** The command that a text says is next, its evidence filled in. */
export function nextIn(text: string): string | undefined {
  const command =
    /\bNext: (cs(?:-promise --| promise | )(?:-C \S+ )?(?:start|meet|prove) .+)$/m.exec(text)?.[1];
  return command?.replace('[what shows it]', EVIDENCE);
}

/** The id of a promise that a text names. */
export function promiseIn(text: string): string {
  return /promise-[0-9a-f]{8}/.exec(text)?.[0] ?? 'promise-unknown';
}

/** A step that does something once a promise of another is kept. */
export function after(event: Promise<void>, step: Step): Step {
  return async (request: SeenRequest) => {
    await event;
    return typeof step === 'function' ? step(request) : step;
  };
}
