import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  bash,
  describeClaudeCode,
  follow,
  type Place,
  PROMISE,
  promise,
  type Seen,
  say,
  scenario,
} from './scenario.ts';

/**
 * Sessions that cannot go on without their users. Nobody attends `claude -p`: there a question lets a session stop
 * only where the project says so (`stopGate.ask`). `attended.host.ts` has the sessions of a terminal.
 */

const RESTS = ({ sh }: Place): void =>
  void sh(`mkdir -p .claude; echo '{"stopGate":{"ask":"rest"}}' > .claude/completion-promise.json`);

const QUESTION = 'Which database is the live one?';
const ask = (question = QUESTION) => bash(`cs session ask "${question}" --needs decision`);
const WAITING = `WAITING FOR YOU: ${QUESTION} (needs: decision)`;

/** What the gate keeps of the scenario's wait. */
function keptOf({ folder, session }: Seen): unknown {
  const path = join(folder, '.claude', 'completion-state', 'stop-gate', `${session}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8'))['waiting'] : undefined;
}

describeClaudeCode('a session of claude -p that asks its user', () => {
  scenario(
    'stops at once where it may wait, its user is told what for, and it is not complete',
    {
      setUp: RESTS,
      agent: [
        promise(),
        ask(),
        bash('cs-verify --check; echo "code $?"; cs-status'),
        say('Which?'),
      ],
    },
    (seen) => {
      const { blocks, shown, told } = seen;
      expect([blocks.length, told.length]).toEqual([0, 4]);
      expect(shown).toContain(WAITING);
      expect(shown).not.toContain('NOT COMPLETE');
      expect(told[3]).toContain('code 2');
      expect(told[3]).toMatch(
        /WAITING FOR THE USER:\n {2}\S+: Which database[^\n]*, for \d+ second/,
      );
      expect(keptOf(seen)).toMatchObject({ question: QUESTION, kind: 'asked', used: true });
    },
  );

  scenario(
    'is held again once its user spoke, and may ask once more',
    {
      setUp: RESTS,
      agent: [promise(), ask(), say('Which?')],
      resumed: [say('Done.'), ask('And which port?'), say('Which port?')],
    },
    (seen) => {
      expect(seen.blocks).toHaveLength(1);
      expect(seen.shown).toContain('WAITING FOR YOU: And which port?');
      expect(keptOf(seen)).toMatchObject({ question: 'And which port?', used: true });
    },
  );

  scenario(
    'is held again once its user spoke, by the transcript where the hook of prompts is not installed',
    {
      setUp: (place) => {
        RESTS(place);
        place.sh(
          `node -e 'const f = process.env.HOME + "/.claude/settings.json", fs = require("fs"); const s = JSON.parse(fs.readFileSync(f)); delete s.hooks.UserPromptSubmit; fs.writeFileSync(f, JSON.stringify(s))'`,
        );
      },
      agent: [promise(), ask(), say('Which?')],
      resumed: [say('Done.'), ask('And which port?'), say('Which port?')],
    },
    ({ blocks, shown }) => {
      expect(blocks).toHaveLength(1);
      expect(shown).toContain('WAITING FOR YOU: And which port?');
    },
  );

  scenario(
    "has one wait for a prompt, which the host's own prompts neither end nor renew",
    {
      setUp: RESTS,
      agent: [
        promise(),
        bash('sleep 2', { run_in_background: true }),
        ask(),
        say('Which?'),
        ask('Something else?'),
        say('Still waiting.'),
      ],
    },
    (seen) => {
      const { blocks, told } = seen;
      expect(blocks).toEqual([]);
      expect(told[4]).toContain('<task-notification>');
      expect(told[5]).toContain('Error: The user was already asked since the last prompt');
      expect(told).toHaveLength(6);
      expect(keptOf(seen)).toMatchObject({ question: QUESTION });
    },
  );

  scenario(
    'is held where it took its question back, and gets no other one for that prompt',
    {
      setUp: RESTS,
      agent: [
        promise(),
        bash('sleep 2', { run_in_background: true }),
        ask(),
        say('Which?'),
        bash('cs session ask --withdraw; cs session ask "Another?"'),
        say('Done.'),
        follow,
      ],
    },
    ({ blocks, told }) => {
      expect(told[5]).toContain('Withdrawn: Which database');
      expect(told[5]).toContain('Error: The user was already asked since the last prompt');
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).not.toContain('cs session ask');
    },
  );

  scenario(
    "does not wait beside a judge's FAIL, and is told so",
    {
      setUp: RESTS,
      agent: [promise(), ask(), bash(REJECT), say('Which?'), ask(), say('Done.')],
    },
    ({ blocks, shown, told }) => {
      expect(blocks.length).toBeGreaterThan(0);
      expect(blocks[0]).toContain("Your question does not let this session stop: a judge's FAIL");
      expect(told[5]).toContain("Error: A judge's FAIL stands");
      expect(told[5]).toMatch(/Next: cs status promise-/);
      expect(shown).not.toContain('WAITING FOR YOU');
    },
  );

  scenario(
    'does not wait before it told of a promise that vanished',
    {
      setUp: RESTS,
      agent: [
        promise(),
        bash('cs-promise --create "The second" --ac "Docs say how"'),
        say('Done.'),
        bash(
          `${'cs session ask "Which?" &&'} rm .claude/completion-state/promises/${PROMISE}.json`,
        ),
        say('Which?'),
        say('It vanished. Which?'),
      ],
    },
    ({ blocks, shown }) => {
      expect(blocks).toHaveLength(2);
      expect(blocks[1]).toContain('Your question does not let this session stop');
      expect(shown).toContain('WAITING FOR YOU: Which?');
    },
  );

  scenario(
    'that nothing holds is told to ask, and leaves nothing',
    { setUp: RESTS, agent: [ask(), say('Which?')] },
    (seen) => {
      expect(seen.told[1]).toContain('Nothing blocks this session: ask, and stop.');
      expect([seen.blocks.length, seen.told.length]).toEqual([0, 2]);
      expect(keptOf(seen)).toBeUndefined();
    },
  );
});

/** A judge's FAIL on the scenario's promise. */
const REJECT = `node -e 'const fs = require("fs"), f = process.argv[1], p = JSON.parse(fs.readFileSync(f)); p.judgments = [{ timestamp: "2026-11-01T00:00:00Z", backend: "api", status: "success", verdict: "FAIL", failed: ["AC-1"] }]; fs.writeFileSync(f, JSON.stringify(p))' .claude/completion-state/promises/${PROMISE}.json`;

describeClaudeCode('a session of claude -p that nobody can answer', () => {
  scenario(
    'is held although it asks, is told to decide by itself, and ends when it did',
    { agent: [promise(), ask(), say('Which?'), follow] },
    (seen) => {
      const { blocks, shown, told } = seen;
      expect(told[2]).toContain('No one can answer here');
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).toContain('no one can answer here. Decide from what is known');
      expect(blocks[0]).not.toContain('cs session ask');
      expect(shown).not.toContain('WAITING FOR YOU');
      expect(keptOf(seen)).toBeUndefined();
    },
  );

  scenario(
    'is let go in the end, with its question in what the user and the status are told',
    { agent: [promise(), ask(), say('Which?')] },
    (seen) => {
      expect(seen.blocks).toHaveLength(5);
      expect(seen.shown).toContain('NOT COMPLETE');
      expect(seen.shown).toContain(`It asked: ${QUESTION} (needs: decision)`);
      expect(keptOf(seen)).toMatchObject({ question: QUESTION, used: false });
    },
  );

  scenario(
    'is not told to ask',
    { agent: [promise(), say('Which database?'), follow] },
    ({ blocks }) => {
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).not.toContain('cs session ask');
    },
  );

  scenario(
    'is held in plan mode',
    {
      setUp: RESTS,
      agent: [promise(), ask(), say('Which?')],
      beforeResuming: ({ sh }) => void sh('rm .claude/completion-promise.json'),
      resumed: [say('# The plan\n1. a')],
      resumedMode: 'plan',
    },
    ({ blocks, shown }) => {
      expect(blocks).toHaveLength(5);
      expect(blocks[0]).toContain('Your plan does not let this session stop: no one can answer');
      expect(shown).not.toContain('a plan to approve');
    },
  );

  scenario(
    'waits in plan mode where the project lets it',
    {
      setUp: RESTS,
      agent: [promise(), bash(`cs session ask "Which?"`), say('Which?')],
      resumed: [say('# The plan\n1. a')],
      resumedMode: 'plan',
    },
    (seen) => {
      expect(seen.blocks).toEqual([]);
      expect(seen.shown).toContain('WAITING FOR YOU: a plan to approve');
      expect(keptOf(seen)).toMatchObject({ kind: 'plan', question: '# The plan', used: true });
    },
  );

  scenario(
    'is told how to ask where it may wait',
    { setUp: RESTS, agent: [promise(), say('Which database?'), ask(), say('Which database?')] },
    ({ blocks, shown }) => {
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).toContain(
        'If only the user can answer, run: cs session ask "[question]", then stop.',
      );
      expect(shown).toContain(WAITING);
    },
  );
});
