import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, promiseFile, validatorResponse } from '../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';

const GOOD = 'promise-0000aaaa';
const ORPHAN = 'promise-0000cccc';
const ENDED = 'promise-0000dddd';
const BROKEN = 'promise-0000bbbb';
const ANSWER = JSON.stringify(validatorResponse('PASS'));
const NO_PROMISE = '{"id": "promise-0000bbbb"';

/** A promise of this session, an orphan and one that has ended, beside a file that cannot be read. */
function projectWithBroken(): Project {
  const project = createProject();
  project.write(
    `promises/${GOOD}.json`,
    promiseFile(GOOD, SESSION, { acceptance_criteria: [criterion('AC-1'), metCriterion('AC-2')] }),
  );
  project.write(`promises/${ORPHAN}.json`, promiseFile(ORPHAN, null));
  project.write(`history/${ENDED}.json`, promiseFile(ENDED, SESSION, { status: 'verified' }));
  project.write(`promises/${BROKEN}.json`, NO_PROMISE);
  return project;
}

function brokenText(project: Project): string {
  return readFileSync(join(project.state, 'promises', `${BROKEN}.json`), 'utf8');
}

describe('commands that look at all promises name the broken file and list the good ones', () => {
  it.each<[string, readonly string[], string]>([
    ['cs-promise', ['--list'], GOOD],
    ['cs-promise', ['--mine'], GOOD],
    ['cs', ['promise', '--list'], GOOD],
    ['cs-status', [], GOOD],
    ['cs-status', ['--mine'], GOOD],
    ['cs-status', ['--orphans'], ORPHAN],
    ['cs-init', ['--check-orphans'], ORPHAN],
  ])('%s %j', async (bin, args, listed) => {
    const project = projectWithBroken();
    const { code, stderr, stdout } = await project.run(bin, args);
    expect(code).toBe(0);
    expect(stdout).toContain(listed);
    expect(stderr).toContain(
      `${join(project.state, 'promises', `${BROKEN}.json`)} is skipped: it is not valid JSON.`,
    );
    expect(stderr).toContain('cs doctor');
  });

  it.each<[string, readonly string[], string]>([
    ['cs-promise', ['--list', '--json'], 'promises'],
    ['cs-status', ['--json'], 'promises'],
    ['cs-init', ['--check-orphans', '--json'], 'orphans'],
  ])('%s %j: as data', async (bin, args, key) => {
    const project = projectWithBroken();
    const { code, stdout } = await project.run(bin, args);
    expect(code).toBe(0);
    const data: unknown = JSON.parse(stdout);
    expect(data).toHaveProperty([key, 0, 'id']);
    expect(data).toHaveProperty('unreadable', [
      { path: join(project.state, 'promises', `${BROKEN}.json`), reason: 'it is not valid JSON' },
    ]);
  });

  it('the history does the same with its own', async () => {
    const project = projectWithBroken();
    project.write('history/promise-0000eeee.json', '');
    const { code, stderr, stdout } = await project.run('cs-status', ['--history']);
    expect(code).toBe(0);
    expect(stdout).toContain(ENDED);
    expect(stderr).toContain('promise-0000eeee.json is skipped: it is empty.');
  });
});

describe('commands on another promise go on', () => {
  it.each<[string, readonly string[]]>([
    ['cs-promise', ['--show', GOOD]],
    ['cs-promise', ['--add-ac', GOOD, 'More']],
    ['cs-promise', ['--meet', GOOD, '--ac-id', 'AC-1', '--evidence', '7 passed']],
    ['cs', ['meet', GOOD, '--ac-id', 'AC-1', '--evidence', '7 passed']],
    ['cs-promise', ['--release', GOOD]],
    ['cs-promise', ['--cancel', GOOD]],
    ['cs-promise', ['--adopt', ORPHAN]],
    ['cs-promise', ['--create', 'Another', '--ac', 'tests pass']],
    ['cs-store-validation', ['--promise', GOOD, '--ac-id', 'AC-1', '--response', ANSWER]],
    ['cs-init', []],
    ['cs-init', ['--show']],
  ])('%s %j', async (bin, args) => {
    const project = projectWithBroken();
    const { code, stderr } = await project.run(bin, args);
    expect(code).toBe(0);
    expect(stderr).not.toContain('Error');
    expect(brokenText(project)).toBe(NO_PROMISE);
  });
});

describe('commands on the broken promise itself say which file and why, and change nothing', () => {
  it.each<[string, readonly string[]]>([
    ['cs-promise', ['--show', BROKEN]],
    ['cs-promise', ['--start', BROKEN]],
    ['cs-promise', ['--add-ac', BROKEN, 'More']],
    ['cs-promise', ['--meet', BROKEN, '--ac-id', 'AC-1', '--evidence', '7 passed']],
    ['cs', ['meet', BROKEN, '--ac-id', 'AC-1', '--evidence', '7 passed']],
    ['cs-promise', ['--adopt', BROKEN]],
    ['cs-promise', ['--release', BROKEN]],
    ['cs-promise', ['--cancel', BROKEN]],
    ['cs-verify', ['--promise', BROKEN]],
    ['cs-store-validation', ['--promise', BROKEN, '--ac-id', 'AC-1', '--response', ANSWER]],
  ])('%s %j', async (bin, args) => {
    const project = projectWithBroken();
    const { code, stderr } = await project.run(bin, args);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `Error: ${join(project.state, 'promises', `${BROKEN}.json`)} cannot be used: it is not valid JSON.`,
    );
    expect(stderr).toContain('cs doctor');
    expect(brokenText(project)).toBe(NO_PROMISE);
    expect(project.list('validations')).toEqual([]);
  });
});

it('a broken file is not hidden by a good one of the same id in the history', async () => {
  const project = projectWithBroken();
  project.write(`history/${BROKEN}.json`, promiseFile(BROKEN, SESSION, { status: 'verified' }));
  expect((await project.run('cs-promise', ['--show', BROKEN])).code).toBe(1);
  expect((await project.run('cs-verify', ['--check'])).code).toBe(2);
});

it('a whole folder that cannot be listed is an error: nobody knows what is in it', async () => {
  const project = createProject();
  project.write('promises', 'a file');
  for (const [bin, args] of [
    ['cs-status', []],
    ['cs-promise', ['--list']],
    ['cs-init', ['--check-orphans']],
  ] as const) {
    const { code, stderr } = await project.run(bin, args);
    expect(code).toBe(1);
    expect(stderr).toContain('it is not a folder');
  }
});
