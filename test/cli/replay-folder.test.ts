import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metCriterion, promiseFile } from '../rig/values/promises.ts';
import { judgedProject } from '../rig/worlds/judged-project.ts';
import { failOnly, passEverything, reply } from '../rig/worlds/messages-api.ts';
import { createProject, type Outcome, type Project } from '../rig/worlds/project.ts';

/** A folder of files in a project, and the replay of it, which needs no session. */
function folderOf(files: Readonly<Record<string, unknown>>, project: Project = createProject()) {
  const folder = join(project.folder, 'answers');
  mkdirSync(folder);
  for (const [name, value] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  }
  const replay = (...args: readonly string[]): Promise<Outcome> =>
    project.run('cs-verify', ['--replay', folder, ...args], {
      env: { CLAUDE_SESSION_ID: undefined },
    });
  return { folder, replay };
}

const ANSWER = {
  status: 'success',
  verdict: 'PASS',
  overall_confidence: 1,
  reasoning: 'r',
  criteria_judgments: [{ ac_id: 'AC-1', judgment: 'PASS', confidence: 1, reasoning: 'r' }],
  token_cost: { input_tokens: 1, output_tokens: 1 },
  findings: [],
  blocking_issues: [],
};
const FORGED = { ...ANSWER, criteria_judgments: [{ ac_id: 'AC-1', judgment: 'FAIL' }] };
const PLAIN = {
  criteria_judgments: [{ ac_id: 'AC-1', judgment: 'FAIL', reasoning: 'r' }],
  verdict: 'PASS',
};
const STRUCTURED = {
  reviewed_criteria: [{ ac_id: 'AC-1' }],
  findings: [{ severity: 'critical', description: 'No test ran.', ac_id: 'AC-1' }],
};
const PROMISE = promiseFile('promise-0000aaaa', 'session-a', {
  acceptance_criteria: [metCriterion('AC-1')],
  judgments: [
    {
      status: 'success',
      verdict: 'FAIL',
      failed: ['AC-1'],
      criteria: [{ ac_id: 'AC-1', judgment: 'FAIL' }],
    },
  ],
});

