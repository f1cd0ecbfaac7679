import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTracker } from '../../src/stop-gate/tracker.ts';
import { gateWorld } from '../rig/values/gate-values.ts';
import { emptyRepository, scratchFolder } from '../rig/worlds/repository.ts';

afterEach(() => vi.unstubAllEnvs());

const MOST_MS = 60_000;

/** A repository with a project in a folder of it, in which everything is committed. */
function projectInFolder() {
  const repository = emptyRepository();
  repository.write('other/a.txt', 'a\n');
  repository.write('project/b.txt', 'b\n');
  repository.write('project/.beads/issues.jsonl', '{"id":"bd-1"}\n');
  repository.commit();
  const folder = join(repository.folder, 'project');
  const { environment } = gateWorld();
  const there = { ...environment, projectFolder: folder, checkout: folder };
  return {
    repository,
    environment: there,
    tracker: createTracker({ environment: there, hasIssues: true }),
  };
}

describe('a project in a folder of its repository', () => {
  it('has no changes of other folders', () => {
    const { repository, tracker } = projectInFolder();
    repository.write('other/a.txt', 'changed\n');
    expect(tracker.uncommittedFiles(MOST_MS)).toEqual([]);
    repository.write('project/b.txt', 'changed\n');
    expect(tracker.uncommittedFiles(MOST_MS)).toEqual(['project/b.txt']);
  });

  it('has issues of which each change is seen', () => {
    const { repository, tracker } = projectInFolder();
    const issues = 'project/.beads/issues.jsonl';
    const changed = (text: string) => {
      repository.write(issues, text);
      return tracker.uncommittedIssues(MOST_MS);
    };
    const once = changed('{"id":"bd-2"}\n');
    expect(once).toEqual([[issues, expect.stringMatching(/^\w+$/)]]);
    expect(changed('{"id":"bd-3"}\n')).not.toEqual(once);
    repository.remove(issues);
    expect(tracker.uncommittedIssues(MOST_MS)).toEqual([[issues, null]]);
  });
});

it.skipIf(process.platform === 'win32')('bd is looked for where a project has issues alone', () => {
  const programs = scratchFolder();
  writeFileSync(join(programs, 'bd'), '#!/bin/sh\n');
  chmodSync(join(programs, 'bd'), 0o755);
  vi.stubEnv('PATH', programs);
  const { environment } = gateWorld();
  expect(createTracker({ environment, hasIssues: true }).isThere).toBe(true);
  expect(createTracker({ environment, hasIssues: false }).isThere).toBe(false);
});

it('what is no repository has no changes that could be told', () => {
  const { environment } = gateWorld();
  const folder = scratchFolder();
  const there = { ...environment, projectFolder: folder, checkout: folder };
  const tracker = createTracker({ environment: there, hasIssues: true });
  expect(tracker.uncommittedFiles(MOST_MS)).toEqual({ reason: 'not a git repository' });
  expect(tracker.uncommittedIssues(MOST_MS)).toEqual({ reason: 'not a git repository' });
});

it('neither other files nor the state are issues or changes of a session', () => {
  const { repository, tracker } = projectInFolder();
  repository.write('project/b.txt', 'changed\n');
  repository.write('project/.claude/completion-state/events.jsonl', '{}\n');
  expect(tracker.uncommittedFiles(MOST_MS)).toEqual(['project/b.txt']);
  expect(tracker.uncommittedIssues(MOST_MS)).toEqual([]);
});

it('a repository that git cannot read is said to be so', () => {
  const { repository, tracker } = projectInFolder();
  repository.write('.git/index', 'no index');
  const { reason } = { reason: '', ...tracker.uncommittedFiles(MOST_MS) };
  expect(reason).toMatch(/./);
});

describe.skipIf(process.platform === 'win32')('the issues that bd lists', () => {
  const LIST = '[{"id":"bd-1","title":"One","priority":1}]';

  /** A tracker with a `bd` that is this script of a shell. */
  function trackerWith(script: string) {
    const programs = scratchFolder();
    writeFileSync(join(programs, 'bd'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, 'bd'), 0o755);
    vi.stubEnv('PATH', `${programs}${delimiter}${process.env['PATH']}`);
    const { environment } = gateWorld();
    const folder = scratchFolder();
    const there = { ...environment, projectFolder: folder, checkout: folder };
    return { folder, tracker: createTracker({ environment: there, hasIssues: true }) };
  }

  it.each<[string, string, unknown]>([
    ['are what it prints', `echo '${LIST}'`, [expect.objectContaining({ id: 'bd-1' })]],
    ['are none where it says so in words', 'echo "No issues."', []],
    ['are none where it prints nothing', 'true', []],
    ['are none that it prints beside', `echo '${LIST}' >&2`, []],
    ['cannot be told where it fails', `echo '${LIST}'; exit 1`, { reason: 'bd ready failed' }],
    ['cannot be told where it is killed', 'kill -9 $$', { reason: 'bd ready failed' }],
    ['cannot be told where it prints no list', `echo '[{'`, { reason: 'bd ready printed no list' }],
    [
      'cannot be told where it prints too much',
      `printf '['; head -c 8388608 /dev/zero; echo '${LIST}'`,
      { reason: 'bd ready printed no list' },
    ],
  ])('%s', async (_what, script, expected) => {
    expect(await trackerWith(script).tracker.listIssues('ready', MOST_MS)).toEqual(expected);
  });

  it('are those that it is asked for, in the folder of the project', async () => {
    const { folder, tracker } = trackerWith('echo "$@" > asked');
    await tracker.listIssues('blocked', MOST_MS);
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('blocked --json\n');
  });

  it('cannot be told where it does not answer in time, or no time is left', async () => {
    const { tracker } = trackerWith('exec sleep 600');
    const late = { reason: 'bd did not answer in time' };
    expect(await tracker.listIssues('ready', 0)).toEqual(late);
  });

  it('cannot be told without it', async () => {
    const { environment } = gateWorld();
    const tracker = createTracker({ environment, hasIssues: false });
    expect(await tracker.listIssues('ready', MOST_MS)).toEqual({ reason: 'bd is not installed' });
  });
});
