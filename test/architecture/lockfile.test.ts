import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** npm writes a lockfile anew that is behind its manifest, and a checkout would not stay clean. */

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));

it('the lockfile says of the package what its manifest says', () => {
  const { bin, dependencies, devDependencies, engines, license, name, version } =
    read('package.json');
  expect(read('package-lock.json').packages['']).toEqual({
    ...{ name, version, license, bin, engines },
    ...{ dependencies, devDependencies },
  });
});
