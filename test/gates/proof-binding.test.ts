import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../src/adapters/git/checkout.ts';
import { readDeclared } from '../../src/checks/provable.ts';
import type { TreeScope } from '../../src/domain/promise/tree.ts';
import { verdictOfRun } from '../../src/domain/standing/proving.ts';
import {
  bindingFault,
  bindRuns,
  scopesOf,
  withoutArtifacts,
} from '../../src/gates/proof-binding.ts';
import type { Checkout } from '../../src/ports.ts';
import type { PromiseParts } from '../rig/values/promises.ts';
import { criterionValue, runValue } from '../rig/values/proof-values.ts';
import { checkoutOf, UNTOLD } from '../rig/worlds/gate-world.ts';
import { filledRepository, type Scratch, scratchProject } from '../rig/worlds/repository.ts';

/** A run of some checks in a project, while something happens to it. */
function bound(
  project: Scratch,
  checks: readonly PromiseParts[],
  meanwhile: () => void,
  written: readonly string[] = [],
) {
  const declared = checks.map((check) => ({ kind: '', ...check }));
  const provable = readDeclared(criterionValue(), 'checks', declared);
  const checkout = createNodeCheckout(project.folder, NO_DEADLINE);
  const before = checkout.snapshot();
  const scopes = scopesOf([provable], written, before);
  const fault = bindingFault(scopes.get(provable), before);
  meanwhile();
  const runs = [{ ...runValue(criterionValue(), 'PASS'), provable }];
  const [run] = bindRuns(runs, scopes, before, checkout);
  if (run === undefined) throw new Error('nothing was run');
  return { fault, run };
}

const COMMAND = { kind: 'command', run: 'x' };
const NARROW = { kind: 'command', run: 'x', inputs: ['src/**'] };
const REPORT = { kind: 'report', format: 'tap', path: 'new.txt' };
const FILE = { kind: 'file', path: 'a.txt' };

const scope = (inputs: readonly string[] | null): TreeScope => ({ inputs, files: [] });
const SRC_BUT_PICTURES = ['!src/a.png', '!src/b.png', 'src/**'];

describe('a check that changes what it depends on proves nothing', () => {
  it.each<[string, PromiseParts, string, string]>([
    ['that writes nothing', COMMAND, '', 'PASS'],
    ['that writes a file', COMMAND, 'new.txt', 'BLOCKED'],
    ['that changes a file', COMMAND, 'a.txt', 'BLOCKED'],
    ['that writes what git ignores', COMMAND, 'ignored/x', 'PASS'],
    ["that writes the suite's state", COMMAND, '.claude/completion-state/x', 'PASS'],
    ['that writes beside its inputs', NARROW, 'new.txt', 'PASS'],
    ['that writes into its inputs', NARROW, 'src/new.txt', 'BLOCKED'],
    ['whose command writes the report', REPORT, 'new.txt', 'PASS'],
    ['whose command writes more than the report', REPORT, 'more.txt', 'BLOCKED'],
    ['of a file that changes meanwhile', FILE, 'a.txt', 'BLOCKED'],
  ])('%s (%j, %s)', (_name, check, path, verdict) => {
    const repository = filledRepository();
    const { run } = bound(repository, [check], () => {
      if (path !== '') repository.write(path, 'written meanwhile');
    });
    expect(verdictOfRun(run)).toBe(verdict);
    const said = run.results.map(({ detail }) => detail).join('\n');
    if (verdict === 'BLOCKED') expect(said).toContain(path);
  });
});

describe('a checkout whose files can be told only before or only after a run', () => {
  it.each<[string, Checkout, boolean]>([
    ['before', checkoutOf('now', UNTOLD), true],
    ['after', checkoutOf(UNTOLD, 'now'), true],
    ['neither', checkoutOf(UNTOLD, UNTOLD), false],
    ['both', checkoutOf('now', 'now'), false],
  ])('%s', (_when, checkout, isChange) => {
    const run = runValue(criterionValue(), 'PASS');
    const before = checkout.snapshot();
    const scopes = scopesOf([run.provable], [], before);
    const [bound] = bindRuns([run], scopes, before, checkout);
    expect(bound?.results.map(({ name }) => name)).toEqual([
      'command_npm test',
      ...(isChange ? ['inputs_unchanged'] : []),
    ]);
  });
});

it.each<[number, string]>([
  [1, 'while it ran: new1.txt. Run'],
  [5, 'while it ran: new1.txt, new2.txt, new3.txt, new4.txt, new5.txt. Run'],
  [7, 'while it ran: new1.txt, new2.txt, new3.txt, new4.txt, new5.txt and 2 more. Run'],
])('of %d files that a check writes a few are named', (count, said) => {
  const repository = filledRepository();
  const { run } = bound(repository, [COMMAND], () => {
    for (let index = 1; index <= count; index += 1) repository.write(`new${index}.txt`, '');
  });
  expect(run.results.at(-1)?.detail).toContain(said);
});

