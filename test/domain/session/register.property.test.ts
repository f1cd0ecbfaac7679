import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  linesThatCount,
  parseRegister,
  type RegisterLine,
  registeredIn,
  TORN_END,
} from '../../../src/domain/session/register.ts';
import { jsonText } from '../../rig/values/arbitraries.ts';
import { LINES, outline, registerText, written } from '../../rig/values/register-values.ts';

const promises = fc
  .record({
    id: fc.constantFrom('promise-1', 'promise-2'),
    project: fc.constantFrom('/work/a', '/work/b'),
    digest: fc.constantFrom('d1', 'd2', 'd3'),
    outline: fc.constantFrom(outline(), outline({ 'AC-1': true }), outline({}, 'verified')),
  })
  .map(({ id, ...parts }) => written(id, parts));

const anyLine: fc.Arbitrary<RegisterLine> = fc
  .tuple(fc.constantFrom(...Object.values(LINES)), promises, fc.string())
  .map(([lineOf, promise, at]) => ({ ...lineOf(promise), at }));

const anyLines = fc.array(anyLine, { maxLength: 40 });

function sorted(lines: readonly RegisterLine[]) {
  const place = ({ id, project }: { readonly id: string; readonly project: string }) =>
    id + project;
  return [...registeredIn(lines)].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

it('a register that is cut down says what it said, and so it does after any further line', () => {
  fc.assert(
    fc.property(anyLines, anyLines, (lines, later) => {
      const cut = linesThatCount(lines);
      expect(sorted([...cut, ...later])).toEqual(sorted([...lines, ...later]));
      expect(linesThatCount(cut)).toEqual(cut);
      expect(cut.length === 0).toBe(registeredIn(lines).length === 0);
    }),
  );
});

it('a writer that is cut off anywhere takes nothing but its own line with it', () => {
  fc.assert(
    fc.property(anyLines, anyLine, anyLines, fc.nat(), (before, torn, after, cut) => {
      const whole = JSON.stringify(torn);
      const fragment = whole.slice(0, cut % (whole.length + 1));
      const text = registerText(before) + fragment;
      expect(parseRegister(text).lines).toEqual(before);
      const closed = fragment === '' ? text : `${text}${TORN_END}\n`;
      expect(parseRegister(closed + registerText(after)).lines).toEqual([...before, ...after]);
    }),
  );
});

it('whatever a file holds, it is read or broken, and never throws', () => {
  const anything = fc.oneof(
    jsonText,
    fc.string({ unit: 'binary' }),
    anyLine.map((line) => registerText([line])),
  );
  fc.assert(
    fc.property(fc.array(anything), (texts) => {
      const { fault, lines } = parseRegister(texts.join('\n'));
      if (fault !== undefined) expect(lines).toEqual([]);
      expect(registeredIn(lines).length).toBeLessThanOrEqual(lines.length);
    }),
  );
});
