import { beforeAll, describe, expect, it } from 'vitest';
import { copySources, type SourceCopy } from '../rig/worlds/source-copy.ts';
import type { Toy } from './toy.ts';
import { backend } from './toys/backend.ts';
import { checkKind, parsedLanguage } from './toys/check-kind.ts';
import { checker } from './toys/checker.ts';
import { ciOutput } from './toys/ci-output.ts';
import { examination } from './toys/examination.ts';
import { gate } from './toys/gate.ts';
import { host } from './toys/host.ts';
import { reportFormat } from './toys/report-format.ts';
import { review } from './toys/review.ts';
import { store } from './toys/store.ts';

const TOYS: readonly Toy[] = [
  backend,
  checkKind,
  parsedLanguage,
  checker,
  ciOutput,
  examination,
  gate,
  host,
  reportFormat,
  review,
  store,
];

/** All of them stand in one copy, since to check its types and to build it takes longest. */
describe('one more of a kind takes one module and its rows in one table:', () => {
  let copy: SourceCopy;
  let faults: string;

  beforeAll(() => {
    copy = copySources();
    for (const { modules, rows, table } of TOYS) {
      for (const [path, text] of Object.entries(modules)) copy.add(path, text);
      for (const { behind, line } of rows) copy.insert(table, behind, line);
    }
    faults = copy.typeFaults();
    for (const { late, table } of TOYS) if (late) copy.insert(table, late.behind, late.line);
    copy.build();
    return copy.remove;
  });

  it('no other file is changed, and the types hold', () => {
    const files = TOYS.flatMap(({ modules, table }) => [...Object.keys(modules), table]);
    expect(copy.changed()).toEqual([...new Set(files)].sort());
    expect(copy.typeFaults()).toBe('');
  });

  it.each(TOYS)('$title', async ({ late, modules, works }) => {
    expect(Object.keys(modules)).toHaveLength(1);
    if (late) expect(faults).toMatch(late.fault);
    await works(copy);
  });
});
