import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictOfResults } from '../../src/domain/base/check-result.ts';
import { verdictOfRun } from '../../src/domain/standing/proving.ts';
import { type ProveWorld, provePromise } from '../../src/gates/prove-promise.ts';
import {
  actorValue,
  failureOf,
  PROMISE_ID,
  promiseValue,
  successOf,
} from '../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import { CHECKS, selfChosen } from '../rig/values/proof-values.ts';
import { checkoutOf, OWNER, provingHere } from '../rig/worlds/gate-world.ts';

type Request = Parameters<typeof provePromise>[0];

/** Proves all of the promise, whose commands are trusted. */
function prove(world: ProveWorld, parts: Partial<Request> = {}) {
  const request: Request = {
    id: PROMISE_ID,
    criteria: [],
    trust: true,
    showing: { control: undefined, noShow: true, shown: 'tell' },
    settings: { changedFiles: 'off', always: [] },
    actor: () => actorValue(OWNER),
    ...parts,
  };
  return provePromise(request, world);
}

const PROVABLE = criterion('AC-1', { checks: CHECKS });
const IN_WORDS = metCriterion('AC-2');
const NOTHING_CHANGED = {
  paths: [],
  notes: [],
  origins: () => new Map(),
  before: () => new Map(),
};

describe('a proof', () => {
  it('is of the command, whatever is looked at beside it', async () => {
    const file = { kind: 'file', path: 'a.txt' };
    const { world } = provingHere([criterion('AC-1', { checks: [...CHECKS, file] })]);
    writeFileSync(join(world.checks.folder, 'a.txt'), 'a');
    const { promise } = successOf(await prove(world));
    expect(promise.acceptance_criteria).toMatchObject([{ proof: { argv: ['npm test'] } }]);
  });

  it('of a command that the session chose answers nothing at Gate 2, where it is run again', async () => {
    const { tables, world } = provingHere([metCriterion('AC-1', { proof: selfChosen() })]);
    const { runs } = successOf(await prove(world));
    expect(runs).toHaveLength(1);
    expect([...tables.answers.keys()]).toEqual([]);
  });

  it('stands where its answer cannot be kept, and that is said', async () => {
    const { world } = provingHere([PROVABLE]);
    const failure = { kind: 'unexpected', message: 'the disk is full' } as const;
    const store = async () => ({ ok: false, failure }) as const;
    const validations = { ...world.validations, store };
    const { promise, warnings } = successOf(await prove({ ...world, validations }));
    expect(promise.acceptance_criteria).toMatchObject([{ proof: { source: 'checks' } }]);
    expect(warnings).toEqual([failure]);
  });
});

describe('a promise that changes while its checks run', () => {
  it.each<[string, string | null, PromiseParts, string]>([
    ['to another session', 'session-b', {}, 'not-owner'],
    ['to nobody', null, {}, 'not-owner'],
    ['to be cancelled', OWNER, { status: 'cancelled' }, 'wrong-status'],
    ['to be verified', OWNER, { status: 'verified' }, 'wrong-status'],
  ])('%s keeps nothing of them', async (_what, owner, parts, kind) => {
    const changed = promiseValue(owner, { acceptance_criteria: [PROVABLE], ...parts });
    const { ran, tables, world } = provingHere([PROVABLE], ({ tables: { promises } }) => {
      promises.set(PROMISE_ID, changed);
    });
    expect(failureOf(await prove(world))).toMatchObject({ kind });
    expect(ran).toEqual(['npm test']);
    expect(tables.promises.get(PROMISE_ID)).toBe(changed);
    expect(tables.answers.size).toBe(0);
  });

  it('to have the criterion no more is answered nothing for it', async () => {
    const changed = promiseValue(OWNER, { acceptance_criteria: [IN_WORDS] });
    const { tables, world } = provingHere([PROVABLE], ({ tables: { promises } }) => {
      promises.set(PROMISE_ID, changed);
    });
    const { promise, warnings } = successOf(await prove(world));
    expect(promise).toEqual(changed);
    expect(warnings).toEqual([]);
    expect(tables.answers.size).toBe(0);
  });
});

