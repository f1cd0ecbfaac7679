import { describe, expect, it } from 'vitest';
import { checkedItems, readResponse } from '../../../src/domain/validation/validation.ts';
import { NOW } from '../../rig/values/domain-values.ts';

const read = (given: object) => readResponse(JSON.stringify(given), NOW);
const verdict = (parts: object) => ({
  task_id: 't',
  mode: 'unit',
  success: true,
  validation_levels: {},
  ...parts,
});

describe('the other shape of an answer', () => {
  it.each<[string, object, string]>([
    ['success', verdict({}), 'PASS'],
    ['no success', verdict({ success: false }), 'FAIL'],
    ['its own keys beside it', verdict({ other: 1 }), 'PASS'],
  ])('%s: %s', (_name, given, expected) => {
    expect(read(given)).toMatchObject({ ok: true, verdict: expected, response: given });
  });

  it.each<[string, object, readonly string[]]>([
    ['no task', verdict({ task_id: undefined }), ['task_id']],
    ['an empty mode', verdict({ mode: '' }), ['mode']],
    ['no levels', verdict({ validation_levels: null }), ['validation_levels']],
    ['success alone', { success: true }, ['task_id', 'mode', 'validation_levels']],
    [
      'success in words is none',
      verdict({ success: 'true' }),
      ['verdict', 'criteria_results', 'timestamp'],
    ],
  ])('%s: missing', (_name, given, fields) => {
    expect(read(given)).toEqual({ ok: false, fault: { fault: 'missing', fields } });
  });

  it('a verdict of its own makes it the shape of the contract', () => {
    const both = verdict({ verdict: 'FAIL', criteria_results: [], timestamp: NOW });
    expect(read(both)).toMatchObject({ ok: true, verdict: 'FAIL' });
    expect(read(verdict({ verdict: 'PASS' }))).toMatchObject({ ok: false });
  });

  it.each<[unknown, string]>([
    [undefined, NOW],
    [null, NOW],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ])('timestamp %j: %s', (timestamp, expected) => {
    expect(read(verdict({ timestamp }))).toMatchObject({ response: { timestamp: expected } });
  });
});

describe('its levels as results', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['none', {}, []],
    [
      'an object of words',
      { unit: 'PASS', api: 'FAIL', e2e: 'passed' },
      ['unit: true', 'api: false', 'e2e: true'],
    ],
    ['an object of yes and no', { unit: true, api: false }, ['unit: true', 'api: false']],
    [
      'an object of objects',
      { unit: { status: 'PASS' }, api: { passed: false, detail: 'red' } },
      ['unit: true', 'api: false red'],
    ],
    [
      'a list with names',
      [
        { name: 'unit', success: true },
        { level: 2, result: 'FAIL', reason: 'red' },
      ],
      ['unit: true', '2: false red'],
    ],
    ['a list with strangers', [{ name: 'unit', passed: true }, 'x', null], ['unit: true']],
    ['one that says nothing', { unit: {} }, ['unit: false']],
    ['one that says null', { unit: null }, ['unit: false']],
    [
      'words that sound alike',
      { a: 'OK', b: 'Success', c: 'passing', d: 'not passed' },
      ['a: true', 'b: true', 'c: false', 'd: false'],
    ],
  ])('%s', (_name, validation_levels, items) => {
    const reading = read(verdict({ validation_levels }));
    const results = reading.ok ? checkedItems(reading.response) : [];
    const texts = results.map(({ detail, name, passed }) => `${name}: ${passed} ${detail}`.trim());
    expect(texts).toEqual(items);
  });
});
