import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import {
  assistantSays,
  type HostedSession,
  hostedSession,
  runsOnPosix,
  toolResult,
  toolUse,
} from '../../rig/worlds/stop-gate.ts';

const ID = 'promise-0000000a';
const MEGABYTE = 1024 * 1024;

const todo = (content: string, status = 'pending') => ({ content, status, activeForm: content });
const writes = (todos: unknown, id = 'w1', parts: object = {}) =>
  toolUse('TodoWrite', { todos }, id, parts);
const creates = (subject: string, id: string) =>
  toolUse('TaskCreate', { subject, description: subject }, id);
const created = (number: number, id: string) =>
  toolResult(`Task #${number} created successfully: a task`, id);
const updates = (taskId: unknown, input: object, id: string) =>
  toolUse('TaskUpdate', { taskId, ...input }, id);
const failed = (id: string) =>
  toolResult('<tool_use_error>InputValidationError</tool_use_error>', id, { is_error: true });
const aside = { isSidechain: true };

/** A project that asks every session about its list. */
function listingProject() {
  const project = createProject();
  project.write('../completion-promise.json', { stopGate: { todos: 'all' } });
  return project;
}

function sessionOf(...lines: readonly object[]): HostedSession {
  const session = hostedSession(listingProject());
  session.say(...lines);
  return session;
}

const openItems = async (session: HostedSession): Promise<string> => {
  const { reason = '' } = await session.stop();
  return /its todo list has \d+ open items?: (.*)\.$/m.exec(reason)?.[1] ?? '';
};

describe("the session's own list", () => {
  it.each<[string, readonly object[], string]>([
    [
      'what TodoWrite wrote',
      [writes([todo('A'), todo('B', 'in_progress'), todo('C', 'completed')])],
      'A (pending), B (in_progress)',
    ],
    ['what TodoWrite wrote last', [writes([todo('A')]), writes([todo('B')], 'w2')], 'B (pending)'],
    ['nothing, once it wrote an empty list', [writes([todo('A')]), writes([], 'w2')], ''],
    ['nothing, once it wrote no list', [writes([todo('A')]), writes('none', 'w2')], ''],
    ['nothing of a subagent', [writes([todo('A')], 'w1', aside)], ''],
    [
      'its own, where a subagent wrote one after it',
      [writes([todo('A')]), writes([], 'w2', aside)],
      'A (pending)',
    ],
    ['a status that nobody knows is not open', [writes([todo('A', 'blocked')])], ''],
    ['items that are none are left out', [writes([null, 7, 'A', {}, todo('B')])], 'B (pending)'],
    ['an item without words', [writes([{ status: 'pending' }])], ' (pending)'],
    ['a task by its number', [creates('A', 't1'), created(1, 't1')], 'A (pending)'],
    ['a task without an answer', [creates('A', 't1')], 'A (pending)'],
    [
      'a task whose answer names no number',
      [creates('A', 't1'), toolResult('done', 't1')],
      'A (pending)',
    ],
    [
      'a task that is completed',
      [creates('A', 't1'), created(1, 't1'), updates('1', { status: 'completed' }, 'u1')],
      '',
    ],
    [
      'a task that is completed under #1',
      [creates('A', 't1'), created(1, 't1'), updates('#1', { status: 'completed' }, 'u1')],
      '',
    ],
    [
      'a task that is begun',
      [creates('A', 't1'), created(1, 't1'), updates('1', { status: 'in_progress' }, 'u1')],
      'A (in_progress)',
    ],
    [
      'a task that is renamed',
      [creates('A', 't1'), created(1, 't1'), updates('1', { subject: 'B' }, 'u1')],
      'B (pending)',
    ],
    [
      'no task that is deleted',
      [creates('A', 't1'), created(1, 't1'), updates('1', { status: 'deleted' }, 'u1')],
      '',
    ],
    [
      'a task of before this transcript',
      [updates('7', { status: 'in_progress' }, 'u1')],
      'Task #7 (in_progress)',
    ],
    [
      'nothing of a task that nobody can tell',
      [updates(undefined, { status: 'pending' }, 'u1'), updates(7, { status: 'pending' }, 'u2')],
      '',
    ],
    [
      'two tasks, and a list beside them',
      [
        creates('A', 't1'),
        created(1, 't1'),
        creates('B', 't2'),
        created(2, 't2'),
        writes([todo('C')]),
      ],
      'C (pending), A (pending), B (pending)',
    ],
    [
      'the words that a message holds are no call',
      [assistantSays('"TodoWrite" {"todos": [{"status": "pending"}]}')],
      '',
    ],
  ])('%s', async (_what, lines, expected) => {
    expect(await openItems(sessionOf(...lines))).toBe(expected);
  });

  it.each<[string, readonly object[], string]>([
    [
      'what was written before a call that failed',
      [writes([todo('A')]), writes([todo('B')], 'w2'), failed('w2')],
      'A (pending)',
    ],
    ['no task whose creation failed', [creates('A', 't1'), failed('t1')], ''],
    [
      'a task whose completion failed',
      [
        creates('A', 't1'),
        created(1, 't1'),
        updates('1', { status: 'completed' }, 'u1'),
        failed('u1'),
      ],
      'A (pending)',
    ],
  ])('%s', async (_what, lines, expected) => {
    expect(await openItems(sessionOf(...lines))).toBe(expected);
  });

  it('is read past lines that are broken', async () => {
    const session = sessionOf(writes([todo('A')]));
    appendFileSync(
      session.transcript,
      '{"TodoWrite"\n"TodoWrite"\n\u0000"TodoWrite"\u0000\n[["TodoWrite"]]\n',
    );
    appendFileSync(session.transcript, Buffer.from([0xff, 0xfe, 0x0a]));
    expect(await openItems(session)).toBe('A (pending)');
  });

  it('is read from lines that end as on Windows, and from a last line that is under way', async () => {
    const session = sessionOf();
    writeFileSync(session.transcript, `${JSON.stringify(writes([todo('A')]))}\r\n{"type":"assis`);
    const { reason } = await session.stopAgain();
    expect(reason).toContain('A (pending)');
  });

  it('is named in no more than five items, in one line each', async () => {
    const todos = Array.from({ length: 8 }, (_, index) =>
      todo(`step ${index}\n\u001b[2J${'x'.repeat(500)}`),
    );
    const { reason = '' } = await sessionOf(writes(todos)).stop();
    expect(reason).toContain('8 open items');
    expect(reason).toContain('and 3 more');
    expect(reason).not.toContain('\u001b');
    // Why, what next, and how to ask the user.
    expect(reason.split('\n')).toHaveLength(3);
    expect(reason.length).toBeLessThan(1500);
  });
});

