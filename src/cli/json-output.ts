import { surroundings } from '../adapters/surroundings.ts';
import { EXIT, type ExitCode } from '../report/exit.ts';
import { jsonText } from '../report/printable.ts';
import { createLineOutput, type LineOutput } from './line-output.ts';
import { tolerateBrokenStreams } from './streams.ts';

/**
 * Prints an object as `jsonText` has it, without ever holding all of it: a value that is iterated over is a list, which may
 * be longer than fits into memory, and each member is asked for once the ones before it are written. Gives how
 * the command ends: it has failed where that could not be written.
 */
export async function printJson(
  members: AsyncIterable<readonly [name: string, value: unknown]>,
): Promise<ExitCode> {
  tolerateBrokenStreams('anything-else');
  const out = createLineOutput();
  let last = '{';
  for await (const [name, value] of members) {
    if (value === undefined) continue;
    await out.write(last);
    const head = `  ${JSON.stringify(name)}: `;
    last = isList(value) ? await writtenList(head, value, out) : `${head}${indented(value, '  ')},`;
  }
  await out.write(last.replace(/,$/, ''));
  await out.write('}');
  await out.end();
  return surroundings().exitCode === EXIT.failed ? EXIT.failed : EXIT.ok;
}

/** Writes the lines of a list but the last, which it gives. */
async function writtenList(
  head: string,
  list: AsyncIterable<unknown>,
  out: LineOutput,
): Promise<string> {
  let last: string | undefined;
  for await (const element of list) {
    await out.write(last === undefined ? `${head}[` : `${last},`);
    last = `    ${indented(element, '    ')}`;
  }
  if (last === undefined) return `${head}[],`;
  await out.write(last);
  return '  ],';
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function indented(value: unknown, indent: string): string {
  return jsonText(value).replaceAll('\n', `\n${indent}`);
}
