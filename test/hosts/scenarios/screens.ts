import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { outcomeOf } from '../../rig/worlds/project.ts';
import { PACKAGE } from '../../rig/worlds/suite.ts';
import { MOST_TURNS, type Performance, perform } from '../acting.ts';
import type { Deed, HostRig, Step } from '../host.ts';
import { type HostWorld, hostWorld } from '../host-world.ts';
import { type Screen, startOnScreen } from '../screen.ts';
import { type HostScenario, heldWords, installHooks, PROMPT, promiseWords } from './scenario.ts';
import { done, promises } from './steps.ts';

/** What happens on the screens of hosts, where a user sits and types. */
export const SCREENS = {
  screenIdle: {
    title: 'On a screen: a session that promised nothing, at its second prompt',
    async play(rig) {
      const session = await begin(rig, [done]);
      const before = session.world.nodeStarts();
      const seen = await session.ask('And the sign-out.', [done]);
      const starts = session.world.nodeStarts() - before;
      return `${seen}; its hooks ${starts === 0 ? 'never start Node' : 'start Node'}`;
    },
  },
  screenInsists: {
    title:
      'On a screen: a session that says in other words each time that it is done, at two prompts',
    async play(rig) {
      const session = await begin(rig, [...promises(), insists()]);
      return `${promised(session)}; at the next prompt: ${await session.ask('Is it done?', [insists()])}`;
    },
  },
  screenWaysOut: {
    title:
      'On a screen: a session with a promise that is held, whose user looks for a way to end it',
    async play(rig) {
      const { acts, first, screen } = await begin(rig, [...promises(), () => done]);
      const said = [screen.history(), ...acts.blocks(PROMPT)];
      const ways = ['cs session end', 'cs session pause'].filter((way) =>
        said.some((text) => text.includes(way)),
      );
      return `${first}; its user is told of ${ways.join(', ') || 'no way out'}`;
    },
  },
  screenRepeats: {
    title: 'On a screen: a session that says in the same words each time that it is done',
    play: async (rig) => promised(await begin(rig, [...promises(), () => done])),
  },
  screenEdits: {
    title: 'On a screen: a session that edits a file each time before it says that it is done',
    play: async (rig) => promised(await begin(rig, [...promises(), edits()])),
  },
  screenStopped: {
    title: 'On a screen: a session that is interrupted as its model works, and asked something',
    play: (rig) => interrupted(rig, () => new Promise<Deed>(() => {})),
  },
  screenStoppedTool: {
    title: 'On a screen: a session that is interrupted as a tool works, and asked something',
    play: (rig) => interrupted(rig, { runs: 'touch running; sleep 600' }),
  },
  screenMissing: {
    title:
      'On a screen: a session that promised nothing, on a machine from which the suite is gone',
    play: async (rig) => (await begin(rig, [done], removeSuite)).first,
  },
  screenUninstalled: {
    title: 'On a screen: a session that promised nothing, after `cs setup undo`',
    async play(rig) {
      const session = await begin(rig, [done]);
      const { code, stderr } = await session.world.hooked.cs(['setup', 'undo']);
      if (code !== 0) throw new Error(stderr);
      removeSuite(session.world);
      return session.ask('And the sign-out.', [done]);
    },
  },
  screenVanished: {
    title:
      'On a screen: a session that promised nothing, once the package was removed without its hooks',
    async play(rig) {
      const session = await begin(rig, [done]);
      removeSuite(session.world);
      return session.ask('And the sign-out.', [done]);
    },
  },
  screenPluginGone: {
    title: 'On a screen: a session that promised nothing, once the programs of its plugin are gone',
    async play(rig) {
      const session = await begin(rig, [done], () => {}, installPlugin);
      rmSync(join(marketplaceOf(session.world), 'plugin', 'bin'), { recursive: true });
      return session.ask('And the sign-out.', [done]);
    },
  },
} as const satisfies Readonly<Record<string, HostScenario>>;

/** A session on a screen that came to rest after its first prompt. */
interface Attended {
  readonly world: HostWorld;
  readonly screen: Screen;
  readonly acts: Performance;
  /** What was seen of the first prompt. */
  readonly first: string;
  /** Enters another prompt, after which the model does this, waits until the session rests, and says what was seen. */
  ask(prompt: string, steps: readonly Step[]): Promise<string>;
}

