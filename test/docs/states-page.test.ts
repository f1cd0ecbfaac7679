import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventSchema } from '../../build/schemas/event.ts';
import type { ProofStanding } from '../../src/domain/base/failure.ts';
import type { Result } from '../../src/domain/base/result.ts';
import type { CompletionPromise } from '../../src/domain/promise/promise.ts';
import {
  addCriterion,
  adoptPromise,
  type Change,
  cancelPromise,
  closedFault,
  closeVerified,
  draftPromise,
  meetCriterion,
  ownershipFault,
  releasePromise,
  startPromise,
} from '../../src/domain/promise/promise-changes.ts';
import { isProved } from '../../src/domain/promise/proof.ts';
import { PROMISE_STATES } from '../../src/report/help-topics.ts';
import { CHECKERS } from '../../src/stop-gate/checkers.ts';
import {
  actorValue,
  definitionValue,
  PROMISE_ID,
  promiseValue,
} from '../rig/values/domain-values.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { branchesOf, jsonSchema } from './json-schema.ts';
import { fencesIn, sectionOf } from './markdown.ts';

const PAGE = readFileSync(join(CHECKOUT, 'docs', 'states.md'), 'utf8');

const ACTOR = actorValue('session-a');

/** The lines of the one diagram of a section, without the first, which names its kind. */
function diagramOf(heading: string): readonly string[] {
  const [diagram] = fencesIn(sectionOf(PAGE, heading));
  expect(diagram?.language).toBe('mermaid');
  return (diagram?.lines ?? []).slice(1).map((line) => line.trim());
}

/** `a --> b: label`, as [a, b, label]. */
function transitionsOf(heading: string): readonly (readonly string[])[] {
  return diagramOf(heading).map((line) => {
    const [, from = '', to = '', label = ''] = /^(\S+) --> ([^\s:]+)(?:: (.+))?$/.exec(line) ?? [];
    return [from, to, label];
  });
}

/** The nodes of a flowchart in the order of its arrows, its first and last included. */
function chainOf(heading: string): readonly string[] {
  const arrows = diagramOf(heading).map((line) => {
    const [, from = '', to = ''] = /^([\w.]+)\S?.* --> ([\w.]+)/.exec(line) ?? [];
    return [from, to] as const;
  });
  const [first] = arrows;
  const chain = [first?.[0] ?? '', ...arrows.map(([, to]) => to)];
  expect(arrows.map(([from]) => from)).toEqual(chain.slice(0, -1));
  return chain;
}

/** What verify does once its gates are passed: it refuses what is closed or another's, and closes the rest. */
const verify = (promise: CompletionPromise): Result<Change> => {
  const fault =
    ownershipFault(PROMISE_ID, promise, ACTOR) ?? closedFault(PROMISE_ID, promise, 'be verified');
  if (fault !== undefined) return { ok: false, failure: fault };
  return {
    ok: true,
    value: closeVerified(
      promise,
      {
        text: null,
        type: 'manual',
        gates: { self_report: 'passed', proofs: 'none', validation: 'off', judge: 'not-run' },
        selfValidated: [],
      },
      ACTOR,
    ),
  };
};

/** All that a command can do to a promise, by the name of the command. */
const CHANGES: Readonly<Record<string, (promise: CompletionPromise) => Result<Change>>> = {
  'cs promise start': (promise) => startPromise(PROMISE_ID, promise, ACTOR),
  'cs verify': verify,
  'cs promise cancel': (promise) => cancelPromise(PROMISE_ID, promise, ACTOR),
  'cs promise release': (promise) => releasePromise(PROMISE_ID, promise, ACTOR),
  'cs promise adopt': (promise) => adoptPromise(PROMISE_ID, promise, ACTOR),
  'cs promise --add-ac': (promise) => addCriterion(PROMISE_ID, promise, 'More', ACTOR),
  'cs meet': (promise) =>
    meetCriterion(
      PROMISE_ID,
      promise,
      { criterion: 'AC-1', evidence: '7 passed', type: 'test' },
      ACTOR,
    ),
};

const STATES = Object.keys(PROMISE_STATES);

