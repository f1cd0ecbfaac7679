import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { outcomeOf } from '../rig/worlds/project.ts';
import { PACKAGE } from '../rig/worlds/suite.ts';
import { claudeCode } from './claude-code/claude-code.ts';
import { codex } from './codex/codex.ts';
import type { HostRig, Step } from './host.ts';
import type { HostWorld } from './host-world.ts';
import { act, heldWords, installHooks, type Parts, promiseWords } from './scenarios/scenario.ts';
import { done } from './scenarios/steps.ts';

/** A host that calls the suite as tools. */
interface ToolHost {
  readonly rig: HostRig;
  /** How its model names a tool of the server. */
  readonly tool: (name: string) => string;
  /** What its model does before. */
  readonly before: readonly Step[];
  /** Lets the tools be called: there is nobody to ask. */
  readonly allow: (world: HostWorld) => void;
}

const names = ['promise', 'check', 'prove', 'verify'];

/** Claude Code has its model search for tools before it uses them. */
function inClaudeCode(prefix: string): ToolHost {
  const tool = (name: string): string => `${prefix}${name}`;
  const query = `select:${names.map(tool).join(',')}`;
  const before = [{ uses: 'ToolSearch', input: { query, max_results: names.length } }];
  return { rig: claudeCode, tool, before, allow: () => {} };
}

const TOOL_HOSTS: readonly ToolHost[] = [
  inClaudeCode('mcp__completion-promise__'),
  {
    rig: codex,
    tool: (name) => `mcp__completion_promise/${name}`,
    before: [],
    allow({ home }) {
      const path = join(home, '.codex', 'config.toml');
      const server = '[mcp_servers.completion-promise]\n';
      const approved = `${server}default_tools_approval_mode = "approve"\n`;
      writeFileSync(path, readFileSync(path, 'utf8').replace(server, approved));
    },
  },
];

/** Registers the server by the host's own command, as the documentation has it. */
async function register(world: HostWorld): Promise<void> {
  await runs(world, 'mcp', 'add', 'completion-promise', '--', 'cs', 'mcp');
}

/** Runs a command of the host's own. */
async function runs(world: HostWorld, ...words: readonly string[]): Promise<void> {
  const { code, stderr, stdout } = await outcomeOf(world.client(words));
  expect(code, `${stderr}${stdout}`).toBe(0);
}

/** A session that promises, says too early that it is done, proves and closes. */
async function played({ before, rig, tool }: ToolHost, parts: Pick<Parts, 'install' | 'before'>) {
  const uses = (name: string, input: Readonly<Record<string, unknown>> = {}): Step => ({
    uses: tool(name),
    input,
  });
  const seen = await act(rig, {
    ...parts,
    agent: [
      ...before,
      uses('promise', { title: 'Sign-in', checks: ['test -f README.md'] }),
      uses('check'),
      done,
      uses('prove'),
      uses('verify'),
      done,
    ],
  });
  return { ...seen, told: seen.told.slice(before.length) };
}

/** What its model is told, and how it ends. */
function expectClosed({ blocks, told, world }: Awaited<ReturnType<typeof played>>): void {
  expect(told[1]).toContain('"next":"cs prove promise-');
  expect(told[2]).toContain('"may_end":false');
  expect(told[4]).toContain('"proved":true');
  expect(told[5]).toContain('"status":"verified"');
  expect([heldWords(blocks), promiseWords(world)]).toEqual(['held once', 'closed']);
}

describe('a session that calls the suite as tools', () => {
  it.each(TOOL_HOSTS)(
    'promises, is held, proves and closes it: $rig.title',
    { timeout: 300_000 },
    async (host) => {
      if (inject('clients')[host.rig.key] === '') return;
      const seen = await played(host, {
        install: installHooks,
        async before(world) {
          await register(world);
          host.allow(world);
        },
      });
      expectClosed(seen);
    },
  );
});

describe.skipIf(inject('clients').claudeCode === '')('the plugins of Claude Code', () => {
  const [PLUGIN, TOOLS] = ['completion-promise', 'completion-promise-tools'];

  it('that are both installed hold such a session', { timeout: 300_000 }, async () => {
    const host = inClaudeCode(`mcp__plugin_${TOOLS}_cs__`);
    const seen = await played(host, {
      async install(world) {
        await runs(world, 'plugin', 'marketplace', 'add', PACKAGE);
        for (const name of [PLUGIN, TOOLS])
          await runs(world, 'plugin', 'install', `${name}@${PLUGIN}`);
      },
    });
    expectClosed(seen);
  });

  it('start no server where the one with the tools is not installed', async () => {
    const { session, world } = await act(claudeCode, {
      async install(made) {
        await runs(made, 'plugin', 'marketplace', 'add', PACKAGE);
        await runs(made, 'plugin', 'install', `${PLUGIN}@${PLUGIN}`);
      },
      agent: [done],
    });
    expect(session.printed).toContain('"mcp_servers":[]');
    expect(world.model.seen[0]?.text).not.toContain('mcp__plugin');
  });
});
