import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { runShell } from '../rig/worlds/programs.ts';
import { createProject } from '../rig/worlds/project.ts';

const hasPowerShell = spawnSync('pwsh', ['-Version']).status === 0;

it.skipIf(!hasPowerShell).each([
  ['cs ver', 'verify'],
  ['cs config get judge.maxU', 'judge.maxUsdPerDay'],
  ['cs session ', 'init ask directive pause end'],
])('PowerShell completes %j', async (line, completed) => {
  const script = [
    'cs completion powershell | Out-String | Invoke-Expression',
    `$found = TabExpansion2 '${line}' ${line.length}`,
    '$found.CompletionMatches.CompletionText -join " "',
  ].join('; ');
  const { stdout } = await runShell(
    createProject(),
    `pwsh -NoProfile -Command "${quoted(script)}"`,
  );
  expect(stdout.trim()).toBe(completed);
});

const quoted = (script: string): string => script.replace(/[$"]/g, '\\$&');
