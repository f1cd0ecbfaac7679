import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fencesIn } from '../../docs/markdown.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { runs, type Script, says } from '../scripted-model.ts';
import { EVIDENCE, stubborn } from './agent-scripts.ts';
import { claudeCodeProject } from './claude-project.ts';
import { bash, describeClaudeCode, follow, PROMISE, promise, say, scenario } from './scenario.ts';

/** What a session of Claude Code and its user are told: by blocks, caps, rests, and where all is done. */

const COUNT = (text: string, words: string): number => text.split(words).length - 1;

/** A test that fails, of Node's own runner, and a promise that it is green. */
const FAILING = `cat > sum.test.js <<'END'
const test = require('node:test');
const assert = require('node:assert');
test('adds two numbers', () => assert.strictEqual(1 + 2, 4));
END
cs-promise --create "Sums" --ac "The tests pass" --command 'AC-1=node --test sum.test.js' | tee "$HOME/promise-id"
cs-promise --start "${PROMISE}"; cs prove "${PROMISE}"; true`;

const meet = bash(`cs-promise --meet "${PROMISE}" --ac-id AC-1 --evidence "npm test: 42 passed"`);

describeClaudeCode('a session of Claude Code', () => {
  scenario(
    'is told by name what it did not start, with the command',
    {
      agent: [bash('cs-promise --create "Sign-in" --ac "Users can sign in"'), say('Done.'), follow],
    },
    ({ blocks }) => {
      expect(blocks[0]).toMatch(/promise-\w+ \(Sign-in\) is not started/);
      expect(blocks[0]).toMatch(/Next: cs promise start promise-/);
    },
  );

  scenario(
    'is told in one line from its second block on, and never how a person ends it',
    { agent: [promise(), say('Done.')] },
    ({ blocks, shown }) => {
      expect(blocks).toHaveLength(5);
      const lines = blocks.map((told) => told.split('\n').filter((line) => line !== '').length);
      expect(lines[0]).toBeGreaterThan(2);
      for (const told of blocks.slice(1))
        expect(told).toMatch(/Stop hook feedback:\n\[.*\]: Still blocked: .* Next: cs meet/);
      expect(blocks.join('\n')).not.toContain('end-session');
      expect(COUNT(shown, 'cs session end')).toBe(1);
    },
  );

  scenario(
    'is told which test failed, and not how long the tests took',
    { agent: [bash(FAILING), say('Done.'), bash(`cs-promise --cancel "${PROMISE}"`)] },
    ({ blocks }) => {
      expect(blocks[0]).toContain('adds two numbers');
      expect(blocks[0]).not.toContain('duration_ms');
    },
  );

  scenario(
    'that meets in words what its check failed is not told that it is met',
    {
      agent: [bash(FAILING), meet, say('Done.'), bash(`cs-promise --cancel "${PROMISE}"`)],
    },
    ({ told }) => {
      expect(told[2]).not.toMatch(/Met criterion|1\/1/);
      expect(told[2]).toMatch(/Next, after fixing this: cs prove promise-/);
    },
  );

  scenario(
    'that met all and verified nothing may end, and its user is told',
    { agent: [promise(), meet, say('Done.')] },
    ({ blocks, shown, told }) => {
      expect([blocks.length, told.length]).toEqual([0, 3]);
      expect(shown).toMatch(/Met but not verified: promise-\w+ \(Sign-in\)/);
      expect(shown).toMatch(/cs verify promise-/);
    },
  );

  scenario(
    'that waits for a task rests, and its user is told so without alarm',
    {
      agent: [promise(), bash('sleep 2', { run_in_background: true }), say('Waiting.'), follow],
    },
    ({ shown }) => {
      expect(shown).toMatch(/rests/);
      expect(shown).not.toContain('NOT COMPLETE');
    },
  );

  scenario(
    'that is resumed with nothing but met criteria is not told that it may not end',
    { agent: [promise(), meet, say('Done.')], resumed: [say('Done.')] },
    ({ told }) => {
      expect(told.at(-1)).not.toContain('may not end');
      expect(told.at(-1)).toMatch(/Next: cs verify promise-/);
    },
  );
});

/** The script that docs/stop-gate.md gives to those who start a session that nobody watches. */
const [WRAPPER = ''] = fencesIn(readFileSync(join(CHECKOUT, 'docs', 'stop-gate.md'), 'utf8'))
  .filter(({ file }) => file === 'run-agent.sh')
  .map(({ lines }) => lines.join('\n'));

const MAKE = 'cs-promise --create "Sign-in" --ac "Users can sign in" | tee "$HOME/promise-id"';
const unfinished: Script = (request) => (request.turn === 0 ? runs(MAKE) : stubborn(request));
const finished: Script = ({ turn }) => {
  if (turn === 0) return runs(`${MAKE}; cs-promise --start "${PROMISE}"`);
  const meets = `cs-promise --meet "${PROMISE}" --ac-id AC-1 --evidence "${EVIDENCE}"`;
  return turn === 1 ? runs(meets) : says('Done.');
};

describeClaudeCode('the script in three lines', () => {
  it.each<[string, Script, number, RegExp]>([
    [
      '2 where the session was let go',
      unfinished,
      2,
      /NOT COMPLETE: the stop gate stopped blocking session \S+/,
    ],
    ['0 where it did what it promised', finished, 0, /^$/],
    ['0 where it promised nothing', stubborn, 0, /^Session \S+ is unknown here: .*\n$/],
  ])('ends with %s', async (_what, script, code, said) => {
    const world = await claudeCodeProject(script, {
      env: { IS_SANDBOX: '1' },
      forAllProjects: true,
    });
    // What is allowed is for its user to say: the script names no permissions.
    const text = WRAPPER.replace('claude -p', 'claude --permission-mode bypassPermissions -p');
    const { project, env } = world;
    const shell = spawn('sh', ['-c', text, 'sh', 'Build the sign-in'], {
      cwd: project.folder,
      env,
    });
    shell.stdin.end();
    const outcome = await outcomeOf(shell);
    expect([outcome.code, outcome.stdout.trim()]).toEqual([code, 'Done.']);
    expect(outcome.stderr).toMatch(said);
  });
});

describeClaudeCode('the stderr of a session that nobody watches', () => {
  const LET_GO = /NOT COMPLETE: the stop gate stopped blocking session \S+/;

  it.each<[string, Script, string, RegExp]>([
    ['says that it was let go, in text', unfinished, 'text', LET_GO],
    ['… and in json', unfinished, 'json', LET_GO],
    ['is empty where it did what it promised', finished, 'text', /^$/],
    ['is empty where it promised nothing', stubborn, 'text', /^$/],
  ])('%s', async (_what, script, format, said) => {
    const { client } = await claudeCodeProject(script, {
      env: { IS_SANDBOX: '1' },
      forAllProjects: true,
    });
    const mode = ['--permission-mode', 'bypassPermissions', '--output-format', format];
    const { code, stderr } = await outcomeOf(client(['-p', 'Build the sign-in', ...mode]));
    expect([code, stderr]).toEqual([0, expect.stringMatching(said)]);
  });
});
