import { describe, expect, it } from 'vitest';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { prove, startWith } from '../../rig/worlds/proving.ts';
import { CTRL_C, hasTerminals, runOnTerminal } from '../../rig/worlds/pseudo-terminal.ts';

const TWO = [
  ...['--ac', 'a', '--ac', 'b'],
  ...['--command', 'AC-1=true', '--command', 'AC-2=echo why; echo the reason; exit 3'],
];
const SECRET = `sk-ant-api03-${'a1B2'.repeat(20)}`;

describe('a proof of several checks tells of each as it ends', () => {
  it('in a pipe, with no control character', async () => {
    const project = createGitProject();
    const id = await startWith(project, ...TWO);
    const { code, stderr, stdout } = await prove(project, id, ['--jobs', '1']);
    expect(stderr).toMatch(
      /^\[1\/2\] ok AC-1 true \d+\.\d s\n\[2\/2\] FAIL AC-2 echo why; echo the reason; exit 3 \d+\.\d s\n$/,
    );
    expect(stdout).toMatch(/^Results: 1 ok, 1 failed in \d+\.\d s$/m);
    expect(stdout).toContain('\n      why\n      the reason\n');
    expect(code).toBe(1);
  });

  it('not beside JSON in a pipe', async () => {
    const project = createGitProject();
    const id = await startWith(project, ...TWO);
    const { stderr, stdout } = await prove(project, id, ['--json']);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ totals: { ok: 1, failed: 1, skipped: 0 } });
  });

  it('not where there is only one: the report says the same', async () => {
    const project = createGitProject();
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=true');
    expect(await prove(project, id)).toMatchObject({ code: 0, stderr: '' });
  });

  it('without its secrets', async () => {
    const project = createGitProject();
    const lines = ['--command', `AC-1=echo ${SECRET}`, '--command', 'AC-2=true'];
    const id = await startWith(project, '--ac', 'a', '--ac', 'b', ...lines);
    const { stderr } = await prove(project, id, ['--jobs', '1']);
    expect(stderr).toContain('[1/2] ok AC-1 echo [redacted');
    expect(stderr).not.toContain(SECRET);
  });
});

it.skipIf(!hasTerminals)('Ctrl-C leaves no line of progress on the terminal', async () => {
  const project = createGitProject();
  const lines = ['--command', 'AC-1=true', '--command', 'AC-2=sleep 60'];
  const id = await startWith(project, '--ac', 'a', '--ac', 'b', ...lines);
  const { code, shown } = await runOnTerminal(project, 'cs', ['prove', id, '--jobs', '1'], {
    prompt: 'running command: sleep 60',
    answer: CTRL_C,
  });
  expect(code).toBe(130);
  // What ended is told once, in the report: the line of progress counts it alone.
  expect(shown).toContain('1 done, running command: sleep 60');
  expect(shown).not.toContain('[1/2]');
  // What was drawn last is cleared before the last line is written.
  const [last = ''] = shown.split('\r\u001b[2K').slice(-1);
  expect(last).toMatch(/^Error: Interrupted while the checks ran.*\r\n$/);
});
