import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import type { Processes } from '../../../src/ports.ts';
import { successOf } from '../../rig/values/domain-values.ts';
import { promiseFile, validatorResponse } from '../../rig/values/promises.ts';
import { forgeWaiver, personEnd } from '../../rig/worlds/person-acts.ts';
import { CHANGES, type RecordedState, recordedState } from '../../rig/worlds/recorded-state.ts';
import { Killed, stepping } from '../../rig/worlds/stepping.ts';

/** A state that is removed when the test has finished. */
function scratchState(): RecordedState {
  const recorded = recordedState();
  onTestFinished(() => rmSync(recorded.root, { recursive: true, force: true }));
  return recorded;
}

const ledgerOf = ({ state }: RecordedState) => join(state, 'events.jsonl');
const promiseOf = ({ state }: RecordedState, id: string) => join(state, 'promises', `${id}.json`);
const answersOf = ({ state }: RecordedState, id: string) => join(state, 'validations', id);

/** Replaces a part of a file. */
function edit(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
}

/** Edits a JSON file. */
function editJson(path: string, change: (value: Record<string, unknown>) => object): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
}

const keep = (recorded: RecordedState, id: string) =>
  copyFileSync(promiseOf(recorded, id), `${recorded.folder}/kept`);
const restore = (recorded: RecordedState, id: string) =>
  copyFileSync(`${recorded.folder}/kept`, promiseOf(recorded, id));

/** A promise as something else than the suite makes it. */
const handMade = (owner: string | null) => promiseFile('promise-0000000f', owner);

type Tampering = (recorded: RecordedState, id: string) => void | Promise<void>;

