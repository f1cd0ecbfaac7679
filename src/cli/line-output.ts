import { surroundings } from '../adapters/surroundings.ts';

/** Lines on stdout for a reader that may be slower than they come, or leave before their end. */
export interface LineOutput {
  /** Adds a line, and waits where the reader has not taken the ones before. */
  write(line: string): Promise<void>;
  /** Waits until the reader was given every line. */
  flush(): Promise<void>;
  end(): Promise<void>;
  /** Whether the reader left: nothing more reaches it. */
  isClosed(): boolean;
}

/** How many characters are written at once. */
const BLOCK = 64 * 1024;

/** Opens stdout for lines. A reader that leaves is no error: `tolerateBrokenStreams` hears of it as well. */
export function createLineOutput(): LineOutput {
  const stdout = surroundings().output.stream();
  let block = '';
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
  };
  stdout.on('error', close);
  const flush = async (): Promise<void> => {
    const text = block;
    block = '';
    if (text === '' || isClosed) return;
    await new Promise<void>((resolve) => {
      stdout.write(text, (error) => {
        if (error) close();
        resolve();
      });
    });
  };
  return {
    async write(line) {
      block += `${line}\n`;
      if (block.length >= BLOCK) await flush();
    },
    flush,
    async end() {
      await flush();
      stdout.off('error', close);
    },
    isClosed: () => isClosed,
  };
}
