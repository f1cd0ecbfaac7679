import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { createNodeProcesses } from '../../../src/adapters/node-processes.ts';
import type { ValidationResponse } from '../../../src/domain/validation/validation-response.ts';
import type { Files } from '../../../src/ports.ts';
import { createClaims } from '../../../src/store/files/claim.ts';
import { createLedger } from '../../../src/store/files/ledger.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { createFileValidationStore } from '../../../src/store/files/validation-store.ts';
import type { StoredValidation, ValidationStore } from '../../../src/store/validation-store.ts';
import { failureOf, successOf } from '../../rig/values/domain-values.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
import { validatorResponse } from '../../rig/values/promises.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';
import { scratchFolder } from '../../rig/worlds/repository.ts';

const FOLDER = stateFolderOf('/work');
const FILE = join(FOLDER.validations, 'promise-1', 'AC-1-validation.json');
const LOG = join(FOLDER.validations, 'promise-1', 'AC-1-answers.jsonl');

function storeOver(files: Files, folder = FOLDER, name = 'draft') {
  const clock = fakeClock();
  let drafts = 0;
  const uniqueName = () => {
    drafts += 1;
    return `${name}${drafts}`;
  };
  const processes = createNodeProcesses();
  const digests = NODE_DIGESTS;
  const claims = createClaims({ files, clock, processes }, folder.commits, uniqueName);
  const ledger = createLedger({
    files,
    clock,
    digests,
    claims,
    folder,

    sessionId: 'session-a',
  });
  const world = { files, clock, digests, ledger, draftName: uniqueName };
  return createFileValidationStore(world, folder);
}

const origin = (storedBy: string) => ({ storedBy, sessionId: 'session-a', evidenceDigest: 'd' });

/** A store in memory, and answers that are stored there: `ada: FAIL`. */
async function storeWith(...answers: readonly string[]) {
  const files = createMemoryFiles();
  files.makeFolder('/work');
  const store = storeOver(files);
  const give = async (text: string) => {
    const [by = '', verdict = ''] = text.split(': ');
    return successOf(
      await store.store('promise-1', 'AC-1', validatorResponse(verdict), origin(by)),
    );
  };
  const stored: StoredValidation[] = [];
  for (const answer of answers) stored.push(await give(answer));
  const governs = async () => textOf(await answerIn(store));
  return { files, store, give, stored, governs };
}

function answerIn(store: ValidationStore, promise = 'promise-1', criterion = 'AC-1') {
  return store.answersTo(promise, [{ id: criterion }]).then((answerFor) => answerFor(criterion));
}

function textOf(answer: {
  readonly found: string;
  readonly response?: ValidationResponse;
}): string {
  if (answer.response === undefined) return answer.found;
  const metadata = Object(answer.response['_metadata']);
  return `${metadata['stored_by'] ?? 'nobody'}: ${answer.response['verdict']}`;
}

describe('the answer that governs', () => {
  it.each<[readonly string[], string]>([
    [[], 'none'],
    [['ada: PASS'], 'ada: PASS'],
    [['ada: FAIL', 'bob: PASS'], 'ada: FAIL'],
    [['ada: FAIL', 'bob: PASS', 'ada: PASS'], 'ada: PASS'],
    [['cs prove: FAIL', 'anonymous: PASS'], 'cs prove: FAIL'],
    [['cs prove: PASS', 'ada: FAIL'], 'ada: FAIL'],
  ])('%j: %s', async (answers, expected) => {
    const { files, governs, stored } = await storeWith(...answers);
    expect(await governs()).toBe(expected);
    const last = stored.at(-1);
    if (last === undefined) return;
    expect(textOf({ found: 'answer', response: last.governing })).toBe(expected);
    expect(last.place).toBe(FILE);
    expect(textOf({ found: 'answer', response: JSON.parse(files.files.get(FILE) ?? '') })).toBe(
      expected,
    );
  });

  it('every answer is kept, oldest first, with who gave it and what it is about', async () => {
    const { files } = await storeWith('ada: FAIL', 'bob: PASS', 'ada: PASS');
    const lines = (files.files.get(LOG) ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((response) => textOf({ found: 'answer', response }))).toEqual([
      'ada: FAIL',
      'bob: PASS',
      'ada: PASS',
    ]);
    expect(lines[0]).toMatchObject({
      task_id: 'task-1',
      _metadata: {
        promise_id: 'promise-1',
        ac_id: 'AC-1',
        stored_at: '2026-03-04T05:06:07Z',
        stored_by: 'ada',
        session_id: 'session-a',
        evidence_digest: 'd',
      },
    });
  });

  it('an answer cannot say for itself who stored it', async () => {
    const { store } = await storeWith('ada: FAIL');
    const forged = validatorResponse('PASS', { _metadata: { stored_by: 'ada' } });
    successOf(await store.store('promise-1', 'AC-1', forged, origin('bob')));
    expect(textOf(await answerIn(store))).toBe('ada: FAIL');
  });
});

