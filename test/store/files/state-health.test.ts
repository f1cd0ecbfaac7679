import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import type { Finding, RepairableFinding } from '../../../src/domain/judging/finding.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { REGISTERED_AT, written } from '../../rig/values/register-values.ts';
import { createMemoryRegister } from '../../rig/worlds/memory-register.ts';
import { recordedState } from '../../rig/worlds/recorded-state.ts';

/** A project whose state holds files, by their paths in it; a path that ends in `/` is a folder. */
function stateWith(files: Readonly<Record<string, unknown>>) {
  const recorded = recordedState();
  onTestFinished(() => rmSync(recorded.root, { recursive: true, force: true, maxRetries: 5 }));
  const at = (path: string) => (path === '' ? recorded.state : join(recorded.state, path));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(path.endsWith('/') ? at(path) : dirname(at(path)), { recursive: true });
    if (path.endsWith('/')) continue;
    writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return { ...recorded, at };
}

/** A finding in short: its kind, what it is about, what it says, and whether it keeps gates shut. */
function short(finding: Finding, state: string): string {
  const within = (path: string) => path.slice(state.length + 1).replaceAll('\\', '/');
  switch (finding.kind) {
    case 'other-id':
      return `other-id ${finding.id}: ${finding.says}`;
    case 'not-archived':
      return `not-archived ${finding.id}: ${within(finding.path)}`;
    default: {
      const { blocksGates, file, kind } = finding;
      return `${blocksGates ? 'BLOCKS ' : ''}${kind} ${within(file.path)}: ${file.reason}`;
    }
  }
}

const open = promiseFile('promise-1', 'session-a');
const ended = promiseFile('promise-1', 'session-a', { status: 'cancelled' });

describe('the health of a state', () => {
  it.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['is sound where nothing is there', {}, []],
    [
      'is sound with whole files, and with others beside them',
      {
        'promises/promise-1.json': open,
        'history/promise-2.json': promiseFile('promise-2', null, { status: 'verified' }),
        'validations/promise-1/AC-1-validation.json': {},
        'validations/promise-1/AC-1-answers.jsonl': '{}\n',
        'validations/a-file': 'no folder',
        'sessions/folder/session-state.json': {},
        'sessions/folder/other.json': '{',
        'stop-gate/session-a.json': {},
        'stop-gate/.draft.json': '{',
        'events.jsonl': '',
      },
      [],
    ],
    [
      'names an open promise that cannot be read, which keeps gates shut, and an ended one',
      { 'promises/promise-1.json': '{', 'history/promise-2.json': '[]' },
      [
        'BLOCKS broken promises/promise-1.json: it is not valid JSON',
        'broken history/promise-2.json: it is not a promise: it is not an object',
      ],
    ],
    [
      'names a promise whose file is named otherwise, open or ended',
      { 'promises/promise-9.json': open, 'history/promise-8.json': ended },
      ['other-id promise-9: promise-1', 'other-id promise-8: promise-1'],
    ],
    [
      'names a promise that ended and was not moved',
      { 'promises/promise-1.json': ended },
      ['not-archived promise-1: promises/promise-1.json'],
    ],
    [
      'names a file in the place of the open promises',
      { promises: '' },
      ['BLOCKS broken promises: it is not a folder'],
    ],
    [
      'names a file in the place of a folder of others',
      { validations: '', 'stop-gate': '' },
      ['broken validations: it is not a folder', 'broken stop-gate: it is not a folder'],
    ],
    [
      'names answers that cannot be read',
      {
        'validations/promise-1/AC-1-validation.json': '[]',
        'validations/promise-1/AC-1-answers.jsonl': '{broken}\n{}\n',
      },
      [
        'broken validations/promise-1/AC-1-validation.json: it is not an object',
        expect.stringContaining('broken validations/promise-1/AC-1-answers.jsonl: '),
      ],
    ],
    [
      'names what is kept of a session and cannot be read',
      {
        'sessions/folder/session-state.json': '{',
        'stop-gate/session-a.json': { directives: 'none' },
        'stop-gate/session-b.json': '{',
      },
      [
        'broken sessions/folder/session-state.json: it is not valid JSON',
        'broken stop-gate/session-a.json: `directives` is not a list',
        'broken stop-gate/session-b.json: it is not valid JSON',
      ],
    ],
    [
      'names a mark for the register that cannot be read',
      { 'register/session-a.jsonl': 'no line\n' },
      ['broken register/session-a.jsonl: line 1 cannot be read'],
    ],
    [
      'names a ledger to which nothing can be added',
      { 'events.jsonl/': '' },
      ['broken events.jsonl: it is a folder'],
    ],
  ])('%s', async (_what, files, expected) => {
    const { state, store } = stateWith(files);
    const findings = await store.health.inspect();
    expect(findings.map((finding) => short(finding, state))).toEqual(expected);
  });

  it('names a folder that cannot be listed, which no repair moves', async () => {
    const { at, open: opened, state } = stateWith({ 'promises/promise-1.json': open });
    const files = createNodeFiles(NO_DEADLINE);
    const list = (path: string) =>
      path === at('promises') ? { code: 'EACCES' } : files.list(path);
    const findings = await opened({ files: { ...files, list } }).health.inspect();
    expect(findings.map((finding) => short(finding, state))).toEqual([
      'BLOCKS broken-folder promises: there is no permission to read it',
    ]);
  });

  it.skipIf(process.platform === 'win32')(
    'names a state that leads nowhere once, and not for each of its parts',
    async () => {
      const { folder, state, store } = stateWith({});
      mkdirSync(dirname(state));
      symlinkSync(join(folder, 'nowhere'), state);
      const findings = await store.health.inspect();
      expect(findings.map((finding) => short(finding, dirname(state)))).toEqual([
        'BLOCKS broken-folder completion-state: it is a broken link',
      ]);
    },
  );
});

