import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import type { Project } from './project.ts';
import { binOf } from './suite.ts';

/** What came of a call of a tool. */
export interface ToolOutcome {
  readonly isError: boolean;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** How a call is made. */
type CallParts = Pick<NonNullable<Parameters<Client['callTool']>[1]>, 'onprogress' | 'signal'> & {
  readonly meta?: Readonly<Record<string, unknown>>;
};

const contentSchema = z.array(z.looseObject({ text: z.string() }));
const jsonSchema = z.record(z.string(), z.unknown());

/** The server as it is, given lines; its standard input is closed once each of them is answered. */
export function startedServer(project: Project, lines: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [binOf('cs'), 'mcp'], {
    cwd: project.folder,
    env: environmentIn(project, {}),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let answers = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    answers += chunk.toString('latin1').split('\n').length - 1;
    if (answers === lines.length) child.stdin.end();
  });
  child.stdin.write(`${lines.join('\n')}\n`);
  return child;
}

function environmentIn({ folder }: Project, env: Readonly<Record<string, string>>) {
  return { PATH: process.env['PATH'] ?? '', HOME: join(folder, '..', 'home'), ...env };
}

/** The SDK's own client, and `cs mcp` as a process of its own in a project. The client validates structured results. */
export async function mcpClient(
  project: Project,
  {
    args = [],
    cwd = project.folder,
    env = { CLAUDE_SESSION_ID: project.session ?? '' },
    options,
    prepare,
  }: {
    readonly args?: readonly string[];
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly options?: ClientOptions;
    readonly prepare?: (client: Client) => void;
  } = {},
) {
  const client = new Client({ name: 'test', version: '1' }, options);
  prepare?.(client);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binOf('cs'), 'mcp', ...args],
    cwd,
    env: environmentIn(project, env),
    stderr: 'ignore',
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  // From then on it holds each result against the schema of its tool.
  await client.listTools();
  return {
    client,
    transport,
    async call(
      name: string,
      input: Readonly<Record<string, unknown>> = {},
      { meta, ...parts }: CallParts = {},
    ): Promise<ToolOutcome> {
      const request = { name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) };
      const { content, isError, structuredContent } = await client.callTool(request, parts);
      const texts = contentSchema.parse(content).map(({ text }) => text);
      return {
        isError: isError === true,
        text: texts.join('\n'),
        json: jsonSchema.parse(structuredContent ?? {}),
      };
    },
  };
}
