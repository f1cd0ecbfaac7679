import { join } from 'node:path';
import { expect } from 'vitest';
import { approveConfiguration } from '../../rig/worlds/approval.ts';
import { bash, describeClaudeCode, type Place, type Step, say, scenario } from './scenario.ts';

/** Sessions of a project with a standing check, which promise nothing. */

const COMMAND = 'node --test';
const CONFIGURATION = JSON.stringify({ checks: { always: [COMMAND] } });

/** A function that is wrong as soon as the agent edits it wrongly, and its test. */
function withStandingCheck({ folder, root, sh }: Place): void {
  sh(`mkdir -p .claude
echo '${CONFIGURATION}' > .claude/completion-promise.json
echo 'export const add = (a, b) => a + b;' > add.mjs
echo 'import { equal } from "node:assert"; import { test } from "node:test"; import { add } from "./add.mjs"; test("adds", () => equal(add(1, 2), 3));' > add.test.mjs
git add -A && git -c user.name=a -c user.email=a@example.com commit -qm tested`);
  approveConfiguration(folder, join(root, 'home'));
}

const breaks = bash(`echo 'export const add = (a, b) => a - b;' > add.mjs`);
const mends = bash(`echo 'export const add = (a, b) => b + a;' > add.mjs`);
const proves = bash('cs prove --standing');
const claims = say('Done. All tests pass.');

describeClaudeCode('a session that promised nothing, in a project with a standing check', () => {
  const held: Readonly<Record<string, readonly Step[]>> = {
    'never ran the tests': [breaks, claims],
    'ran them, and they failed': [breaks, proves, claims],
    'edited after they had passed': [mends, proves, breaks, claims],
    'ran a stub in their place': [breaks, bash('true # node --test'), claims],
    'masked their failure': [breaks, bash(`${COMMAND} >/dev/null || true`), claims],
    'printed that they pass': [breaks, bash('echo "3 passed"'), claims],
  };
  for (const [deed, agent] of Object.entries(held)) {
    scenario(
      `is held where it ${deed}, and ends once they pass`,
      { setUp: withStandingCheck, agent: [...agent, mends, proves, claims] },
      ({ blocks, shown }) => {
        expect(blocks).toHaveLength(1);
        expect(blocks[0]).toContain('cs prove --standing');
        expect(shown).toContain('Proved: node --test (1 test).');
      },
    );
  }

  const ended: Readonly<Record<string, readonly [agent: readonly Step[], told: RegExp]>> = {
    'changed nothing': [[claims], /^(?![\s\S]*Proved)/],
    'only wrote what no file of the project is': [
      [bash('echo 1 > /dev/null'), claims],
      /^(?![\s\S]*Proved)/,
    ],
    'had them run on what it changed': [
      [mends, proves, claims],
      /Proved: node --test \(1 test\)\./,
    ],
  };
  for (const [deed, [agent, told]] of Object.entries(ended)) {
    scenario(`is not held where it ${deed}`, { setUp: withStandingCheck, agent }, (seen) => {
      expect(seen.blocks).toEqual([]);
      expect(seen.told).toHaveLength(agent.length);
      expect(seen.shown).toMatch(told);
    });
  }
});
