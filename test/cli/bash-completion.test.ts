import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { criterion, promiseFile } from '../rig/values/promises.ts';
import { runShell } from '../rig/worlds/programs.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;

function projectWithPromise(): Project {
  const project = createProject();
  project.write(
    'promises/promise-aaaa0001.json',
    promiseFile('promise-aaaa0001', SESSION, {
      acceptance_criteria: [criterion('AC-1'), criterion('AC-2')],
    }),
  );
  return project;
}

/** What a real bash, after sourcing the script, completes the words with. */
async function completedByBash(project: Project, words: readonly string[]): Promise<string> {
  const script = [
    'eval "$(cs completion bash)"',
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length - 1}`,
    `completion=$(complete -p "\${COMP_WORDS[0]}")`,
    `[[ $completion == *"-F _completion_promise"* ]] && _completion_promise`,
    `printf '%s|' "\${COMPREPLY[@]}"`,
  ].join('\n');
  const { code, stderr, stdout } = await runShell(
    project,
    `bash --norc --noprofile <<'BASH'\n${script}\nBASH\n`,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe.skipIf(!hasBash)('bash, after eval "$(cs completion bash)"', () => {
  it.each<[string, readonly string[], string]>([
    ['completes commands', ['cs', 'ver'], 'verify|'],
    ['completes options', ['cs-verify', '--verb'], '--verbose|'],
    ['completes ids of promises', ['cs-promise', '--start', 'pro'], 'promise-aaaa0001|'],
    ['completes criteria', ['cs', 'meet', 'promise-aaaa0001', '--ac-id', ''], 'AC-1|AC-2|'],
    ['completes nothing where nothing fits', ['cs', 'xyz'], '|'],
  ])('%s', async (_name, words, completed) => {
    expect(await completedByBash(projectWithPromise(), words)).toBe(completed);
  });

  it('shows nothing where the command cannot answer', async () => {
    const project = createProject();
    project.write('promises', 'a file where the folder should be');
    expect(await completedByBash(project, ['cs-promise', '--start', ''])).toBe('|');
  });
});
