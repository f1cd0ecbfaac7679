import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile } from '../../rig/values/promises.ts';
import { ID } from '../../rig/worlds/judged-project.ts';
import { type Outcome, outcomeOf, SESSION } from '../../rig/worlds/project.ts';
import {
  type ClaudeProject,
  claudeProject,
  PASSES,
  resultOf,
} from '../../rig/worlds/scripted-claude.ts';
import { binOf } from '../../rig/worlds/suite.ts';

const OPEN = 'promise-0000bbbb';

/** Besides the promise that is judged, one that keeps its session. */
async function owingProject(): Promise<ClaudeProject> {
  const judged = await claudeProject();
  judged.project.write(`promises/${OPEN}.json`, promiseFile(OPEN, SESSION));
  expect(await judged.project.run('cs-verify', ['--check'])).toMatchObject({ code: 2 });
  return judged;
}

/** Has the judging claude ask the stop gate, as its host does when it stops, and gives the answer. */
async function checkInside(judged: ClaudeProject, env = '', args = '--check'): Promise<string> {
  const { claude, judgeAlone, project } = judged;
  const answer = join(project.folder, '..', 'answer');
  const bin = binOf('cs-verify');
  const session = `CLAUDE_CODE_SESSION_ID=${SESSION} CLAUDE_PROJECT_DIR='${project.folder}'`;
  const check = `${session} ${env} '${process.execPath}' '${bin}' ${args}`;
  claude.does({
    runs: `${check} >'${answer}' 2>&1; echo "exit $?" >>'${answer}'`,
    stdout: resultOf(PASSES),
  });
  expect(await judgeAlone()).toMatchObject({ code: 0 });
  return readFileSync(answer, 'utf8');
}

describe('the stop gate inside a claude that judges', () => {
  it('lets it go, whatever is owed', async () => {
    expect(await checkInside(await owingProject())).toBe('exit 0\n');
  });

  it.each(['--check --json', '--json --check', '--check=true'])(
    'lets it go where it is asked as %s',
    async (args) => {
      expect(await checkInside(await owingProject(), '', args)).toMatch(/exit 0\n$/);
    },
  );

  it('lets it go though a promise cannot be read', async () => {
    const judged = await owingProject();
    judged.project.write('promises/promise-0000cccc.json', '{');
    expect(await checkInside(judged)).toBe('exit 0\n');
  });

  it.each(['CS_JUDGING=', 'CS_JUDGING=1', 'CS_JUDGING=999999999', 'CS_JUDGING=$$x'])(
    'keeps it where the mark was replaced: %s',
    async (mark) => {
      const answer = await checkInside(await owingProject(), mark);
      expect(answer).toContain(OPEN);
      expect(answer).toMatch(/exit 2\n$/);
    },
  );

  it('keeps the session itself meanwhile', async () => {
    const judged = await owingProject();
    await judged.judge();
    expect(await judged.project.run('cs-verify', ['--check'])).toMatchObject({ code: 2 });
  });
});

describe('the mark set by hand', () => {
  const check = (judged: ClaudeProject, mark: string): Promise<Outcome> =>
    judged.project.run('cs-verify', ['--check'], { env: { CS_JUDGING: mark } });

  it.each(['1', '0', '-1', '', 'yes', '1e3', ' 7', '99999999999', '7;8', '0x10'])(
    'to %j changes nothing',
    async (mark) => {
      expect(await check(await owingProject(), mark)).toMatchObject({ code: 2 });
    },
  );

  it('to a process that runs and is not above it changes nothing', async () => {
    const judged = await owingProject();
    const other = judged.project.start('cs-status', []);
    const ended = outcomeOf(other);
    expect(await check(judged, String(other.pid))).toMatchObject({ code: 2 });
    await ended;
  });

  it('to a process that has ended changes nothing', async () => {
    const judged = await owingProject();
    const other = judged.project.start('cs-status', []);
    await outcomeOf(other);
    expect(await check(judged, String(other.pid))).toMatchObject({ code: 2 });
  });

  it('to a process above it that judges nothing changes nothing', async () => {
    expect(await check(await owingProject(), String(process.pid))).toMatchObject({ code: 2 });
  });

  it('does not keep a judge from being asked', async () => {
    const judged = await owingProject();
    const { result } = await judged.judge([], { CS_JUDGING: String(process.pid) });
    expect(result.verdict).toBe('PASS');
    expect(judged.isClosed()).toBe(true);
    expect(judged.promise()).toMatchObject({ id: ID });
  });
});
