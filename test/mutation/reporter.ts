import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { wilsonInterval } from '../rig/values/interval.ts';
import type { Mutant } from './mutants.ts';

/** One try of a mutant with the tests of a file. */
export interface Try {
  readonly id: number;
  readonly outcome: 'killed' | 'timed out' | 'survived';
  readonly file: string;
  readonly test?: string;
  readonly seconds: number;
}

/** The tries that were noted in the folder of a run. */
export function triesIn(folder: string): readonly Try[] {
  const path = join(folder, 'outcomes.jsonl');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line): Try => JSON.parse(line));
}

/** What is known of a mutant: killed by a test, out of time, alive after tests that met it, or met by none with another value. */
function outcomeOf(mutant: Mutant, tries: readonly Try[]): string {
  const own = tries.filter(({ id }) => id === mutant.id);
  const end = own.find(({ outcome }) => outcome !== 'survived') ?? own[0];
  return end?.outcome ?? 'not met';
}

/** Tells on stderr how far a run is, and at its end on stdout what became of the mutants, as text or as JSON. */
export default class MutantReporter implements Reporter {
  readonly #folder = process.env['MUTANTS_FOLDER'] ?? '';
  #done = 0;

  onTestModuleEnd(module: TestModule): void {
    this.#done += 1;
    const killed = triesIn(this.#folder).filter(({ outcome }) => outcome !== 'survived').length;
    const state = module.ok() ? '' : `${module.state()}, and not used: `;
    process.stderr.write(
      `${this.#done} files, ${killed} killed: ${state}${module.relativeModuleId}\n`,
    );
  }

  onTestRunEnd(): void {
    const kept = readFileSync(join(this.#folder, 'mutants.json'), 'utf8');
    const { mutants, among }: { mutants: readonly Mutant[]; among: Record<string, number> } =
      JSON.parse(kept);
    const tries = triesIn(this.#folder);
    const all = mutants.map((mutant) => ({ ...mutant, outcome: outcomeOf(mutant, tries) }));
    const rooms = Object.entries(among).map(([room, candidates]) => {
      const own = all.filter((mutant) => mutant.room === room);
      const count = (outcome: string) => own.filter((one) => one.outcome === outcome).length;
      const dead = count('killed') + count('timed out');
      const [low, high] = wilsonInterval(dead, own.length);
      const counts = { killed: count('killed'), timedOut: count('timed out') };
      const alive = { survived: count('survived'), notMet: count('not met') };
      return {
        room,
        candidates,
        mutants: own.length,
        ...counts,
        ...alive,
        score: dead / own.length,
        low,
        high,
      };
    });
    const rest = all.filter(({ outcome }) => outcome === 'survived' || outcome === 'not met');
    const text = [
      'room | changes possible | tried | killed | timed out | survived | not met | score | interval of 95 %',
      ...rooms.map((of) => {
        const counts = [of.candidates, of.mutants, of.killed, of.timedOut, of.survived, of.notMet];
        return [of.room, ...counts, share(of.score), `${share(of.low)} to ${share(of.high)}`].join(
          ' | ',
        );
      }),
      ...rest.map(
        (one) =>
          `\n${one.file}:${one.line} ${one.outcome} (${one.operator})\n- ${one.from}\n+ ${one.text}`,
      ),
    ].join('\n');
    process.stdout.write(
      `${process.env['MUTANTS_JSON'] === '1' ? JSON.stringify({ rooms, mutants: all }) : text}\n`,
    );
  }
}

function share(of: number): string {
  return `${(100 * of).toFixed(1)} %`;
}