/** Starts a host with the suite's hooks, `before` that something else, and enters the prompt of all scenarios. */
async function begin(
  rig: HostRig,
  steps: readonly Step[],
  before: (world: HostWorld) => void = () => {},
  install: (world: HostWorld) => Promise<void> = installHooks,
): Promise<Attended> {
  const attended = await open(rig, steps, before, install);
  return { ...attended, first: await attended.ask(PROMPT, steps) };
}

async function open(
  rig: HostRig,
  steps: readonly Step[],
  before: (world: HostWorld) => void,
  install: (world: HostWorld) => Promise<void>,
): Promise<Omit<Attended, 'first'>> {
  const acts = perform(rig, [{ prompt: PROMPT, steps }]);
  const world = await hostWorld(rig, acts.script);
  await install(world);
  before(world);
  const screen = await startOnScreen(world);
  return {
    world,
    screen,
    acts,
    async ask(prompt, next) {
      const [told, blocks] = [acts.told(PROMPT).length, acts.blocks(PROMPT).length];
      acts.goOn(PROMPT, next);
      await enter(screen, acts, prompt);
      await rests(screen, acts, world);
      const requests = acts.told(PROMPT).length - told;
      if (requests === 0) return 'its prompt is refused';
      return `${requestWords(requests)}, ${endWords(acts, blocks)}`;
    },
  };
}

function enter(screen: Screen, acts: Performance, prompt: string): Promise<void> {
  return screen.enter(prompt, () => acts.told(PROMPT).some((told) => told.includes(prompt)));
}

/** A session that goes on for too long does not rest: it is enough to know that. */
function rests(screen: Screen, acts: Performance, world: HostWorld): Promise<void> {
  const count = (): number => acts.told(PROMPT).length + world.asked().length;
  return screen.rests(count, () => acts.told(PROMPT).length >= MOST_TURNS);
}

function endWords(acts: Performance, before: number): string {
  if (acts.told(PROMPT).length >= MOST_TURNS) return 'held without end';
  return heldWords(acts.blocks(PROMPT).slice(before));
}

/** What was seen of a session with a promise. */
function promised({ first, world }: Attended): string {
  return `${first}: ${promiseWords(world)}`;
}

function requestWords(count: number): string {
  return `${count} request${count === 1 ? '' : 's'}`;
}

function insists(): Step {
  let times = 0;
  return () => {
    times += 1;
    return { says: `Done, for the ${times}. time.` };
  };
}

function edits(): Step {
  let times = 0;
  return () => {
    times += 1;
    return times % 2 === 1 ? { runs: `echo ${times} >> a-file` } : { says: `Edited: ${times}.` };
  };
}

/** A session with a promise that is interrupted in a step, asked a question, and then told to go on. */
async function interrupted(rig: HostRig, step: Step): Promise<string> {
  const steps = [...promises(), step, done];
  const { acts, ask, screen, world } = await open(rig, steps, () => {}, installHooks);
  await enter(screen, acts, PROMPT);
  const hasBegun =
    typeof step === 'function' ? () => true : () => existsSync(join(world.folder, 'running'));
  await screen.until('came to the step', () => acts.told(PROMPT).length === 3 && hasBegun());
  await screen.interrupt();
  await rests(screen, acts, world);
  if (acts.told(PROMPT).length >= MOST_TURNS) return 'at rest: held without end';
  const alone = acts.told(PROMPT).length - 3;
  const question = await ask('What did you do so far?', [{ says: 'I promised the sign-in.' }]);
  const next = await ask('Go on with the sign-in.', [done]);
  return `at rest: ${requestWords(alone)}; at the question: ${question}; at the next prompt: ${next}`;
}

/** As a package manager removes it: its hooks stay. */
function removeSuite({ hooked }: HostWorld): void {
  for (const name of Object.keys(manifest.bin)) rmSync(join(hooked.programs, name));
}

/** The folder from which the host takes the plugin. */
function marketplaceOf({ home }: HostWorld): string {
  return join(home, '..', 'marketplace');
}

async function installPlugin(world: HostWorld): Promise<void> {
  const marketplace = marketplaceOf(world);
  cpSync(PACKAGE, marketplace, { recursive: true });
  for (const words of [
    ['marketplace', 'add', marketplace],
    ['install', 'completion-promise@completion-promise'],
  ]) {
    const { code, stderr } = await outcomeOf(world.client(['plugin', ...words]));
    if (code !== 0) throw new Error(stderr);
  }
}
