import { join } from 'node:path';
import { runGit } from '../../rig/worlds/git-project.ts';
import { perform } from '../acting.ts';
import type { HostRig, Step } from '../host.ts';
import { hostWorld } from '../host-world.ts';
import {
  act,
  type HostScenario,
  heldWords,
  installHooks,
  PROMPT,
  promiseWords,
} from './scenario.ts';
import { after, done, follows, promiseIn, promises } from './steps.ts';

/** Sessions whose work lies elsewhere, of which there are several, or that go on later. */
export const PLACES = {
  below: {
    title: 'A promise that is made in a folder below the project',
    async play(rig) {
      const { blocks, world } = await act(rig, {
        agent: [{ runs: 'mkdir -p packages/web' }, ...promises('packages/web'), done, follows],
      });
      return `${heldWords(blocks)}: ${promiseWords(world)}`;
    },
  },
  beside: {
    title: 'A promise that is made in another repository beside the project',
    async play(rig) {
      const { blocks, told } = await act(rig, {
        before: ({ folder }) => {
          runGit(join(folder, '..'), ['init', '--quiet', '--template=', 'other']);
        },
        agent: [
          { runs: 'cs -C ../other promise --create "Sign-in" --ac "Users can sign in"' },
          ({ latest }) => ({ runs: `cs -C ../other promise --start ${promiseIn(latest)}` }),
          done,
          follows,
        ],
      });
      const isMade = /Created promise/.test(told[1] ?? '');
      const isRefused = /EROFS|EACCES|EPERM|read-only|not permitted/i.test(told[1] ?? '');
      const made = isMade ? 'it is made' : isRefused ? 'the sandbox refuses it' : 'it is not made';
      return `${made}; ${heldWords(blocks)}`;
    },
  },
  worktree: {
    title: 'A promise that is made in a linked worktree beside the project',
    async play(rig) {
      const { blocks, world } = await act(rig, {
        before: ({ project }) => void project.git('worktree', 'add', '--quiet', '../tree'),
        agent: [...promises('../tree'), done, follows],
      });
      return `${heldWords(blocks)}: ${promiseWords(world)}`;
    },
  },
  two: { title: 'Two sessions of one project at once, each with a promise', play: twoAtOnce },
  resumed: {
    title: 'A session that goes on later and has a promise open',
    async play(rig) {
      const acts = perform(rig, [{ prompt: PROMPT, steps: [done] }]);
      const world = await hostWorld(rig, acts.script);
      await installHooks(world);
      const { id } = await world.session(PROMPT);
      if (id === undefined) throw new Error(`${rig.title} names no session`);
      const env = { CLAUDE_SESSION_ID: id };
      const created = await world.project.run('cs-promise', CREATE, { env });
      await world.project.run('cs-promise', ['--start', promiseIn(created.stdout)], { env });
      acts.goOn(PROMPT, [done, follows]);
      const again = await world.session('Go on.', { resumed: id });
      const [, first = ''] = acts.told(PROMPT);
      const opening = /open promise/.test(first)
        ? 'told of it as it starts'
        : 'told nothing as it starts';
      const same = again.id === id ? 'the same session' : 'another session';
      return `${same}, ${opening}, ${heldWords(acts.blocks(PROMPT))}: ${promiseWords(world)}`;
    },
  },
} as const satisfies Readonly<Record<string, HostScenario>>;

const CREATE = ['--create', 'Sign-in', '--ac', 'Users can sign in'];

/** Neither stops before both have promised. */
async function twoAtOnce(rig: HostRig): Promise<string> {
  const prompts = ['Build the sign-in, first.', 'Build the sign-out, second.'] as const;
  const made = prompts.map(eventToCome);
  const both = Promise.all(made.map(({ event }) => event)).then(() => {});
  const own: string[] = [];
  const steps = (index: number): readonly Step[] => {
    const [make = done, start = done] = promises();
    const starts: Step = (request) => {
      own[index] = promiseIn(request.latest);
      return typeof start === 'function' ? start(request) : start;
    };
    const stops: Step = () => {
      made[index]?.happen();
      return { runs: 'true' };
    };
    return [make, starts, stops, after(both, done), follows];
  };
  const acts = perform(
    rig,
    prompts.map((prompt, index) => ({ prompt, steps: steps(index) })),
  );
  const world = await hostWorld(rig, acts.script);
  await installHooks(world);
  await Promise.all(
    prompts.map((prompt, index) =>
      world.session(prompt, { env: rig.atOnce?.(world, index) ?? {} }),
    ),
  );
  const blocks = prompts.map((prompt) => acts.blocks(prompt));
  const names = (index: number, of: number): boolean =>
    blocks[index]?.some((block) => block.includes(own[of] ?? '?')) ?? false;
  const seen = [0, 1].map((index) => {
    const [itsOwn, others] = [names(index, index), names(index, 1 - index)];
    if (!itsOwn) return others ? "by the other's promise alone" : 'not held';
    return others ? 'held by both promises' : 'held by its own promise';
  });
  const met = world.project
    .list('promises')
    .filter((name) =>
      /"status":"met"/.test(JSON.stringify(world.project.read(`promises/${name}`))),
    );
  return `${seen.join(', ')}; ${met.length} of 2 are met`;
}

/** Something that others wait for. */
function eventToCome(): { readonly event: Promise<void>; happen(): void } {
  let happen = (): void => {};
  const event = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { event, happen };
}