describe('the end of a transcript is looked at, of whatever length it is', () => {
  const filler = `${JSON.stringify(assistantSays('x'.repeat(64 * 1024)))}\n`;

  it('a list within the last 4 MB is seen, at whatever byte the look begins', async () => {
    const session = sessionOf(writes([todo('A')]));
    appendFileSync(session.transcript, filler.repeat(62));
    expect(await openItems(session)).toBe('A (pending)');
  });

  it('a list further back is not: what the session noted so long ago is not held against it', async () => {
    const session = sessionOf(writes([todo('A')]));
    appendFileSync(session.transcript, filler.repeat(66));
    expect(await session.stop()).toEqual({});
  });

  it('100 MB get the answer of 100 KB', async () => {
    const small = sessionOf(writes([todo('A')]));
    const large = hostedSession(listingProject());
    truncateSync(large.transcript, 100 * MEGABYTE);
    appendFileSync(large.transcript, '\n');
    large.say(writes([todo('A')]));
    expect(await large.stop()).toEqual(await small.stop());
  });

  it('a line longer than what is looked at is none', async () => {
    const session = sessionOf(writes([todo('A'), todo('x'.repeat(5 * MEGABYTE))]));
    expect(await session.stopAgain()).toEqual({});
  });
});

describe('what is no transcript: every stop of a session with an open promise counts', () => {
  /** Puts something at a path beside the project, for `transcript_path`. */
  const PUT: readonly (readonly [string, (path: string) => void])[] = [
    ['nothing', () => undefined],
    ['a folder', (path) => void mkdirSync(path)],
    ['a link to nothing', (path) => symlinkSync('nowhere', path)],
    ['a link to itself', (path) => symlinkSync(path, path)],
    ['a link to a device that never ends', (path) => symlinkSync('/dev/zero', path)],
    ['a fifo that nobody writes to', (path) => void execFileSync('mkfifo', [path])],
  ];

  async function stopsAt(path: string | undefined, count: number): Promise<string> {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    const session = hostedSession(project);
    const decisions: string[] = [];
    for (let stop = 0; stop < count; stop += 1) {
      const { decision = 'pass' } = await session.stopAgain({ transcript_path: path });
      decisions.push(decision);
    }
    return decisions.join(' ');
  }

  const COUNTED = 'block block block block block pass';

  it.skipIf(!runsOnPosix).each(PUT)('%s', async (_what, put) => {
    const path = join(createProject().folder, 'transcript.jsonl');
    put(path);
    expect(await stopsAt(path, 6)).toBe(COUNTED);
  });

  it.each([undefined, '', '\u0000', 'x'.repeat(10_000)])(
    'a path that is none (%#)',
    async (path) => {
      expect(await stopsAt(path, 6)).toBe(COUNTED);
    },
  );

  it.skipIf(!runsOnPosix || process.getuid?.() === 0)('a file without rights', async () => {
    const path = join(createProject().folder, 'transcript.jsonl');
    writeFileSync(path, '{}\n');
    chmodSync(path, 0);
    expect(await stopsAt(path, 6)).toBe(COUNTED);
  });

  it.skipIf(!runsOnPosix)(
    'a link to a transcript is one, and a stop at one place counts once',
    async () => {
      const { folder } = createProject();
      writeFileSync(join(folder, 'real.jsonl'), '{}\n');
      symlinkSync('real.jsonl', join(folder, 'link.jsonl'));
      expect(await stopsAt(join(folder, 'link.jsonl'), 7)).toBe('block '.repeat(7).trim());
    },
  );
});

describe('the position', () => {
  async function openSession() {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    const session = hostedSession(project);
    await session.stop();
    return {
      session,
      idle: () => Object(project.read(`stop-gate/${SESSION}.json`)['liveness']).idle,
    };
  }

  it.each<[string, (transcript: string) => void, number]>([
    ['stays where the transcript does', () => undefined, 1],
    ['moves with any line', (path) => appendFileSync(path, '{}\n'), 2],
    ['moves with a line that is under way', (path) => appendFileSync(path, '{'), 2],
    ['moves where the transcript is cut', (path) => truncateSync(path, 10), 2],
    ['moves where the transcript is gone', (path) => rmSync(path), 2],
  ])('%s', async (_how, change, expected) => {
    const { idle, session } = await openSession();
    change(session.transcript);
    await session.stopAgain();
    expect(idle()).toBe(expected);
  });

  it('moves with another transcript of the same length', async () => {
    const { idle, session } = await openSession();
    const other = `${session.transcript}.new`;
    renameSync(session.transcript, other);
    await session.stopAgain({ transcript_path: other });
    expect(idle()).toBe(2);
  });
});
