import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventSchema } from '../../build/schemas/event.ts';
import { promiseSchema } from '../../build/schemas/promise.ts';
import { publishedTexts } from '../../build/schemas/published.ts';
import { sessionStateSchema } from '../../build/schemas/session-state.ts';
import { stopGateStateSchema } from '../../build/schemas/stop-gate-state.ts';
import { validationSchema } from '../../build/schemas/validation.ts';
import { withEnd } from '../../src/domain/session/session-end.ts';
import { validatorResponse } from '../rig/values/promises.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { callHook } from '../rig/worlds/hook-call.ts';
import { createProject, SESSION } from '../rig/worlds/project.ts';

it.each(publishedTexts())('schemas/%s is what the code generates', async (name, text) => {
  await expect(text).toMatchFileSnapshot(join(CHECKOUT, 'schemas', name));
});

it('schemas/ holds nothing else', () => {
  const names = publishedTexts().map(([name]) => name);
  expect(readdirSync(join(CHECKOUT, 'schemas')).sort()).toEqual(names.sort());
});

it('every file and log line that the commands write keeps to its schema', async () => {
  const project = createProject();
  await project.run('cs-init', ['--initiative', 'schemas']);
  const id = await project.startedPromise('first');
  await project.run('cs-promise', ['--add-ac', id, 'second']);
  await project.run('cs-promise', ['--add-check', id, '--ac-id', 'AC-2', '--command', 'exit 0']);
  await project.run('cs', ['prove', id]);
  const copied = await project.promise('fourth');
  const [criterion] = [project.read(`promises/${id}.json`)['acceptance_criteria']].flat();
  const checked = { ...Object(criterion), checks: [{ kind: 'command', run: 'exit 0' }] };
  const parts = { ...project.read(`promises/${copied}.json`), acceptance_criteria: [checked] };
  project.write(`promises/${copied}.json`, parts);
  await project.run('cs', ['prove', copied, '--trust']);
  for (const criterion of ['AC-1', 'AC-2']) {
    await project.run('cs', ['meet', id, '--ac-id', criterion, '--evidence', 'seen']);
    const response = JSON.stringify(validatorResponse('PASS'));
    const at = ['--promise', id, '--ac-id', criterion];
    await project.run('cs-store-validation', [...at, '--response', response]);
  }
  const other = await project.promise('third');
  await project.run('cs-promise', ['--release', other]);
  await project.run('cs-promise', ['--adopt', other]);
  await project.run('cs-promise', ['--cancel', other]);
  await project.run('cs-verify', ['--promise', id]);
  await project.run('cs', ['session', 'directive', '--add', 'It works']);
  await project.run('cs', ['session', 'directive', '--retire', 'D-1']);
  await callHook(project, 'session-start', { session_id: SESSION, source: 'startup' });
  await project.promise('fifth');
  await project.run('cs', ['session', 'ask', 'Which database?']);
  const asked = project.read(`stop-gate/${SESSION}.json`);
  expect(stopGateStateSchema.safeParse(asked).error).toBeUndefined();
  await callHook(project, 'user-prompt', { session_id: SESSION, prompt: 'And it is fast' });

  for (const name of project.list('history')) {
    expect(promiseSchema.safeParse(project.read(`history/${name}`)).error).toBeUndefined();
  }
  const validation = project.read(`validations/${id}/AC-1-validation.json`);
  expect(validationSchema.safeParse(validation).error).toBeUndefined();
  expect(sessionStateSchema.safeParse(project.read('session-state.json')).error).toBeUndefined();
  const stopGate = project.read(`stop-gate/${SESSION}.json`);
  expect(stopGateStateSchema.safeParse(stopGate).error).toBeUndefined();
  const lines = readFileSync(join(project.state, 'events.jsonl'), 'utf8').trim().split('\n');
  const events = lines.map((line) => eventSchema.safeParse(JSON.parse(line)));
  expect(events.flatMap(({ error }) => (error === undefined ? [] : [error]))).toEqual([]);
  expect(new Set(lines.map((line) => JSON.parse(line).event))).toEqual(
    new Set([
      'session.initialized',
      'promise.created',
      'promise.started',
      'criterion.added',
      'criterion.met',
      'criterion.answered',
      'check.added',
      'criterion.proved',
      'checks.trusted',
      'validation.stored',
      'promise.released',
      'promise.adopted',
      'promise.cancelled',
      'promise.verified',
      'directive.added',
      'directive.retired',
      'session.waits',
      'session.waited',
    ]),
  );
});

/** What only a person at a terminal makes the commands write. */
it.each<[string, object, { safeParse(value: unknown): { readonly error?: unknown } }]>([
  [
    'a session that ended',
    withEnd({}, { by: 'person', at: 'now', reason: 'x', promises: ['p'], unreadable: [] }),
    stopGateStateSchema,
  ],
  ['its event', { event: 'session.ended', session: 's', reason: 'x' }, eventSchema],
  [
    'the event of one that another goes on with',
    { event: 'session.continued', session: 's', from: 'r', end: 'x' },
    eventSchema,
  ],
  ['the event of one that was reopened', { event: 'session.reopened', session: 's' }, eventSchema],
  [
    'the event of a promise that a person freed',
    { event: 'promise.released', promise_id: 'p', by: 'person' },
    eventSchema,
  ],
  [
    'the event of a promise handed on',
    { event: 'promise.adopted', promise_id: 'p', from: 's' },
    eventSchema,
  ],
])('%s keeps to its schema', (_what, value, schema) => {
  const line = { timestamp: 'now', session_id: null, ...value };
  expect(schema.safeParse(line).error).toBeUndefined();
});
