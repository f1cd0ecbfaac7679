import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText, jsonValue } from '../rig/arbitraries.ts';
import { filesUnder, inTurns } from '../rig/judged-project.ts';
import { createProject, type Project, SESSION } from '../rig/project.ts';
import { promiseFile } from '../rig/promises.ts';
import { type GateOutput, gate, outputOf, stopPayload } from '../rig/stop-gate.ts';

const ID = 'promise-0000000a';
const MEGABYTE = 1024 * 1024;

/** How many gates run side by side. */
const AT_ONCE = 4;

function projectOf(owner: string, session: string | undefined = SESSION): Project {
  const project = createProject(session);
  project.write(`promises/${ID}.json`, promiseFile(ID, owner));
  return project;
}

/** What a gate answers to bytes, where the environment names a session with an open promise. */
async function held(payload: string | Uint8Array): Promise<GateOutput> {
  return outputOf(await projectOf(SESSION).run('cs-stop-gate', [], { input: payload }));
}

/** What it answers where the environment names nobody. */
async function unnamed(payload: string | Uint8Array): Promise<GateOutput> {
  const env = { CLAUDE_SESSION_ID: undefined };
  return outputOf(await projectOf('another').run('cs-stop-gate', [], { input: payload, env }));
}

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );

const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('no payload opens the gate of a session that the environment names', () => {
  it.each<[string, string | Uint8Array, string | undefined]>([
    ['nothing', '', 'it is empty'],
    ['white space', ' \n\t\r\n ', 'it is empty'],
    ['words', 'stop now', 'it is not valid JSON'],
    ['half an object', '{"session_id": "x', 'it is not valid JSON'],
    ['two objects', '{}{}', 'it is not valid JSON'],
    ['a number', '7', undefined],
    ['a list', '[{"session_id": "x"}]', undefined],
    ['null', 'null', undefined],
    ['a text', '"stop"', undefined],
    ['an empty object', '{}', undefined],
    ['deep nesting', nested(100_000), undefined],
    ['brackets without end in a text', `{"a":"${'['.repeat(600_000)}"}`, undefined],
    ['NUL bytes', '\u0000\u0000', 'it is not valid JSON'],
    ['an object between NUL bytes', '\u0000{}\u0000', 'it is not valid JSON'],
    ['bytes that are no UTF-8', bytes([0xff, 0xfe, 0x80]), 'it is not valid JSON'],
    ['bytes that are no UTF-8 in a text', bytes('{"a":"', [0xc3, 0x28, 0xff], '"}'), undefined],
    ['two bytes a character', Buffer.from('{}', 'utf16le'), 'it is not valid JSON'],
    [
      'a key of every object',
      '{"__proto__": {"event": "SubagentStop"}, "constructor": 7}',
      undefined,
    ],
  ])('%s', async (_what, payload, fault) => {
    const { decision, systemMessage = '' } = await held(payload);
    expect(decision).toBe('block');
    expect(systemMessage).toEqual(fault === undefined ? '' : expect.stringContaining(fault));
    // A payload that came and cannot be read may have named somebody.
    const isLost = fault === 'it is not valid JSON';
    const { decision: answer, reason, systemMessage: said } = await unnamed(payload);
    expect(answer).toBe(isLost ? 'block' : undefined);
    expect(isLost ? reason : said).toContain('The stop gate looked at nothing');
  });

  it.each([
    ['a byte-order mark', (json: string) => `\ufeff${json}`],
    ['line breaks of Windows', (json: string) => `${json.replaceAll(',', ',\r\n')}\r\n`],
    ['unknown fields', (json: string) => json.replace('{', '{"new_field": {"a": [1, null]},')],
    ['a field that stands there twice', (json: string) => json.replace('{', '{"session_id": "x",')],
  ])('a payload with %s is read', async (_what, written) => {
    const payload = written(JSON.stringify(stopPayload('told')));
    const project = projectOf('told');
    expect(outputOf(await gate(project, payload)).decision).toBe('block');
  });
});

