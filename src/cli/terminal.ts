import pc from 'picocolors';
import type { Environment } from '../adapters/environment.ts';
import { plainStyle, type Style } from '../report/style.ts';

/** Colours on a terminal that wants them, nothing elsewhere. */
export function styleFor(environment: Environment): Style {
  if (!process.stdout.isTTY || environment.plainText) return plainStyle;
  const colors = pc.createColors(true);
  return {
    bold: colors.bold,
    dim: colors.dim,
    good: colors.green,
    bad: colors.red,
    caution: colors.yellow,
  };
}

/** Whether somebody can be asked: both ends of the conversation are a terminal. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on stderr, so that stdout stays what the command prints. */
export async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const conversation = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await conversation.question(question)).trim();
  } finally {
    conversation.close();
  }
}
