import { describe, expect, it } from 'vitest';
import { planProving } from '../../src/checks/provable.ts';
import { PROOF_SOURCES } from '../../src/domain/promise/proof.ts';
import {
  commandsToTrust,
  sealed,
  sealFor,
  sealWithAdded,
  type TrustWorld,
  trustSeals,
} from '../../src/gates/trust.ts';
import { promiseValue } from '../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import { CHECK, CHECKS, criterionValue } from '../rig/values/proof-values.ts';

/** What a user with a key of their own can know again. */
function worldOf(user: string): TrustWorld {
  const seal = (text: string) => `${user} sealed ${text}`;
  return { project: '/work', seals: { seal, isSealed: (text, given) => given === seal(text) } };
}
const FILE = [{ kind: 'file', path: 'a' }];

/** The commands that are not trusted of a promise with these criteria. */
function untrusted(criteria: readonly PromiseParts[], own: TrustWorld, id = 'promise-1') {
  const promise = promiseValue('session-a', { acceptance_criteria: criteria });
  return commandsToTrust(id, planProving(promise, []).provable, own);
}

describe('commands run where this user recorded them', () => {
  const own = worldOf('ada');
  const seal = (criterionId: string, checks = CHECKS, id = 'promise-1', by = own) =>
    sealFor(id, criterionId, checks, by);
  const other = worldOf('bob');

  it.each<[string, PromiseParts, boolean]>([
    ['sealed by this user', criterion('AC-1', { checks: CHECKS, trust: seal('AC-1') }), true],
    ['not sealed', criterion('AC-1', { checks: CHECKS }), false],
    ['sealed with nothing', criterion('AC-1', { checks: CHECKS, trust: '' }), false],
    [
      'sealed by another user',
      criterion('AC-1', { checks: CHECKS, trust: seal('AC-1', CHECKS, 'promise-1', other) }),
      false,
    ],
    [
      'sealed for another criterion',
      criterion('AC-1', { checks: CHECKS, trust: seal('AC-2') }),
      false,
    ],
    [
      'sealed for another promise',
      criterion('AC-1', { checks: CHECKS, trust: seal('AC-1', CHECKS, 'promise-2') }),
      false,
    ],
    [
      'sealed for another project',
      criterion('AC-1', {
        checks: CHECKS,
        trust: seal('AC-1', CHECKS, 'promise-1', { ...own, project: '/else' }),
      }),
      false,
    ],
    [
      'a command that was added behind the seal',
      criterion('AC-1', {
        checks: [...CHECKS, { kind: 'command', run: 'rm' }],
        trust: seal('AC-1'),
      }),
      false,
    ],
    [
      'a command that was changed behind the seal',
      criterion('AC-1', { checks: [{ kind: 'command', run: 'rm' }], trust: seal('AC-1') }),
      false,
    ],
    [
      'a folder that was added to a command',
      criterion('AC-1', {
        checks: [{ kind: 'command', run: 'npm test', cwd: 'x' }],
        trust: seal('AC-1'),
      }),
      false,
    ],
    ['files alone need no seal', criterion('AC-1', { checks: FILE }), true],
    [
      'a command beside a file needs one',
      criterion('AC-1', { checks: [...FILE, ...CHECKS] }),
      false,
    ],
    [
      'what a session chose needs one',
      metCriterion('AC-1', {
        proof: { source: PROOF_SOURCES.selfChosen, tree: null, check: CHECK },
      }),
      false,
    ],
    [
      'what a session chose, and sealed',
      metCriterion('AC-1', {
        trust: seal('AC-1', [{ ...CHECK }]),
        proof: { source: PROOF_SOURCES.selfChosen, tree: null, check: CHECK },
      }),
      true,
    ],
  ])('%s', (_name, one, isTrusted) => {
    expect(untrusted([one], own).length === 0).toBe(isTrusted);
  });

  it('the others are named, as they would be run', () => {
    const checks = [{ kind: 'command', run: ['echo', 'a b'] }, ...CHECKS, ...FILE];
    expect(untrusted([criterion('AC-1', { checks })], own)).toEqual([
      { criterion: 'AC-1', command: 'echo "a b"' },
      { criterion: 'AC-1', command: 'npm test' },
    ]);
  });

  it('the seals of those that are to be trusted hold from then on', () => {
    const criteria = [
      criterion('AC-1', { checks: CHECKS }),
      criterion('AC-2', { checks: CHECKS, trust: seal('AC-2') }),
    ];
    const { provable } = planProving(
      promiseValue('session-a', { acceptance_criteria: criteria }),
      [],
    );
    const seals = trustSeals('promise-1', provable, own);
    expect([...seals.keys()]).toEqual(['AC-1']);
    const trusted = criterion('AC-1', { checks: CHECKS, trust: seals.get('AC-1') });
    expect(untrusted([trusted], own)).toEqual([]);
  });
});

describe('a check that is added', () => {
  const own = worldOf('ada');
  const both = [...FILE, ...CHECKS];

  it.each<[string, PromiseParts, boolean]>([
    ['to none', {}, true],
    ["to a stranger's look at a file", { checks: FILE }, true],
    ["to a stranger's command", { checks: CHECKS }, false],
    ["to a stranger's command beside a look at a file", { checks: both }, false],
    [
      'to commands of this user',
      { checks: both, trust: sealFor('promise-1', 'AC-1', both, own) },
      true,
    ],
  ])('%s', (_what, parts, isSealed) => {
    const added = [...both, { kind: 'command', run: 'npm start' }];
    const sealing = sealWithAdded('promise-1', criterionValue(parts), added, own);
    const seal = sealFor('promise-1', 'AC-1', added, own);
    if (isSealed) expect(sealing).toEqual({ ok: true, value: seal });
    else expect(sealing).toMatchObject({ ok: false, failure: { kind: 'untrusted-checks' } });
  });
});

it('a new promise has a seal on every criterion with a command', () => {
  const own = worldOf('ada');
  const both = [...FILE, ...CHECKS];
  const acceptance_criteria = [
    criterion('AC-1', { checks: both }),
    criterion('AC-2', { checks: FILE }),
    criterion('AC-3'),
  ];
  const promise = promiseValue('session-a', { acceptance_criteria });
  expect(sealed('promise-1', promise, own).acceptance_criteria?.map(({ trust }) => trust)).toEqual([
    sealFor('promise-1', 'AC-1', both, own),
    undefined,
    undefined,
  ]);
});