describe('what other programs file', () => {
  const foreign = (verdict: string) => JSON.stringify(validatorResponse(verdict));
  const put = (files: ReturnType<typeof createMemoryFiles>, text: string) => {
    files.makeFolder(dirname(FILE));
    if (files.exists(FILE)) files.remove(FILE);
    files.writeNew(FILE, text);
  };

  it('governs where nothing else is there', async () => {
    const { files, governs } = await storeWith();
    put(files, foreign('PASS'));
    expect(await governs()).toBe('nobody: PASS');
  });

  it('is kept when the next answer takes its place', async () => {
    const { files, give, governs } = await storeWith();
    put(files, foreign('FAIL'));
    await give('ada: PASS');
    expect(files.files.get(LOG)?.trim().split('\n')).toHaveLength(2);
    expect(await governs()).toBe('ada: PASS');
  });

  it('does not lift a FAIL that was kept', async () => {
    const { files, give, governs } = await storeWith('ada: FAIL');
    put(files, foreign('PASS'));
    expect(await governs()).toBe('ada: FAIL');
    await give('bob: PASS');
    expect(await governs()).toBe('ada: FAIL');
  });

  it('keeps the gate shut where it is a FAIL', async () => {
    const { files, governs } = await storeWith('ada: PASS');
    put(files, foreign('FAIL'));
    expect(await governs()).toBe('nobody: FAIL');
  });

  it('that is removed gives the kept answers back', async () => {
    const { files, governs } = await storeWith('ada: FAIL', 'bob: PASS');
    files.remove(FILE);
    expect(await governs()).toBe('ada: FAIL');
  });

  it.each(['', '{', '[]', '"PASS"'])(
    'that cannot be read (%j) is unreadable, not none',
    async (text) => {
      const { files, store } = await storeWith('ada: PASS');
      put(files, text);
      expect((await answerIn(store)).found).toBe('unreadable');
    },
  );
});

describe('the file of kept answers', () => {
  it('that is broken shuts the gate, and is not lost when another is stored', async () => {
    const { files, give, store } = await storeWith('ada: FAIL');
    files.remove(LOG);
    files.writeNew(LOG, '{broken}\n');
    expect(await answerIn(store)).toMatchObject({
      found: 'unreadable',
      reason: expect.stringContaining('AC-1-answers.jsonl'),
    });
    await give('bob: PASS');
    expect((await answerIn(store)).found).toBe('unreadable');
    expect(files.files.get(LOG)).toContain('{broken}');
  });

  it('that cannot be read shuts the gate, and the next answer is added to it', async () => {
    const { files } = await storeWith('ada: FAIL');
    const read: Files['read'] = (path, limit) =>
      path === LOG ? { found: 'not-utf-8' } : files.read(path, limit);
    const store = storeOver({ ...files, read }, FOLDER, 'other');
    const answer = validatorResponse('PASS');
    const stored = successOf(await store.store('promise-1', 'AC-1', answer, origin('bob')));
    expect(textOf({ found: 'answer', response: stored.governing })).toBe('bob: PASS');
    expect(await answerIn(store)).toEqual({ found: 'unreadable', reason: 'it is not valid UTF-8' });
    expect(files.files.get(LOG)).toMatch(/"ada"[^\n]*\n.*"bob"/);
  });

  it('whose last line is torn loses that line only', async () => {
    const { files, governs } = await storeWith('ada: FAIL');
    const text = files.files.get(LOG) ?? '';
    files.remove(LOG);
    files.writeNew(LOG, `${text}{"verdict": "PA`);
    expect(await governs()).toBe('ada: FAIL');
  });
});

