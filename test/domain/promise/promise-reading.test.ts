import { describe, expect, it } from 'vitest';
import { readPromise } from '../../../src/domain/promise/promise-reading.ts';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  promiseFile,
} from '../../rig/values/promises.ts';

const LEAST = { id: 'promise-1', status: 'pending', ownership: { owned_by: null } };
const FULL = promiseFile('promise-1', 'session-a', {
  acceptance_criteria: [criterion('AC-1'), metCriterion('AC-2')],
  verification: { verified_at: null, verified_by: null, type: null, proof: null },
  structure: { epics: [], goals: [] },
});

describe('a document that is a promise', () => {
  it.each<[string, PromiseParts]>([
    ['the least that can be counted on', LEAST],
    ['one as the suite writes it', FULL],
    ['an orphan by an empty owner', { ...LEAST, ownership: { owned_by: '' } }],
    ['texts that are null', { ...LEAST, title: null, summary: null }],
    ['criteria that are null', { ...LEAST, acceptance_criteria: null }],
    ['no criteria', { ...LEAST, acceptance_criteria: [] }],
    [
      'a criterion with id and status',
      { ...LEAST, acceptance_criteria: [{ id: '1', status: '' }] },
    ],
    ['a verification that is null', { ...LEAST, verification: null }],
    ['an empty verification', { ...LEAST, verification: {} }],
    ['gates of any shape', { ...LEAST, verification: { gates: [1] } }],
    ['a status of a later version', { ...LEAST, status: 'paused' }],
    ['an id that could not name a file', { ...LEAST, id: '../x' }],
    ['keys that nobody knows', { ...LEAST, tier: 3, checks: [{}] }],
    ['two criteria of one id', { ...FULL, acceptance_criteria: [criterion('1'), criterion('1')] }],
  ])('%s', (_name, document) => {
    expect(readPromise(document)).toEqual({ ok: true, promise: document });
  });

  it('is given back as it was read, not as a copy', () => {
    const reading = readPromise(FULL);
    expect(reading.ok && reading.promise).toBe(FULL);
  });
});

describe('a document that is none: the reason names the first key that is wrong', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'it is not an object'],
    ['a list', [LEAST], 'it is not an object'],
    ['a text', 'promise', 'it is not an object'],
    ['an empty object', {}, '`id` is not a non-empty string'],
    ['no id', { ...LEAST, id: undefined }, '`id` is not a non-empty string'],
    ['an empty id', { ...LEAST, id: '' }, '`id` is not a non-empty string'],
    ['a number as id', { ...LEAST, id: 7 }, '`id` is not a non-empty string'],
    ['no status', { ...LEAST, status: undefined }, '`status` is not a non-empty string'],
    ['an empty status', { ...LEAST, status: '' }, '`status` is not a non-empty string'],
    ['a status that is null', { ...LEAST, status: null }, '`status` is not a non-empty string'],
    ['no ownership', { ...LEAST, ownership: undefined }, '`ownership` is not an object'],
    ['an ownership that is null', { ...LEAST, ownership: null }, '`ownership` is not an object'],
    ['an ownership that is a list', { ...LEAST, ownership: [] }, '`ownership` is not an object'],
    [
      'an owner that is missing',
      { ...LEAST, ownership: {} },
      '`ownership.owned_by` is neither a string nor null',
    ],
    [
      'an owner that is a number',
      { ...LEAST, ownership: { owned_by: 1 } },
      '`ownership.owned_by` is neither a string nor null',
    ],
    [
      'an owner that is a list',
      { ...LEAST, ownership: { owned_by: ['a'] } },
      '`ownership.owned_by` is neither a string nor null',
    ],
    [
      'a time that is a number',
      { ...LEAST, ownership: { owned_by: 'a', owned_since: 1 } },
      '`ownership.owned_since` is not a string',
    ],
    ['a title that is an object', { ...LEAST, title: {} }, '`title` is not a string'],
    ['a summary that is false', { ...LEAST, summary: false }, '`summary` is not a string'],
    [
      'criteria that are an object',
      { ...LEAST, acceptance_criteria: {} },
      '`acceptance_criteria` is not a list',
    ],
    [
      'criteria that are a text',
      { ...LEAST, acceptance_criteria: '' },
      '`acceptance_criteria` is not a list',
    ],
    [
      'a criterion that is null',
      { ...LEAST, acceptance_criteria: [null] },
      '`acceptance_criteria.0` is not an object',
    ],
    [
      'a criterion that is a text',
      { ...LEAST, acceptance_criteria: [criterion('1'), 'x'] },
      '`acceptance_criteria.1` is not an object',
    ],
    [
      'a criterion without id',
      { ...LEAST, acceptance_criteria: [{ status: 'met' }] },
      '`acceptance_criteria.0.id` is not a non-empty string',
    ],
    [
      'a criterion without status',
      { ...LEAST, acceptance_criteria: [{ id: '1' }] },
      '`acceptance_criteria.0.status` is not a string',
    ],
    [
      'evidence that is a list',
      { ...LEAST, acceptance_criteria: [criterion('1', { evidence: [] })] },
      '`acceptance_criteria.0.evidence` is not a string',
    ],
    [
      'a verification that is a list',
      { ...LEAST, verification: [] },
      '`verification` is not an object',
    ],
    [
      'a proof that is a number',
      { ...LEAST, verification: { proof: 1 } },
      '`verification.proof` is not a string',
    ],
  ])('%s', (_name, document, fault) => {
    expect(readPromise(document)).toEqual({ ok: false, reason: `it is not a promise: ${fault}` });
  });
});
