import { describe, expect, it } from 'vitest';
import { held, PAYLOAD_FIELDS, projectOf, unnamed } from '../../rig/worlds/held-stop.ts';
import { filesUnder } from '../../rig/worlds/judged-project.ts';
import type { Project } from '../../rig/worlds/project.ts';
import { type GateOutput, gate, outputOf, stopPayload } from '../../rig/worlds/stop-gate.ts';

const MEGABYTE = 1024 * 1024;

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
    expect(systemMessage.includes('The host')).toBe(fault !== undefined);
    expect(systemMessage).toContain(fault ?? 'blocked the agent');
    // A payload that came and cannot be read may have named somebody.
    const isLost = fault === 'it is not valid JSON';
    const { decision: answer, reason, systemMessage: said } = await unnamed(payload);
    expect(answer).toBe(isLost ? 'block' : undefined);
    expect(isLost ? reason : said).toContain('The stop gate checked nothing');
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

// Every field with every such value: test/domain/host/hook-payload-fields.test.ts.
describe('a field of another type, or none: the session that the environment names is blocked', () => {
  it.each(PAYLOAD_FIELDS)('%s', async (field) => {
    const { decision } = await held(JSON.stringify(stopPayload('told', { [field]: [null, 7] })));
    expect(decision).toBe('block');
  });

  it.each(WRONG.map((value) => [value]))('%j in all of them', async (value) => {
    const parts = Object.fromEntries(PAYLOAD_FIELDS.map((field) => [field, value]));
    const { decision } = await held(JSON.stringify(stopPayload('told', parts)));
    expect(decision).toBe('block');
  });
});

describe('a session under an id that no file can be named by', () => {
  const outsideOf = (project: Project) =>
    [...filesUnder(`${project.folder}/..`)].filter(
      ([name]) => !name.startsWith('project/.claude/completion-state/'),
    );

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
  ])('%s: is blocked, remembered once, and writes nowhere else', async (_what, id) => {
    const project = projectOf(id, '');
    const before = outsideOf(project);
    for (let count = 0; count < 2; count += 1) {
      expect(outputOf(await gate(project, stopPayload(id))).decision).toBe('block');
    }
    expect(outsideOf(project)).toEqual(before);
    expect(project.list('stop-gate')).toHaveLength(1);
  });

  it('is counted like any other, and let go after five blocks', async () => {
    const id = '../../../../escaped';
    const project = projectOf(id, '');
    const decisions: string[] = [];
    let last: GateOutput = {};
    for (let count = 0; count < 6; count += 1) {
      last = outputOf(await gate(project, stopPayload(id)));
      decisions.push(last.decision ?? 'pass');
    }
    expect(decisions.join(' ')).toBe('block block block block block pass');
    expect(last.systemMessage).toContain('NOT COMPLETE');
  });
});
