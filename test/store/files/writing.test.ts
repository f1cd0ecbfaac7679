import { expect, it } from 'vitest';
import { fileSystemFailure } from '../../../src/store/files/writing.ts';

it.each<[string, object, string]>([
  ['that it names', { path: '/state/history' }, '/state/history'],
  [
    'that a rename leads to',
    { path: '/state/.commits/a', dest: '/state/promises/a' },
    '/state/promises/a',
  ],
  ['that was asked for, where it names none', {}, '/state/promises'],
])('a failure of the system is about the place %s', (_what, places, path) => {
  const error = Object.assign(new Error('no'), { code: 'EACCES', ...places });
  expect(fileSystemFailure(error, 'change a promise', '/state/promises')).toMatchObject({ path });
});