describe('what is told of a stored answer', () => {
  const lineOf = (files: ReturnType<typeof createMemoryFiles>) =>
    JSON.parse((files.files.get(FOLDER.events) ?? '').trim().split('\n').at(-1) ?? '');
  const now = (files: ReturnType<typeof createMemoryFiles>, path: string) =>
    NODE_DIGESTS.of(files.files.get(path) ?? '');

  it('is its event, and both files as they were and are', async () => {
    const { files, give } = await storeWith('ada: FAIL');
    const [file, log] = [FILE, LOG].map((path) => now(files, path));
    await give('bob: PASS');
    expect(lineOf(files)).toMatchObject({
      event: 'validation.stored',
      promise_id: 'promise-1',
      ac_id: 'AC-1',
      verdict: 'PASS',
      stored_by: 'bob',
      file: {
        path: 'validations/promise-1/AC-1-validation.json',
        before: file,
        after: now(files, FILE),
      },
      also: [
        { path: 'validations/promise-1/AC-1-answers.jsonl', before: log, after: now(files, LOG) },
      ],
    });
  });

  it('is that nothing was there before the first, and that its verdict is not known', async () => {
    const { files, store } = await storeWith();
    const answer = validatorResponse('PASS', { verdict: undefined });
    successOf(await store.store('promise-1', 'AC-1', answer, origin('ada')));
    expect(lineOf(files)).toMatchObject({
      verdict: 'unknown',
      file: { before: null, after: now(files, FILE) },
      also: [{ before: null, after: now(files, LOG) }],
    });
  });

  it('is nothing of a log that cannot be read', async () => {
    const { files } = await storeWith('ada: FAIL');
    const read: Files['read'] = (path, limit) =>
      path === LOG ? { found: 'not-utf-8' } : files.read(path, limit);
    const store = storeOver({ ...files, read }, FOLDER, 'other');
    successOf(await store.store('promise-1', 'AC-1', validatorResponse('PASS'), origin('bob')));
    expect(lineOf(files)).not.toHaveProperty('also');
  });

  it.each([
    ['cut off in a line', '{"verdict": "PA'],
    ['whole', ''],
  ])('is how a log is then, that was %s', async (_what, torn) => {
    const folder = stateFolderOf(scratchFolder());
    const store = storeOver(createNodeFiles(NO_DEADLINE), folder);
    const log = join(folder.validations, 'promise-1', 'AC-1-answers.jsonl');
    const give = async () =>
      successOf(await store.store('promise-1', 'AC-1', validatorResponse('PASS'), origin('ada')));
    await give();
    appendFileSync(log, torn);
    await give();
    const line = JSON.parse(readFileSync(folder.events, 'utf8').trim().split('\n').at(-1) ?? '');
    expect(line.also[0].after).toBe(NODE_DIGESTS.of(readFileSync(log)));
  });
});

