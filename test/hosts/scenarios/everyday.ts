import type { HostScenario } from './scenario.ts';
import { act, heldWords, PROMPT, promiseWords, readsWords } from './scenario.ts';
import { done, follows, nextIn, promises } from './steps.ts';

/** Words of the suite to a user. Its name alone stands in the paths of folders, too. */
const SAID = /\(completion-promise\)|NOT COMPLETE|WAITING FOR YOU|the stop gate/i;

/** What happens every day in sessions of any host. */
export const EVERYDAY = {
  idle: {
    title: 'A session that promised nothing',
    async play(rig) {
      const { blocks, session, told, world } = await act(rig, { agent: [done] });
      const stops = world.asked().filter(({ words }) => words.startsWith('stop')).length;
      const shown = SAID.test(session.printed) ? 'something' : 'nothing';
      const seen = `${count(told.length, 'request')}, the gate is asked ${times(stops)}, ${heldWords(blocks)}, its user is shown ${shown}`;
      // The first one of a user may leave a folder for those that come after it.
      const before = world.nodeStarts();
      await world.session(PROMPT);
      const starts = world.nodeStarts() - before;
      return `${seen}; the hooks of the next one ${starts === 0 ? 'never start Node' : `start Node ${times(starts)}`}`;
    },
  },
  met: {
    title: 'A session that promised something and says too early that it is done',
    async play(rig) {
      const { blocks, world } = await act(rig, { agent: [...promises(), done, follows] });
      const isTold = nextIn(blocks[0] ?? '') !== undefined;
      return `${heldWords(blocks)}, ${isTold ? 'told the next command' : 'told no command'}: ${promiseWords(world)}`;
    },
  },
  insists: {
    title: 'A session that does nothing about its promise and says again and again that it is done',
    async play(rig) {
      const seen = await act(rig, { agent: [...promises(), done] });
      return `${heldWords(seen.blocks)}, then let go: ${promiseWords(seen.world)}; ${readsWords(seen, 'NOT COMPLETE')}`;
    },
  },
  asks: {
    title: 'A session that asks its user by `cs session ask` and stops',
    async play(rig) {
      const question = { runs: 'cs session ask "Which provider is it to be?" --needs decision' };
      const seen = await act(rig, { agent: [...promises(), question, done] });
      return `${heldWords(seen.blocks)}; ${readsWords(seen, 'WAITING FOR YOU')}`;
    },
  },
  calls: {
    title:
      'A session that is to show that a command of its own went well: it failed, and then it did',
    async play(rig) {
      const { told } = await act(rig, {
        agent: [
          ...promises('.', '--tool-results "AC-1=the-tests"'),
          { runs: "sh -c 'echo the-tests; exit 3'" },
          PROVES,
          { runs: "sh -c 'echo the-tests'" },
          PROVES,
          done,
        ],
      });
      return `${provedWords(told[4])}, ${provedWords(told[6])}`;
    },
  },
} as const satisfies Readonly<Record<string, HostScenario>>;

const PROVES = { runs: 'cs prove' };

/** What a check of tool results said, by what the shell printed. */
function provedWords(printed = ''): string {
  if (/\(Bash\) failed/.test(printed)) return 'it fails';
  if (/\(Bash\) did not fail/.test(printed)) return 'it passes';
  return /keeps no transcript/.test(printed) ? 'it is skipped and says why' : 'nothing is said';
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}
