import { expect } from 'vitest';
import { bash, describeClaudeCode, PROMISE, promise, say, scenario } from './scenario.ts';

/** Inputs over which a gate that reads without care hangs, until the host gives it up and lets the session end. */

/** The host waits longer than the gate may take. */
const patience = { stopSeconds: 20, env: { CS_STOP_GATE_TIMEOUT_MS: '5000' } } as const;

/** From any scratch folder. */
const PROC = `${'../'.repeat(20)}proc`;

const proved = [promise('.', '--command AC-1=true'), bash(`cs prove "${PROMISE}"`)];

describeClaudeCode('no input makes the gate hang: a session', () => {
  scenario(
    'is held by its promise where a pipe took the place of .gitattributes below the project',
    {
      ...patience,
      setUp: ({ sh }) =>
        void sh('mkdir part; echo "* text" > part/.gitattributes; git add -A; git commit -qm part'),
      agent: [...proved, bash('rm part/.gitattributes && mkfifo part/.gitattributes')],
    },
    ({ blocks }) => expect(blocks.length).toBeGreaterThan(0),
  );

  scenario(
    'is held by its promise where a pipe lies as .git/commondir',
    { ...patience, agent: [...proved, bash('mkfifo .git/commondir')] },
    ({ blocks }) => expect(blocks.length).toBeGreaterThan(0),
  );

  scenario(
    'is told in time of a check of a file of 200 GB',
    {
      setUp: ({ sh }) => void sh('truncate -s 200G large.bin; echo large.bin > .git/info/exclude'),
      agent: [
        promise('.', '--file AC-1=large.bin --matches "a line that is not there" --file-type text'),
        bash(`timeout -s KILL 20 cs prove "${PROMISE}"; echo "ended with $?"`),
      ],
    },
    ({ told }) => expect(told[2]).not.toContain('ended with 137'),
  );

  scenario(
    'learns why where the state folder would lie in /proc',
    {
      agent: [
        bash(
          'CLAUDE_PROJECT_DIR=/proc timeout -s KILL 15 cs-promise --create "x" --ac "y"; echo "ended with $?"',
        ),
      ],
    },
    ({ told }) => {
      expect(told[1]).not.toContain('ended with 137');
      expect(told[1]).toMatch(/ENOENT|cannot|could not/i);
    },
  );

  scenario(
    'that was started in /proc learns that it cannot promise there',
    { launchIn: PROC, limitSeconds: 25, agent: [promise(), say('Done.')] },
    ({ told }) => expect(told[1]).toMatch(/ENOENT|cannot|could not/i),
  );
});