describe('an interrupt', () => {
  it('while the checks run keeps nothing of them', async () => {
    const { tables, world } = provingHere([PROVABLE], ({ interrupt }) => interrupt());
    const before = tables.promises.get(PROMISE_ID);
    const failure = failureOf(await prove(world));
    expect(failure).toEqual({ kind: 'interrupted', action: 'the checks ran' });
    expect(tables.promises.get(PROMISE_ID)).toBe(before);
    expect(tables.answers.size).toBe(0);
  });

  it.each<[string, PromiseParts, boolean]>([
    ['leaves all proved', {}, true],
    ['proves nothing where one is held until it does', { must_show: true }, false],
  ])('while it is asked what shows the work %s', async (_what, parts, isProved) => {
    const { interrupt, tables, world } = provingHere([]);
    const acceptance_criteria = [PROVABLE, criterion('AC-2', { checks: CHECKS, ...parts })];
    const promise = promiseValue(OWNER, { acceptance_criteria, base_commit: 'abcdef0' });
    tables.promises.set(PROMISE_ID, promise);
    const show: ProveWorld['show'] = async () => {
      interrupt();
      return { kind: 'not-told', reason: 'it was interrupted' };
    };
    const showing = { control: undefined, noShow: false, shown: 'tell' } as const;
    const proved = await prove({ ...world, show }, { showing });
    expect(proved.ok).toBe(isProved);
    expect(tables.answers.size).toBe(isProved ? 2 : 0);
  });
});

describe("the project's own commands", () => {
  const ALWAYS = [{ run: 'exit 0' }, { run: 'exit 2' }];

  it.each<[string, 'PASS' | 'FAIL']>([
    ['npm test', 'PASS'],
    ['exit 1', 'FAIL'],
  ])('are nothing to a criterion whose own one is %s: %s', async (command, verdict) => {
    const checks = [{ kind: 'command', run: command }];
    const { ran, world } = provingHere([criterion('AC-1', { checks })]);
    const settings = { changedFiles: 'off', always: ALWAYS } as const;
    const { runs, tierOne } = successOf(await prove(world, { settings }));
    expect(ran).toEqual(['exit 0', 'exit 2', command]);
    expect(runs.map(verdictOfRun)).toEqual([verdict]);
    expect(tierOne.always.map(({ results }) => verdictOfResults(results))).toEqual([
      'PASS',
      'FAIL',
    ]);
  });

  it('do not run where criteria are named', async () => {
    const { ran, world } = provingHere([PROVABLE]);
    const settings = { changedFiles: 'off', always: ALWAYS } as const;
    await prove(world, { criteria: ['AC-1'], settings });
    expect(ran).toEqual(['npm test']);
  });
});

describe('a file that changed and is broken', () => {
  it.each<[string, PromiseParts, 'PASS' | 'FAIL']>([
    ['fails what depends on all files', {}, 'FAIL'],
    ['fails what depends on it', { inputs: ['src/**'] }, 'FAIL'],
    ['fails nothing that depends on others', { inputs: ['lib/**'] }, 'PASS'],
  ])('%s', async (_what, inputs, verdict) => {
    const checks = CHECKS.map((check) => ({ ...check, ...inputs }));
    const { world } = provingHere([criterion('AC-1', { checks })]);
    mkdirSync(join(world.checks.folder, 'src'));
    writeFileSync(join(world.checks.folder, 'src/a.json'), '{');
    const value = { ...NOTHING_CHANGED, paths: ['src/a.json'] };
    const git = { ...world.git, changedSince: () => ({ ok: true, value }) as const };
    const settings = { changedFiles: 'parse', always: [] } as const;
    const { runs } = successOf(await prove({ ...world, git }, { settings }));
    expect(runs.map(verdictOfRun)).toEqual([verdict]);
  });
});

