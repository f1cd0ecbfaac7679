import { describe, expect, it } from 'vitest';
import {
  KEPT_SUFFIX,
  planShim,
  planShimRemoval,
  type ShimPlace,
  shimText,
} from '../../../src/domain/host/shims.ts';

const NAME = 'cs-verify';
const NOTHING: ShimPlace = { found: 'nothing' };
const SHIM: ShimPlace = { found: 'text', text: shimText(NAME) };
const OLDER: ShimPlace = { found: 'text', text: `${shimText(NAME)}# of an older version\n` };
const SCRIPT: ShimPlace = { found: 'text', text: '#!/bin/bash\necho verified\n' };
const OTHER_SCRIPT: ShimPlace = { found: 'text', text: '#!/bin/bash\necho other\n' };
const FOLDER: ShimPlace = { found: 'other', what: 'a folder' };

describe('installing a shim', () => {
  it.each<[string, ShimPlace, ShimPlace, boolean, string]>([
    ['where nothing is', NOTHING, NOTHING, false, 'added'],
    ['where it is already', SHIM, NOTHING, false, 'unchanged'],
    ['over one of another version', OLDER, NOTHING, false, 'updated'],
    ['over a script, unasked', SCRIPT, NOTHING, false, 'left'],
    ['over a script, with --force', SCRIPT, NOTHING, true, 'replaced'],
    ['over a script that is kept already', SCRIPT, SCRIPT, true, 'replaced'],
    ['over a script where another one is kept', SCRIPT, OTHER_SCRIPT, true, 'left'],
    ['over a folder', FOLDER, NOTHING, true, 'left'],
  ])('%s', (_name, place, kept, isForced, change) => {
    expect(planShim({ name: NAME, place, kept }, isForced).change).toBe(change);
  });
});

describe('removing a shim', () => {
  it.each<[string, ShimPlace, ShimPlace, string]>([
    ['where nothing is', NOTHING, NOTHING, 'unchanged'],
    ['without an original', SHIM, NOTHING, 'removed'],
    ['beside its original', SHIM, SCRIPT, 'restored'],
    ['that was taken away, its original still kept', NOTHING, SCRIPT, 'restored'],
    ['where a script stands', SCRIPT, NOTHING, 'left'],
    ['where a folder stands', FOLDER, SCRIPT, 'left'],
  ])('%s', (_name, place, kept, change) => {
    expect(planShimRemoval({ name: NAME, place, kept }).change).toBe(change);
  });
});

it.each<[string, ShimPlace, ShimPlace, string]>([
  ['a script', SCRIPT, NOTHING, '--force'],
  ['a folder', FOLDER, NOTHING, 'a folder is in its place; move it away'],
])('%s that is left is named with the way out', (_name, place, kept, reason) => {
  expect(planShim({ name: NAME, place, kept }, false).reason).toContain(reason);
});

it('a kept script that is in the way is named', () => {
  const step = planShim({ name: NAME, place: SCRIPT, kept: OTHER_SCRIPT }, true);
  expect(step.reason).toBe(`${NAME}${KEPT_SUFFIX} exists already; move it away`);
});
