import { rmSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { promiseFile } from '../../rig/values/promises.ts';
import { forgetSuite, writeProgram } from '../../rig/worlds/hooked-project.ts';
import { PACKAGE } from '../../rig/worlds/suite.ts';
import type { HostRig, Step } from '../host.ts';
import type { HostWorld } from '../host-world.ts';
import { act, type HostScenario, heldWords, installHooks } from './scenario.ts';
import { done, promiseIn, promises } from './steps.ts';

/** A hook that always blocks, as every host takes it. */
const BLOCK = [
  `printf '{"decision":"block","reason":"Blocked: by the scenario"}'`,
  `echo 'Blocked: by the scenario' >&2`,
  'exit 2',
].join('; ');

/** How often a session is held here before what holds it ends: some hosts would never let it go. */
const ENOUGH = 3;

/** Sessions in which something is broken. */
export const FAULTS = {
  corrupt: {
    title: 'A session whose promise file can no longer be read',
    async play(rig) {
      const corrupts: Step = ({ told }) => ({
        runs: `echo '{' > .claude/completion-state/promises/${promiseIn(told)}.json`,
      });
      const { blocks } = await act(rig, { agent: [...promises(), corrupts, done] });
      const isTold = blocks[0]?.includes('cs doctor') ?? false;
      return `${heldWords(blocks)}, ${isTold ? 'told' : 'not told'} of \`cs doctor\``;
    },
  },
  missing: {
    title:
      'A session of a machine from which the suite was removed, whose hooks are its user’s own',
    play: (rig) => withoutSuite(rig, ['--user'], []),
  },
  missingShared: {
    title: 'A session of a machine without the suite, whose hooks came with the checkout',
    play: (rig) => withoutSuite(rig, ['--shared'], []),
  },
  missingPromised: {
    title: 'The same, and it promised something before the suite was removed',
    play: (rig) => withoutSuite(rig, ['--shared'], promises()),
  },
  hangs: {
    title: 'A session whose gate hangs',
    async play(rig) {
      let world: HostWorld | undefined;
      const { blocks } = await act(rig, {
        install: (made) => {
          world = made;
          // Something is promised in the project, or the front would answer by itself.
          made.project.write(
            'promises/promise-0000bbbb.json',
            promiseFile('promise-0000bbbb', 'another-session'),
          );
          const node = putNode(made, 'exec sleep 600');
          const front = join(PACKAGE, manifest.bin['cs-hook']);
          rig.putStopHook?.(made, `"${front}" stop --deadline 2 --node "${node}" || exit 2`, 30);
        },
        agent: [
          heldAtMost(ENOUGH, () => world && putNode(world, `exec '${process.execPath}' "$@"`)),
        ],
      });
      return atEveryStop(blocks);
    },
  },
  timedOut: {
    title: 'A session whose hook hangs until the host ends it',
    play: (rig) => withHook(rig, `sleep 8; ${BLOCK}`, 2),
  },
  killed: {
    title: 'A session whose hook is killed',
    play: (rig) => withHook(rig, `kill -KILL $$; ${BLOCK}`, 60),
  },
} as const satisfies Readonly<Record<string, HostScenario>>;

/** A session of which the suite is removed before its first stop. */
async function withoutSuite(
  rig: HostRig,
  place: readonly string[],
  steps: readonly Step[],
): Promise<string> {
  let world: HostWorld | undefined;
  const remove: Step = () => {
    for (const name of Object.keys(manifest.bin)) {
      if (world !== undefined) rmSync(join(world.hooked.programs, name));
    }
    if (world !== undefined) forgetSuite(world.home);
    return done;
  };
  const goOn = () =>
    world && writeProgram(join(world.hooked.programs, 'cs-hook'), 'cat >/dev/null');
  const { blocks, session } = await act(rig, {
    install: async (made) => {
      world = made;
      await installHooks(made, place);
    },
    agent: [...steps, remove, heldAtMost(ENOUGH, goOn)],
  });
  const isTold = session.printed.includes('npm install');
  return `${atEveryStop(blocks)}; its user is ${isTold ? '' : 'not '}told how to install it`;
}

/** A session of one stop hook, which would block if it came so far. */
async function withHook(rig: HostRig, command: string, seconds: number): Promise<string> {
  const { blocks } = await act(rig, {
    install: (world) => rig.putStopHook?.(world, `cat >/dev/null; ${command}`, seconds),
    agent: [heldAtMost(ENOUGH, () => {})],
  });
  return heldWords(blocks);
}

/** How a session was held by what ended only after `ENOUGH` stops. */
function atEveryStop(blocks: readonly string[]): string {
  return blocks.length >= ENOUGH ? 'held at every stop' : heldWords(blocks);
}

/** Says that it is done, and after so many stops ends what holds it. */
function heldAtMost(most: number, end: () => void): Step {
  let stops = 0;
  return () => {
    stops += 1;
    if (stops === most + 1) end();
    return done;
  };
}

/** A program in the place of Node. */
function putNode({ hooked }: HostWorld, lines: string): string {
  const path = join(hooked.programs, 'a-node');
  writeProgram(path, lines);
  return path;
}
