import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKOUT, createProject, type Project } from '../rig/project.ts';
import { validatorResponse } from '../rig/promises.ts';

/** Every command's answer as JSON, in a project that has something to say. */
async function answers(project: Project): Promise<readonly string[]> {
  const id = await project.promise('first', 'second');
  const other = await project.startedPromise('third');
  const response = JSON.stringify(validatorResponse('PASS'));
  const validate = (ac: string) => ['--promise', id, '--ac-id', ac, '--response', response];
  project.write('promises/promise-0badf00d.json', '{');
  const lines: readonly (readonly [bin: string, ...args: string[]])[] = [
    ['cs-init'],
    ['cs-init', '--show'],
    ['cs-promise', '--create', 'A title', '--ac', 'It holds'],
    ['cs-promise', '--add-ac', other, 'more'],
    ['cs-verify', '--check'],
    ['cs-promise', '--start', id],
    ['cs', 'meet', id, '--ac-id', 'AC-1', '--evidence', 'seen'],
    ['cs-promise', '--meet', id, '--ac-id', 'AC-2', '--evidence', 'seen'],
    ['cs-store-validation', ...validate('AC-1')],
    ['cs-store-validation', ...validate('AC-2')],
    ['cs-verify', '--promise', id],
    ['cs-verify', '--promise', id],
    ['cs-promise', '--show', id],
    ['cs-promise', '--release', other],
    ['cs-init', '--check-orphans'],
    ['cs-promise', '--list'],
    ['cs-promise', '--start', other],
    ['cs-status'],
    ['cs', 'doctor'],
  ];
  const printed: string[] = [];
  for (const [bin, ...args] of lines) {
    printed.push((await project.run(bin, [...args, '--json'])).stdout);
  }
  return printed;
}

function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(keysIn);
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside];
}

test('every key of every JSON answer is in the documentation', async () => {
  const documented = ['docs/commands.md', 'docs/state.md']
    .map((page) => readFileSync(join(CHECKOUT, page), 'utf8'))
    .join('\n');
  const keys = new Set(
    (await answers(createProject())).flatMap((text) => keysIn(JSON.parse(text))),
  );
  const silent = [...keys].filter(
    (key) => !documented.includes(`\`${key}\``) && !documented.includes(`"${key}": `),
  );
  expect(silent).toEqual([]);
  expect(keys).toContain('already_verified');
});
