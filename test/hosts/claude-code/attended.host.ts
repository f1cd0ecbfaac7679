import { expect } from 'vitest';
import { bash, say } from './scenario.ts';
import { attended, describeAttended } from './terminal.ts';

/** Sessions on a terminal, whose users are asked and answer. */

const WAITING = 'WAITING FOR YOU: Which database is the live one? (needs: decision)';

describeAttended('a session on a terminal with an open promise', () => {
  attended(
    'is told how to ask, stops once it asked, and is held again after the answer',
    {
      agent: [
        say('Which database is the live one?'),
        bash('cs session ask "Which database is the live one?" --needs decision'),
        say('Which database is the live one?'),
        say('SQLite it is.'),
        bash('cs session ask "And which port?"'),
      ],
    },
    async ({ blocks, enter, notes, requests, stops, waiting }) => {
      await stops(2);
      await notes(WAITING);
      expect(blocks()).toHaveLength(1);
      expect(blocks()[0]).toContain(
        'If only the user can answer, run: cs session ask "[question]"',
      );
      expect(waiting()).toMatchObject({ kind: 'asked', used: true });
      await enter('SQLite');
      await requests(5);
      expect(blocks()).toHaveLength(2);
      await notes('WAITING FOR YOU: And which port?');
    },
  );

  attended(
    'is let go once where its user interrupted it, in a tool and in a turn that a block began',
    {
      agent: [
        bash('touch first; tail -f /dev/null'),
        say('One criterion is left.'),
        say('I go on.'),
        bash('touch second; tail -f /dev/null'),
        say('I stop here.'),
      ],
    },
    async ({ blocks, enter, interrupt, interrupted, notes, obeys, stops }) => {
      await interrupt('first');
      await enter('What is left?');
      await obeys();
      await notes('You interrupted, so this stop is let through.');
      expect(blocks()).toHaveLength(0);
      await enter('Go on then');
      // The block has the agent start a tool, which is interrupted again.
      await interrupt('second');
      expect(blocks()).toHaveLength(1);
      expect(interrupted()).toBeUndefined();
      await enter('Stop');
      await obeys();
      await stops(3);
      expect(blocks()).toHaveLength(1);
    },
  );

  attended(
    'waits with a plan that it shows in plan mode, once for each prompt',
    {
      mode: 'plan',
      agent: [
        say('# The plan\n1. a'),
        say('# A better plan\n1. b'),
        { uses: 'ExitPlanMode', input: { plan: '# The plan\n1. a' } },
        say('Done.'),
      ],
    },
    async ({ blocks, enter, notes, accept, requests, shows, stops, waiting, world }) => {
      await stops(1);
      await notes('WAITING FOR YOU: a plan to approve');
      expect(waiting()).toMatchObject({ kind: 'plan', question: '# The plan', used: true });
      await enter('A better one');
      await stops(2);
      expect(blocks()).toEqual([]);
      await enter('Show it');
      await requests(3);
      // The dialog in which the plan is approved is no stop.
      await shows('Exit');
      expect(world.stops()).toHaveLength(2);
      await accept();
      await stops(3);
      await requests(5);
      expect(blocks().length).toBeGreaterThan(0);
    },
  );

  attended(
    'does not stop while a question of AskUserQuestion is pending',
    {
      agent: [
        {
          uses: 'AskUserQuestion',
          input: {
            questions: [
              {
                question: 'Which database?',
                header: 'Database',
                multiSelect: false,
                options: [
                  { label: 'Postgres', description: 'The large one' },
                  { label: 'SQLite', description: 'The small one' },
                ],
              },
            ],
          },
        },
        bash('cs session ask "And which port?"'),
      ],
    },
    async ({ blocks, notes, accept, shows, world }) => {
      await shows('Postgres');
      await accept();
      await notes('WAITING FOR YOU: And which port?');
      expect(blocks()).toEqual([]);
      // The one after the answer.
      expect(world.stops()).toHaveLength(1);
    },
  );
});