describe('cs-verify --replay of a folder', () => {
  it('derives the verdict of every answer, reply and promise', async () => {
    const { replay } = folderOf({
      'a.json': ANSWER,
      'b.json': PLAIN,
      'c.json': STRUCTURED,
      'd.json': PROMISE,
      'e.json': `Here it is:\n\`\`\`json\n${JSON.stringify(PLAIN)}\n\`\`\``,
      'f.json': { type: 'message', content: [{ type: 'text', text: JSON.stringify(STRUCTURED) }] },
      'g.jsonl': [ANSWER, '', PLAIN].map((line) => line && JSON.stringify(line)).join('\n'),
      'h.json': { results: [ANSWER] },
      'readme.txt': 'none of it',
    });
    const outcome = await replay();
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const rows = outcome.stdout
      .split('\n')
      .slice(1, 10)
      .map((line) => line.split(/ {2,}/));
    expect(rows).toEqual([
      ['a.json', 'PASS', 'PASS', '-', 'yes'],
      ['b.json', '(PASS)', 'FAIL', '-', 'yes'],
      ['c.json', '(none)', 'FAIL', '1 critical', 'yes'],
      ['d.json', 'FAIL', 'FAIL', '-', 'yes'],
      ['e.json', '(PASS)', 'FAIL', '-', 'yes'],
      ['f.json', '(none)', 'FAIL', '1 critical', 'yes'],
      ['g.jsonl:1', 'PASS', 'PASS', '-', 'yes'],
      ['g.jsonl:3', '(PASS)', 'FAIL', '-', 'yes'],
      ['h.json:1', 'PASS', 'PASS', '-', 'yes'],
    ]);
    expect(outcome.stdout).toContain('FAIL: 6, of which 2 have findings (2 critical in total)');
  });

  it('ends with 3 where one does not follow, and says in what', async () => {
    const { replay } = folderOf({ 'a.json': ANSWER, 'b.json': FORGED, 'c.json': '{' });
    const { code, stderr, stdout } = await replay();
    expect(code).toBe(3);
    expect(stdout).toContain('    verdict: PASS is recorded, FAIL follows');
    expect(stderr).toContain('Unreadable: c.json: it is not valid JSON');
  });

  it.each<[string, unknown, string]>([
    ['a torn file', '{"status":', 'it is not valid JSON'],
    ['an empty file', '', 'it is empty'],
    ['another document', { name: 'x' }, "it is neither a judge's answer or reply nor a promise"],
    [
      'two reviews in one',
      `${JSON.stringify(PLAIN)}\n${JSON.stringify(PLAIN)}`,
      'it is not valid JSON',
    ],
    ['a list with a stranger', [ANSWER, 1], '1 of 2 in it'],
  ])('ends with 1 where one cannot be read: %s', async (_what, value, why) => {
    const { replay } = folderOf({ 'a.json': ANSWER, 'b.json': value });
    const { code, stderr } = await replay();
    expect(code).toBe(1);
    expect(stderr).toContain(`Unreadable: b.json: ${why}`);
  });

  it('names the lines of a file that cannot be read', async () => {
    const { replay } = folderOf({ 'a.jsonl': `${JSON.stringify(ANSWER)}\n{\n{}\n` });
    const { code, stderr } = await replay();
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('2 lines, the first being line 2'),
    });
  });

  it.skipIf(process.platform === 'win32')(
    'skips pipes, links and folders, and names them',
    async () => {
      const { folder, replay } = folderOf({ 'a.json': ANSWER });
      execFileSync('mkfifo', [join(folder, 'pipe.json')]);
      symlinkSync('/dev/zero', join(folder, 'link.json'));
      mkdirSync(join(folder, 'inner.json'));
      const { code, stderr } = await replay();
      expect(code).toBe(0);
      expect(stderr.trim().split('\n')).toEqual([
        'Skipped: inner.json: a folder',
        'Skipped: link.json: a link',
        'Skipped: pipe.json: not a regular file',
      ]);
    },
  );

  it('takes a file, too, and says the same as data', async () => {
    const { folder } = folderOf({ 'b.json': FORGED });
    const { code, stdout } = await createProject().run('cs-verify', [
      '--replay',
      join(folder, 'b.json'),
      '--json',
    ]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      follows: false,
      documents: [
        { file: 'b.json', entry: null, what: 'answer', recorded: 'PASS', derived: 'FAIL' },
      ],
      unreadable: [],
      skipped: [],
      sum: { documents: 1, mismatches: 1, fails: 1, fails_with_findings: 0 },
    });
  });

  it('says so where nothing is there', async () => {
    const { replay } = folderOf({});
    const empty = await replay();
    expect(empty).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was replayed'),
    });
    const missing = await createProject().run('cs-verify', ['--replay', './nowhere/at/all']);
    expect(missing.code).toBe(1);
    expect(missing.stderr).not.toContain('    at ');
  });

  it.each(['plain', 'structured', 'votes'])('what --json printed follows: %s', async (how) => {
    const { api, configure, judge, project } = await judgedProject([
      metCriterion('AC-1'),
      metCriterion('AC-2'),
    ]);
    if (how === 'structured') configure({ judge: { structuredFindings: true } });
    api.answer(reply(passEverything), reply(failOnly('AC-2')), reply(failOnly('AC-2')));
    const { stdout } = await judge(how === 'votes' ? ['--votes', '3'] : []);
    const { replay } = folderOf({ 'answer.json': stdout }, project);
    expect(await replay()).toMatchObject({ code: 0, stderr: '' });
  });

  it('five thousand files', async () => {
    const files = Array.from({ length: 5000 }, (_, index) => [`${index}.json`, ANSWER] as const);
    const { replay } = folderOf(Object.fromEntries(files));
    const { code, stdout } = await replay();
    expect({ code, last: stdout.trim().split('\n').at(-2) }).toEqual({
      code: 0,
      last: '5000 documents: 5000 follow, 0 do not, 0 contain no judgment; 0 cannot be read',
    });
  });
});
