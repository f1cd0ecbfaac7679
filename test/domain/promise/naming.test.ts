import { describe, expect, it } from 'vitest';
import {
  criterionIdNamed,
  idsNamed,
  isWholeId,
  namesCriterion,
} from '../../../src/domain/promise/naming.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { criterion } from '../../rig/values/promises.ts';

const IDS = ['promise-1a2b3c4d', 'promise-1a9f0000', 'promise-00000001', 'my-own'];

describe('the promises that a word can mean', () => {
  it.each<[word: string, ids: readonly string[]]>([
    ['promise-1a2b3c4d', ['promise-1a2b3c4d']],
    ['promise-1a2b', ['promise-1a2b3c4d']],
    ['1a2b', ['promise-1a2b3c4d']],
    ['1A2B', ['promise-1a2b3c4d']],
    ['1a', ['promise-1a2b3c4d', 'promise-1a9f0000']],
    ['promise-', ['promise-1a2b3c4d', 'promise-1a9f0000', 'promise-00000001']],
    ['my', ['my-own']],
    ['my-own', ['my-own']],
    ['2b', []],
    ['', []],
    ['promise-1a2b3c4d5', []],
  ])('%j: %j', (word, ids) => {
    expect(idsNamed(word, IDS)).toEqual(ids);
  });

  it('an id of which others are the continuation means itself', () => {
    expect(idsNamed('a', ['a', 'ab'])).toEqual(['a']);
  });

  it.each<[string, boolean]>([
    ['promise-1a2b3c4d', true],
    ['promise-1a2b3c4', false],
    ['promise-1a2b3c4d5', false],
    ['1a2b3c4d', false],
  ])('%j is a whole id: %s', (word, isWhole) => {
    expect(isWholeId(word)).toBe(isWhole);
  });
});

describe('the criterion that a word means', () => {
  const promise = promiseValue('session-a', {
    acceptance_criteria: ['AC-1', 'AC-12', '2', 'Login'].map((id) => criterion(id)),
  });

  it.each<[word: string, id: string]>([
    ['AC-1', 'AC-1'],
    ['ac-1', 'AC-1'],
    ['AC1', 'AC-1'],
    ['ac1', 'ac1'],
    ['1', 'AC-1'],
    ['01', 'AC-1'],
    ['12', 'AC-12'],
    ['2', '2'],
    ['login', 'Login'],
    ['AC-9', 'AC-9'],
    ['nothing', 'nothing'],
  ])('%j: %j', (word, id) => {
    expect(criterionIdNamed(word, promise)).toBe(id);
  });

  it.each<[string, boolean]>([
    ['AC-1', true],
    ['7', true],
    ['promise-1', false],
    ['1a', false],
    ['', false],
  ])('%j reads as one: %s', (word, isOne) => {
    expect(namesCriterion(word)).toBe(isOne);
  });
});
