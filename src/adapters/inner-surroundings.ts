import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable, Writable } from 'node:stream';
import {
  findSurroundingsBy,
  type StandardOutput,
  type Surroundings,
  surroundings,
} from './surroundings.ts';

/** What a command inside of this one has otherwise than it. */
export interface InnerParts extends Required<Pick<Surroundings, 'ending' | 'follow'>> {
  /** Variables beside those of this process; undefined takes one out. */
  readonly variables: NodeJS.ProcessEnv;
  /** The current folder; that of this process where it is left out. */
  readonly folder: string | undefined;
}

/** What came of a command, and what it wrote to its standard output. */
export interface InnerOutcome<Value> {
  readonly value: Value;
  readonly written: string;
}

const inner = new AsyncLocalStorage<Surroundings>();

/**
 * Runs a command inside of this one, several at once, if need be. It reads an empty standard input, and no terminal; what
 * it writes to its standard error goes where this one's goes.
 */
export async function runInner<Value>(
  { ending, folder, follow, variables }: InnerParts,
  work: () => Promise<Value>,
): Promise<InnerOutcome<Value>> {
  const around = surroundings();
  const { output, written } = keptOutput();
  const start = around.elapsed();
  const own: Surroundings = {
    variables: { ...around.variables, ...variables },
    folder: () => folder ?? around.folder(),
    launcher: around.launcher,
    parent: around.parent,
    elapsed: () => around.elapsed() - start,
    input: { descriptor: NO_INPUT, isTerminal: false, stream: () => Readable.from([]) },
    output,
    errors: { ...noTerminal(around.errors.descriptor), stream: around.errors.stream },
    exitCode: undefined,
    ownFolders: [],
    ending,
    follow,
  };
  findSurroundingsBy(() => inner.getStore());
  return { value: await inner.run(own, work), written: written() };
}

/** No descriptor: to read from it fails. The standard input is the server's own. */
const NO_INPUT = -1;

const noTerminal = (descriptor: number) => ({ descriptor, isTerminal: false, columns: undefined });

/** A standard output whose bytes are kept. */
function keptOutput(): { readonly output: StandardOutput; readonly written: () => string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      pieces.push(Buffer.from(chunk));
      done();
    },
  });
  return {
    output: { ...noTerminal(NO_INPUT), stream: () => stream },
    written: () => Buffer.concat(pieces).toString('utf8'),
  };
}
