import { describe, expect, it } from 'vitest';
import { TAMPERING_KINDS } from '../../../src/tampering/change.ts';
import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { UNSEEN_CONFIGURATION } from './configuration.ts';
import { UNSEEN_GO } from './go.ts';
import { UNSEEN_JAVASCRIPT } from './javascript.ts';
import { UNSEEN_JVM } from './jvm.ts';
import { UNSEEN_PYTHON } from './python.ts';
import { UNSEEN_RUST } from './rust.ts';

const COLLECTIONS: Readonly<Record<string, readonly TamperingExample[]>> = {
  python: UNSEEN_PYTHON,
  javascript: UNSEEN_JAVASCRIPT,
  go: UNSEEN_GO,
  jvm: UNSEEN_JVM,
  rust: UNSEEN_RUST,
  configuration: UNSEEN_CONFIGURATION,
};

describe.each(Object.entries(COLLECTIONS))('the unseen examples of %s', (_language, examples) => {
  it('are forty or more, with about as many honest as not', () => {
    const honest = examples.filter(({ expected }) => expected.length === 0).length;
    expect(examples.length).toBeGreaterThanOrEqual(40);
    expect(honest).toBeGreaterThanOrEqual(18);
    expect(examples.length - honest).toBeGreaterThanOrEqual(18);
  });

  it('have names of their own', () => {
    const names = examples.map(({ name }) => name);
    expect(names.filter((name, index) => name === '' || names.indexOf(name) !== index)).toEqual([]);
  });

  it('expect kinds that there are', () => {
    expect(
      examples.flatMap(({ expected }) => expected).filter((kind) => !(kind in TAMPERING_KINDS)),
    ).toEqual([]);
  });

  it('change every file that they name', () => {
    const idle = examples.filter(({ files, moves = {} }) => {
      const entries = Object.entries(files);
      return (
        entries.length === 0 ||
        entries.some(([path, [before, after]]) => before === after && !(path in moves))
      );
    });
    expect(idle.map(({ name }) => name)).toEqual([]);
  });
});
