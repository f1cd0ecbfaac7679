import { expect, it } from 'vitest';
import { isAttended } from '../../../src/domain/host/attendance.ts';

it.each<[attended: string | undefined, entryPoint: string | undefined, boolean]>([
  ['1', 'cli', true],
  ['0', 'sdk-cli', false],
  // The host's own word goes before what can be told by how it was started.
  ['1', 'sdk-ts', true],
  ['0', 'cli', false],
  [undefined, 'cli', true],
  [undefined, 'sdk-cli', false],
  [undefined, 'sdk-py', false],
  [undefined, 'claude-vscode', true],
  // Another host.
  [undefined, undefined, true],
  ['yes', undefined, true],
])('attended %s, entry point %s: %s', (attended, entryPoint, expected) => {
  expect(isAttended({ attended, entryPoint })).toBe(expected);
});
