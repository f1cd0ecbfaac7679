import { pathToFileURL } from 'node:url';

/** Runs one session by the Agent SDK. `words`: the SDK's module, the program that it starts, the prompt, and its options. */
const [, , sdk = '', program = '', prompt = '', options = '{}'] = process.argv;

const { query } = await import(pathToFileURL(sdk).href);
const given = { pathToClaudeCodeExecutable: program, cwd: process.cwd(), ...JSON.parse(options) };
for await (const message of query({ prompt, options: given })) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
