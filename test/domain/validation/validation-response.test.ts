import { describe, expect, it } from 'vitest';
import type { ResponseFault } from '../../../src/domain/base/failure.ts';
import { readResponse } from '../../../src/domain/validation/validation.ts';
import { NOW } from '../../rig/values/domain-values.ts';
import { type PromiseParts, validatorResponse } from '../../rig/values/promises.ts';

const read = (response: unknown) => readResponse(JSON.stringify(response), NOW);

function faultOf(text: string): ResponseFault {
  const reading = readResponse(text, NOW);
  if (reading.ok) throw new Error('the response was accepted');
  return reading.fault;
}

describe('a response that is accepted', () => {
  it.each([
    ['PASS', 'PASS'],
    ['FAIL', 'FAIL'],
    ['PARTIAL', 'PARTIAL'],
    ['BLOCKED', 'BLOCKED'],
    ['pass', 'PASS'],
    ['Partial', 'PARTIAL'],
    ['bLoCkEd', 'BLOCKED'],
  ])('verdict %s means %s', (written, verdict) => {
    const response = validatorResponse(written);
    expect(read(response)).toEqual({ ok: true, response, verdict });
  });

  it.each<[string, PromiseParts]>([
    ['no results', { criteria_results: [] }],
    ['a task that is a number', { task_id: 7 }],
    ['a time in another form', { timestamp: 1_700_000_000 }],
    ['keys of its own', { levels: { unit: true }, _metadata: { by: 'me' } }],
  ])('with %s', (_name, parts) => {
    const response = validatorResponse('PASS', parts);
    expect(read(response)).toEqual({ ok: true, response, verdict: 'PASS' });
  });

  it('with a byte order mark and CR LF, as PowerShell writes files', () => {
    const text = `\ufeff${JSON.stringify(validatorResponse('PASS'), null, 2)}`;
    expect(readResponse(text.replaceAll('\n', '\r\n'), NOW)).toMatchObject({ ok: true });
  });
});

describe('a response that is not JSON', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'PASS'],
    ['cut off', '{"task_id": "t"'],
    ['a code fence', '```json\n{}\n```'],
    ['null', 'null'],
    ['a text', '"PASS"'],
    ['a list', '[{"verdict": "PASS"}]'],
    ['a number', '1'],
    [
      'nested deeper than could be read back',
      `{"task_id":1,"timestamp":1,"verdict":"PASS","criteria_results":${'['.repeat(300)}${']'.repeat(300)}}`,
    ],
    [
      'nested deeper than could be written',
      `{"task_id":1,"timestamp":1,"verdict":"PASS","criteria_results":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ],
  ])('%s', (_name, text) => {
    expect(faultOf(text)).toMatchObject({ fault: 'json' });
  });
});

describe('a response that lacks something', () => {
  it.each<[PromiseParts, readonly string[]]>([
    [{ task_id: undefined }, ['task_id']],
    [{ verdict: undefined }, ['verdict']],
    [{ criteria_results: undefined }, ['criteria_results']],
    [{ timestamp: undefined }, ['timestamp']],
    [{ task_id: '' }, ['task_id']],
    [{ verdict: null }, ['verdict']],
    [{ task_id: null, timestamp: '' }, ['task_id', 'timestamp']],
    [
      { task_id: undefined, verdict: undefined, criteria_results: undefined, timestamp: undefined },
      ['task_id', 'verdict', 'criteria_results', 'timestamp'],
    ],
  ])('%j: names %j', (parts, fields) => {
    const text = JSON.stringify(validatorResponse('PASS', parts));
    expect(faultOf(text)).toEqual({ fault: 'missing', fields });
  });

  it('is told what is missing before what is wrong', () => {
    const text = JSON.stringify({ verdict: 'MAYBE' });
    expect(faultOf(text)).toMatchObject({ fault: 'missing' });
  });
});

describe('a verdict that is none of the four', () => {
  it.each<[string, unknown]>([
    ['another word', 'MAYBE'],
    ['a word with blanks', ' PASS '],
    ['a longer word', 'PASSED'],
    ['true', true],
    ['a number', 1],
    ['a list with one that is', ['PASS']],
    ['an object', { value: 'PASS' }],
    ['an object that cannot be a text', { toString: 1, valueOf: 1 }],
  ])('%s', (_name, verdict) => {
    expect(faultOf(JSON.stringify(validatorResponse('PASS', { verdict })))).toMatchObject({
      fault: 'verdict',
    });
  });

  it('is quoted as it was written', () => {
    expect(faultOf(JSON.stringify(validatorResponse('Maybe')))).toEqual({
      fault: 'verdict',
      verdict: 'Maybe',
    });
  });
});
