import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../build/schemas/report.ts';
import { createProject } from '../rig/worlds/project.ts';

describe('cs report', () => {
  it('tells of the promises of the session, in every format', async () => {
    const project = createProject();
    const id = await project.startedPromise('It holds');
    const run = async (...args: readonly string[]) => {
      const outcome = await project.run('cs', ['report', ...args]);
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
      return outcome.stdout;
    };
    expect(await run()).toMatch(new RegExp(`The promise is not verified\\n[^]*\\[OPEN\\] ${id}`));
    expect(await run(id.slice('promise-'.length, -2), '--md')).toContain(`<code>${id}</code>`);
    const report = reportSchema.parse(JSON.parse(await run('--since', '1h', '--json')));
    expect(report.promises.map(({ timeline }) => timeline.map(({ event }) => event))).toEqual([
      ['promise.created', 'promise.started'],
    ]);
    expect(await run('-o', 'r.html')).toMatch(/^Wrote .*r\.html: 1 promise/);
    expect(readFileSync(join(project.folder, 'r.html'), 'utf8')).toContain(`<code>${id}</code>`);
  });

  it('says what is damaged, tells the rest, and ends with 3', async () => {
    const project = createProject();
    const id = await project.startedPromise('It holds');
    project.write('promises/promise-0badf00d.json', '{');
    mkdirSync(join(project.state, 'judge-cost-log.jsonl'));
    const { code, stderr, stdout } = await project.run('cs', ['report', '--all', '--json']);
    expect(code).toBe(3);
    const { gaps, promises, totals } = reportSchema.parse(JSON.parse(stdout));
    expect(gaps.map(({ what }) => what)).toEqual(['promise', 'cost-log']);
    expect(promises.map((one) => one.id)).toEqual([id]);
    expect(totals.cost).toBeNull();
    expect(stderr).toContain('promise-0badf00d.json');
  });

  it('tells no secret of the project', async () => {
    const project = createProject();
    const id = await project.startedPromise('It holds');
    const env = { MY_SERVICE_TOKEN: 'zq83-plain-value' };
    const evidence = 'called it with zq83-plain-value and got 200';
    await project.run('cs', ['meet', id, '--ac-id', 'AC-1', '--evidence', evidence]);
    for (const format of ['--md', '--html', '--json']) {
      const { stdout } = await project.run('cs', ['report', format], { env });
      expect(stdout).not.toContain('zq83');
    }
  });

  it.each<[string, readonly string[], string]>([
    ['two formats', ['--md', '--html'], '--md and --html cannot be given together'],
    ['two selections', ['--all', '--since', '7d'], '--since and --all cannot be given together'],
    ['no time', ['--since', 'yesterday'], '--since takes a day'],
    ['an ending that names no format', ['-o', 'r.docx'], 'this ending names no format'],
    ['a folder', ['--md', '-o', '.'], '-o . is a folder'],
    ['a folder that is not there', ['-o', 'no/r.md'], 'ENOENT'],
    ['a promise that is not there', ['promise-00000000'], 'promise-00000000'],
  ])('refuses %s', async (_what, args, words) => {
    const { code, stderr, stdout } = await createProject().run('cs', ['report', ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(words);
  });

  it.skipIf(process.platform === 'win32')(
    'writes what a link leads to, and no device',
    async () => {
      const project = createProject();
      symlinkSync('real.md', join(project.folder, 'link.md'));
      await project.run('cs', ['report', '--md', '-o', 'real.md']);
      await project.run('cs', ['report', '--html', '-o', 'link.md']);
      expect(readFileSync(join(project.folder, 'real.md'), 'utf8')).toMatch(/^<!doctype html>/);
      const { code } = await project.run('cs', ['report', '--md', '-o', '/dev/null']);
      expect(code).toBe(1);
    },
  );
});
