import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isObject } from '../../src/domain/base/document.ts';
import { isSafeId } from '../../src/domain/base/identifier.ts';
import { readHookPayload } from '../../src/domain/host/hook-payload.ts';
import { mostUrgent, readBeads } from '../../src/domain/session/beads.ts';
import {
  capsIn,
  type GateMemory,
  memoryIdOf,
  memoryIn,
  withCap,
  withMemory,
} from '../../src/domain/session/gate-memory.ts';
import { CAP_REASONS } from '../../src/domain/session/liveness.ts';
import { RECEIPTS } from '../../src/domain/session/receipt.ts';
import { endIn } from '../../src/domain/session/session-end.ts';
import { isOpenTodo, todosIn } from '../../src/domain/session/todos.ts';
import { NEEDS } from '../../src/domain/session/waiting.ts';
import { stopperOf } from '../../src/stop-gate/stopper.ts';
import { jsonText, jsonValue } from '../rig/values/arbitraries.ts';
import { toolResult, toolUse } from '../rig/worlds/stop-gate.ts';

/** The parts of the stop gate that read what anybody may have written. */

const call = fc.constantFrom('1', '2', '3');
const status = fc.oneof(
  fc.constantFrom<unknown>('pending', 'in_progress', 'completed', 'deleted'),
  jsonValue,
);

const toolLine = fc.oneof(
  fc
    .tuple(
      fc.oneof(fc.array(fc.record({ content: jsonValue, status }), { maxLength: 3 }), jsonValue),
      call,
    )
    .map(([todos, id]) => toolUse('TodoWrite', { todos }, id)),
  fc.tuple(jsonValue, call).map(([subject, id]) => toolUse('TaskCreate', { subject }, id)),
  fc
    .tuple(fc.oneof(call, jsonValue), status, call)
    .map(([taskId, now, id]) => toolUse('TaskUpdate', { taskId, status: now }, id)),
  fc
    .tuple(call, call, fc.boolean())
    .map(([number, id, is_error]) => toolResult(`Task #${number} created`, id, { is_error })),
);

const line = fc.oneof(
  toolLine.map((value) => JSON.stringify(value)),
  jsonText.map((text) => `{"message":{"content":[{"name":"TodoWrite","input":${text}}]}}`),
  jsonText.map((text) => `{"type":"TodoWrite","isSidechain":${text},"message":${text}}`),
  fc.tuple(toolLine, fc.nat(200)).map(([value, cut]) => JSON.stringify(value).slice(0, cut)),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `"TodoWrite"${text}`),
);

it('any lines come to a list of texts', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      for (const item of todosIn(lines)) {
        expect([typeof item.text, typeof item.status]).toEqual(['string', 'string']);
        expect(typeof isOpenTodo(item)).toBe('boolean');
      }
    }),
  );
});

it('lines of others between them change nothing', () => {
  const other = fc.oneof(
    jsonText.filter((text) => !/TodoWrite|Task/.test(text)),
    toolLine.map((value) => JSON.stringify({ ...value, isSidechain: true })),
    fc.constantFrom('', '{', '"TodoWrite"', '{"TaskUpdate"', 'null'),
  );
  const own = toolLine.map((value) => JSON.stringify(value));
  const mixed = fc.array(fc.tuple(fc.boolean(), own, other), { maxLength: 12 });
  fc.assert(
    fc.property(mixed, (parts) => {
      const all = parts.map(([isOwn, mine, theirs]) => (isOwn ? mine : theirs));
      const mine = parts.filter(([isOwn]) => isOwn).map(([, text]) => text);
      expect(todosIn(all)).toEqual(todosIn(mine));
    }),
  );
});

const words = fc.string({ unit: 'binary', maxLength: 8 });
const count = fc.nat({ max: 1000 });
const memory: fc.Arbitrary<GateMemory> = fc.record({
  counters: fc.record({
    idle: count,
    busy: count,
    hosted: count,
    all: count,
    rests: count,
    repeats: count,
    last: fc.constantFrom('block', 'rest', 'cap', null),
    why: fc.constantFrom(...CAP_REASONS, null),
    prompts: count,
    position: fc.option(words),
    work: words,
    todos: words,
    tree: fc.option(words),
  }),
  bound: fc.record({
    all: count,
    unclosed: count,
    ages: fc.array(count, { maxLength: 4 }),
    at: fc.option(fc.record({ day: count, machine: count })),
    payload: words,
    shared: count,
    closed: fc.array(fc.tuple(words, count), { maxLength: 3 }),
  }),
  prompts: count,
  open: fc.array(words, { maxLength: 4 }),
  folders: fc.array(words, { maxLength: 4 }),
  told: fc.array(words, { minLength: 1, maxLength: 4 }),
  receipts: fc.array(fc.record({ name: words, what: fc.constantFrom(...RECEIPTS), text: words }), {
    maxLength: 2,
  }),
  reason: fc.option(words),
  cause: fc.option(words),
  waiting: fc.option(
    fc.record({
      question: words,
      needs: fc.constantFrom(...NEEDS),
      at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      kind: fc.constantFrom('asked', 'plan'),
      used: fc.boolean(),
    }),
  ),
  interrupted: fc.option(
    fc.record({
      at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      used: fc.boolean(),
      isPrompted: fc.boolean(),
      stop: fc.option(words),
    }),
  ),
});