describe('an answer', () => {
  it.each<[string, Partial<Files>, object]>([
    [
      'that the system refuses',
      {
        appendLine(path) {
          throw systemError('ENOSPC', path);
        },
      },
      { kind: 'file-system', action: 'store a validation', path: LOG, code: 'ENOSPC' },
    ],
    [
      'in a state that leads elsewhere',
      { realPath: (path) => (path === FOLDER.validations ? '/elsewhere' : path) },
      { kind: 'broken-file', file: { path: FOLDER.validations } },
    ],
  ])('%s is not stored', async (_what, replaced, failure) => {
    const { files } = await storeWith();
    const store = storeOver({ ...files, ...replaced });
    const stored = await store.store('promise-1', 'AC-1', validatorResponse('PASS'), origin('a'));
    expect(failureOf(stored)).toMatchObject(failure);
    expect(files.exists(FILE)).toBe(false);
  });

  it('is on the disk with its folder, once it is stored', async () => {
    const { files } = await storeWith();
    const flushed: string[] = [];
    const store = storeOver({ ...files, flushFolder: (path) => void flushed.push(path) });
    successOf(await store.store('promise-1', 'AC-1', validatorResponse('PASS'), origin('a')));
    expect(flushed.at(-1)).toBe(dirname(FILE));
  });

  it('in a folder that leads out of the state is unreadable', async () => {
    const { files } = await storeWith('ada: PASS');
    const realPath = (path: string) => (path === dirname(FILE) ? '/elsewhere' : path);
    expect(await answerIn(storeOver({ ...files, realPath }))).toEqual({
      found: 'unreadable',
      reason: 'it is a link that leads outside the state folder',
    });
  });

  it('that was stored later than asked for is passed over', async () => {
    const { store } = await storeWith('ada: PASS');
    const at = async (until: string) =>
      textOf((await store.answersTo('promise-1', [{ id: 'AC-1' }], until))('AC-1'));
    expect(await at('2026-03-04T05:06:07Z')).toBe('ada: PASS');
    expect(await at('2026-03-04T05:06:06Z')).toBe('none');
  });

  it('that the suite itself filed is not kept twice', async () => {
    const { files } = await storeWith('ada: PASS', 'ada: PASS', 'ada: FAIL');
    expect(files.files.get(LOG)?.trim().split('\n')).toHaveLength(3);
  });

  it('of another program is kept beside a log that is broken', async () => {
    const { files, give } = await storeWith();
    files.makeFolder(dirname(FILE));
    files.writeNew(FILE, JSON.stringify(validatorResponse('FAIL', { by: 'another' })));
    files.writeNew(LOG, '{broken}\n');
    await give('bob: PASS');
    expect(files.files.get(LOG)).toMatch(/^\{broken\}\n.*"by":"another".*\n.*"bob".*\n$/);
  });
});

describe('ids', () => {
  it.each(['../x', 'a/b', '', '.', 'x'.repeat(129)])('%j names no file', async (id) => {
    const { store } = await storeWith();
    expect((await answerIn(store, id)).found).toBe('none');
    expect((await answerIn(store, 'promise-1', id)).found).toBe('none');
    const response = validatorResponse('PASS');
    expect(failureOf(await store.store(id, 'AC-1', response, origin('a'))).kind).toBe('invalid-id');
    expect(failureOf(await store.store('promise-1', id, response, origin('a'))).kind).toBe(
      'invalid-id',
    );
  });
});

it('two validators that store in turn over one folder lose nothing', async () => {
  const folder = stateFolderOf(scratchFolder());
  const stores = ['ada', 'bob'].map((by) => ({
    by,
    store: storeOver(createNodeFiles(NO_DEADLINE), folder, by),
  }));
  for (let round = 0; round < 20; round += 1) {
    for (const { by, store } of stores) {
      const verdict = by === 'ada' ? 'FAIL' : 'PASS';
      successOf(
        await store.store('promise-1', 'AC-1', validatorResponse(verdict, { round }), origin(by)),
      );
    }
  }
  for (const { store } of stores) expect(textOf(await answerIn(store))).toBe('ada: FAIL');
  const log = createNodeFiles(NO_DEADLINE).read(
    join(folder.validations, 'promise-1', 'AC-1-answers.jsonl'),
    1e7,
  );
  expect(log.found === 'text' ? log.text.trim().split('\n') : []).toHaveLength(40);
});
