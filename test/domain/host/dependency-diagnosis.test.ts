import { describe, expect, it } from 'vitest';
import { dependencyIn, diagnoseDependency } from '../../../src/domain/host/dependency-diagnosis.ts';

describe('a hook that starts a program in the project', () => {
  it.each<[string, string | undefined]>([
    ['"$CLAUDE_PROJECT_DIR"/node_modules/.bin/cs-hook stop || exit 2', 'node_modules/.bin/cs-hook'],
    ['"${CLAUDE_PROJECT_DIR}/node_modules/.bin/cs-stop-gate"', 'node_modules/.bin/cs-stop-gate'],
    ['cs-hook stop || exit 2', undefined],
    ['"/opt/node_modules/.bin/cs-hook" stop', undefined],
  ])('%s: %s', (command, program) => {
    expect(dependencyIn(command)).toBe(program);
  });
});

describe('the program in the project', () => {
  const path = '/p/node_modules/.bin/cs-hook';

  it.each<[string, string | undefined, boolean, string, string]>([
    ["is the suite's: it is shown", 'completion-promise', true, 'ok', 'can change the gate'],
    ['is not there', undefined, false, 'fail', 'which does not exist'],
    ['is of another package', 'evil', true, 'fail', 'leads to the package evil'],
    ['leads out of the project', 'completion-promise', false, 'note', 'leads out of the project'],
  ])('%s', (_name, name, isInside, status, detail) => {
    const found = diagnoseDependency({ path, package: name, isInside }, 'completion-promise');
    expect(found).toMatchObject({ check: 'hooks.dependency', status });
    expect(found.detail).toContain(path);
    expect(found.detail).toContain(detail);
    expect(found.advice === undefined).toBe(status === 'ok');
  });
});
