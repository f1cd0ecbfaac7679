import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeFiles } from '../../src/adapters/node-files.ts';
import type { ValidationResponse } from '../../src/domain/validation.ts';
import type { Files } from '../../src/ports.ts';
import { createEventLog } from '../../src/store/event-log.ts';
import { stateFolderOf } from '../../src/store/state-folder.ts';
import { createValidationStore } from '../../src/store/validation-store.ts';
import { failureOf, successOf } from '../rig/domain-values.ts';
import { fakeClock } from '../rig/judge-values.ts';
import { createMemoryFiles } from '../rig/memory-files.ts';
import { validatorResponse } from '../rig/promises.ts';
import { scratchFolder } from '../rig/repository.ts';

const FOLDER = stateFolderOf('/work');
const FILE = join(FOLDER.validations, 'promise-1', 'AC-1-validation.json');
const LOG = join(FOLDER.validations, 'promise-1', 'AC-1-answers.jsonl');

function storeOver(files: Files, folder = FOLDER, name = 'draft') {
  const clock = fakeClock();
  const events = createEventLog({ files, clock }, folder, 'session-a');
  let drafts = 0;
  const draftName = () => {
    drafts += 1;
    return `${name}${drafts}`;
  };
  return createValidationStore({ files, clock, events, draftName }, folder);
}

const origin = (storedBy: string) => ({ storedBy, sessionId: 'session-a', evidenceDigest: 'd' });

/** A store in memory, and answers that are stored there: `ada: FAIL`. */
function storeWith(...answers: readonly string[]) {
  const files = createMemoryFiles();
  files.makeFolder('/work');
  const store = storeOver(files);
  const give = (text: string) => {
    const [by = '', verdict = ''] = text.split(': ');
    return successOf(store.store('promise-1', 'AC-1', validatorResponse(verdict), origin(by)));
  };
  const stored = answers.map(give);
  const governs = () => textOf(store.answerFor('promise-1', 'AC-1'));
  return { files, store, give, stored, governs };
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
  ])('%j: %s', (answers, expected) => {
    const { files, governs, stored } = storeWith(...answers);
    expect(governs()).toBe(expected);
    const last = stored.at(-1);
    if (last === undefined) return;
    expect(textOf({ found: 'answer', response: last.governing })).toBe(expected);
    expect(last.path).toBe(FILE);
    expect(textOf({ found: 'answer', response: JSON.parse(files.files.get(FILE) ?? '') })).toBe(
      expected,
    );
  });

  it('every answer is kept, oldest first, with who gave it and what it is about', () => {
    const { files } = storeWith('ada: FAIL', 'bob: PASS', 'ada: PASS');
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

  it('an answer cannot say for itself who stored it', () => {
    const { store } = storeWith('ada: FAIL');
    const forged = validatorResponse('PASS', { _metadata: { stored_by: 'ada' } });
    successOf(store.store('promise-1', 'AC-1', forged, origin('bob')));
    expect(textOf(store.answerFor('promise-1', 'AC-1'))).toBe('ada: FAIL');
  });
});

describe('what other programs file', () => {
  const foreign = (verdict: string) => JSON.stringify(validatorResponse(verdict));
  const put = (files: ReturnType<typeof createMemoryFiles>, text: string) => {
    files.makeFolder(dirname(FILE));
    if (files.exists(FILE)) files.remove(FILE);
    files.writeNew(FILE, text);
  };

  it('governs where nothing else is there', () => {
    const { files, governs } = storeWith();
    put(files, foreign('PASS'));
    expect(governs()).toBe('nobody: PASS');
  });

  it('is kept when the next answer takes its place', () => {
    const { files, give, governs } = storeWith();
    put(files, foreign('FAIL'));
    give('ada: PASS');
    expect(files.files.get(LOG)?.trim().split('\n')).toHaveLength(2);
    expect(governs()).toBe('ada: PASS');
  });

  it('does not lift a FAIL that was kept', () => {
    const { files, give, governs } = storeWith('ada: FAIL');
    put(files, foreign('PASS'));
    expect(governs()).toBe('ada: FAIL');
    give('bob: PASS');
    expect(governs()).toBe('ada: FAIL');
  });

  it('keeps the gate shut where it is a FAIL', () => {
    const { files, governs } = storeWith('ada: PASS');
    put(files, foreign('FAIL'));
    expect(governs()).toBe('nobody: FAIL');
  });

  it('that is removed gives the kept answers back', () => {
    const { files, governs } = storeWith('ada: FAIL', 'bob: PASS');
    files.remove(FILE);
    expect(governs()).toBe('ada: FAIL');
  });

  it.each(['', '{', '[]', '"PASS"'])('that cannot be read (%j) is unreadable, not none', (text) => {
    const { files, store } = storeWith('ada: PASS');
    put(files, text);
    expect(store.answerFor('promise-1', 'AC-1').found).toBe('unreadable');
  });
});

describe('the file of kept answers', () => {
  it('that is broken shuts the gate, and is not lost when another is stored', () => {
    const { files, give, store } = storeWith('ada: FAIL');
    files.remove(LOG);
    files.writeNew(LOG, '{broken}\n');
    expect(store.answerFor('promise-1', 'AC-1')).toMatchObject({
      found: 'unreadable',
      reason: expect.stringContaining('AC-1-answers.jsonl'),
    });
    give('bob: PASS');
    expect(store.answerFor('promise-1', 'AC-1').found).toBe('unreadable');
    expect(files.files.get(LOG)).toContain('{broken}');
  });

  it('whose last line is torn loses that line only', () => {
    const { files, governs } = storeWith('ada: FAIL');
    const text = files.files.get(LOG) ?? '';
    files.remove(LOG);
    files.writeNew(LOG, `${text}{"verdict": "PA`);
    expect(governs()).toBe('ada: FAIL');
  });
});

describe('ids', () => {
  it.each(['../x', 'a/b', '', '.', 'x'.repeat(129)])('%j names no file', (id) => {
    const { store } = storeWith();
    expect(store.answerFor(id, 'AC-1').found).toBe('none');
    expect(store.answerFor('promise-1', id).found).toBe('none');
    const response = validatorResponse('PASS');
    expect(failureOf(store.store(id, 'AC-1', response, origin('a'))).kind).toBe('invalid-id');
    expect(failureOf(store.store('promise-1', id, response, origin('a'))).kind).toBe('invalid-id');
  });
});

it('two validators that store in turn over one folder lose nothing', () => {
  const folder = stateFolderOf(scratchFolder());
  const stores = ['ada', 'bob'].map((by) => ({
    by,
    store: storeOver(createNodeFiles(), folder, by),
  }));
  for (let round = 0; round < 20; round += 1) {
    for (const { by, store } of stores) {
      const verdict = by === 'ada' ? 'FAIL' : 'PASS';
      successOf(
        store.store('promise-1', 'AC-1', validatorResponse(verdict, { round }), origin(by)),
      );
    }
  }
  for (const { store } of stores)
    expect(textOf(store.answerFor('promise-1', 'AC-1'))).toBe('ada: FAIL');
  const log = createNodeFiles().read(
    join(folder.validations, 'promise-1', 'AC-1-answers.jsonl'),
    1e7,
  );
  expect(log.found === 'text' ? log.text.trim().split('\n') : []).toHaveLength(40);
});
