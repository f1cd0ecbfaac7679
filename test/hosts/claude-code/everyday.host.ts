import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { promiseFile } from '../../rig/values/promises.ts';
import { approveConfiguration } from '../../rig/worlds/approval.ts';
import {
  bash,
  delegate,
  describeClaudeCode,
  follow,
  PROMISE,
  promise,
  say,
  scenario,
} from './scenario.ts';

/** What happens every day in sessions of Claude Code, and what the gate makes of it. */

const STATE = '.claude/completion-state';
/** An open promise of a session that is not the scenario's, as a line of the shell. */
const OTHER = 'promise-0000bbbb';
const othersPromise = (folder: string): string => {
  const file = JSON.stringify(promiseFile(OTHER, 'another-session', { status: 'in_progress' }));
  return `mkdir -p ${folder}/${STATE}/promises && cat > ${folder}/${STATE}/promises/${OTHER}.json <<'END'\n${file}\nEND`;
};

describeClaudeCode('a session of Claude Code', () => {
  scenario(
    'that promised nothing makes one request, and the user is shown nothing',
    { agent: [say('Done.')] },
    ({ blocks, exitCode, shown, told }) => {
      expect([blocks.length, told.length, shown, exitCode]).toEqual([0, 1, '', 0]);
    },
  );

  scenario(
    'is held by its promise until it did what it was told',
    { agent: [promise(), say('Done.'), follow] },
    ({ blocks, promisesIn }) => {
      expect(blocks).toHaveLength(1);
      expect(blocks[0]).toContain('Users can sign in');
      expect(promisesIn('.')).toHaveLength(1);
    },
  );

  scenario(
    'is not held by a promise that it met before it stopped',
    {
      agent: [
        promise(),
        bash(`cs-promise --meet "${PROMISE}" --ac-id AC-1 --evidence "npm test: 42 passed"`),
      ],
    },
    ({ blocks, told }) => expect([blocks.length, told.length]).toEqual([0, 3]),
  );

  scenario(
    'is told of all its promises at once',
    { agent: [promise(), bash('cs-promise --create "The second" --ac "Docs say how"')] },
    ({ blocks }) => {
      expect(blocks[0]).toContain('Users can sign in');
      expect(blocks[0]).toContain('Next: cs promise start promise-');
    },
  );

  scenario(
    'neither waits for nor sees the promises of another session',
    { setUp: ({ sh }) => void sh(othersPromise('.')), agent: [promise(), say('Done.'), follow] },
    ({ blocks, shown, told }) => {
      expect(blocks).toHaveLength(1);
      expect([...told, shown].join('\n')).not.toContain(OTHER);
    },
  );

  scenario(
    'without a promise of its own ends beside the promises of another',
    { setUp: ({ sh }) => void sh(othersPromise('.')), agent: [say('Done.')] },
    ({ blocks, told }) => expect([blocks.length, told.length]).toEqual([0, 1]),
  );

  scenario(
    'that was resumed is held by what it promised before',
    { agent: [promise()], resumed: [say('Done.'), follow] },
    ({ blocks, told }) => {
      expect(blocks.length).toBeGreaterThan(1);
      expect(told.at(-1)).toMatch(/met|done/i);
    },
  );

  scenario(
    'that cancelled its promise is sent back once, and then ends',
    { agent: [promise(), say('Done.'), bash(`cs-promise --cancel "${PROMISE}"`)] },
    ({ blocks }) => expect(blocks).toHaveLength(2),
  );

  scenario(
    'whose promise vanished after the gate saw it is sent back once, and then ends',
    { agent: [promise(), say('Done.'), bash(`rm ${STATE}/promises/*.json`)] },
    ({ blocks }) => expect(blocks).toHaveLength(2),
  );

  scenario(
    'is told the way out of a promise file that cannot be read',
    { agent: [promise(), bash(`echo '{' > ${STATE}/promises/${PROMISE}.json`)] },
    ({ blocks }) => {
      expect(blocks.length).toBeGreaterThan(0);
      expect(blocks[0]).toContain('cs doctor');
    },
  );

  scenario(
    'is told why and what to do where the state folder cannot be made, and is not held for ever',
    {
      setUp: ({ sh }) => void sh('echo "a file" > .claude'),
      agent: [bash('cs-promise --create "Sign-in" --ac "Users can sign in"')],
    },
    ({ blocks, told }) => {
      expect(told[1]).toContain('ENOTDIR');
      expect(blocks[0]).toContain('Next: cs doctor');
      // As often as for any other cause: five in a row with nothing changed.
      expect(blocks).toHaveLength(5);
    },
  );

  scenario(
    'is held in a project without git',
    { setUp: ({ sh }) => void sh('rm -rf .git'), agent: [promise(), say('Done.'), follow] },
    ({ blocks }) => expect(blocks).toHaveLength(1),
  );

  scenario(
    'is held where it was started through a symbolic link',
    {
      setUp: ({ sh }) => void sh('ln -s project ../link'),
      launchIn: '../link',
      agent: [promise(), say('Done.'), follow],
    },
    ({ blocks, promisesIn }) => {
      expect(blocks).toHaveLength(1);
      expect(promisesIn('.')).toHaveLength(1);
    },
  );

  scenario(
    'is held by what it promised at the real path of a link that it was started through',
    {
      setUp: ({ sh }) => void sh('ln -s project ../link'),
      launchIn: '../link',
      agent: [bash('cd "$(pwd -P)"'), promise(), say('Done.'), follow],
    },
    ({ blocks }) => expect(blocks).toHaveLength(1),
  );

  scenario(
    'is held where it was started in a linked worktree',
    {
      setUp: ({ sh }) => void sh('git worktree add -q ../tree'),
      launchIn: '../tree',
      agent: [promise(), say('Done.'), follow],
    },
    ({ blocks }) => expect(blocks).toHaveLength(1),
  );

  scenario(
    'is held where it was started in a nested repository',
    {
      setUp: ({ sh }) => void sh('git init -q vendor/part'),
      launchIn: 'vendor/part',
      agent: [promise(), say('Done.'), follow],
    },
    ({ blocks }) => expect(blocks).toHaveLength(1),
  );

  scenario(
    "is held where it was started in the user's home",
    { launchIn: '../home', agent: [promise(), say('Done.'), follow] },
    ({ blocks }) => expect(blocks).toHaveLength(1),
  );

  scenario(
    'is held by a promise that was made in a shell without a home',
    { agent: [bash('env -u HOME cs-promise --create "Sign-in" --ac "Users can sign in"')] },
    ({ blocks }) => expect(blocks.length).toBeGreaterThan(0),
  );

  scenario(
    "is held by a promise that was made without the session's exported id",
    {
      agent: [
        bash('unset CLAUDE_SESSION_ID; cs-promise --create "Sign-in" --ac "Users can sign in"'),
      ],
    },
    ({ blocks }) => expect(blocks.length).toBeGreaterThan(0),
  );

  scenario(
    "is held where another host's variable names another folder",
    {
      env: { GEMINI_PROJECT_DIR: '/nowhere', COPILOT_PROJECT_DIR: '/nowhere' },
      agent: [promise(), say('Done.'), follow],
    },
    ({ blocks }) => expect(blocks).toHaveLength(1),
  );

  scenario(
    'is held by what its subagent promised',
    { agent: [delegate(), say('Done.'), follow], subagent: [promise(), say('An answer.')] },
    ({ blocks, subagentTold }) => {
      expect(subagentTold.length).toBeGreaterThan(2);
      expect(blocks).toHaveLength(1);
    },
  );

  scenario(
    'is held until its check passed, and again when a file changed after the proof',
    {
      agent: [
        promise('.', "--command 'AC-1=test -f sign-in.js'"),
        say('Done.'),
        bash(`touch sign-in.js && cs prove "${PROMISE}"`),
        bash('echo "// more" >> sign-in.js'),
        say('Done.'),
        bash(`cs prove "${PROMISE}"`),
      ],
    },
    ({ blocks }) => {
      expect(blocks).toHaveLength(2);
      expect(blocks[1]).toContain('stale');
    },
  );

  scenario(
    'is held by its promise where files of 200 GB came into the project after its proof',
    {
      setUp: ({ sh }) => void sh('echo small > known.bin; git add -A; git commit -qm known'),
      agent: [
        promise('.', '--command AC-1=true'),
        bash(`cs prove "${PROMISE}"`),
        bash('truncate -s 200G known.bin new.bin'),
      ],
    },
    ({ blocks, seconds }) => {
      expect(blocks.length).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(30);
    },
  );

  scenario(
    'that was started where no state can lie, in /proc, ends at once',
    { launchIn: `${'../'.repeat(20)}proc`, limitSeconds: 25, agent: [say('Done.')] },
    ({ blocks }) => expect(blocks).toEqual([]),
  );

  scenario(
    'leaves no state folder in a subfolder that it only visited',
    { agent: [bash('mkdir -p packages/web && cd packages/web && cs-status; cs-verify --check')] },
    ({ blocks, folder }) => {
      expect(blocks).toEqual([]);
      expect(readdirSync(join(folder, 'packages', 'web'))).toEqual([]);
      expect(existsSync(join(folder, STATE, 'promises'))).toBe(false);
    },
  );

  scenario(
    'that commits all there is commits nothing of its state, where the prompt is kept',
    {
      setUp({ folder, sh }) {
        sh(`: > .git/info/exclude
          mkdir -p .claude
          echo '{"realityCheck": {"enabled": true}}' > .claude/completion-promise.json`);
        approveConfiguration(folder, join(folder, '..', 'home'));
      },
      agent: [
        promise(),
        bash(
          'git add -A && git -c user.name=Agent -c user.email=a@example.org commit -qm "Sign-in"',
        ),
        follow,
      ],
    },
    ({ folder, session, sh }) => {
      const kept = readFileSync(join(folder, STATE, 'stop-gate', `${session}.json`), 'utf8');
      expect(kept).toContain('Build the sign-in');
      expect(sh('git log -p -1')).toContain('completion-promise.json');
      expect(sh('git ls-files')).not.toContain(STATE);
    },
  );

  scenario(
    'leaves its prompt in no file of the suite where nothing is held against it',
    { agent: [promise(), say('Done.'), follow] },
    ({ blocks, sh }) => {
      expect(blocks).toHaveLength(1);
      const files = sh('find .claude ../home/.local/state -type f').trim().split('\n');
      expect(files.length).toBeGreaterThan(3);
      expect(sh('grep -rl "Build the sign-in" .claude ../home/.local/state || :')).toBe('');
    },
  );
});
