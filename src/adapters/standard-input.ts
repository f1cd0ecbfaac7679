import { fstatSync, readSync } from 'node:fs';
import { errorCode } from '../domain/base/system-error.ts';
import { parseFields } from '../domain/host/hook-payload.ts';
import { millisecondsSinceStart } from './node-clock.ts';
import { surroundings } from './surroundings.ts';
import { neverWaitForInput } from './unwaiting-input.ts';

/** How much is read of the standard input, and how long the reader waits for it. */
interface InputLimits {
  readonly mostMs: number;
  readonly mostBytes: number;
}

const PIECE_BYTES = 64 * 1024;

/** The time between two looks at the input, in milliseconds. */
const PAUSE_MS = 2;

/**
 * Reads the text that a hook is given. Reading ends when the other side closes, when the text is a whole
 * JSON object (some hosts never close), when it is longer than `mostBytes`, or after `mostMs`. A terminal is
 * not read. Never throws: where there is nothing to read, the text is empty.
 */
export async function readStandardInput(limits: InputLimits): Promise<string> {
  const input = new Gathering(limits);
  try {
    const { descriptor } = surroundings().input;
    const stats = fstatSync(descriptor);
    if (stats.isFile()) input.readOn();
    else if (stats.isFIFO() || stats.isSocket()) {
      await (neverWaitForInput(descriptor) ? poll(input) : stream(input));
    }
  } catch {
    // The input was closed before, or broke off.
  }
  return input.text();
}

/** How often an input is parsed that ends as an object does: an endless one must not take all the time. */
const MOST_LOOKS = 20;

/** The input that has come so far. */
class Gathering {
  readonly #limits: InputLimits;
  readonly #deadline: number;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  #looked = 0;
  #looks = 0;
  #endsAsObject = false;

  constructor(limits: InputLimits) {
    this.#limits = limits;
    this.#deadline = millisecondsSinceStart() + limits.mostMs;
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#size += piece.length;
    const end = piece.toString('latin1').trimEnd();
    if (end !== '') this.#endsAsObject = end.endsWith('}');
  }

  /** Reads what is there now. True: nothing more is to be expected. */
  readOn(): boolean {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      try {
        const length = readSync(surroundings().input.descriptor, piece);
        if (length === 0) return true;
        this.add(piece.subarray(0, length));
      } catch (error) {
        if (errorCode(error) === 'EAGAIN') return this.isOver();
        throw error;
      }
      if (this.isFull()) return true;
    }
  }

  isFull(): boolean {
    return this.#size > this.#limits.mostBytes;
  }

  /** Whether the reader need not wait for more. */
  isOver(): boolean {
    return millisecondsSinceStart() >= this.#deadline || this.#isWhole();
  }

  get msLeft(): number {
    return Math.max(0, this.#deadline - millisecondsSinceStart());
  }

  /** Parses only where more came since the last time, and only a text that ends as an object does. */
  #isWhole(): boolean {
    if (this.#size === this.#looked || this.#looks === MOST_LOOKS) return false;
    this.#looked = this.#size;
    if (!this.#endsAsObject) return false;
    this.#looks += 1;
    return parseFields(this.text()) !== undefined;
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString('utf8');
  }
}

function poll(input: Gathering): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      try {
        if (input.readOn()) resolve();
        else setTimeout(look, PAUSE_MS);
      } catch (error) {
        reject(error);
      }
    };
    look();
  });
}

function stream(input: Gathering): Promise<void> {
  // Loaded only here, because it takes long to load.
  const { Socket } = process.getBuiltinModule('node:net');
  const socket = new Socket({
    fd: surroundings().input.descriptor,
    readable: true,
    writable: false,
  });
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(deadline);
      clearInterval(looking);
      socket.destroy();
      resolve();
    };
    const deadline = setTimeout(finish, input.msLeft);
    const looking = setInterval(() => input.isOver() && finish(), PAUSE_MS);
    socket.on('data', (piece: Buffer) => {
      input.add(piece);
      if (input.isFull()) finish();
    });
    socket.on('end', finish);
    socket.on('error', finish);
  });
}
