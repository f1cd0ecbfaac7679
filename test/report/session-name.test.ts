import { expect, it } from 'vitest';
import { sessionName } from '../../src/report/session-name.ts';

it.each([
  ['a short one is whole', ['worker-alpha', 'worker-beta'], ['worker-alpha', 'worker-beta']],
  [
    'of two that begin alike, the ends',
    ['session-20260217-103000-4242', 'session-20260217-103000-4243'],
    ['…103000-4242', '…103000-4243'],
  ],
  [
    'of chance, the beginning',
    ['8a0f2c3e-1b2d-4c5e-8f90-123456789abc', '9b1f2c3e-1b2d-4c5e-8f90-123456789abc'],
    ['8a0f2c3e', '9b1f2c3e'],
  ],
  [
    'of time, the end',
    ['019a9f3e-1b2d-7c5e-8f90-12345678aaaa', '019a9f3e-1b2d-7c5e-8f90-12345678bbbb'],
    ['…2345678aaaa', '…2345678bbbb'],
  ],
])('sessions are told apart: %s', (_what, ids, names) => {
  expect(ids.map((id) => sessionName(id))).toEqual(names);
});
