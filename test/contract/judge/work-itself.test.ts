import { describe, expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { agentLine, putTranscript, tool, userLine } from '../../rig/values/transcripts.ts';
import { createGitProject, type GitProject, LONG_AGO } from '../../rig/worlds/git-project.ts';
import { type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { SESSION } from '../../rig/worlds/project.ts';

const BOTH = { CS_JUDGE_SEES: 'diff,tools' };
const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

const ran = (id: string, command: string, output: string, is_error = false): readonly string[] => [
  agentLine([tool(id, 'Bash', { command })], id),
  userLine([{ type: 'tool_result', tool_use_id: id, content: output, is_error }]),
];

interface Worked extends JudgedProject {
  readonly repository: GitProject;
}

/** A promise made at a commit, with work after it in the files, and a session that says what it called. */
async function worked(
  calls: readonly string[] = ran('t1', 'npm test', '3 passed, 1 failed', true),
): Promise<Worked> {
  const repository = createGitProject({
    'src/login.ts': 'export const login = 1;\n',
    'src/other.ts': 'export const other = 1;\n',
    '.env': `TOKEN=a-very-secret-value-12345\n`,
  });
  const base_commit = repository.git('rev-parse', 'HEAD').trim();
  const ownership = { owned_by: SESSION, created_by: SESSION, created_at: LONG_AGO };
  const criterion = metCriterion('AC-1', { description: 'src/login.ts exports login' });
  const judged = await judgedProject([criterion], { base_commit, ownership }, repository);
  repository.put('src/login.ts', 'export const login = 2;\n');
  repository.put('src/other.ts', `export const other = '${SECRET}';\n`);
  putTranscript(repository.folder, SESSION, [userLine('go'), ...calls]);
  return { ...judged, repository };
}

/** The text that the judge was sent last. */
function sent({ api }: JudgedProject): string {
  return JSON.stringify(api.requests.at(-1)?.body ?? api.requests.at(-1));
}

describe('judge.sees', () => {
  it('shows nothing of the work by default', async () => {
    const judged = await worked();
    await judged.judge();
    expect(sent(judged)).not.toContain('export const login');
    expect(sent(judged)).not.toContain('3 passed, 1 failed');
  });

  it('shows what changed, and what the session called with its outcome', async () => {
    const judged = await worked();
    await judged.judge([], BOTH);
    expect(sent(judged)).toContain('+export const login = 2;');
    expect(sent(judged)).toContain('- Bash: npm test [FAILED]');
    expect(sent(judged)).toContain('3 passed, 1 failed');
  });

  it.each([
    { sees: 'diff', has: 'export const login = 2', lacks: '3 passed, 1 failed' },
    { sees: 'tools', has: '3 passed, 1 failed', lacks: 'export const login = 2' },
  ])('$sees alone shows that alone', async ({ has, lacks, sees }) => {
    const judged = await worked();
    await judged.judge([], { CS_JUDGE_SEES: sees });
    expect(sent(judged)).toContain(has);
    expect(sent(judged)).not.toContain(lacks);
  });

  it('shows the calls of the session that did the work, whoever asks', async () => {
    const judged = await worked();
    await judged.judge([], { ...BOTH, CLAUDE_SESSION_ID: 'orch-1' });
    expect(sent(judged)).toContain('3 passed, 1 failed');
  });

  it('takes secrets out of all of it: of changed lines, of answers, of what an env file held', async () => {
    const judged = await worked([
      ...ran('t1', `curl -H 'Authorization: Bearer ${SECRET}' x`, `token ${SECRET}`),
      ...ran('t2', 'env', 'TOKEN is a-very-secret-value-12345'),
    ]);
    judged.repository.put('.env', 'TOKEN=\n');
    await judged.judge([], BOTH);
    expect(judged.api.requests).toHaveLength(1);
    expect(sent(judged)).not.toContain(SECRET);
    expect(sent(judged)).not.toContain('a-very-secret-value-12345');
    expect(sent(judged)).toContain('[redacted: ');
  });

  it('takes what an env file held before out of the evidence as well, and lines of a key out of a diff', async () => {
    const judged = await worked();
    judged.repository.put('.env', 'TOKEN=\n');
    const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n';
    judged.repository.put('fx.txt', line.repeat(6));
    await judged.showMore('AC-1', 'env printed TOKEN=a-very-secret-value-12345, 3 passed');
    await judged.judge([], BOTH);
    expect(judged.api.requests).toHaveLength(1);
    expect(sent(judged)).not.toContain('a-very-secret-value-12345');
    expect(sent(judged)).not.toContain('MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj');
  });

  it('shows the files that a criterion names before all others, as far as there is room', async () => {
    const judged = await worked();
    judged.repository.put('src/aaa.ts', `${'// filler\n'.repeat(1500)}`);
    judged.repository.put('src/login.ts', `${'export const login = 3;\n'.repeat(400)}`);
    await judged.judge([], { CS_JUDGE_SEES: 'diff' });
    expect(sent(judged)).toContain('export const login = 3;');
    expect(sent(judged)).not.toContain('// filler');
  });

  it('says what is not known, and asks all the same', async () => {
    const judged = await judgedProject();
    const { code, stderr } = await judged.judge([], BOTH);
    expect(code).toBe(0);
    expect(stderr).toContain('Note: the judge was not shown what changed');
    expect(stderr).toContain('Note: the judge was not shown the tool calls');
    expect(sent(judged)).toContain('no transcript of the session');
  });

  it('a dry run says how much is shown and what not, and writes nothing', async () => {
    const judged = await worked();
    judged.repository.put('secrets.pem', 'x');
    const { code, stdout } = await judged.verify(['--judge', '--dry-run'], BOTH);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Diff: 3 files changed/m);
    expect(stdout).toContain('secrets.pem (may contain secrets)');
    expect(stdout).toMatch(/^Tool calls: 1 shown, 0 left out$/m);
    expect(judged.api.requests).toHaveLength(0);
  });

  it('a PASS serves no longer once what was shown has changed', async () => {
    const judged = await worked();
    await judged.judge([], { ...BOTH, CLAUDE_SESSION_ID: 'orch-1' });
    judged.repository.put('src/login.ts', 'export const login = 9;\n');
    await judged.judge([], BOTH);
    expect(judged.api.requests).toHaveLength(2);
  });

  it.each([
    ['a word that it does not know', 'diff,files'],
    ['a word that is none of its own', 'all'],
  ])('%s is an error that names it', async (_what, sees) => {
    const judged = await worked();
    const { code, stderr } = await judged.verify(['--judge'], { CS_JUDGE_SEES: sees });
    expect(code).toBe(1);
    expect(stderr).toContain('`judge.sees` takes');
  });
});

it('the end of what a proof printed is shown by default', async () => {
  const proof = { source: 'self-chosen', tree: null, argv: ['npm', 'test'], exit_code: 0 };
  const judged = await judgedProject([
    metCriterion('AC-1', { proof: { ...proof, output_tail: '# tests 42\n# pass 42' } }),
  ]);
  await judged.judge();
  expect(sent(judged)).toContain('# tests 42');
});
