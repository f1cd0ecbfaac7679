import { expect } from 'vitest';
import { bash, describeClaudeCode, follow, PROMISE, promise, say, scenario } from './scenario.ts';

/** Sessions of Claude Code that change or remove their promises by other means than the suite. */

const STATE = '.claude/completion-state';

describeClaudeCode('what a session promised is held in a register of its user: it', () => {
  scenario(
    'is sent back once where it removed the state folder before it stopped',
    { agent: [promise(), bash(`rm -rf ${STATE}`), say('Done.')] },
    ({ blocks }) => {
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).toContain('promise-');
    },
  );

  scenario(
    'is sent back once where git removed the state folder with all that it ignores',
    { agent: [promise(), bash('git clean -fdxq'), say('Done.')] },
    ({ blocks }) => expect(blocks).toHaveLength(1),
  );

  scenario(
    'is sent back where the promise file was removed before the gate saw it',
    { agent: [promise(), bash(`rm ${STATE}/promises/*.json`), say('Done.')] },
    ({ blocks }) => expect(blocks).toHaveLength(1),
  );

  scenario(
    'is sent back where its promise was made verified by an edit',
    {
      agent: [
        promise(),
        bash(`sed -i 's/"in_progress"/"verified"/' ${STATE}/promises/*.json`),
        say('Done.'),
      ],
    },
    ({ blocks }) => {
      expect(blocks.length).toBeGreaterThan(0);
      expect(blocks[0]).toContain('promise-');
    },
  );

  scenario(
    'is sent back where the criteria of its promise were emptied',
    { agent: [promise(), bash(emptied()), say('Done.')] },
    ({ blocks }) => expect(blocks.length).toBeGreaterThan(0),
  );

  scenario(
    'is sent back where a criterion was met by an edit',
    {
      agent: [
        promise(),
        bash(
          `sed -i 's/"status": "pending"/"status": "met"/; s/"evidence": null/"evidence": "looks fine"/' ${STATE}/promises/*.json`,
        ),
        say('Done.'),
      ],
    },
    ({ blocks }) => expect(blocks.length).toBeGreaterThan(0),
  );

  scenario(
    'cannot hide an edit from status',
    {
      agent: [
        promise(),
        bash(`sed -i 's/"in_progress"/"verified"/' ${STATE}/promises/*.json`),
        bash('cs-status'),
      ],
    },
    ({ shown, told }) => {
      expect(told[3]).toMatch(/changed outside completion-promise[\s\S]*promise-/i);
      expect(shown).toContain('promise-');
    },
  );

  scenario(
    'is held where it moved the state folder away',
    { agent: [promise(), bash(`mv ${STATE} ../kept`), say('Done.')] },
    ({ blocks }) => expect(blocks.length).toBeGreaterThan(0),
  );

  scenario(
    'is not held by what another session lost',
    {
      agent: [
        bash('export CLAUDE_SESSION_ID=another; cs-promise --create "Sign-in" --ac "It works"'),
        bash(`rm -rf ${STATE}`),
        say('Done.'),
      ],
    },
    ({ blocks, shown, told }) => {
      expect(told[1]).toContain('Owner:  another');
      expect([blocks.length, shown]).toEqual([0, '']);
    },
  );

  scenario(
    'is held by its promise where it moved the state folder to where it goes on',
    {
      agent: [
        promise(),
        bash(`mkdir -p packages/web/.claude && mv ${STATE} packages/web/.claude/`),
        bash('cd packages/web'),
        say('Done.'),
        follow,
      ],
    },
    ({ blocks, shown }) => {
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).toContain('has 1 open criterion');
      expect(shown).not.toContain('vanished');
    },
  );

  scenario(
    'is sent back for a promise that it could not write into the register, once a hook did',
    {
      agent: [
        bash(
          `export XDG_STATE_HOME=/dev/null; cs-promise --create "Sign-in" --ac "Users can sign in"`,
        ),
        say('Done.'),
        bash(`rm -rf ${STATE}`),
        say('Done.'),
      ],
    },
    ({ blocks }) => {
      expect(blocks).toHaveLength(2);
      expect(blocks[1]).toContain('its file is gone');
    },
  );

  scenario(
    'is held after it was resumed by what it lost before',
    {
      agent: [promise(), say('Done.'), follow],
      resumed: [
        bash('cs-promise --create "Sign-out" --ac "Users can sign out"'),
        bash(`rm -rf ${STATE}`),
        say('Done.'),
      ],
    },
    ({ blocks, shown }) => {
      expect(blocks).toHaveLength(2);
      expect(shown).toContain('(vanished)');
    },
  );

  scenario(
    'is not told of what a command of the suite ended',
    {
      agent: [promise(), bash(`cs-promise --cancel "${PROMISE}"`), say('Done.')],
    },
    ({ blocks, shown }) => expect([blocks.length, shown]).toEqual([0, '']),
  );
});

/** A line that takes all criteria out of the session's promise. */
function emptied(): string {
  const script =
    "const fs=require('fs'),p=process.argv[1],o=JSON.parse(fs.readFileSync(p));o.acceptance_criteria=[];fs.writeFileSync(p,JSON.stringify(o))";
  return `node -e "${script}" ${STATE}/promises/${PROMISE}.json`;
}