describe('the repair of a state', () => {
  /** A state with one thing to repair, and a register that has the promise `promise-1` of it. */
  async function repaired(files: Readonly<Record<string, unknown>>) {
    const state = stateWith(files);
    const register = createMemoryRegister();
    register.made('session-a', written('promise-1', { project: state.folder }), null);
    const { health } = state.open({ register });
    const isOne = (finding: Finding): finding is RepairableFinding =>
      finding.kind === 'broken' || finding.kind === 'not-archived';
    const [finding] = (await health.inspect()).filter(isOne);
    if (finding === undefined) throw new Error('there is nothing to repair');
    const repair = await health.repair(finding);
    return { ...state, repair, known: register.linesOf('session-a').map(({ at }) => at) };
  }

  it('moves a broken promise away, and no session is asked for it any more', async () => {
    const { at, known, repair } = await repaired({ 'promises/promise-1.json': '{' });
    expect(repair).toMatchObject({ ok: true, value: { from: at('promises/promise-1.json') } });
    expect(readdirSync(at('promises'))).toEqual([]);
    expect(known).toEqual([]);
  });

  it.each([
    'history/promise-1.json',
    'stop-gate/promise-1.json',
    'validations/promise-1/AC-1-validation.json',
    'promises',
  ])('moves another broken file away, and the promise is still asked for: %s', async (path) => {
    const { at, known, repair } = await repaired({ [path]: '{' });
    expect(repair).toMatchObject({ ok: true, value: { from: at(path), warnings: [] } });
    expect(existsSync(at(path))).toBe(false);
    expect(known).toEqual([REGISTERED_AT]);
  });

  it('moves a promise that ended to the history', async () => {
    const { at, repair } = await repaired({ 'promises/promise-1.json': ended });
    const to = at('history/promise-1.json');
    expect(repair).toEqual({
      ok: true,
      value: { from: at('promises/promise-1.json'), to, warnings: [] },
    });
    expect([existsSync(to), readdirSync(at('promises'))]).toEqual([true, []]);
  });

  it('moves it over no other', async () => {
    const files = { 'promises/promise-1.json': ended, 'history/promise-1.json': ended };
    const { at, repair } = await repaired(files);
    expect(repair).toMatchObject({ failure: { kind: 'already-archived' } });
    expect(readdirSync(at('promises'))).toEqual(['promise-1.json']);
  });
});
