import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { perform } from '../acting.ts';
import { claudeCode } from '../claude-code/claude-code.ts';
import type { HostRig } from '../host.ts';
import { hostWorld } from '../host-world.ts';
import { hasScreens } from '../install.mjs';
import { installHooks } from '../scenarios/scenario.ts';
import { startOnScreen } from '../screen.ts';
import { framesOf } from './frames.ts';
import { COLUMNS, drawn, ROWS } from './picture.ts';
import { agentIn, FILES, PROMPT } from './story.ts';

/** `npm run recording`: plays the story in the real Claude Code on a terminal, and writes docs/recording.svg. */

/** How often is looked, and how long the model thinks, so that it is seen. */
const LOOK_MS = 50;
const THOUGHT_MS = 1000;

/** Its user asks for all that tools print, and allows the suite's commands and edits of the project. */
const RIG: HostRig = {
  ...claudeCode,
  screen: {
    ...claudeCode.screen,
    words: ['--verbose', '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash(cs *)'],
    ready: /accept edits on/,
  },
};

it.skipIf(inject('clients').claudeCode === '' || !hasScreens)(
  'docs/recording.svg',
  { timeout: 300_000 },
  async () => {
    const acts = perform(RIG, [{ prompt: PROMPT, steps: [] }]);
    const thoughtful: typeof acts.script = async (request) => {
      await scheduler.wait(THOUGHT_MS);
      return acts.script(request);
    };
    const world = await hostWorld(RIG, thoughtful, { isWatched: false });
    for (const [name, text] of Object.entries(FILES)) world.project.put(name, text);
    world.project.commit();
    await installHooks(world);
    const steps = agentIn(world.folder);
    acts.goOn(PROMPT, steps);
    const screen = await startOnScreen(world, { columns: COLUMNS, rows: ROWS });
    const captures: string[] = [];
    const isOver = new AbortController();
    const watching = (async () => {
      for (; !isOver.signal.aborted; await scheduler.wait(LOOK_MS))
        captures.push(screen.coloured());
    })();
    let typed = '';
    for (const word of PROMPT.split(/(?= )/)) {
      screen.type(word);
      typed += word;
      await screen.until(`showed: ${typed}`, () => screen.shown().includes(typed));
    }
    const count = (): number => acts.told(PROMPT).length;
    await screen.enter(PROMPT, () => count() > 0);
    await screen.rests(count, () => false);
    isOver.abort();
    await watching;

    expect(acts.blocks(PROMPT)).toHaveLength(1);
    expect(count()).toBe(steps.length);
    writeFileSync(join(CHECKOUT, 'docs', 'recording.svg'), drawn(framesOf(captures, world.folder)));
  },
);
