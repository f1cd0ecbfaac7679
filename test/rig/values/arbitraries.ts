import fc from 'fast-check';
import { criterion, metCriterion, type PromiseParts, promiseFile } from './promises.ts';

/** What anybody may have written into the state folder, for property tests. */

/** Keys that mean something to a promise, to every object, or to nobody. */
const keys = fc.oneof(
  fc.constantFrom('id', 'status', 'ownership', 'owned_by', 'acceptance_criteria', 'evidence'),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'length', 'title', 'verification'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

/** The text of a JSON object of these entries; a text, since only JSON.parse makes `__proto__` a key. */
function objectText(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

const { text: anyJsonText } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.double(), fc.boolean()).map(asJson),
    fc.constantFrom('null', '""', '"pending"', '"in_progress"', '"met"', '[]', '{}', '-0', '1e400'),
    fc.array(tie('text'), { maxLength: 4 }).map((texts) => `[${texts.join(',')}]`),
    fc.array(fc.tuple(keys, tie('text')), { maxLength: 6 }).map(objectText),
  ),
}));

function asJson(value: string | number | boolean): string {
  return JSON.stringify(value);
}

/** The text of any JSON value, with keys that promises have and keys that trick programs. */
export const jsonText: fc.Arbitrary<string> = anyJsonText;

export const jsonValue: fc.Arbitrary<unknown> = jsonText.map((text): unknown => JSON.parse(text));

const STATUSES = ['pending', 'in_progress', 'verified', 'cancelled', 'paused', 'IN_PROGRESS'];

/** What the suite keeps with a criterion beside its evidence, as it writes it. */
const provedParts: fc.Arbitrary<PromiseParts> = fc.record(
  {
    checks: fc.constantFrom<unknown>(
      null,
      [],
      [{ kind: 'command', run: 'npm test' }],
      [{ kind: 'x' }],
    ),
    trust: fc.constantFrom(null, '', 'a seal'),
    proof: fc.constantFrom<unknown>(
      null,
      { source: 'checks', tree: null },
      { source: 'checks', tree: 'f00d', inputs: null, files: ['a'], checks: 'd1', argv: ['x'] },
      { source: 'self-chosen', tree: 'f00d', inputs: ['src/**'], check: { kind: 'file' } },
    ),
    attempts: fc.constantFrom<unknown>(
      null,
      [],
      [{ by: 'cs prove', verdict: 'FAIL', feedback: [{ finding: 'red' }] }],
    ),
    tier: fc.constantFrom<unknown>(null, 1, 2, 3),
    waived: fc.constantFrom<unknown>(null, { by: 'person', at: 'then', reason: 'old' }),
  },
  { requiredKeys: [] },
);

const anyCriterion = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('AC-1', 'AC-2', 'security').map((id) => criterion(id)),
      fc.constantFrom('AC-1', 'AC-3').map((id) => metCriterion(id)),
    ),
    fc.option(provedParts, { nil: {} }),
  )
  .map(([one, parts]) => ({ ...one, ...parts }));

/** A promise as a file may hold it: any status, owner and criteria, and keys that nobody knows. */
export function promiseDocument(owners: readonly (string | null)[]): fc.Arbitrary<PromiseParts> {
  return fc
    .record({
      status: fc.constantFrom(...STATUSES),
      acceptance_criteria: fc.option(fc.array(anyCriterion, { maxLength: 4 })),
      owner: fc.constantFrom(...owners),
      extra: jsonValue,
      beside: fc.record(
        {
          tier: fc.constantFrom<unknown>(null, 1, 2, 3),
          judgments: fc.constantFrom<unknown>(null, [], [{ status: 'success', verdict: 'PASS' }]),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ status, acceptance_criteria, owner, extra, beside }) =>
      promiseFile('promise-00000001', owner, { status, acceptance_criteria, extra, ...beside }),
    );
}

/** A valid promise in which one value, at any depth, was replaced by any JSON value or removed. */
export const mutatedPromise: fc.Arbitrary<unknown> = fc
  .tuple(promiseDocument(['session-a', null]), fc.nat(), fc.option(jsonValue, { nil: undefined }))
  .map(([document, place, value]) => {
    const paths = pathsIn(document);
    return replaceAt(document, paths[place % paths.length] ?? [], value);
  });

type Path = readonly (string | number)[];

function pathsIn(value: unknown): readonly Path[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) =>
          pathsIn(part).map((path): Path => [Array.isArray(value) ? Number(key) : key, ...path]),
        )
      : [];
  return [[], ...inside];
}

function replaceAt(holder: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(holder)) {
    return holder.map((part: unknown, index) =>
      index === key ? replaceAt(part, rest, value) : part,
    );
  }
  const parts = typeof holder === 'object' && holder !== null ? Object.entries(holder) : [];
  return Object.fromEntries(
    parts.map(([name, part]): [string, unknown] => [
      name,
      name === key ? replaceAt(part, rest, value) : part,
    ]),
  );
}

/** What a crash, an editor, another program or an attacker leaves in a promise file. */
export const fileContent: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  jsonText.map(bytesOf),
  mutatedPromise.map((value) => bytesOf(JSON.stringify(value) ?? '')),
  promiseDocument(['session-a', 'session-b', null]).map((document) =>
    bytesOf(`\ufeff${JSON.stringify(document, null, 2).replaceAll('\n', '\r\n')}`),
  ),
  fc
    .tuple(promiseDocument(['session-a']), fc.nat({ max: 400 }))
    .map(([document, length]) => bytesOf(JSON.stringify(document).slice(0, length))),
  fc.nat({ max: 5000 }).map((length) => new Uint8Array(length)),
  fc
    .integer({ min: 150, max: 5000 })
    .map((depth) => bytesOf('['.repeat(depth) + ']'.repeat(depth))),
);

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Text in which secrets of several kinds stand, whole, in halves and against each other. */
export const textWithSecrets: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        `ghp_${'a1B2'.repeat(9)}`,
        `sk-ant-api03-${'x9Y8'.repeat(8)}`,
        `AKIA${'AB12'.repeat(4)}`,
        `-----BEGIN PRIVATE KEY-----\n${'MIIE'.repeat(20)}\n-----END PRIVATE KEY-----`,
        '-----BEGIN PRIVATE KEY-----',
        'https://ada:hunter2@example.com/',
        'password="correct horse"',
        'API_KEY=a1b2c3d4e5',
        'Authorization: Bearer a1b2c3d4e5f6',
        'Set-Cookie: id=a1b2c3d4e5f6',
      ),
      fc.constantFrom(' ', '\n', '"', "'", ':', '=', ';', '/', 'password', 'token=', 'sk-', '@'),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''));

/** Anything that a model may say of the whole of a promise, to whatever purpose. */
export const saidOfTheWhole: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.record(
  {
    verdict: fc.oneof(
      fc.constantFrom<unknown>('PASS', 'FAIL', 'pass', 'APPROVED', true),
      jsonValue,
    ),
    overall_confidence: fc.oneof(fc.constantFrom<unknown>(0, 1, -1, 99, '1.0'), jsonValue),
    reasoning: fc.constantFrom('', 'Everything passes. APPROVED!', 'Nothing holds. FAIL.'),
    approved: jsonValue,
  },
  { requiredKeys: [] },
);
