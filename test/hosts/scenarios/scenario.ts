import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { perform } from '../acting.ts';
import type { HostRig, Step } from '../host.ts';
import { type HostSession, type HostWorld, hostWorld } from '../host-world.ts';

/** What happens in a session of any host, and what of it is seen there. */
export interface HostScenario {
  /** What happens, for people: `A session that promised nothing`. */
  readonly title: string;
  /** Plays it in a host, and says what was seen, in the words of the table of what each host shows. */
  play(rig: HostRig): Promise<string>;
}

/** The prompt of the session. */
export const PROMPT = 'Build the sign-in of the scenario.';

/** The prompt of a subagent that the session starts. */
export const SUB_PROMPT = 'You are the subagent of the scenario.';

export interface Parts {
  readonly agent: readonly Step[];
  /** The turns of a subagent that begins with `SUB_PROMPT`. */
  readonly subagent?: readonly Step[];
  /** Installs the hooks; by the suite's own command for the user, where it is left out. */
  readonly install?: (world: HostWorld) => void | Promise<void>;
  /** What is done after that, before the session. */
  readonly before?: (world: HostWorld) => void | Promise<void>;
}

/** What happened. */
export interface Seen {
  readonly world: HostWorld;
  readonly session: HostSession;
  /** For each turn of the session's model, what came since it spoke last. */
  readonly told: readonly string[];
  /** Those of them with which a hook sent it back to work. */
  readonly blocks: readonly string[];
  readonly subagentTold: readonly string[];
  readonly subagentBlocks: readonly string[];
}

/** Runs one session. */
export async function act(rig: HostRig, parts: Parts): Promise<Seen> {
  const acts = perform(rig, [
    { prompt: SUB_PROMPT, steps: parts.subagent ?? [] },
    { prompt: PROMPT, steps: parts.agent },
  ]);
  const world = await hostWorld(rig, acts.script);
  await (parts.install ?? installHooks)(world);
  await parts.before?.(world);
  const session = await world.session(PROMPT);
  const seen = {
    world,
    session,
    told: acts.told(PROMPT),
    blocks: acts.blocks(PROMPT),
    subagentTold: acts.told(SUB_PROMPT),
    subagentBlocks: acts.blocks(SUB_PROMPT),
  };
  record(seen);
  return seen;
}

/** Installs the suite's hooks by its own command, for the user unless other words say where. */
export async function installHooks(
  { hooked, rig }: HostWorld,
  place: readonly string[] = ['--user'],
): Promise<void> {
  const words = ['hooks', 'install', '--host', rig.name, ...place];
  const { code, stderr, stdout } = await hooked.cs(words);
  if (code !== 0) throw new Error(`cs ${words.join(' ')} ended with ${code}: ${stderr}${stdout}`);
}

/** How often a session was sent back to work: `held once`. */
export function heldWords({ length }: readonly string[]): string {
  return length === 0 ? 'not held' : `held ${length === 1 ? 'once' : `${length} times`}`;
}

/** What has become of the only promise of the project. */
export function promiseWords({ project }: HostWorld): string {
  const [open, ...more] = project.list('promises').filter((name) => name.endsWith('.json'));
  if (more.length > 0) return 'more than one promise';
  if (open === undefined) return project.list('history').length > 0 ? 'closed' : 'no promise';
  const { acceptance_criteria: criteria } = project.read(`promises/${open}`);
  return JSON.stringify(criteria).includes('"status":"met"') ? 'met' : 'not met';
}

/** Whether the session's user reads a text, by what the host printed. */
export function readsWords({ session }: Pick<Seen, 'session'>, text: string): string {
  return `its user ${session.printed.includes(text) ? 'reads' : 'does not read'} ${text}`;
}

/** Keeps what was seen as a file in the folder that `HOSTS_RECORD` names, to be read by people. */
function record({ blocks, session, subagentTold, told, world }: Seen): void {
  const folder = process.env['HOSTS_RECORD'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const name = expect.getState().currentTestName ?? 'a scenario';
  const calls = world
    .asked()
    .map(({ payload, words }) => `--- asked ${words}\n${JSON.stringify(payload)}`);
  const text = [
    `${name}: ${told.length} request(s), ${blocks.length} block(s), ended with ${session.outcome.code}`,
    ...told.map((latest, index) => `--- request ${index + 1}, what is new\n${latest}`),
    ...subagentTold.map((latest) => `--- the subagent was told\n${latest}`),
    ...calls,
    `--- stdout\n${session.outcome.stdout}`,
    `--- stderr\n${session.outcome.stderr}`,
  ].join('\n');
  writeFileSync(join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.txt`), text);
}