describe('a payload of many megabytes', () => {
  const large = (size: number) =>
    JSON.stringify(stopPayload('told', { last_assistant_message: 'x'.repeat(size) }));

  it('of 10 is read', async () => {
    const output = outputOf(await gate(projectOf('told'), large(10 * MEGABYTE)));
    expect(output.decision).toBe('block');
  });

  it('of 40 is not read to its end: what the environment names is held, and it is said', async () => {
    const { decision, systemMessage } = await held(large(40 * MEGABYTE));
    expect(decision).toBe('block');
    expect(systemMessage).toContain("The host's payload cannot be read");
    const nobody = await unnamed(large(40 * MEGABYTE));
    expect(nobody.decision).toBe('block');
    expect(nobody.reason).toContain('Next: cs doctor');
  });
});

const FIELDS = [
  'session_id',
  'transcript_path',
  'cwd',
  'hook_event_name',
  'permission_mode',
  'stop_hook_active',
  'last_assistant_message',
  'background_tasks',
  'session_crons',
  'agent_id',
  'agent_transcript_path',
] as const;

const WRONG: readonly unknown[] = [
  undefined,
  null,
  7,
  -1e300,
  true,
  '',
  '\u0000',
  '\ud800',
  [],
  [null, { status: 'done' }, 7],
  {},
  { toString: 7 },
];

describe('a field of another type, or none', () => {
  it.each(FIELDS)('%s: the session that the environment names is blocked', async (field) => {
    const decisions = await inTurns(WRONG, AT_ONCE, async (value) => {
      const { decision } = await held(JSON.stringify(stopPayload('told', { [field]: value })));
      return { value, decision };
    });
    expect(decisions).toEqual(WRONG.map((value) => ({ value, decision: 'block' })));
  });
});

/** Payloads as hosts send them, with anything in any of their fields. */
const payloadText: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: jsonText },
  {
    weight: 3,
    arbitrary: fc
      .record(Object.fromEntries(FIELDS.map((field) => [field, jsonValue])), { requiredKeys: [] })
      .map((parts) => JSON.stringify(parts)),
  },
);

it('any JSON at all gets one valid answer, and opens no gate but that of a subagent', async () => {
  await fc.assert(
    fc.asyncProperty(payloadText, async (text) => {
      const output = await held(text);
      const isSubagent = JSON.parse(text)?.hook_event_name === 'SubagentStop';
      expect(output.decision).toBe(isSubagent ? undefined : 'block');
      await unnamed(text);
    }),
    { numRuns: 25 },
  );
}, 120_000);

describe('a session under an id that no file can be named by', () => {
  it.each([
    ['separators', 'a/b/c'],
    ["Windows' separators", 'a\\b'],
    ['a way out', '../../../../escaped'],
    ['an absolute path', '/tmp/escaped-session'],
    ['dots alone', '..'],
    ['a hidden name', '.hidden'],
    ['an option', '-rf'],
    ['a device of Windows', 'CON'],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['control characters', 'a\u001b[2J\nb\u0007'],
    ['a NUL byte', 'a\u0000b'],
    ['half a character', '\ud83d'],
    ['a smile', '🙂'],
    ['a blank', ' '],
    ['the key of every object', '__proto__'],
    ['a quote', `'; touch escaped; '`],
  ])('%s: is blocked, counted, let go after five, and writes nowhere else', async (_what, id) => {
    const project = projectOf(id, '');
    const root = `${project.folder}/..`;
    const outside = () =>
      [...filesUnder(root)].filter(
        ([name]) => !name.startsWith('project/.claude/completion-state/'),
      );
    const before = outside();
    const decisions: string[] = [];
    let last: GateOutput = {};
    for (let count = 0; count < 6; count += 1) {
      last = outputOf(await gate(project, stopPayload(id)));
      decisions.push(last.decision ?? 'pass');
    }
    expect(decisions.join(' ')).toBe('block block block block block pass');
    expect(last.systemMessage).toContain('NOT COMPLETE');
    expect(outside()).toEqual(before);
    expect(project.list('stop-gate')).toHaveLength(1);
  });
});
