import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { putCases } from './rolldown.config.ts';
import { chosen, instrumented, type Mutant, mutantsOf } from './test/mutation/mutants.ts';

const checkout = fileURLToPath(new URL('.', import.meta.url));
const rooms = (process.env['MUTANTS_ROOMS'] ?? '').split(' ').filter(Boolean);
const place = join(process.env['MUTANTS_FOLDER'] ?? '', 'mutants.json');

if (!existsSync(place)) {
  const all = rooms.map((room) => mutantsOf(checkout, room));
  const taken = all.flatMap((of) =>
    chosen(of, Number(process.env['MUTANTS_COUNT']), Number(process.env['MUTANTS_SEED'])),
  );
  const mutants = taken.map((mutant, index) => ({ id: index + 1, ...mutant }));
  const files = [...new Set(mutants.map(({ file }) => file))];
  const among = Object.fromEntries(rooms.map((room, index) => [room, all[index]?.length]));
  writeFileSync(place, JSON.stringify({ mutants, files, among }));
}
/** The files of tests that are done, where a run goes on that was cut short. */
const done = join(process.env['MUTANTS_FOLDER'] ?? '', 'done');
const { mutants, files }: { mutants: readonly Mutant[]; files: readonly string[] } = JSON.parse(
  readFileSync(place, 'utf8'),
);

/** Puts the mutants into the sources, each behind a question. */
const putMutants: Plugin = {
  name: 'put-mutants',
  enforce: 'pre',
  transform(code, id) {
    const file = relative(checkout, id).replaceAll('\\', '/');
    const index = files.indexOf(file);
    if (index < 0) return undefined;
    return instrumented(
      code,
      mutants.filter((mutant) => mutant.file === file),
      -1 - index,
    );
  },
};

/** Which tests come first: the nearer and quicker. */
const ORDER = [
  /^(domain|gates|stop-gate)\//,
  /^store\/files\//,
  /^(judge|report|reviews|session|store|checks)\//,
  /\.property\./,
  /^contract\/(stop-gate|session)\//,
  /^contract\/(prove|verify|attest|promise)\//,
  /^contract\//,
  /^cli\//,
  /./,
];

/** The tests of the rooms themselves come before all others. */
class NearestFirst extends BaseSequencer {
  override async sort(all: TestSpecification[]): Promise<TestSpecification[]> {
    return [...all].sort((a, b) => farness(a) - farness(b));
  }
}

function farness({ moduleId }: TestSpecification): number {
  const path = relative(join(checkout, 'test'), moduleId).replaceAll('\\', '/');
  if (rooms.some((room) => path.startsWith(`${room}/`)) && !path.includes('.property.')) return -1;
  return ORDER.findIndex((room) => room.test(path));
}

/** `npm run mutants`: the tests over sources with mutants, which a runner of its own switches. */
export default defineConfig({
  plugins: [putCases, putMutants],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      'architecture',
      'rig',
      'library',
      'adapters',
      'docs',
      'hosts',
      'schemas',
      'bench',
      'shared',
      'store/postgresql',
      'simulation',
      'tampering',
    ]
      .map((room) => `test/${room}/**`)
      .concat(existsSync(done) ? readFileSync(done, 'utf8').split('\n') : []),
    runner: './test/mutation/runner.ts',
    sequence: { sequencer: NearestFirst },
    setupFiles: ['test/rig/same-cases.ts'],
    globalSetup: ['test/rig/scratch.ts', 'test/rig/build.ts'],
    isolate: false,
    fileParallelism: true,
    maxWorkers: 2,
    update: 'none',
    // These end only what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ['./test/mutation/reporter.ts'],
  },
});
