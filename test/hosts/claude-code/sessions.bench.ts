import { expect, it } from 'vitest';
import { says } from '../scripted-model.ts';
import { claudeCodeProject, describeClaudeCode } from './claude-project.ts';

/**
 * What the hooks cost a session of Claude Code of one turn in which nothing is promised: it runs with and
 * without them in turns, so that a machine that slows down slows both. It judges nothing but that both run.
 */

/** Pairs of sessions, as many as `PAIRS` says. */
const PAIRS = Number(process.env['PAIRS'] ?? 10);

describeClaudeCode('a session of one turn', () => {
  it.each([
    ['the user', true],
    ['the project', false],
  ])(
    'with and without the hooks of %s, in pairs',
    { timeout: 600_000 },
    async (whose, forAllProjects) => {
      const hooked = await claudeCodeProject(() => says('Done.'), { forAllProjects, alone: true });
      const bare = await claudeCodeProject(() => says('Done.'), { withoutHooks: true });
      const secondsOf = async ({ session }: typeof bare): Promise<number> => {
        const started = performance.now();
        const { is_error } = await session('Say that you are done');
        expect(is_error).toBe(false);
        return (performance.now() - started) / 1000;
      };
      for (const world of [hooked, bare]) await secondsOf(world); // Caches are warm from here on.
      const pairs: { readonly with: number; readonly without: number }[] = [];
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const first = await secondsOf(pair % 2 === 0 ? hooked : bare);
        const second = await secondsOf(pair % 2 === 0 ? bare : hooked);
        pairs.push(
          pair % 2 === 0 ? { with: first, without: second } : { with: second, without: first },
        );
      }
      const ratios = pairs.map((pair) => pair.with / pair.without);
      const line = (words: string, numbers: readonly number[], unit: string): string =>
        `${words.padEnd(24)} median ${median(numbers).toFixed(3)} ${unit}, from ${Math.min(...numbers).toFixed(3)} to ${Math.max(...numbers).toFixed(3)}`;
      const rows = [
        `A session of Claude Code of one turn, nothing promised, hooks of ${whose}, ${PAIRS} pairs`,
        line(
          'with the hooks',
          pairs.map((pair) => pair.with),
          's',
        ),
        line(
          'without hooks',
          pairs.map((pair) => pair.without),
          's',
        ),
        line('ratio within a pair', ratios, 'x'),
      ];
      process.stdout.write(`\n${rows.join('\n')}\n\n`);
    },
  );
});

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = [
    sorted[Math.ceil(middle) - 1],
    sorted[Math.floor(middle)],
  ];
  return (low + high) / 2;
}
