import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookOccasion } from '../../../src/domain/host/hook-host.ts';
import { unnamedSession } from '../../../src/domain/host/session-ids.ts';
import type { HostName } from '../../../src/hosts/hosts.ts';
import { knownHost } from '../../rig/values/hook-writings.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import {
  answerOfFront,
  eventOf,
  type FrontWorld,
  frontWorld,
  HOSTED_SESSION,
  hookOf,
  SHELLS,
} from '../../rig/worlds/front.ts';
import { hasHosts } from '../../rig/worlds/hook-call.ts';

/** The front before the hooks of hosts other than Claude Code. A session that promised nothing must not pay for Node. */

const OCCASIONS = ['session-start', 'user-prompt', 'stop', 'session-end'] as const;

const OTHERS = ['codex', 'gemini', 'copilot', 'opencode'] as const;

/** The hooks of each host that come at every session, as its payloads are written. */
const ROWS = OTHERS.flatMap((name) =>
  OCCASIONS.filter((occasion) => eventOf(name, occasion) !== undefined).map(
    (occasion) => [name, occasion] as const,
  ),
);

/** A world in which nothing concerns the session, with a transcript and the folder in which Node leaves sessions. */
function idleWorld(): FrontWorld {
  const world = frontWorld();
  world.transcript({ type: 'message', text: 'Done.' });
  mkdirSync(join(world.home, '.local', 'state', 'completion-promise', 'hosts'), {
    recursive: true,
  });
  return world;
}

const transcriptOf = (world: FrontWorld): string =>
  join(world.folder, '..', 'transcripts', `${HOSTED_SESSION}.jsonl`);

/** What the front answers to a hook of a host; undefined where it hands over to Node. */
function answerTo(
  world: FrontWorld,
  name: HostName,
  occasion: HookOccasion,
  shell: readonly string[],
) {
  const { args, env, payload } = hookOf(world, name, occasion);
  return answerOfFront(world, occasion, payload, { shell, env, args });
}

describe.skipIf(!hasHosts).each(SHELLS)('in %s %s, without Node', (...words) => {
  const shell = words.filter((word) => word !== undefined);

  it.each(ROWS)('%s: %s', async (name, occasion) => {
    expect(await answerTo(idleWorld(), name, occasion, shell)).toBe('');
  });

  it.each(['copilot', 'opencode'] as const)(
    '%s: a stop before its transcript is written, which holds no list of it',
    async (name) => {
      const world = idleWorld();
      rmSync(transcriptOf(world));
      expect(await answerTo(world, name, 'stop', shell)).toBe('');
    },
  );

  it.each(OTHERS)('%s: Node is asked in a project with promises of others', async (name) => {
    const world = idleWorld();
    world.write('promises/promise-0000000a.json', promiseFile('promise-0000000a', 'another'));
    for (const occasion of ['stop', 'user-prompt', 'session-start'] as const)
      expect(await answerTo(world, name, occasion, shell)).toBeUndefined();
  });

  it('Node is asked about the session that stands for all which Gemini CLI does not name', async () => {
    const world = idleWorld();
    const unnamed = unnamedSession(knownHost('gemini').host, world.folder);
    const sessions = join(world.home, '.local', 'state', 'completion-promise', 'sessions');
    mkdirSync(sessions);
    writeFileSync(join(sessions, `${unnamed}.jsonl`), '');
    expect(await answerTo(world, 'gemini', 'stop', shell)).toBeUndefined();
  });
});
