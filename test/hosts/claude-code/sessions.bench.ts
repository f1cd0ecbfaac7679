import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { says } from '../scripted-model.ts';
import { type ClaudeCodeProject, claudeCodeProject, describeClaudeCode } from './claude-project.ts';

/**
 * What the hooks cost a session of Claude Code of one turn in which nothing is promised. It runs with them, with `true`
 * in the place of each, and without hooks, in turns, so that a machine that slows down slows all. It judges nothing but
 * that they run.
 */

/** Rounds of one session of each kind, as many as `PAIRS` says. */
const ROUNDS = Number(process.env['PAIRS'] ?? 10);

describeClaudeCode('a session of one turn', () => {
  it.each([
    ['the user', true],
    ['the project', false],
  ])(
    'with the hooks of %s, with `true` in their place, and without',
    { timeout: 900_000 },
    async (whose, forAllProjects) => {
      const done = () => says('Done.');
      const parts = { forAllProjects, alone: true };
      const hooked = await claudeCodeProject(done, parts);
      const trueHooked = await claudeCodeProject(done, parts);
      putTrue(trueHooked, forAllProjects);
      const bare = await claudeCodeProject(done, { withoutHooks: true });
      const kinds: { readonly world: ClaudeCodeProject; readonly seconds: number[] }[] = [
        { world: hooked, seconds: [] },
        { world: trueHooked, seconds: [] },
        { world: bare, seconds: [] },
      ];
      const secondsOf = async ({ session }: typeof bare): Promise<number> => {
        const started = performance.now();
        const { is_error } = await session('Say that you are done');
        expect(is_error).toBe(false);
        return (performance.now() - started) / 1000;
      };
      for (const { world } of kinds) await secondsOf(world); // Caches are warm from here on.
      for (let round = 0; round < ROUNDS; round += 1) {
        const order = [...kinds.slice(round % 3), ...kinds.slice(0, round % 3)];
        for (const { seconds, world } of order) seconds.push(await secondsOf(world));
      }
      const [withHooks = [], withTrue = [], without = []] = kinds.map(({ seconds }) => seconds);
      const ratios = (of: readonly number[], to: readonly number[]): readonly number[] =>
        of.map((seconds, round) => seconds / (to[round] ?? Number.NaN));
      const rows = [
        `A session of Claude Code of one turn, nothing promised, hooks of ${whose}, ${ROUNDS} rounds`,
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

/** Puts `true` in the place of every hook's command. */
function putTrue({ env, project }: ClaudeCodeProject, forAllProjects: boolean): void {
  const folder = forAllProjects ? env['HOME'] : project.folder;
  const name = forAllProjects ? 'settings.json' : 'settings.local.json';
  const place = join(folder ?? '', '.claude', name);
  const text = readFileSync(place, 'utf8');
  const changed = text.replace(/"command": "(?:[^"\\]|\\.)*"/g, '"command": "true"');
  expect(changed).not.toBe(text);
  writeFileSync(place, changed);
}

function line(words: string, numbers: readonly number[], unit: string): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return `${words.padEnd(24)} median ${median(numbers).toFixed(3)} ${unit}, from ${least.toFixed(3)} to ${most.toFixed(3)}`;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = [
    sorted[Math.ceil(middle) - 1],
    sorted[Math.floor(middle)],
  ];
  return (low + high) / 2;
}
