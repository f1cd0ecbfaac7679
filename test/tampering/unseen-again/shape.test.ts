import { describe, expect, it } from 'vitest';
import { TAMPERING_KINDS } from '../../../src/tampering/change.ts';
import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { SECOND_CONFIGURATION } from './configuration.ts';
import { SECOND_GO } from './go.ts';
import { SECOND_JAVASCRIPT } from './javascript.ts';
import { SECOND_JVM } from './jvm.ts';
import { SECOND_PYTHON } from './python.ts';
import { SECOND_RUST } from './rust.ts';

const COLLECTIONS: Readonly<
  Record<string, readonly [examples: readonly TamperingExample[], least: number]>
> = {
  javascript: [SECOND_JAVASCRIPT, 36],
  python: [SECOND_PYTHON, 36],
  go: [SECOND_GO, 36],
  jvm: [SECOND_JVM, 36],
  rust: [SECOND_RUST, 36],
  configuration: [SECOND_CONFIGURATION, 20],
};

describe.each(Object.entries(COLLECTIONS))(
  'the second examples of %s',
  (_language, [examples, least]) => {
    it('are many, with about as many honest as not', () => {
      const honest = examples.filter(({ expected }) => expected.length === 0).length;
      expect(examples.length).toBeGreaterThanOrEqual(least);
      expect(honest).toBeGreaterThanOrEqual(Math.floor(least * 0.45));
      expect(examples.length - honest).toBeGreaterThanOrEqual(Math.floor(least * 0.45));
    });

    it('have names of their own', () => {
      const names = examples.map(({ name }) => name);
      expect(names.filter((name, index) => name === '' || names.indexOf(name) !== index)).toEqual(
        [],
      );
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
  },
);
