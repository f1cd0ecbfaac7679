import type { Environment } from '../adapters/environment.ts';
import { surroundings } from '../adapters/surroundings.ts';
import { plainStyle, type Style } from '../report/style.ts';

/** Colours on a terminal that wants them, nothing elsewhere. */
export function styleFor({ plainText }: Pick<Environment, 'plainText'>): Style {
  if (!surroundings().output.isTerminal || plainText) return plainStyle;
  return {
    bold: between(1, 22),
    dim: between(2, 22),
    good: between(32, 39),
    bad: between(31, 39),
    caution: between(33, 39),
  };
}

/** Puts a text between two sequences of a terminal. What ends within the text a style of the same kind begins this one again. */
function between(start: number, end: number): (text: string) => string {
  const [on, off] = [start, end].map((code) => `\u001b[${code}m`);
  return (text) => `${on}${text.replaceAll(`${off}`, `${off}${on}`)}${off}`;
}

/** Whether a person can be asked: stdin and stderr are a terminal. */
export function isInteractive(): boolean {
  const { errors, input } = surroundings();
  return input.isTerminal && errors.isTerminal;
}

/** A person's answer to a question; undefined where they closed the conversation by Ctrl-C or Ctrl-D. */
export type Asking = (question: string) => Promise<string | undefined>;

/** Talks with a person on stderr, because stdout is the command's answer. What is typed ahead answers what comes. */
export async function converse<Outcome>(
  talk: (asking: Asking) => Promise<Outcome>,
): Promise<Outcome> {
  const { createInterface } = await import('node:readline');
  const { errors, input } = surroundings();
  const output = errors.stream();
  const conversation = createInterface({ input: input.stream(), output });
  const lines = conversation[Symbol.asyncIterator]();
  let isOver = false;
  conversation.once('close', () => {
    isOver = true;
  });
  conversation.once('SIGINT', () => conversation.close());
  try {
    return await talk(async (question) => {
      if (!isOver) {
        conversation.setPrompt(question.slice(question.lastIndexOf('\n') + 1));
        output.write(question.slice(0, question.lastIndexOf('\n') + 1));
        conversation.prompt();
      }
      const line = await lines.next();
      if (line.done) output.write('\n');
      return line.done ? undefined : line.value.trim();
    });
  } finally {
    conversation.close();
  }
}

/** Asks one question. Empty where the person closes the conversation: that is an answer too, and it is not yes. */
export async function ask(question: string): Promise<string> {
  return converse(async (asking) => (await asking(question)) ?? '');
}
