import { describe, expect, inject, it } from 'vitest';
import type { HostRig } from './host.ts';
import { type HostWorld, hostWorld } from './host-world.ts';
import { HOSTS } from './hosts.ts';
import { installHooks, PROMPT } from './scenarios/scenario.ts';
import type { ModelTurn } from './wires/wire.ts';

/**
 * What the hooks cost a session of one turn of each host, in which nothing is promised: with the suite's hooks, with
 * programs that do nothing in the place of its own, and without hooks, in turns. It judges nothing but that the sessions run. Those of
 * Claude Code with hooks of both places are measured beside its own tests.
 */

/** Rounds of one session of each kind, as many as `PAIRS` says. */
const ROUNDS = Number(process.env['PAIRS'] ?? 10);

const OTHERS = HOSTS.filter(({ key }) => key !== 'claudeCode');

describe.each(OTHERS)('a session of one turn of $title', (rig) => {
  it.skipIf(inject('clients')[rig.key] === '')(
    'with the hooks, with `true` in their place, and without',
    { timeout: 1_800_000 },
    async () => {
      const kinds = [
        { world: await worldOf(rig, 'hooks'), seconds: [] as number[] },
        { world: await worldOf(rig, 'true'), seconds: [] as number[] },
        { world: await worldOf(rig, 'none'), seconds: [] as number[] },
      ];
      for (const { world } of kinds) await secondsOf(world); // Caches are warm from here on.
      for (let round = 0; round < ROUNDS; round += 1) {
        const first = round % kinds.length;
        for (const { seconds, world } of [...kinds.slice(first), ...kinds.slice(0, first)]) {
          seconds.push(await secondsOf(world));
        }
      }
      const [withHooks = [], withTrue = [], without = []] = kinds.map(({ seconds }) => seconds);
      const rows = [
        `A session of ${rig.title} of one turn, nothing promised, ${ROUNDS} rounds`,
        line('with the hooks', withHooks, 's'),
        line('with true as hooks', withTrue, 's'),
        line('without hooks', without, 's'),
        line('hooks to none', ratios(withHooks, without), 'x'),
        line('true to none', ratios(withTrue, without), 'x'),
        line('hooks to true', ratios(withHooks, withTrue), 'x'),
      ];
      process.stdout.write(`\n${rows.join('\n')}\n\n`);
    },
  );
});

async function worldOf(rig: HostRig, hooks: 'hooks' | 'true' | 'none'): Promise<HostWorld> {
  const answers = (): ModelTurn => ({ says: 'Done.' });
  const world = await hostWorld(rig, answers, { isWatched: false });
  if (hooks !== 'none') await installHooks(world);
  if (hooks === 'true') world.putTrue();
  return world;
}

async function secondsOf(world: HostWorld): Promise<number> {
  const started = performance.now();
  const { outcome } = await world.session(PROMPT);
  expect(outcome.code).toBe(0);
  return (performance.now() - started) / 1000;
}

function ratios(of: readonly number[], to: readonly number[]): readonly number[] {
  return of.map((seconds, round) => seconds / (to[round] ?? Number.NaN));
}

function line(words: string, numbers: readonly number[], unit: string): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [median = Number.NaN, least = median, most = median] = [
    sorted[Math.floor(sorted.length / 2)],
    sorted[0],
    sorted.at(-1),
  ];
  return `${words.padEnd(24)} median ${median.toFixed(3)} ${unit}, from ${least.toFixed(3)} to ${most.toFixed(3)}`;
}
