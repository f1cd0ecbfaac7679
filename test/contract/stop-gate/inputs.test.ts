import { describe, expect, it } from 'vitest';
import * as given from '../../rig/values/gate-input.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import { outputOf, runsOnPosix, stopPayload } from '../../rig/worlds/stop-gate.ts';

/** Whatever stands behind the standard input: one line with one object, exit code 0, and no gate opens. */

const ID = 'promise-0000000a';
const TOLD = 'session-that-the-host-names';
const PAYLOAD = JSON.stringify(stopPayload(TOLD));

function projectOf(owner: string) {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, owner));
  return project;
}

const READ: readonly (readonly [string, given.Input])[] = [
  ['a socket, which is what Node gives its children', given.socket],
  ['a socket that brings it in pieces', given.socketInPieces],
  ['a socket that nobody closes', given.openSocket],
  ['a pipe', given.pipe],
  ['a fifo', given.fifo],
  ['a fifo that nobody closes', given.openFifo],
  ['a file', given.file],
];

const UNREAD: readonly (readonly [string, given.Input])[] = [
  ['/dev/null', given.nothing],
  ['closed', given.closed],
  ['a folder', given.folder],
  ['a file that is open for writing only', given.fileForWriting],
];

describe.skipIf(!runsOnPosix)('the payload', () => {
  it.each(READ)('is read from %s', async (_what, input) => {
    expect(outputOf(await input(projectOf(TOLD), PAYLOAD)).decision).toBe('block');
    expect(outputOf(await input(projectOf('another'), PAYLOAD))).toEqual({});
  });

  it.each(UNREAD)('is missing where the input is %s', async (_what, input) => {
    const output = outputOf(await input(projectOf(TOLD), PAYLOAD));
    expect(output.decision).toBeUndefined();
    expect(output.systemMessage).toContain("The host's payload cannot be read: it is empty");
  });
});

describe.skipIf(!runsOnPosix)('a session that the environment names is blocked', () => {
  it.each([...READ, ...UNREAD])('where the input is %s', async (_what, input) => {
    expect(outputOf(await input(projectOf(SESSION), PAYLOAD)).decision).toBe('block');
  });

  // Every row costs the wait: all of them are in test/torture/long-waits.torture.ts, and the reading
  // itself is in test/adapters/standard-input.test.ts.
  it('where somebody holds a pipe open with half a payload in it', async () => {
    const half = PAYLOAD.slice(0, 40);
    const outcome = await given.openSocket(projectOf(SESSION), half);
    expect(outputOf(outcome).decision).toBe('block');
  });
});

describe.skipIf(!runsOnPosix)('nobody who is named', () => {
  it.each([...READ.slice(0, 2), ...UNREAD.slice(0, 1)])(
    'is told so, with %s as input',
    async (_what, input) => {
      const env = { CLAUDE_SESSION_ID: undefined };
      const { decision, systemMessage } = outputOf(await input(projectOf(SESSION), '{}', env));
      expect(decision).toBeUndefined();
      expect(systemMessage).toContain('The stop gate checked nothing');
    },
  );
});