describe('nothing is run', () => {
  it.each<[string, string, PromiseParts, Partial<Request>, object]>([
    ['of a promise of another session', 'session-b', {}, {}, { kind: 'not-owner' }],
    ['of one that has ended', OWNER, { status: 'cancelled' }, {}, { kind: 'wrong-status' }],
    [
      'of a criterion that is there where another one that was named is not',
      OWNER,
      {},
      { criteria: ['AC-1', 'AC-9'] },
      { kind: 'unknown-criterion', criterion: 'AC-9' },
    ],
    ['of commands that are not trusted', OWNER, {}, { trust: false }, { kind: 'untrusted-checks' }],
  ])('%s', async (_what, owner, parts, request, failure) => {
    const { ran, tables, world } = provingHere([PROVABLE]);
    const promise = promiseValue(owner, { acceptance_criteria: [PROVABLE], ...parts });
    tables.promises.set(PROMISE_ID, promise);
    expect(failureOf(await prove(world, request))).toMatchObject(failure);
    expect(ran).toEqual([]);
  });

  it('where its inputs are no files, and that is no pass', async () => {
    const { ran, world } = provingHere([PROVABLE]);
    const none = { bound: false, why: 'no-match', reason: 'its inputs match no file' } as const;
    const { runs } = successOf(await prove({ ...world, checkout: checkoutOf(none) }));
    expect(ran).toEqual([]);
    expect(runs.map(verdictOfRun)).toEqual(['BLOCKED']);
    expect(runs[0]?.results).toMatchObject([{ name: 'inputs', detail: none.reason }]);
  });
});

describe('a promise without checks', () => {
  const NAMED = ['AC-2'];
  const ONE = [{ run: 'npm test' }];
  const REFUSED = { kind: 'nothing-to-prove', criteria: ['AC-2'] };

  it.each<[string, readonly string[], Request['settings'], 'seen' | 'unseen', object | undefined]>([
    ['files', [], { changedFiles: 'parse', always: [] }, 'seen', undefined],
    ['files that git cannot tell', [], { changedFiles: 'parse', always: [] }, 'unseen', REFUSED],
    ['commands', [], { changedFiles: 'off', always: ONE }, 'unseen', undefined],
    ['both', [], { changedFiles: 'parse', always: ONE }, 'seen', undefined],
    ['commands alone, of both', [], { changedFiles: 'parse', always: ONE }, 'unseen', undefined],
    ['nothing', [], { changedFiles: 'off', always: [] }, 'seen', REFUSED],
    ['what is named', NAMED, { changedFiles: 'parse', always: ONE }, 'seen', REFUSED],
  ])('that is looked at for %s', async (_what, criteria, settings, git, refused) => {
    const { ran, tables, world } = provingHere([IN_WORDS]);
    const before = tables.promises.get(PROMISE_ID);
    const changedSince = () => ({ ok: true, value: NOTHING_CHANGED }) as const;
    const seen = git === 'seen' ? { ...world.git, changedSince } : world.git;
    const proved = await prove({ ...world, git: seen }, { criteria, settings });
    if (refused !== undefined) expect(failureOf(proved)).toMatchObject(refused);
    else expect(successOf(proved)).toMatchObject({ runs: [], promise: before, warnings: [] });
    expect(ran.length > 0).toBe(refused === undefined && settings.always.length > 0);
    expect(tables.promises.get(PROMISE_ID)).toBe(before);
  });

  it('says of a command that held a secret to run it again', async () => {
    const check = { kind: 'command', run: 'deploy [redacted: a token]' };
    const { world } = provingHere([metCriterion('AC-1', { proof: selfChosen({ check }) })]);
    expect(failureOf(await prove(world))).toMatchObject({
      kind: 'usage',
      message: 'The command that met AC-1 cannot be run again: a secret in it was not stored',
      next: { act: 'run', id: PROMISE_ID, criterion: 'AC-1' },
    });
  });
});
