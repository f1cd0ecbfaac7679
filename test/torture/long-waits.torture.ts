import { describe, expect, it } from 'vitest';
import * as given from '../rig/values/gate-input.ts';
import { promiseFile } from '../rig/values/promises.ts';
import { silence } from '../rig/worlds/messages-api.ts';
import { createProject, SESSION } from '../rig/worlds/project.ts';
import { reviewedSession } from '../rig/worlds/reviewed-session.ts';
import { outputOf, runsOnPosix, stopPayload } from '../rig/worlds/stop-gate.ts';
import { expectEnded, expectNothingTaken, type Stuck } from '../rig/worlds/stuck-claude.ts';

const STUCK: readonly Stuck[] = [
  { what: 'a child', line: (beacon) => beacon.line('one'), visitors: 1 },
  {
    what: 'one that closed its output',
    line: (beacon) => `${beacon.line('one', 'stubborn')} >/dev/null 2>&1`,
    visitors: 1,
  },
  {
    what: 'one behind it that closed its output',
    line: (beacon) => `${beacon.line('one')} >/dev/null 2>&1 & ${beacon.line('two')}`,
    visitors: 2,
  },
];

describe('a claude that never ends', () => {
  it.each(STUCK)('is ended at the deadline with all that it runs: $what', expectEnded);

  it('though it printed an answer: nothing is taken from it', expectNothingTaken);
});

describe('a stop whose review gets no answer', () => {
  it('is let go after eight seconds in all, with a note', async () => {
    // The gate itself would wait for 50 seconds, and its hook for longer.
    const { api, stop } = await reviewedSession({ answer: silence });
    const { decision, systemMessage } = await stop();
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('The continuation review did not run');
    expect(systemMessage).toContain('no answer came in time');
    expect(api.requests).toHaveLength(1);
  });
});

describe.skipIf(!runsOnPosix)('a session that the environment names is blocked', () => {
  const payload = JSON.stringify(stopPayload('session-that-the-host-names'));

  it.each([
    ['nothing', ''],
    ['half a payload', payload.slice(0, 40)],
    ['a whole payload, and the beginning of another', `${payload}\n{"session_id": `],
    ['something that ends as an object does', '{"a": "}'],
  ])('where somebody holds a pipe open with %s in it', async (_what, text) => {
    for (const input of [given.openSocket, given.openFifo]) {
      const project = createProject();
      project.write('promises/promise-0000000a.json', promiseFile('promise-0000000a', SESSION));
      expect(outputOf(await input(project, text)).decision).toBe('block');
    }
  });
});
