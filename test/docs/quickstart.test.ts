import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { failOnly, reply, startMessagesApi } from '../rig/worlds/messages-api.ts';
import { createProject, type Outcome, outcomeOf } from '../rig/worlds/project.ts';
import { SUITE } from '../rig/worlds/suite.ts';

const SOURCES = [
  '.claude',
  '.claude-plugin',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'bin',
  'build',
  'hooks',
  'package.json',
  'rolldown.config.ts',
  'tsconfig.json',
  'scripts',
  'src',
];

interface Copy {
  readonly folder: string;
  /** Where the quickstart makes its own scratch folder. */
  readonly scratch: string;
  quickstart(env?: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Outcome>;
}

/** A copy of the checkout as a fresh clone has it after `npm install`, without `dist/`. */
function freshCopy(): Copy {
  const root = join(createProject().folder, '..');
  const folder = join(root, 'clone');
  const scratch = join(root, 'scratch');
  mkdirSync(folder);
  mkdirSync(scratch);
  for (const name of SOURCES) {
    cpSync(join(CHECKOUT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const places = { TMPDIR: scratch, TEMP: scratch, TMP: scratch, HOME: root, USERPROFILE: root };
  const quickstart = (env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) =>
    outcomeOf(
      spawn(process.execPath, [join(folder, 'scripts', 'quickstart.mjs'), ...args], {
        cwd: root,
        env: { PATH: process.env['PATH'], CLAUDE_SESSION_ID: 'of-the-caller', ...places, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  return { folder, scratch, quickstart };
}

/** The commands in the order in which they were shown. */
function stepsIn(stdout: string): readonly string[] {
  const lines = stdout.matchAll(/^\$ (?:CLAUDE_SESSION_ID=\w+ )?cs ((?:promise )?\w+)/gm);
  return [...lines].map(([, name = '']) => name);
}

const STEPS = 'do,check,prove,meet,prove,meet,check,prove,verify,promise validate,judge'.split(',');

/** A copy that need not be built. */
function builtCopy(): Copy {
  const copy = freshCopy();
  cpSync(join(SUITE, 'dist'), join(copy.folder, 'dist'), { recursive: true });
  return copy;
}

/**
 * A copy whose `npm run build` puts the built suite there: what the quickstart needs of the build is tested, and the
 * build itself is made once for all tests.
 */
function copyToBuild(): Copy {
  const copy = freshCopy();
  const build = `cpSync(${JSON.stringify(join(SUITE, 'dist'))}, 'dist', { recursive: true });`;
  writeFileSync(join(copy.folder, 'build.mjs'), `import { cpSync } from 'node:fs';\n${build}\n`);
  const scripts = { build: 'node build.mjs' };
  writeFileSync(join(copy.folder, 'package.json'), JSON.stringify({ ...manifest, scripts }));
  return copy;
}

test('builds what is missing, takes a promise from making to closing and cleans up', async () => {
  const { folder, quickstart, scratch } = copyToBuild();
  const api = await startMessagesApi();

  const { code, stderr, stdout } = await quickstart({ ANTHROPIC_BASE_URL: api.url, CS_TIER: '7' });

  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stepsIn(stdout)).toEqual([...STEPS, 'verify']);
  expect(api.requests).toEqual([]);
  expect(stdout).toContain('nothing is sent, nothing is charged');
  expect(stdout).toContain('[FAILED] AC-1');
  expect(stdout).toContain('its proof is stale');
  expect(stdout).toContain('VERIFIED: ');
  expect(stdout).not.toContain('\u001b');
  expect(stdout).not.toContain('of-the-caller');
  // npm prints four lines of its own before it.
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(36);
  expect(readdirSync(scratch)).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(
    [...SOURCES, 'build.mjs', 'dist', 'node_modules'].sort(),
  );
});

describe('with a key', () => {
  test('has the work judged, and shows with --verbose all that the commands print', async () => {
    const { quickstart, scratch } = builtCopy();
    const api = await startMessagesApi();

    const { code, stderr, stdout } = await quickstart(api.env, '--verbose');

    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(api.requests).toHaveLength(1);
    expect(stepsIn(stdout)).toEqual([...STEPS, 'judge']);
    expect(stdout).toContain('COMPLETION CRITERIA NOT MET');
    expect(stdout).toContain('(exit code 2)');
    expect(stdout).toContain('2/2 criteria met');
    expect(stdout).toContain('Verdict: PASS');
    expect(stdout).not.toContain(api.env['ANTHROPIC_API_KEY']);
    expect(readdirSync(scratch)).toEqual([]);
  });

  test('shows the stop gate shut where the judge says no', async () => {
    const { quickstart, scratch } = builtCopy();
    const api = await startMessagesApi();
    api.answer(reply(failOnly('AC-1')));

    const { code, stderr, stdout } = await quickstart(api.env);

    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('the judge rejected promise-');
    expect(stepsIn(stdout)).toEqual([...STEPS, 'judge', 'check']);
    expect(readdirSync(scratch)).toEqual([]);
  });
});

test('ends with 1 and names the step where a gate opens that should be shut', async () => {
  const { folder, quickstart, scratch } = builtCopy();
  writeFileSync(join(folder, 'dist', 'check.cjs'), 'exports.runLane = () => true;\n');

  const { code, stderr } = await quickstart();

  expect(code).toBe(1);
  expect(stderr).toContain('`cs check` ended with exit code 0; 2 was expected.');
  expect(readdirSync(scratch)).toEqual([]);
});
