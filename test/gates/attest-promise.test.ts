import { describe, expect, it } from 'vitest';
import type { TreeEntry, TreeScope } from '../../src/domain/promise/tree.ts';
import { type AttestedCheckouts, attestPromise } from '../../src/gates/attest-promise.ts';
import type { GitContent, GitResult } from '../../src/ports.ts';
import { COMMIT, cleaner, sha256 } from '../rig/values/bundles.ts';
import {
  failureOf,
  NOW,
  PROMISE_ID,
  promiseValue,
  successOf,
} from '../rig/values/domain-values.ts';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  validatorResponse,
} from '../rig/values/promises.ts';
import { CHECKS, proofParts, selfChosen } from '../rig/values/proof-values.ts';
import { createMemoryStore, emptyTables } from '../rig/worlds/memory-store.ts';

const FILES: readonly TreeEntry[] = [
  { path: 'a.txt', mode: '100644', object: 'a' },
  { path: 'b.txt', mode: '100644', object: 'b' },
];

/** What git calls files that are those of a commit. */
const committed = (commit: string): GitResult<GitContent> => ({
  ok: true,
  value: { tree: 'a-tree', commit },
});
const OTHER_COMMIT = 'ef'.repeat(20);

/** The project's own checkout, and others by their paths: the fingerprint of each, and what git calls its content. */
const CHECKOUTS: Readonly<Record<string, readonly [string, GitResult<GitContent>]>> = {
  '': ['now', committed(COMMIT)],
  '/linked': ['linked', committed(OTHER_COMMIT)],
  '/changed': ['changed', { ok: true, value: { tree: 'a-tree', commit: null } }],
  '/new': ['new', { ok: false, reason: 'there is no commit' }],
};

function checkoutAt(checkout = '') {
  const [digest, content] = CHECKOUTS[checkout] ?? [];
  if (digest === undefined || content === undefined) throw new Error(`there is no ${checkout}`);
  return { tree: { bound: true, digest } as const, content };
}

/** The files that globs take of a checkout, and those beside them. */
function entriesOf({ files, inputs }: TreeScope): readonly TreeEntry[] {
  return [
    ...FILES.filter(
      ({ path }) => inputs === null || ['**', path].some((is) => inputs.includes(is)),
    ),
    ...files.map((path) => ({ path, mode: path.endsWith('/') ? 'folder' : 'file', object: 'c' })),
  ];
}

const checkouts: AttestedCheckouts = {
  takeTree: (_scope, checkout = '') =>
    checkout in CHECKOUTS ? checkoutAt(checkout).tree : { ...checkoutAt().tree, isInstead: true },
  at: (checkout) => ({
    digest: () => checkoutAt(checkout).tree,
    entries: entriesOf,
    committed: () => FILES,
    changeTimes: () => new Map(),
  }),
  contentOf: (_entries, checkout) => checkoutAt(checkout).content,
  folderIn: () => '',
};

/** A criterion whose checks passed; its proof says so with these parts. */
const proved = (parts: PromiseParts = {}, id = 'AC-1'): PromiseParts =>
  metCriterion(id, { checks: CHECKS, proof: proofParts(parts) });

/** Attests a promise with answers to `AC-1`. */
function attest(
  criteria: readonly PromiseParts[],
  parts: PromiseParts = {},
  answers: readonly PromiseParts[] = [],
) {
  const tables = emptyTables();
  const promise = promiseValue('session-a', { acceptance_criteria: criteria, ...parts });
  tables.promises.set(PROMISE_ID, promise);
  tables.answers.set(`${PROMISE_ID}/AC-1`, answers);
  const { promises, validations } = createMemoryStore(tables, 'session-a', Date.parse(NOW));
  return attestPromise(PROMISE_ID, { promises, validations, checkouts, clean: cleaner(), sha256 });
}

