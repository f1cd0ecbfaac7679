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

/** Whether a person can be asked: stdin and stderr are a terminal. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on stderr, because stdout is the command's answer. Empty where the person closes the conversation. */
export async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline');
  const conversation = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    // Ctrl-C and Ctrl-D close the conversation: that is an answer too, and it is not yes.
    conversation.once('close', () => resolve(''));
    conversation.once('SIGINT', () => conversation.close());
    conversation.question(question, (answer) => {
      resolve(answer.trim());
      conversation.close();
    });
  });
}
