import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDeclared } from '../../src/checks/provable.ts';
import { leftArtifacts } from '../../src/gates/left-artifacts.ts';
import { criterionValue } from '../rig/values/proof-values.ts';
import { checkWorld } from '../rig/worlds/check-world.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';

const TOO_LARGE = 20 * 1024 * 1024 + 1;

it.each<[string, 'PASS' | 'FAIL', number, readonly string[], string | undefined]>([
  ['of a run that passed are kept', 'PASS', 7, ['abc'], '1 file written by this run'],
  ['of a run that failed are not', 'FAIL', 7, [], undefined],
  [
    'that are too large are named',
    'PASS',
    TOO_LARGE,
    [],
    '1 file written by this run, 1 of them too large to keep (more than 20 MB)',
  ],
])('files %s', (_what, status, size, kept, detail) => {
  const folder = scratchFolder();
  const run = { kind: 'command', run: 'x', artifacts: ['shot.png'] };
  const provable = readDeclared(criterionValue(), 'checks', [run]);
  writeFileSync(join(folder, 'shot.png'), Buffer.alloc(size));
  const { artifacts, results } = leftArtifacts(
    provable,
    [{ name: 'command_x', status, detail: '' }],
    new Map(),
    {
      checks: checkWorld({ folder }),
      git: { tracked: () => new Set() },
      keepArtifact: (path, { length }) => ({ path, bytes: length, sha256: 'abc' }),
    },
  );
  expect(artifacts.flatMap(({ sha256 }) => sha256 ?? [])).toEqual(kept);
  expect(results[0]?.detail).toBe(detail);
});
