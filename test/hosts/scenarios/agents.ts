import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from '../host.ts';
import {
  act,
  type HostScenario,
  heldWords,
  installHooks,
  promiseWords,
  readsWords,
  SUB_PROMPT,
} from './scenario.ts';
import { done, follows, promiseIn, promises } from './steps.ts';

/** Sessions of several agents, of several configurations, and in a sandbox. */
export const AGENTS = {
  subagent: {
    title: 'A session whose subagent makes a promise and leaves it',
    async play(rig) {
      const { blocks, subagentBlocks, subagentTold, world } = await act(rig, {
        agent: [...(rig.delegate?.(SUB_PROMPT) ?? []), done, follows],
        subagent: [...promises(), { says: 'An answer.' }, follows],
      });
      if (subagentTold.length === 0) return 'no subagent ran';
      if (rig.holdsEither && blocks.length + subagentBlocks.length === 1) {
        return `the subagent or the session is held once: ${promiseWords(world)}`;
      }
      return `the subagent is ${heldWords(subagentBlocks)}, the session ${heldWords(blocks)}: ${promiseWords(world)}`;
    },
  },
  twice: {
    title: 'A session with the hooks of the host and with those of Claude Code in its project',
    async play(rig) {
      const seen = await act(rig, {
        install: async (world) => {
          await installHooks(world);
          const { code, stderr } = await world.hooked.cs(['hooks', 'install', '--shared']);
          if (code !== 0) throw new Error(stderr);
        },
        agent: [...promises(), done],
      });
      const stops = seen.world.asked().filter(({ words }) => words.startsWith('stop')).length;
      const ends = seen.blocks.length + 1;
      const each =
        stops === ends ? 'once' : stops === 2 * ends ? 'twice' : `${stops} times in ${ends} stops`;
      return `the gate is asked ${each === 'once' || each === 'twice' ? `${each} at each stop` : each}; ${heldWords(seen.blocks)}; ${readsWords(seen, 'NOT COMPLETE')}`;
    },
  },
  sandboxed: {
    title: 'A session whose shell may write nothing but the project promises, proves and ends',
    async play(rig) {
      const proves: Step = ({ told }) => ({ runs: `cs prove ${promiseIn(told)}` });
      const { blocks, session, told, world } = await act(rig, {
        agent: [
          { runs: 'touch "$HOME/a-file"' },
          ...promises('.', '--command "AC-1=test -f README.md"'),
          done,
          proves,
          follows,
        ],
      });
      const isShut = /read-only|not permitted|denied/i.test(told[1] ?? '');
      const sessions = join(world.home, '.local', 'state', 'completion-promise', 'sessions');
      const names = existsSync(sessions) ? readdirSync(sessions) : [];
      const isRegistered = names.some((name) => name.startsWith(session.id ?? '?'));
      return `the home is ${isShut ? 'shut' : 'open'}, ${heldWords(blocks)}: ${promiseWords(world)}, ${isRegistered ? 'in' : 'not in'} the register`;
    },
  },
} as const satisfies Readonly<Record<string, HostScenario>>;
