import { expect, it } from 'vitest';
import { passEverything, reply, startMessagesApi } from '../rig/worlds/messages-api.ts';
import { NEEDS_SESSIONS, testServer } from '../rig/worlds/postgresql.ts';
import { createSharedProject, promiseIn } from '../rig/worlds/shared-project.ts';

/** Enough for what two of these calls may cost, and not for three. */
const CAP_USD = 0.4;

it.skipIf(testServer() === undefined)(
  `judges on four machines at once spend no more together than the limit of a day (${NEEDS_SESSIONS})`,
  async () => {
    const shared = await createSharedProject();
    const api = await startMessagesApi();
    const machines = Array.from({ length: 4 }, () => shared.machine());
    const env = { ...api.env, CS_JUDGE_MAX_USD_PER_DAY: String(CAP_USD) };
    const promised = await Promise.all(
      machines.map(async (machine, at) => {
        const session = `worker-${at}`;
        const id = promiseIn(
          await machine.cs(session, ['do', `Promise ${at}`, '--ac', 'It opens']),
        );
        await machine.cs(session, ['meet', id, 'AC-1', '--evidence', '12 tests passed']);
        await machine.cs('reader', [
          'promise',
          'validate',
          id,
          'AC-1',
          '--pass',
          '--reason',
          'seen',
        ]);
        return { id, machine, session };
      }),
    );
    // Nobody is answered before all have asked or were refused: what is reserved counts like what is spent.
    const held: (() => void)[] = [];
    api.answer((request, response) => {
      held.push(() => reply(passEverything)(request, response));
    });
    let ended = 0;
    const judging = promised.map(async ({ id, machine, session }) => {
      const outcome = await machine.cs(session, ['judge', id], { env });
      ended += 1;
      return outcome;
    });
    while (ended + held.length < machines.length) await shared.database.run('SELECT 1');
    expect(held).toHaveLength(2);
    for (const answer of held) answer();
    const outcomes = await Promise.all(judging);
    expect(outcomes.filter(({ code }) => code === 0)).toHaveLength(2);
    const refused = outcomes.filter(({ code }) => code !== 0);
    expect(refused.map(({ stderr }) => stderr)).toEqual(
      refused.map(() => expect.stringContaining('exceeds the daily limit (judge.maxUsdPerDay)')),
    );
    const calls = await shared.database.run('SELECT text FROM completion_promise.cost');
    expect(calls).toHaveLength(2);
  },
);