describe('a proof is attested for its files, and for the commit that holds just these', () => {
  const FILES_ALONE = ['files'];
  const TREE_TOO = ['files', 'git-tree'];
  const ALL = ['files', 'git-tree', 'git-commit'];

  it.each<[string, PromiseParts, readonly string[], string]>([
    ['all files', {}, ALL, ''],
    ['files that have changed', { tree: 'x' }, FILES_ALONE, 'its files have changed since'],
    ['a part', { inputs: ['a.txt'] }, FILES_ALONE, 'it is about a part of the files'],
    ['inputs that take every file', { inputs: ['**'] }, ALL, ''],
    ['a file beside all of git', { inputs: ['**'], files: ['out/a.js'] }, ALL, ''],
    ['a folder beside all of git', { inputs: ['**'], files: ['out/'] }, ALL, ''],
    ['another checkout', { tree: 'linked', checkout: '/linked' }, ALL, ''],
    ['a checkout that is gone: the project', { checkout: '/gone' }, ALL, ''],
    [
      'files that are not committed',
      { tree: 'changed', checkout: '/changed' },
      TREE_TOO,
      'the files are not those of a commit',
    ],
    [
      'files that git has no name for',
      { tree: 'new', checkout: '/new' },
      FILES_ALONE,
      'there is no commit',
    ],
  ])('%s (%j)', async (_what, parts, kinds, noCommit) => {
    const [proof] = successOf(await attest([proved(parts)])).proofs;
    expect(proof?.subjects.map(({ kind }) => kind)).toEqual(kinds);
    expect(proof?.noCommit).toBe(noCommit);
  });
});

it('proofs of several checkouts are each for the commit of their own', async () => {
  const linked = proved({ tree: 'linked', checkout: '/linked' }, 'AC-2');
  const { proofs, statements } = successOf(
    await attest([proved(), linked, criterion('AC-3'), proved({}, 'AC-4')]),
  );
  expect(proofs.map(({ ac_id, subjects }) => [ac_id, subjects.at(-1)])).toEqual([
    ['AC-1', { kind: 'git-commit', digest: COMMIT }],
    ['AC-2', { kind: 'git-commit', digest: OTHER_COMMIT }],
    ['AC-4', { kind: 'git-commit', digest: COMMIT }],
  ]);
  // The record is about all of them, each once.
  const named = (digest: object) => expect.objectContaining({ digest });
  expect(statements.at(-1)).toMatchObject({
    subject: [
      named({ completionPromiseTree: 'now' }),
      named({ gitTree: 'a-tree' }),
      named({ gitCommit: COMMIT }),
      named({ completionPromiseTree: 'linked' }),
      named({ gitCommit: OTHER_COMMIT }),
    ],
  });
});

describe('a proof is not attested', () => {
  it.each<[string, PromiseParts, object]>([
    [
      'that is bound to no files',
      proved({ tree: null, not_bound: 'no repository' }),
      { why: 'not-bound', reason: 'no repository' },
    ],
    ['of other checks', proved({ checks: 'another digest' }), { why: 'checks-changed' }],
    ['that failed since', proved({ failed_at: NOW }), { why: 'failed-since' }],
    [
      'of what a session chose in place of the checks',
      metCriterion('AC-1', { checks: CHECKS, proof: selfChosen() }),
      { why: 'failed-since' },
    ],
  ])('%s', async (_what, one, left) => {
    expect(failureOf(await attest([one]))).toEqual({
      kind: 'nothing-to-attest',
      id: PROMISE_ID,
      left: [{ ac_id: 'AC-1', reason: '', ...left }],
    });
  });

  it('of a criterion whose id another has as well: the first alone is', async () => {
    const { left, proofs } = successOf(await attest([proved(), proved()]));
    expect(proofs).toHaveLength(1);
    expect(left).toEqual([{ ac_id: 'AC-1', why: 'shared-id', reason: '' }]);
  });
});

describe('how a promise was verified', () => {
  const verified = (verified_at: string) =>
    attest([proved()], { status: 'verified', verification: { verified_at } });

  it.each([
    ['is attested', () => verified(NOW), true, 3],
    ['is not where it is open', () => attest([proved()]), false, 2],
  ])('%s', async (_what, act, isVerified, count) => {
    const attested = successOf(await act());
    expect(attested.isVerified).toBe(isVerified);
    expect(attested.statements).toHaveLength(count);
  });

  it('is attested with the answers that there were by then', async () => {
    const stored = (verdict: string, stored_at: string, stored_by: string) =>
      validatorResponse(verdict, { _metadata: { stored_at, stored_by } });
    const attested = await attest(
      [proved()],
      { status: 'verified', verification: { verified_at: NOW } },
      [stored('PASS', NOW, 'ada'), stored('FAIL', '2026-03-04T05:06:08Z', 'bob')],
    );
    expect(successOf(attested).statements.at(-1)).toMatchObject({
      predicate: { completionPromise: { validators: [{ by: 'ada', verdict: 'PASS' }] } },
    });
  });

  it('is not where its time is none: nothing is attested', async () => {
    expect(failureOf(await verified('yesterday'))).toMatchObject({
      kind: 'broken-file',
      file: { path: PROMISE_ID, reason: expect.stringContaining('is no time in UTC') },
    });
  });
});