/** Every change of a promise's status that the code makes, as the diagram writes it. */
function changesOfStatus(): readonly (readonly string[])[] {
  return Object.entries(CHANGES).flatMap(([command, change]) =>
    STATES.flatMap((status) =>
      ['session-a', null].flatMap((owner) => {
        const result = change(promiseValue(owner, { status }));
        if (!result.ok || result.value.promise.status === status) return [];
        return [[status, result.value.promise.status, command]];
      }),
    ),
  );
}

describe('docs/states.md', () => {
  test('draws every change of a promise, and no other', () => {
    const drawn = transitionsOf('A promise');
    const within = drawn.filter((transition) => !transition.includes('[*]'));

    expect([...within].sort()).toEqual([...changesOfStatus()].sort());
    expect(new Set(drawn.flatMap((transition) => transition.slice(0, 2)))).toEqual(
      new Set(['[*]', ...STATES]),
    );
    for (const state of STATES) {
      expect(sectionOf(PAGE, 'A promise')).toMatch(new RegExp(`^\\| \`${state}\` \\| `, 'm'));
    }
  });

  test('draws how a promise begins and ends', () => {
    const drawn = transitionsOf('A promise');
    const draft = draftPromise(PROMISE_ID, definitionValue('A title', ['Tests pass']), ACTOR);
    const started = startPromise(PROMISE_ID, draft.promise, ACTOR);
    const begins = drawn.filter(([from]) => from === '[*]');
    const ended = drawn.filter(([, to]) => to === '[*]').map(([from]) => from);

    expect(begins).toEqual([
      ['[*]', draft.promise.status, 'cs promise --create'],
      ['[*]', started.ok ? started.value.promise.status : '', 'cs do'],
    ]);
    expect(ended).toEqual(
      STATES.filter((status) =>
        Object.values(CHANGES).every((change) => !change(promiseValue('session-a', { status })).ok),
      ),
    );
  });

  test('draws every standing of a proof, and says which of them pass', () => {
    const standings: Readonly<Record<ProofStanding['standing'], true>> = {
      none: true,
      unproved: true,
      'checks-changed': true,
      stale: true,
      unknown: true,
      fresh: true,
      'not-bound': true,
    };
    const isStanding = (name: string): name is ProofStanding['standing'] => name in standings;
    const drawn = transitionsOf('A proof').flatMap(([from = '', to = '']) => [from, to]);
    const rows = sectionOf(PAGE, 'A proof').matchAll(/^\| `([\w-]+)` \| (passes|is open) \|/gm);
    const told = Object.fromEntries([...rows].map(([, name = '', words = '']) => [name, words]));
    const states = new Set(drawn.map((state) => state.replace('_', '-')));
    states.delete('[*]');

    expect([...states].sort()).toEqual(Object.keys(standings).sort());
    expect(told).toEqual(
      Object.fromEntries(
        Object.keys(standings)
          .filter(isStanding)
          .map((standing) => [standing, isProved({ standing, reason: '' }) ? 'passes' : 'is open']),
      ),
    );
  });

  test('draws every gate that a verified promise keeps', () => {
    const verified = branchesOf(jsonSchema(eventSchema)).find(
      ({ properties }) => properties?.['event']?.const === 'promise.verified',
    );
    const gates = Object.keys(verified?.properties?.['gates']?.properties ?? {});
    const chain = chainOf('The gates');

    expect(chain.at(-1)).toBe('verified');
    expect(chain.slice(0, -1).sort()).toEqual([...gates].sort());
    expect(gates).toContain('judge');
  });

  test('draws the checkers of the stop gate by their priorities, and names those that advise', () => {
    const ordered = [...CHECKERS].sort((one, other) => one.priority - other.priority);
    const shown = diagramOf('The stop gate').flatMap((line) => {
      const [, label] = /\[(P[\w. ]+)\]/.exec(line) ?? [];
      return label === undefined ? [] : [label];
    });
    const advising = ordered.filter((checker) => 'advises' in checker && checker.advises);

    expect(shown).toEqual(ordered.map(({ name, priority }) => `P${priority} ${name}`));
    expect(chainOf('The stop gate')).toEqual([
      'stop',
      ...ordered.map(({ priority }) => `P${priority}`),
      'done',
    ]);
    expect(sectionOf(PAGE, 'The stop gate')).toContain(
      `${advising.map(({ priority }) => `\`P${priority}\``).join(' and ')} only advise`,
    );
  });
});