const state = jsonValue.map((value) => (isObject(value) ? value : { liveness: value }));

it('what is remembered comes back from the file, whatever else is in it', () => {
  fc.assert(
    fc.property(state, memory, (before, kept) => {
      const file: unknown = JSON.parse(JSON.stringify(withMemory(before, kept)));
      expect(memoryIn(isObject(file) ? file : {})).toEqual(kept);
    }),
  );
});

it('any state is one that can be counted on, and goes on', () => {
  const field = fc.oneof(jsonValue, fc.record({ liveness: jsonValue }));
  const parts = fc.record({
    liveness: fc.oneof(field, fc.dictionary(fc.constantFrom('idle', 'all', 'last', 'tree'), field)),
    open_promises: field,
    open_folders: field,
    told: field,
    last_reason: field,
    last_cause: field,
    waiting: field,
    capped: field,
    ended: field,
  });
  fc.assert(
    fc.property(parts, (found) => {
      const kept = memoryIn(found);
      const { counters, folders, open, told } = kept;
      for (const key of ['idle', 'busy', 'hosted', 'all', 'rests', 'repeats'] as const) {
        expect(Number.isSafeInteger(counters[key]) && counters[key] >= 0).toBe(true);
      }
      expect([...open, ...folders, ...told].every((text) => typeof text === 'string')).toBe(true);
      const cap = { at: 'now', why: 'too-fast', checker: 'todos' };
      expect(capsIn(withCap(found, cap)).at(-1)).toEqual(cap);
      expect(memoryIn(withMemory(found, kept))).toEqual(kept);
      expect(endIn(found)?.by ?? 'person').toBe('person');
    }),
  );
});

it('any name of a session comes to the name of a file', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      expect(isSafeId(memoryIdOf(id))).toBe(true);
      expect(memoryIdOf(memoryIdOf(id))).toBe(memoryIdOf(id));
    }),
  );
});

it('whatever bd prints is a list of issues, or none', () => {
  const printed = fc.oneof(
    fc.string({ unit: 'binary' }),
    jsonText,
    fc.tuple(fc.constantFrom('', 'Warning\n', '[w] '), jsonText).map((parts) => parts.join('')),
    fc
      .array(
        fc.record({ id: jsonValue, title: jsonValue, priority: jsonValue, blocked_by: jsonValue }),
      )
      .map((list) => JSON.stringify(list)),
  );
  fc.assert(
    fc.property(printed, fc.nat(10), (text, most) => {
      const beads = readBeads(text) ?? [];
      for (const { id, priority, title, waitsFor } of beads) {
        expect([typeof id, typeof title, typeof priority]).toEqual(['string', 'string', 'number']);
        expect(id).not.toBe('');
        expect(waitsFor.every((name) => typeof name === 'string')).toBe(true);
      }
      expect(mostUrgent(beads, most).length).toBe(Math.min(beads.length, most));
    }),
  );
});

const KEYS = ['hook_event_name', 'session_id', 'transcript_path', 'agent_id', 'background_tasks'];
const payload = fc.oneof(
  jsonValue,
  fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(words, jsonValue)),
  fc.record({ hook_event_name: fc.constant('SubagentStop'), agent_id: fc.oneof(words, jsonValue) }),
);

it('any payload is read, and tells who stops or nobody', () => {
  fc.assert(
    fc.property(payload, fc.array(words, { maxLength: 3 }), (value, ids) => {
      const read = readHookPayload(value);
      expect(Number.isSafeInteger(read.running) && read.running >= 0).toBe(true);
      const { running: _count, isContinued, ...texts } = read;
      expect([undefined, true, false]).toContain(isContinued);
      for (const text of Object.values(texts)) expect(text === undefined || text !== '').toBe(true);
      const stopper = stopperOf(read, ids);
      if (stopper === undefined) return;
      expect(stopper.session.ids).toContain(stopper.session.id);
      expect(stopper.session.ids).not.toContain('');
      expect(isSafeId(stopper.memoryId)).toBe(true);
      expect(stopper.isSubagent).toBe(read.event === 'SubagentStop');
      if (stopper.isSubagent) expect(stopper.session.ids).toEqual([read.agentId]);
    }),
  );
});
