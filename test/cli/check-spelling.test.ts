import { expect, it } from 'vitest';
import { promiseFile } from '../rig/values/promises.ts';
import { createProject, SESSION } from '../rig/worlds/project.ts';

it.each<[string, readonly string[]]>([
  ['cs-verify', ['--check']],
  ['cs-verify', ['--check', '-v']],
  ['cs-verify', ['--json', '--check']],
  ['cs-verify', ['--check', '--check']],
  ['cs', ['verify', '--check']],
  ['cs-verify', ['--check=true']],
  ['cs-verify', ['--check', '--json=true']],
  ['cs-verify', ['--check', '--verbose=true']],
  ['cs-verify', ['--check', '--']],
])('%s %j asks the same question: an open promise blocks', async (bin, args) => {
  const project = createProject();
  project.write('promises/promise-0000aaaa.json', promiseFile('promise-0000aaaa', SESSION));
  const { code, stderr } = await project.run(bin, args);
  expect(stderr).toContain('Blocked: ');
  expect(code).toBe(2);
});
