import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { CHECKOUT } from '../rig/worlds/checkout.ts';

/** The parts of a workflow that these tests read. */
const WORKFLOW = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      permissions: z.optional(z.record(z.string(), z.string())),
      strategy: z.optional(
        z.object({ matrix: z.object({ os: z.array(z.string()), node: z.array(z.number()) }) }),
      ),
      steps: z.array(z.object({ run: z.optional(z.string()), uses: z.optional(z.string()) })),
    }),
  ),
});

const FOLDER = join(CHECKOUT, '.github', 'workflows');
const read = (path: string): string => readFileSync(path, 'utf8');
const workflow = (name: string) => WORKFLOW.parse(parse(read(join(FOLDER, name))));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read(join(CHECKOUT, 'package.json'))));

/** The lines that a workflow runs. */
function linesOf(name: string): readonly string[] {
  const steps = Object.values(workflow(name).jobs).flatMap((job) => job.steps);
  return steps.flatMap(({ run }) => (run === undefined ? [] : run.trim().split('\n')));
}

describe.each(readdirSync(FOLDER))('the workflow %s', (name) => {
  it('runs scripts and programs that are there', () => {
    for (const line of linesOf(name)) {
      const [, script = 'test'] = /npm run ([\w:]+)/.exec(line) ?? [];
      expect(Object.keys(scripts)).toContain(script);
      const [, program = 'package.json'] = /node (scripts\/\S+)/.exec(line) ?? [];
      expect(existsSync(join(CHECKOUT, program))).toBe(true);
    }
  });

  it('may read the repository, and nothing more by default', () => {
    expect(workflow(name).permissions).toEqual({ contents: 'read' });
  });
});

it('the tests run on Linux, macOS and Windows, with every Node that is supported', () => {
  const { test } = workflow('ci.yml').jobs;
  expect(test?.strategy?.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: [20, 22, 24],
  });
  expect(linesOf('ci.yml')).toContain('npm test');
});

it('a release is tested before it is published, with provenance', () => {
  const lines = linesOf('release.yml');
  const publish = lines.indexOf('npm publish --provenance --access public');
  expect(lines.indexOf('npm test')).toBeGreaterThan(-1);
  expect(publish).toBeGreaterThan(lines.indexOf('npm test'));
  expect(workflow('release.yml').jobs['publish']?.permissions).toMatchObject({
    'id-token': 'write',
  });
});
