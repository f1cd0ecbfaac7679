import { describe, expect, it } from 'vitest';
import { groupsOf, readCase, wantFault } from '../../../src/domain/benchmark/bench-case.ts';
import { factsOfCase } from '../../../src/domain/benchmark/case-facts.ts';
import { benchCase } from '../../rig/values/bench-cases.ts';

describe('reading a case', () => {
  it('gives back what it was made of', () => {
    const given = benchCase('a', { diff: '+x', tools: [], pair: 'b' });
    expect(readCase(given)).toEqual({ ok: true, value: given });
  });

  it.each<[string, unknown, string]>([
    ['no object', 7, 'the case is not an object'],
    ['another class', { ...benchCase('a'), class: 'odd' }, 'class is not one of'],
    ['an unknown key', { ...benchCase('a'), extra: 1 }, 'unknown key extra'],
    ['an id that is a path', { ...benchCase('a'), id: '../a' }, 'not a safe id'],
    ['no criteria', { ...benchCase('a'), criteria: [] }, 'criteria is empty'],
    ['tools that are no list', { ...benchCase('a'), tools: 'x' }, 'tools is not a list'],
  ])('says what is wrong with %s', (_what, value, why) => {
    expect(readCase(value)).toMatchObject({ ok: false, why: expect.stringContaining(why) });
  });
});

it('an honest case wants PASS alone, any other at least one FAIL', () => {
  expect(wantFault(benchCase('a', { class: 'honest' }, 'FAIL'))).toBeDefined();
  expect(wantFault(benchCase('a', { class: 'honest' }, 'PASS'))).toBeUndefined();
  expect(wantFault(benchCase('a', { class: 'vague' }, 'PASS'))).toBeDefined();
});

it('cases that differ from each other in one thing are one group', () => {
  const groups = groupsOf([benchCase('a', { pair: 'b' }), benchCase('b'), benchCase('c')]);
  expect(groups.get('a')).toBe(groups.get('b'));
  expect(groups.get('c')).not.toBe(groups.get('a'));
});

describe('what a judge is shown of a case', () => {
  it('holds nothing of what is wanted', () => {
    const shown = JSON.stringify(factsOfCase(benchCase('vague-7', { class: 'vague' }), []));
    expect(shown).toContain('it was seen');
    expect(shown).not.toMatch(/vague|because|FAIL/);
  });

  it('holds the parts of the work that are asked for', () => {
    const given = benchCase('a', { diff: '+++ b/x.ts\n+1\n', tools: [] });
    expect(factsOfCase(given, []).substance).toBeUndefined();
    expect(factsOfCase(given, ['diff']).substance).toMatchObject({
      diff: { shown: { summary: '1 file changed\nx.ts' } },
    });
    expect(Object.keys(factsOfCase(given, ['diff', 'tools']).substance ?? {})).toEqual([
      'redacted',
      'diff',
      'tools',
    ]);
  });
});
