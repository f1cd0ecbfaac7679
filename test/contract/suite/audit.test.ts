import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile, validatorResponse } from '../../rig/values/promises.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

const ledgerOf = ({ state }: Project) => join(state, 'events.jsonl');

/** A project in which one promise was verified, and another is open. */
async function workedIn(): Promise<{ readonly project: Project; readonly id: string }> {
  const project = createProject();
  const done = await project.startedPromise('first');
  await project.run('cs', ['meet', done, '--ac-id', 'AC-1', '--evidence', 'seen']);
  const response = JSON.stringify(validatorResponse('PASS'));
  const at = ['--promise', done, '--ac-id', 'AC-1', '--response', response];
  await project.run('cs-store-validation', at);
  await project.run('cs-verify', ['--promise', done]);
  return { project, id: await project.promise('second') };
}

function editPromise(project: Project, id: string): void {
  const criteria = [{ id: 'AC-1', status: 'met', evidence: 'by hand' }];
  const promise = project.read(`promises/${id}.json`);
  project.write(`promises/${id}.json`, { ...promise, acceptance_criteria: criteria });
}

describe('cs store audit', () => {
  it('says that the record fits, of a project with nothing and of one that was worked in', async () => {
    const empty = createProject();
    expect(await empty.run('cs', ['store', 'audit'])).toMatchObject({ code: 0, stderr: '' });
    expect(empty.list('.')).toEqual([]);
    const { project } = await workedIn();
    const { code, stderr, stdout } = await project.run('cs', ['store', 'audit']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^The record is consistent: 7 lines of .*events\.jsonl, .* to .*; 4 files\.\n$/,
    );
  });

  it.each<[string, RegExp, (project: Project, id: string) => void]>([
    [
      'an edited promise',
      /^\[MISMATCH\] promises\/promise-.*: differs from what line 7 \(byte \d+, 2.*, promise\.created\) recorded: changed by something other than completion-promise \(an editor, a script, the bash scripts\)\n1 mismatch,/,
      editPromise,
    ],
    [
      'a promise that is gone',
      /^\[MISMATCH\] promises\/promise-.*: is missing, although line 7 /,
      (project, id) => rmSync(join(project.state, 'promises', `${id}.json`)),
    ],
    [
      'an edited line',
      /^\[MISMATCH\] events\.jsonl, line 3 \(byte \d+\): does not match the line before it/,
      (project) => {
        const text = readFileSync(ledgerOf(project), 'utf8');
        writeFileSync(ledgerOf(project), text.replace('promise.started', 'promise.startet'));
      },
    ],
    [
      'a last line that was removed',
      /^\[MISMATCH\] events\.jsonl: ends at byte \d+ but had \d+ bytes at 2.* \(recorded in .*\): it was truncated\n(?:.*\n)+If you removed or replaced the state folder yourself, remove the records .*ledgers/,
      (project) => {
        const text = readFileSync(ledgerOf(project), 'utf8');
        writeFileSync(ledgerOf(project), text.replace(/.*\n$/, ''));
      },
    ],
    [
      'a state folder that was removed, and made anew',
      /^\[MISMATCH\] events\.jsonl: ends at byte 0 but had/,
      (project) => {
        rmSync(project.state, { recursive: true });
        mkdirSync(project.state);
      },
    ],
    [
      'a forged line',
      /^\[MISMATCH\] events\.jsonl, line 8 .*: has no digest of the previous line/,
      (project) => appendFileSync(ledgerOf(project), '{"event":"criterion.waived"}\n'),
    ],
  ])('ends with 3, and names %s', async (_what, said, tamper) => {
    const { id, project } = await workedIn();
    tamper(project, id);
    const text = await project.run('cs', ['store', 'audit']);
    expect([text.code, text.stderr]).toEqual([3, '']);
    expect(text.stdout).toMatch(said);
    const json = await project.run('cs', ['store', 'audit', '--json']);
    const { fits, misfits } = JSON.parse(json.stdout);
    expect([json.code, fits, misfits.length > 0]).toEqual([3, false, true]);
  });

  it('names what something else made, and ends with 0', async () => {
    const { project } = await workedIn();
    project.write('promises/promise-0000000f.json', promiseFile('promise-0000000f', null));
    const { code, stdout } = await project.run('cs', ['store', 'audit']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^\[EXTERNAL\] promises\/promise-0000000f\.json: not in the ledger: .*\nThe record is consistent/,
    );
  });

  it('looks at the files of one promise, where it is given', async () => {
    const { id, project } = await workedIn();
    const other = await project.promise('third');
    editPromise(project, id);
    expect((await project.run('cs', ['store', 'audit', other])).code).toBe(0);
    expect((await project.run('cs', ['store', 'audit', id])).code).toBe(3);
  });

  it.each<[string, readonly string[], (project: Project) => void, RegExp]>([
    ['a promise that nothing knows', ['promise-0000000f'], () => {}, /^Error: Promise not found/],
    ['an id that names no file', ['../x'], () => {}, /^Error: /],
    [
      'a ledger that is a folder',
      [],
      (project) => {
        rmSync(ledgerOf(project));
        mkdirSync(ledgerOf(project));
      },
      /^Error: .*events\.jsonl/,
    ],
    [
      'a line without an end',
      [],
      (project) => writeFileSync(ledgerOf(project), 'x'.repeat(9 * 1024 * 1024)),
      /^Error: .*one of its lines exceeds 8 MB/,
    ],
  ])('ends with 1 at %s', async (_what, args, spoil, said) => {
    const { project } = await workedIn();
    spoil(project);
    const { code, stderr } = await project.run('cs', ['store', 'audit', ...args]);
    expect(code).toBe(1);
    expect(stderr).toMatch(said);
  });

  it('says what does not show, where no end is kept outside of the project', async () => {
    const { project } = await workedIn();
    rmSync(join(project.folder, '..', 'home', '.local'), { recursive: true });
    const { code, stdout } = await project.run('cs', ['store', 'audit']);
    expect(code).toBe(0);
    expect(stdout).toContain('No record of the end of this ledger is kept outside the project');
  });
});