/** What each comes to: `what` and `path` of the first finding, `<id>` for the promise's id. */
const MISFITS: readonly (readonly [string, Tampering, string, string])[] = [
  [
    'an edited promise',
    (r, id) => edit(promiseOf(r, id), '"seen"', '"sean"'),
    'changed',
    'promises/<id>.json',
  ],
  [
    'a promise put back as it was before the last change',
    async (r, id) => {
      keep(r, id);
      await CHANGES.meet(r.store, id, 'again');
      restore(r, id);
    },
    'put-back',
    'promises/<id>.json',
  ],
  [
    'one put back, after which something else was changed',
    async (r, id) => {
      keep(r, id);
      await CHANGES.meet(r.store, id, 'again');
      await CHANGES.create(r.store);
      restore(r, id);
    },
    'put-back',
    'promises/<id>.json',
  ],
  [
    'one put back to an older state',
    async (r, id) => {
      keep(r, id);
      await CHANGES.meet(r.store, id, 'again');
      await CHANGES.meet(r.store, id, 'and again');
      restore(r, id);
    },
    'changed',
    'promises/<id>.json',
  ],
  ['a promise that is gone', (r, id) => rmSync(promiseOf(r, id)), 'gone', 'promises/<id>.json'],
  [
    'an open one that was moved to the history',
    (r, id) => renameSync(promiseOf(r, id), join(r.state, 'history', `${id}.json`)),
    'not-ended',
    'promises/<id>.json',
  ],
  [
    'one in both places',
    (r, id) => copyFileSync(promiseOf(r, id), join(r.state, 'history', `${id}.json`)),
    'twice',
    'promises/<id>.json',
  ],
  [
    'a folder in its place',
    (r, id) => {
      rmSync(promiseOf(r, id));
      mkdirSync(promiseOf(r, id));
    },
    'unread',
    'promises/<id>.json',
  ],
  [
    'an edited answer',
    (r, id) => edit(join(answersOf(r, id), 'AC-1-validation.json'), 'FAIL', 'PASS'),
    'changed',
    'validations/<id>/AC-1-validation.json',
  ],
  [
    'a folder in the place of an answer',
    (r, id) => {
      const path = join(answersOf(r, id), 'AC-1-validation.json');
      rmSync(path);
      mkdirSync(path);
    },
    'unread',
    'validations/<id>/AC-1-validation.json',
  ],
  [
    'an answer taken out of the log',
    (r, id) => writeFileSync(join(answersOf(r, id), 'AC-1-answers.jsonl'), ''),
    'gone',
    'validations/<id>/AC-1-answers.jsonl',
  ],
  [
    'answers that are gone',
    (r, id) => rmSync(answersOf(r, id), { recursive: true }),
    'gone',
    'validations/<id>/AC-1-answers.jsonl',
  ],
  [
    'an end of a session that no person gave',
    (r) => {
      const path = join(r.state, 'stop-gate', 'session-x.json');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify({ ended: { by: 'person', at: '', reason: 'x' } }));
    },
    'end-unrecorded',
    'stop-gate/session-x.json',
  ],
  [
    'one that was taken back, and put there again',
    async (r) => {
      const path = join(r.state, 'stop-gate', 'session-x.json');
      await CHANGES.end(r.store, 'session-x');
      const ended = readFileSync(path);
      await CHANGES.reopen(r.store, 'session-x');
      writeFileSync(path, ended);
    },
    'end-taken-back',
    'stop-gate/session-x.json',
  ],
  [
    'one that was taken back and given anew, and put back as it was first',
    async (r) => {
      const path = join(r.state, 'stop-gate', 'session-x.json');
      await CHANGES.end(r.store, 'session-x');
      const ended = readFileSync(path);
      await CHANGES.reopen(r.store, 'session-x');
      await CHANGES.end(r.store, 'session-x');
      writeFileSync(path, ended);
    },
    'end-taken-back',
    'stop-gate/session-x.json',
  ],
  [
    'that of another session',
    async (r) => {
      await CHANGES.end(r.store, 'session-x');
      const path = join(r.state, 'stop-gate', 'session-y.json');
      copyFileSync(join(r.state, 'stop-gate', 'session-x.json'), path);
      editJson(path, ({ ended }) => ({
        ended: Object.assign({}, ended, { session: 'session-x' }),
      }));
    },
    'end-not-inherited',
    'stop-gate/session-y.json',
  ],
  [
    'one that names an event which is none of a person',
    async (r) => {
      await CHANGES.end(r.store, 'session-x');
      editJson(join(r.state, 'stop-gate', 'session-x.json'), ({ ended, ...rest }) => ({
        ...rest,
        ended: Object.assign({}, ended, { event: { offset: 0, digest: '0'.repeat(64) } }),
      }));
    },
    'end-unrecorded',
    'stop-gate/session-x.json',
  ],
  [
    'a waiver whose line something else added behind the end',
    (r, id) => forgeWaiver(r, id, 'AC-2'),
    'act-added-elsewhere',
    'promises/<id>.json',
  ],
  [
    'one behind which the suite added others since',
    async (r, id) => {
      forgeWaiver(r, id, 'AC-2');
      await CHANGES.create(r.store);
      await CHANGES.end(r.store, 'session-x');
    },
    'act-added-elsewhere',
    'promises/<id>.json',
  ],
  [
    'an end whose line something else added behind the end',
    (r) => {
      const ended = personEnd(r, 'session-x');
      const path = join(r.state, 'stop-gate', 'session-x.json');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify({ ended }));
    },
    'act-added-elsewhere',
    'stop-gate/session-x.json',
  ],
  [
    'a waiver that no person gave, in a promise that was made by hand',
    (r) => {
      const waived = { by: 'person', at: '2026-02-17T10:30:00Z', reason: 'no' };
      const criteria = [{ id: 'AC-1', status: 'pending', waived }];
      const file = handMade('session-a');
      writeFileSync(
        promiseOf(r, 'promise-0000000f'),
        JSON.stringify({ ...file, acceptance_criteria: criteria }),
      );
    },
    'waiver-unrecorded',
    'promises/promise-0000000f.json',
  ],
  [
    'a last line that was cut off',
    (r) => edit(ledgerOf(r), /.*\n$/, ''),
    'cut-short',
    'events.jsonl',
  ],
  [
    'a ledger cut short, to which the suite then added',
    async (r) => {
      edit(ledgerOf(r), /.*\n$/, '');
      await CHANGES.create(r.store);
    },
    'cut-short',
    'events.jsonl',
  ],
  [
    'one cut short that became as long again',
    async (r) => {
      edit(ledgerOf(r), /(.*\n){3}$/, '');
      for (let index = 0; index < 5; index += 1) await CHANGES.create(r.store);
    },
    'other-line',
    'events.jsonl',
  ],
  [
    'one cut short that another user made longer again, to which the suite then added',
    async (r) => {
      edit(ledgerOf(r), /.*\n$/, '');
      const other = r.open({ userStateFolder: join(r.folder, 'of-another') });
      for (let index = 0; index < 5; index += 1) await CHANGES.create(other);
      await CHANGES.create(r.store);
    },
    'other-line',
    'events.jsonl',
  ],
  [
    'one whose end became a line longer than any of the suite, to which the suite then added',
    async (r) => {
      const before = readFileSync(ledgerOf(r), 'utf8');
      appendFileSync(ledgerOf(r), `${'x'.repeat(200_000)}\n`);
      await CHANGES.create(r.store);
      const missing = statSync(ledgerOf(r)).size - Buffer.byteLength(`${before}\n`);
      writeFileSync(ledgerOf(r), `${before}${'y'.repeat(missing)}\n`);
      await CHANGES.create(r.store);
    },
    'other-line',
    'events.jsonl',
  ],
  [
    'a line of another program',
    (r) => appendFileSync(ledgerOf(r), '{"event":"promise.verified"}\n'),
    'unchained',
    'events.jsonl',
  ],
  [
    'a text behind the end',
    (r) => appendFileSync(ledgerOf(r), 'hello\n'),
    'unreadable',
    'events.jsonl',
  ],
  [
    'an empty line behind the end',
    (r) => appendFileSync(ledgerOf(r), '\n'),
    'unreadable',
    'events.jsonl',
  ],
  [
    'a promise that was made less open before the suite changed it',
    async (r, id) => {
      edit(promiseOf(r, id), '"description": "', '"description": "easier: ');
      await CHANGES.add(r.store, id);
    },
    'less-open',
    'promises/<id>.json',
  ],
];

