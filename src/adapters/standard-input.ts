import { fstatSync, readSync } from 'node:fs';
import { parsePayload } from '../domain/hook-payload.ts';
import { errorCode } from '../domain/system-error.ts';
import { millisecondsSinceStart } from './node-clock.ts';
import { neverWaitForInput } from './unwaiting-input.ts';

/** What is read of the standard input at the most, and how long it is waited for. */
export interface InputLimits {
  readonly mostMs: number;
  readonly mostBytes: number;
}

const PIECE_BYTES = 64 * 1024;

/** How long it is waited before it is looked again, in milliseconds. */
const PAUSE_MS = 2;

/**
 * The text that a hook is given. It is over when the other side closes, when it is a whole JSON object
 * (hosts exist that never close), when there is more than `mostBytes`, or after `mostMs`. A terminal gives
 * none. Never throws: where there is nothing, the text is empty.
 */
export async function readStandardInput(limits: InputLimits): Promise<string> {
  const input = new Gathering(limits);
  try {
    const stats = fstatSync(0);
    if (stats.isFile()) input.readOn();
    else if (stats.isFIFO() || stats.isSocket()) {
      await (neverWaitForInput() ? poll(input) : stream(input));
    }
  } catch {
    // It was closed before this began, or breaks off.
  }
  return input.text();
}

/** What has come so far. */
class Gathering {
  readonly #limits: InputLimits;
  readonly #deadline: number;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  #looked = 0;

  constructor(limits: InputLimits) {
    this.#limits = limits;
    this.#deadline = millisecondsSinceStart() + limits.mostMs;
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#size += piece.length;
  }

  /** Reads what is there now. True: there will be no more. */
  readOn(): boolean {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      try {
        const length = readSync(0, piece);
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

  /** Whether it need not be waited for more. */
  isOver(): boolean {
    return millisecondsSinceStart() >= this.#deadline || this.#isWhole();
  }

  get msLeft(): number {
    return Math.max(0, this.#deadline - millisecondsSinceStart());
  }

  /** Looks only where something came since the last look, and only at what ends as an object does. */
  #isWhole(): boolean {
    if (this.#size === this.#looked) return false;
    this.#looked = this.#size;
    const text = this.text();
    return text.trimEnd().endsWith('}') && parsePayload(text) !== undefined;
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
  // Loaded here and not above: this is the slow way.
  const { Socket } = process.getBuiltinModule('node:net');
  const socket = new Socket({ fd: 0, readable: true, writable: false });
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
