import { join } from 'node:path';
import { expect } from 'vitest';
import { MOST_IDLE_BLOCKS } from '../../../src/domain/session/liveness.ts';
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

/** Sessions of Claude Code whose shells go into other folders, worktrees and repositories. */

const WEB = 'mkdir -p packages/web';

describeClaudeCode('whichever folder the shell stands in, a session', () => {
  scenario(
    'is held by a promise that it made in a subfolder',
    { agent: [bash(WEB), promise('packages/web'), say('Done.'), follow] },
    ({ blocks, promisesIn }) => {
      expect(blocks).toHaveLength(1);
      expect([promisesIn('.').length, promisesIn('packages/web').length]).toEqual([1, 0]);
    },
  );

  scenario(
    'is told a next command that works in the subfolder where it stands',
    { agent: [bash(WEB), promise(), bash('cd packages/web'), say('Done.'), follow] },
    ({ blocks }) => expect(blocks).toHaveLength(1),
  );

  scenario(
    'that was started in a subfolder is held by what it promised at the top',
    {
      setUp: ({ sh }) => void sh(WEB),
      launchIn: 'packages/web',
      agent: [promise('../..'), say('Done.')],
    },
    ({ blocks }) => expect(blocks.length).toBeGreaterThan(0),
  );

  scenario(
    'that was started in a subfolder promises in the project folder above it',
    {
      setUp: ({ sh }) => void sh(`${WEB} .claude/completion-state/promises`),
      launchIn: 'packages/web',
      agent: [promise(), say('Done.'), follow],
    },
    ({ blocks, promisesIn }) => {
      expect(blocks).toHaveLength(1);
      expect([promisesIn('.').length, promisesIn('packages/web').length]).toEqual([1, 0]);
    },
  );

  scenario(
    'is held by what it promised in a linked worktree below the project',
    {
      agent: [bash('git worktree add -q trees/one'), promise('trees/one'), say('Done.'), follow],
    },
    ({ blocks, promisesIn }) => {
      expect(blocks).toHaveLength(1);
      expect(promisesIn('.')).toHaveLength(1);
    },
  );

  scenario(
    'is held by what it promised in a linked worktree beside the project',
    { agent: [bash('git worktree add -q ../tree'), promise('../tree'), say('Done.')] },
    ({ blocks, promisesIn }) => {
      expect(blocks.length).toBeGreaterThan(0);
      expect(promisesIn('.')).toHaveLength(1);
    },
  );

  scenario(
    'is held by a promise whose linked worktree was removed',
    {
      agent: [
        bash('git worktree add -q trees/one'),
        promise('trees/one'),
        bash('cd "$(git rev-parse --git-common-dir)/.." && git worktree remove --force trees/one'),
        say('Done.'),
      ],
    },
    ({ blocks }) => expect(blocks.length).toBeGreaterThan(0),
  );

  scenario(
    'is held by what its subagent promised in a worktree of its own',
    {
      agent: [delegate({ isolation: 'worktree' }), say('Done.')],
      subagent: [promise(), say('An answer.')],
    },
    ({ blocks, promisesIn, subagentTold }) => {
      // The subagent is asked first, as often as a session is.
      expect(subagentTold).toHaveLength(2 + MOST_IDLE_BLOCKS);
      expect(blocks.length).toBeGreaterThan(0);
      expect(promisesIn('.')).toHaveLength(1);
    },
  );

  scenario(
    'is asked for the project folder where it promises in another repository',
    {
      setUp: ({ sh }) => void sh('git init -q ../other'),
      agent: [bash('cd ../other && cs-promise --create "Sign-in" --ac "Users can sign in"')],
    },
    ({ promisesIn, told }) => {
      expect(told[1]).toContain('-C');
      expect(promisesIn('../other')).toEqual([]);
    },
  );

  scenario(
    'is asked for the project folder where it promises in a submodule',
    {
      setUp: ({ sh }) =>
        void sh(
          'git init -q ../part; git -C ../part commit -q --allow-empty -m one; git submodule -q add ../part part',
        ),
      agent: [bash('cd part && cs-promise --create "Sign-in" --ac "Users can sign in"')],
    },
    ({ promisesIn, told }) => {
      expect(told[1]).toContain('-C');
      expect(promisesIn('part')).toEqual([]);
    },
  );

  scenario(
    'is asked for the project folder where it promises in a nested repository',
    {
      setUp: ({ sh }) => void sh('git init -q vendor/part'),
      agent: [bash('cd vendor/part && cs-promise --create "Sign-in" --ac "Users can sign in"')],
    },
    ({ promisesIn, told }) => {
      expect(told[1]).toContain('-C');
      expect(promisesIn('vendor/part')).toEqual([]);
    },
  );

  scenario(
    'has the project folder in its shells',
    { agent: [bash('echo "<$CS_PROJECT_DIR>"')] },
    ({ folder, told }) => expect(told[1]).toContain(`<${folder}>`),
  );

  scenario(
    'sees the same settings in a subfolder',
    {
      setUp: ({ sh }) =>
        void sh(`${WEB} .claude; echo '{"retries":{"max":7}}' > .claude/completion-promise.json`),
      agent: [bash('cd packages/web && cs config')],
    },
    ({ told }) => expect(told[1]).toContain('retries.max = 7'),
  );

  scenario(
    'is told a next command that works in a linked worktree where it stands',
    {
      agent: [
        promise(),
        bash('git worktree add -q trees/one && cd trees/one'),
        say('Done.'),
        follow,
      ],
    },
    ({ blocks, promisesIn }) => {
      expect(blocks).toHaveLength(1);
      expect(promisesIn('trees/one')).toEqual([]);
    },
  );

  scenario(
    'that was started by another path of its project is held in all of it',
    {
      setUp: ({ sh }) => void sh(`${WEB}; ln -s "$PWD" ../link`),
      launchIn: '../link',
      agent: [promise('packages/web'), say('Done.'), follow],
    },
    ({ blocks, promisesIn }) => {
      expect(blocks).toHaveLength(1);
      expect(promisesIn('.')).toHaveLength(1);
    },
  );

  scenario(
    'is held in a subfolder of a project without a repository',
    {
      setUp: ({ sh }) => void sh(`${WEB}; rm -rf .git`),
      agent: [promise('packages/web'), say('Done.'), follow],
    },
    ({ blocks, promisesIn }) => {
      expect(blocks).toHaveLength(1);
      expect([promisesIn('.').length, promisesIn('packages/web').length]).toEqual([1, 0]);
    },
  );

  scenario(
    'is let go by what it proved in a linked worktree, with files that are there alone',
    {
      agent: [
        bash('git worktree add -q trees/one'),
        promise('trees/one'),
        bash(`touch new.txt && cs meet "${PROMISE}" --ac-id AC-1 --run -- test -f new.txt`),
        say('Done.'),
      ],
    },
    ({ blocks, told }) => {
      expect(told[3]).toContain('Met criterion: AC-1');
      expect(blocks).toEqual([]);
    },
  );

  scenario(
    'is held by what it promised in another project that it named, and told commands that name it',
    {
      setUp: ({ sh }) => void sh('git init -q ../other'),
      agent: [
        bash('cd ../other && cs-promise -C . --create "Sign-in" --ac "Users can sign in"'),
        say('Done.'),
        follow,
        say('Done.'),
        follow,
      ],
    },
    ({ blocks, folder, promisesIn }) => {
      expect(promisesIn('../other')).toHaveLength(1);
      expect(blocks).toHaveLength(2);
      expect(blocks[0]).toContain(` -C ${join(folder, '..', 'other')}`);
    },
  );

  scenario(
    'is told a next command that works in a nested repository where it stands',
    {
      setUp: ({ sh }) => void sh('git init -q vendor/part'),
      agent: [promise(), bash('cd vendor/part'), say('Done.'), follow],
    },
    ({ blocks, promisesIn }) => {
      expect(blocks).toHaveLength(1);
      expect(promisesIn('vendor/part')).toEqual([]);
    },
  );

  scenario(
    'finds stray state folders with cs doctor',
    {
      setUp: ({ sh }) => void sh('mkdir -p packages/web/.claude/completion-state/promises'),
      agent: [bash('cs doctor')],
    },
    ({ folder, told }) => {
      const stray = join(folder, 'packages', 'web');
      expect(told[1]).toContain(`another state folder below the project, in ${stray}`);
    },
  );

  scenario(
    'is told where its promise is, where it looks for it in another repository',
    {
      setUp: ({ sh }) => void sh('git init -q vendor/part'),
      agent: [promise(), bash(`cd vendor/part && cs-promise --show "${PROMISE}"`)],
    },
    ({ folder, told }) => expect(told[2]).toContain(`add -C ${folder}`),
  );
});