/** A state with one promise that has begun, a criterion of it met, and an answer. */
async function begun(): Promise<{ readonly recorded: RecordedState; readonly id: string }> {
  const recorded = scratchState();
  const id = await CHANGES.create(recorded.store);
  await CHANGES.start(recorded.store, id);
  await CHANGES.meet(recorded.store, id);
  await CHANGES.answer(recorded.store, id, 'FAIL');
  return { recorded, id };
}

describe('what does not fit is named', () => {
  it.each(MISFITS)('%s', async (_name, tamper, what, path) => {
    const { id, recorded } = await begun();
    expect((await recorded.audit()).misfits).toEqual([]);
    await tamper(recorded, id);
    const { misfits } = await recorded.audit();
    expect(misfits[0]).toMatchObject({ what, path: path.replace('<id>', id) });
  });
});

const EXTERNALS: readonly (readonly [string, Tampering, string, string])[] = [
  [
    'a promise that was made by hand',
    (r) => writeFileSync(promiseOf(r, 'promise-0000000f'), JSON.stringify(handMade(null))),
    'unrecorded',
    'promises/promise-0000000f.json',
  ],
  [
    'an answer that another program stored',
    (r, id) =>
      writeFileSync(
        join(answersOf(r, id), 'AC-2-validation.json'),
        JSON.stringify(validatorResponse('PASS')),
      ),
    'unrecorded',
    'validations/<id>/AC-2-validation.json',
  ],
  [
    'a promise that was edited before the suite changed it',
    async (r, id) => {
      edit(promiseOf(r, id), '"T"', '"U"');
      await CHANGES.add(r.store, id);
    },
    'changed-before',
    'promises/<id>.json',
  ],
  [
    'one made by hand that the suite changed then',
    async (r) => {
      const file = handMade('session-a');
      writeFileSync(promiseOf(r, 'promise-0000000f'), JSON.stringify(file));
      await CHANGES.release(r.store, 'promise-0000000f');
    },
    'there-before',
    'promises/promise-0000000f.json',
  ],
  [
    'a log of a version without a chain',
    (r) => {
      rmSync(r.ofUser, { recursive: true });
      rmSync(r.state, { recursive: true });
      mkdirSync(r.state);
      writeFileSync(ledgerOf(r), '{"event":"promise.created"}\n');
    },
    'old-log',
    'events.jsonl',
  ],
  [
    'a head that cannot be read',
    (r) => {
      const folder = join(r.ofUser, 'ledgers');
      for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{');
    },
    'head-unread',
    'events.jsonl',
  ],
];

describe('what something else did is named, and is no misfit', () => {
  it.each(EXTERNALS)('%s', async (_name, act, what, path) => {
    const { id, recorded } = await begun();
    await act(recorded, id);
    const { externals, misfits } = await recorded.audit();
    expect(misfits).toEqual([]);
    expect(externals[0]).toMatchObject({ what, path: path.replace('<id>', id) });
  });
});

describe('what is as it should be', () => {
  it('an end that a session has from the one in whose place it goes on', async () => {
    const recorded = scratchState();
    const { store } = recorded;
    await CHANGES.end(store, 'session-a');
    await CHANGES.goOn(store, 'session-z', 'session-a');
    expect((await recorded.audit()).misfits).toEqual([]);
    const path = join(recorded.state, 'stop-gate', 'session-z.json');
    const ended = readFileSync(path);
    await CHANGES.reopen(store, 'session-z');
    expect((await recorded.audit()).misfits).toEqual([]);
    writeFileSync(path, ended);
    expect((await recorded.audit()).misfits).toMatchObject([{ what: 'end-taken-back' }]);
  });

  it.each<[string, Tampering]>([
    [
      'acts of persons',
      async (r, id) => {
        await CHANGES.waive(r.store, id);
        await CHANGES.end(r.store, 'session-a');
        await CHANGES.end(r.store, 'a session / with an odd id');
      },
    ],
    [
      'a log of an earlier version that was taken over',
      async (r) => {
        rmSync(r.ofUser, { recursive: true });
        rmSync(r.state, { recursive: true });
        mkdirSync(r.state);
        writeFileSync(ledgerOf(r), '{"event":"promise.created"}\n{"event":"promise.sta');
        await CHANGES.create(r.store);
        await CHANGES.create(r.store);
      },
    ],
    [
      'a line that a crash cut off',
      async (r) => {
        appendFileSync(ledgerOf(r), '{"timestamp":"2026-02-1');
      },
    ],
    [
      'the same, and lines behind it',
      async (r, id) => {
        appendFileSync(ledgerOf(r), '{"timestamp":"2026-02-1');
        await CHANGES.meet(r.store, id);
        await CHANGES.cancel(r.store, id);
      },
    ],
    [
      'a promise whose last move was cut off',
      async (r, id) => {
        await CHANGES.cancel(r.store, id);
        renameSync(join(r.state, 'history', `${id}.json`), promiseOf(r, id));
      },
    ],
    [
      'changes of a user who keeps no head here',
      async (r, id) => {
        await CHANGES.meet(r.open({ userStateFolder: join(r.folder, 'of-another') }), id, 'x');
      },
    ],
    [
      'acts of persons of whom nothing was kept, and others behind them',
      async (r, id) => {
        await CHANGES.waive(r.store, id);
        await CHANGES.end(r.store, 'session-a');
        rmSync(r.ofUser, { recursive: true });
        await CHANGES.create(r.store);
        await CHANGES.end(r.store, 'session-b');
        await CHANGES.create(r.store);
      },
    ],
    ['nothing kept of its end', (r) => rmSync(r.ofUser, { recursive: true })],
  ])('%s', async (_name, act) => {
    const { id, recorded } = await begun();
    await act(recorded, id);
    expect((await recorded.audit()).misfits).toEqual([]);
  });

  it('a broken file that a repair moved away', async () => {
    const { id, recorded } = await begun();
    writeFileSync(promiseOf(recorded, id), '{');
    const [broken] = await recorded.store.health.inspect();
    if (broken?.kind !== 'broken') throw new Error('nothing is broken');
    await recorded.store.health.repair(broken);
    expect((await recorded.audit()).misfits).toEqual([]);
    writeFileSync(promiseOf(recorded, id), JSON.stringify(handMade(null)));
    expect((await recorded.audit()).misfits).toMatchObject([{ what: 'came-back' }]);
  });

  it('the answers of one promise, where only that is asked for', async () => {
    const { id, recorded } = await begun();
    const other = await CHANGES.create(recorded.store);
    edit(promiseOf(recorded, id), '"T"', '"U"');
    expect((await recorded.audit(other)).misfits).toEqual([]);
    expect((await recorded.audit(id)).misfits).toMatchObject([{ what: 'changed' }]);
    edit(join(answersOf(recorded, id), 'AC-1-validation.json'), 'FAIL', 'PASS');
    expect((await recorded.audit(other)).misfits).toEqual([]);
    expect((await recorded.audit(id)).misfits).toMatchObject([
      { path: `promises/${id}.json` },
      { path: `validations/${id}/AC-1-validation.json`, what: 'changed' },
    ]);
    expect(await recorded.store.audits.audit('promise-0000000f')).toMatchObject({
      failure: { kind: 'promise-not-found' },
    });
  });
});

it.skipIf(process.platform === 'win32').each(['promises', 'validations'])(
  'a folder that leads out of the state is read by no audit: %s',
  async (name) => {
    const { recorded } = await begun();
    const elsewhere = join(recorded.folder, 'elsewhere');
    renameSync(join(recorded.state, name), elsewhere);
    symlinkSync(elsewhere, join(recorded.state, name));
    expect(await recorded.store.audits.audit()).toMatchObject({
      failure: { kind: 'broken-file', file: { path: join(recorded.state, name) } },
    });
  },
);

describe('a writer that is killed between any two steps', () => {
  /** Every how manyth step is tried: the killed commands of test/torture take any. */
  const EVERY = 7;
  /** More operations than any of the changes takes. */
  const BEYOND = 120;

  const KILLED: readonly (readonly [
    string,
    (r: RecordedState, id: string, store: RecordedState['store']) => Promise<unknown>,
  ])[] = [
    ['makes a promise', (_r, _id, store) => CHANGES.create(store)],
    ['meets a criterion', (_r, id, store) => CHANGES.meet(store, id, 'later')],
    ['stores an answer', (_r, id, store) => CHANGES.answer(store, id)],
    ['cancels', (_r, id, store) => CHANGES.cancel(store, id)],
    ['waives', (_r, id, store) => CHANGES.waive(store, id)],
    ['ends a session', (_r, _id, store) => CHANGES.end(store, 'session-a')],
    [
      'goes on in the place of a session that was ended',
      async (r, _id, store) => {
        await CHANGES.end(r.store, 'session-a');
        await CHANGES.goOn(store, 'session-z', 'session-a');
      },
    ],
  ];

  it.each(KILLED)('%s: the record fits, then and after the next change', async (_name, act) => {
    let finished = -1;
    for (let step = 0; finished < 0; step += EVERY) {
      expect(step).toBeLessThan(BEYOND);
      const { id, recorded } = await begun();
      const files = stepping(createNodeFiles(NO_DEADLINE), (now) => {
        if (now === step) throw new Killed();
      });
      // A process of its own, which is gone for those that come after it.
      const processes: Processes = {
        self: { pid: 1, started: '1', place: 'there' },
        fate: () => 'running',
      };
      try {
        await act(recorded, id, recorded.open({ files, processes }));
        finished = step;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      expect([step, (await recorded.audit()).misfits]).toEqual([step, []]);
      const survivor = recorded.open({
        processes: {
          self: { pid: 2, started: '1', place: 'there' },
          fate: ({ pid }) => (pid === 1 ? 'gone' : 'running'),
        },
      });
      await CHANGES.create(survivor);
      expect([step, (await recorded.audit()).misfits]).toEqual([step, []]);
    }
    expect(finished).toBeGreaterThan(15);
  });
});

it('what stands before the chain began is told of from its first line on', async () => {
  const { recorded } = await begun();
  const path = ledgerOf(recorded);
  const old = '{"event":"of another program"}\n';
  writeFileSync(path, `\n${old}${old}${readFileSync(path, 'utf8')}`);
  expect((await recorded.audit()).misfits).toContainEqual(
    expect.objectContaining({
      what: 'unchained',
      path: 'events.jsonl',
      line: 2,
      offset: 1,
      event: 'of another program',
    }),
  );
});

it.each<[string, (path: string) => void]>([
  ['is gone', (path) => rmSync(path)],
  ['is empty, as a machine that failed may leave it', (path) => writeFileSync(path, '')],
])('a head that %s says nothing', async (_what, spoil) => {
  const { recorded } = await begun();
  spoil((await recorded.audit()).headFile);
  expect(await recorded.audit()).toMatchObject({ head: 'missing', misfits: [], externals: [] });
});

it('a head is kept for the user alone, and nothing where that cannot be', async () => {
  const { recorded } = await begun();
  expect((await recorded.audit()).head).toBe('at-end');
  rmSync(recorded.ofUser, { recursive: true });
  writeFileSync(recorded.ofUser, 'no folder');
  await CHANGES.create(recorded.store);
  expect((await recorded.audit()).head).toBe('missing');
  expect(existsSync(join(recorded.ofUser, 'ledgers'))).toBe(false);
});

it.each<[string, Tampering, string, readonly string[]]>([
  ['of the whole ledger', () => undefined, 'at-end', []],
  ['of nothing', (r) => rmSync(r.ofUser, { recursive: true }), 'missing', []],
  [
    'of a ledger behind whose end something else wrote',
    (r) => appendFileSync(ledgerOf(r), '{"event":"promise.verified"}\n'),
    'behind',
    ['unchained'],
  ],
  ['that is gone', (r) => edit(ledgerOf(r), /.*\n$/, ''), 'lost', ['cut-short']],
  [
    'of the whole ledger, where a file does not fit',
    (r, id) => edit(promiseOf(r, id), '"seen"', '"sean"'),
    'at-end',
    ['changed'],
  ],
])('the end that was kept is one %s', async (_what, tamper, head, expected) => {
  const { id, recorded } = await begun();
  await tamper(recorded, id);
  const audit = await recorded.audit();
  expect([audit.head, audit.misfits.map(({ what }) => what)]).toEqual([head, expected]);
});

it('files that do not fit are named in the order of their paths', async () => {
  const recorded = scratchState();
  for (let index = 0; index < 6; index += 1) {
    const id = await CHANGES.create(recorded.store);
    await CHANGES.answer(recorded.store, id);
    edit(promiseOf(recorded, id), '"T"', '"U"');
    edit(join(answersOf(recorded, id), 'AC-1-validation.json'), 'PASS', 'FAIL');
  }
  const paths = (await recorded.audit()).misfits.map(({ path }) => path);
  expect(paths).toHaveLength(12);
  expect(paths).toEqual([...paths].sort());
});

it('an audit ends, also where the ledger grows at each look at a file', async () => {
  const { id, recorded } = await begun();
  edit(promiseOf(recorded, id), '"seen"', '"sean"');
  const files = createNodeFiles(NO_DEADLINE);
  let looks = 0;
  const read = (path: string, limit: number) => {
    if (path === promiseOf(recorded, id)) {
      looks += 1;
      if (looks > 100) throw new Error('it is looked at without end');
      appendFileSync(ledgerOf(recorded), '{"event":"promise.started"}\n');
    }
    return files.read(path, limit);
  };
  const audited = await recorded.open({ files: { ...files, read } }).audits.audit();
  expect(looks).toBeGreaterThan(1);
  expect(successOf(audited).misfits).toContainEqual(
    expect.objectContaining({ what: 'changed', path: `promises/${id}.json` }),
  );
});