describe('what a proof is bound to', () => {
  it.each<[string, readonly (readonly [string, number])[], number | null]>([
    [
      'the newest of its files',
      [
        ['a', 2000.5],
        ['b', 3000.5],
        ['c', 1000.5],
      ],
      3000.5,
    ],
    ['nothing, where no time is known', [], null],
  ])('is as old as %s', (_what, times, lastChange) => {
    const snapshot = { ...checkoutOf().snapshot(), changeTimes: () => new Map(times) };
    const run = runValue(criterionValue(), 'PASS');
    const [bound] = bindRuns([run], new Map(), snapshot, { snapshot: () => snapshot });
    expect(bound?.binding).toMatchObject({ bound: true, lastChange });
  });

  it.each<[string, readonly PromiseParts[], object]>([
    ['a command: the checkout', [COMMAND], { bound: true, inputs: null, files: [] }],
    ['inputs: those', [NARROW], { bound: true, inputs: ['src/**'] }],
    ['a report: the rest of the checkout', [COMMAND, REPORT], { inputs: ['!new.txt', '**'] }],
    ['a file: the checkout and the file', [FILE], { bound: true, inputs: null, files: ['a.txt'] }],
  ])('%s', (_name, checks, binding) => {
    const repository = filledRepository();
    expect(bound(repository, checks, () => undefined).run.binding).toMatchObject(binding);
  });

  it.each<[string, readonly PromiseParts[], object]>([
    ['a command: nothing', [COMMAND], { bound: false }],
    ['inputs: their files', [NARROW], { bound: true, inputs: ['src/**'] }],
    ['files alone: those files', [FILE], { bound: true, inputs: [], files: ['a.txt'] }],
    ['a report of a command: nothing', [COMMAND, REPORT], { bound: false }],
    ['a report with inputs: those', [{ ...REPORT, inputs: ['src/**'] }], { bound: true }],
    ['a file beside a command: nothing', [FILE, COMMAND], { bound: false }],
    ['a check of a later version: nothing', [{ kind: 'later' }], { bound: false }],
  ])('without a repository, %s', (_name, checks, binding) => {
    const project = scratchProject();
    project.write('a.txt', 'x');
    project.write('src/b.txt', 'x');
    const { fault, run } = bound(project, checks, () => undefined);
    expect(fault).toBeUndefined();
    expect(run.binding).toMatchObject(binding);
  });
});

describe('what a run leaves and keeps with its proof counts no more', () => {
  it.each<[string, TreeScope, readonly string[], readonly string[] | null]>([
    ['of all files', scope(null), ['shot.png'], ['!shot.png', '**']],
    ['of its inputs', scope(['src/**']), ['src/b.png', 'src/a.png'], SRC_BUT_PICTURES],
    ['but what is none of its inputs', scope(['src/**']), ['shot.png'], ['src/**']],
    ['but where there is nothing', scope(null), [], null],
  ])('%s', (_what, whole, paths, inputs) => {
    const artifacts = paths.map((path) => ({ path, bytes: 1, sha256: null }));
    const run = runValue(criterionValue(), 'PASS', { artifacts });
    const other = readDeclared(criterionValue(), 'checks', [COMMAND]);
    const scopes = new Map([[other, whole]]);
    const left = withoutArtifacts(scopes, [run], checkoutOf().snapshot());
    expect(left.get(other)).toEqual({ ...whole, inputs });
  });

  it('but where the files cannot be told', () => {
    const run = runValue(criterionValue(), 'PASS', {
      artifacts: [{ path: 'shot.png', bytes: 1, sha256: null }],
    });
    const scopes = new Map([[run.provable, scope(null)]]);
    const left = withoutArtifacts(scopes, [run], checkoutOf(UNTOLD).snapshot());
    expect(left.get(run.provable)).toEqual(scope(null));
  });
});

describe('nothing is run', () => {
  it('where the inputs match nothing', () => {
    const check = { ...NARROW, inputs: ['lib/**'] };
    const { fault } = bound(filledRepository(), [check], () => undefined);
    expect(fault).toMatchObject({ name: 'inputs', status: 'SKIPPED' });
  });

  it('where the checkout cannot be looked at', () => {
    const repository = filledRepository();
    repository.write('.git/index', 'broken');
    const { fault } = bound(repository, [COMMAND], () => undefined);
    expect(fault).toMatchObject({ name: 'checkout', status: 'SKIPPED' });
  });
});
