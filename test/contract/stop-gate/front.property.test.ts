import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePayload } from '../../../src/domain/host/hook-payload.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { runs } from '../../rig/values/runs.ts';
import {
  answerOfFront,
  type FrontWorld,
  frontWorld,
  HOSTED_SESSION,
  hookVariables,
  stopOf,
} from '../../rig/worlds/front.ts';
import { THIS_HOST } from '../../rig/worlds/hook-call.ts';
import { filesUnder } from '../../rig/worlds/judged-project.ts';
import { assistantSays, runsOnPosix, toolUse } from '../../rig/worlds/stop-gate.ts';

/** What the front answers by itself, Node's lane would answer in the same words. */

/** Things that can lie in a folder, by the path and the text of each. */
type Things = Readonly<Record<string, readonly [path: string, text: string]>>;

const STATE = '.claude/completion-state';
const KEPT = `${STATE}/stop-gate/${HOSTED_SESSION}.json`;
const RECORD = `${JSON.stringify({ host: THIS_HOST }, null, 2)}\n`;

/** What a state folder can hold where nothing was promised, or all of it has ended. */
const STATE_THINGS: Things = {
  'state folder': [`${STATE}/.gitignore`, '*\n'],
  'record of the host': [KEPT, RECORD],
  'record in other words': [KEPT, JSON.stringify({ host: THIS_HOST })],
  'record and directives': [KEPT, JSON.stringify({ host: THIS_HOST, directives: [] }, null, 2)],
  'record of another': [`${STATE}/stop-gate/another-session.json`, RECORD],
  'open promises of another': [
    `${STATE}/stop-gate/another-session.json`,
    '{"open_promises": ["promise-0000000c"]}',
  ],
  'counted blocks': [KEPT, '{"liveness": {"all": 2, "last": "block"}, "open_promises": []}'],
  'open promises': [KEPT, '{"open_promises": ["promise-0000000c"]}'],
  'open folders': [KEPT, '{"open_folders": ["/nowhere"], "open_promises": []}'],
  wait: [
    KEPT,
    JSON.stringify({
      waiting: {
        question: 'Which?',
        needs: 'other',
        at: '2026-02-17T10:30:00.000Z',
        kind: 'asked',
        used: true,
      },
    }),
  ],
  interrupt: [
    KEPT,
    JSON.stringify({ interrupted: { at: '2026-11-26T10:00:00.000Z', used: true, stop: null } }),
  ],
  'let go': [
    KEPT,
    JSON.stringify({
      liveness: { last: 'cap' },
      capped: [{ at: '2026-02-17T10:30:00.000Z', why: 'nothing-changed', checker: 'todos' }],
    }),
  ],
  'broken record': [KEPT, RECORD.slice(0, 30)],
  'record that is a list': [KEPT, '[]'],
  'file for a folder of records': [`${STATE}/stop-gate`, ''],
  history: [
    `${STATE}/history/promise-0000000c.json`,
    JSON.stringify({ ...promiseFile('promise-0000000c', HOSTED_SESSION), status: 'cancelled' }),
  ],
  ledger: [`${STATE}/events.jsonl`, '{"event": "promise.cancelled"}\n'],
  'no promises': [`${STATE}/promises/.keep`, ''],
  mark: [`${STATE}/register/${HOSTED_SESSION}.jsonl`, '{'],
  'file for a state folder': [STATE, ''],
};

const THINGS: Things = {
  ...STATE_THINGS,
  promise: [
    '.claude/completion-state/promises/promise-0000000a.json',
    JSON.stringify(promiseFile('promise-0000000a', HOSTED_SESSION)),
  ],
  'broken promise': ['.claude/completion-state/promises/promise-0000000b.json', '{'],
  memory: [`.claude/completion-state/stop-gate/${HOSTED_SESSION}.json`, '{"open_promises": ["x"]}'],
  configuration: ['.claude/completion-promise.json', '{"realityCheck": {"enabled": true}}'],
  'broken configuration': ['.claude/completion-promise.json', '{'],
  settings: ['.claude/settings.json', '{}'],
  'a file for a folder': ['.claude', ''],
  beads: ['.beads/issues.jsonl', ''],
  'a file for git': ['.git', 'gitdir: /nowhere'],
  repository: ['.git/HEAD', 'ref: refs/heads/main\n'],
  'user configuration': ['.config/completion-promise/config.json', '{"tier": "x"}'],
};

const rarely = <Value>(rare: fc.Arbitrary<Value>, usual: Value): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare });

const ids = fc.constantFrom('system3-12345', 'orch-12345', 'a.b.c.d', '../12345', 'ü1234', '', 'x');

const todos = (status: string) => toolUse('TodoWrite', { todos: [{ content: 'x', status }] });

const line = fc.constantFrom(
  assistantSays('That is done.'),
  assistantSays('I called "TodoWrite" and \u2028 more'),
  todos('pending'),
  todos('completed'),
  toolUse('TaskCreate', { subject: 'x' }),
  { type: 'user', message: { role: 'user', content: '[Request interrupted by user]' } },
);

const place = fc.constantFrom('project', 'above', 'elsewhere', 'home');

/** Anything anywhere, which in most worlds is nothing. */
const anything = rarely(
  fc.array(fc.tuple(place, fc.constantFrom(...Object.keys(THINGS))), { maxLength: 2 }),
  [],
);

/** What is left of sessions before, in the project and elsewhere. */
const leftovers = fc.array(
  fc.tuple(rarely(place, 'project'), fc.constantFrom(...Object.keys(STATE_THINGS))),
  { minLength: 1, maxLength: 3 },
);

/** What is kept of a session that may wait for its user. */
const waits = fc.array(
  fc.tuple(
    rarely(place, 'project'),
    fc.constantFrom(
      'wait',
      'interrupt',
      'open promises',
      'open promises of another',
      'history',
      'mark',
    ),
  ),
  { minLength: 1, maxLength: 2 },
);

/** What is kept of a session that may have been let go. */
const endings = fc.array(
  fc.tuple(
    rarely(place, 'project'),
    fc.constantFrom('let go', 'wait', 'open promises', 'history', 'mark'),
  ),
  { minLength: 1, maxLength: 2 },
);

const worldWith = (things: typeof leftovers) =>
  fc.record({
    things,
    cwd: fc.constantFrom('project', 'project/sub', 'elsewhere', 'link', 'nowhere'),
    env: rarely(
      fc.constantFrom<Readonly<Record<string, string>>>(
        { CS_STOP_GATE_TODOS: 'no' },
        { CS_TIER: 'x' },
        { CLAUDE_SESSION_ID: 'system3-12345' },
        { CLAUDE_SESSION_ID: 'another-session' },
        { CLAUDE_CODE_SESSION_ID: '' },
        { CLAUDE_PROJECT_DIR: 'sub' },
        { CLAUDE_PROJECT_DIR: '' },
        { HOME: '' },
      ),
      {},
    ),
    session: rarely(ids, HOSTED_SESSION),
    lines: fc.array(rarely(line, assistantSays('Done.')), { maxLength: 3 }),
    parts: rarely(
      fc.constantFrom<object>(
        { stop_hook_active: true },
        { hook_event_name: 'SubagentStop' },
        { hook_event_name: 'SubagentStop', agent_id: 'agent-12345' },
        { hook_event_name: undefined },
        { background_tasks: [{ status: 'running' }] },
        { transcript_path: '/nowhere' },
        { transcript_path: undefined },
        { cwd: undefined },
        { effort: { level: 'high', session_id: 'another', is: true } },
        { effort: { stop_hook_active: 'x' }, more: { level: '}' } },
        { effort: { level: { deep: 'x' } } },
      ),
      {},
    ),
    said: rarely(fc.string({ unit: 'binary', maxLength: 20 }), 'Done.'),
  });

type World = ReturnType<typeof worldWith> extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes a world, and gives the payload of a stop in it and the variables of the hook. */
function furnish(made: FrontWorld, { cwd, env, lines, parts, said, session, things }: World) {
  const above = join(made.folder, '..');
  const elsewhere = join(above, 'elsewhere', 'deep');
  const places = { project: made.folder, above, elsewhere: dirname(elsewhere), home: made.home };
  mkdirSync(elsewhere, { recursive: true });
  mkdirSync(join(made.folder, 'sub'));
  symlinkSync(elsewhere, join(above, 'link'));
  for (const [place, thing] of things)
    put(join(places[place], THINGS[thing]?.[0] ?? ''), THINGS[thing]?.[1]);
  const transcript_path = made.transcript(...lines);
  const folders: Readonly<Record<World['cwd'], string>> = {
    project: made.folder,
    'project/sub': join(made.folder, 'sub'),
    elsewhere,
    link: join(above, 'link'),
    nowhere: join(above, 'nowhere'),
  };
  const payload = stopOf(made, {
    session_id: session,
    cwd: folders[cwd],
    transcript_path,
    last_assistant_message: said,
    ...parts,
  });
  return { payload: JSON.stringify(payload), env };
}

/** Two things may want the same path. */
function put(path: string, text = ''): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch {
    // The other one has it.
  }
}

/** How the stops of a property were answered. */
interface Reached {
  byItself: number;
  byNode: number;
}

const allReached = ({ byItself, byNode }: Reached): boolean => byItself > 0 && byNode > 0;

describe.skipIf(!runsOnPosix)('the front', () => {
  it.each([
    ['any world', worldWith(anything)],
    ['a project with something left in its state folder', worldWith(leftovers)],
  ])(
    'answers by itself only where the lane lets go without a word, in %s',
    async (_what, world) => {
      const reached: Reached = { byItself: 0, byNode: 0 };
      await fc.assert(
        fc.asyncProperty(world, async (parts) => {
          const made = frontWorld();
          const { env, payload } = furnish(made, parts);
          const answer = await answerOfFront(made, 'stop', payload, { env });
          if (answer === undefined) {
            reached.byNode += 1;
            return;
          }
          reached.byItself += 1;
          const variables = { ...hookVariables(made), ...env };
          const lane = await made.run('cs-stop-gate', [], { input: payload, env: variables });
          expect([answer, lane.code]).toEqual([lane.stdout, 0]);
          expect(answer).toBe('{}\n');
        }),
        runs(80, 40),
      );
      expect(allReached(reached)).toBe(true);
    },
  );

  it('says nothing to a prompt by itself only where Node says and changes nothing', async () => {
    const reached: Reached = { byItself: 0, byNode: 0 };
    await fc.assert(
      fc.asyncProperty(worldWith(waits), async (parts) => {
        const made = frontWorld();
        const { env, payload } = furnish(made, parts);
        const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Go on.' };
        const input = JSON.stringify({ ...JSON.parse(payload), ...prompt });
        const answer = await answerOfFront(made, 'user-prompt', input, { env });
        if (answer === undefined) {
          reached.byNode += 1;
          return;
        }
        reached.byItself += 1;
        const before = filesUnder(join(made.folder, '..'));
        const variables = { CLAUDE_SESSION_ID: undefined, ...hookVariables(made), ...env };
        const { code, stdout } = await made.run('cs', ['user-prompt'], { input, env: variables });
        expect([answer, code, stdout]).toEqual(['', 0, '']);
        expect(filesUnder(join(made.folder, '..'))).toEqual(before);
      }),
      runs(60),
    );
    expect(allReached(reached)).toBe(true);
  });

  it('says nothing at an end by itself only where Node says and changes nothing', async () => {
    const reached: Reached = { byItself: 0, byNode: 0 };
    await fc.assert(
      fc.asyncProperty(worldWith(endings), async (parts) => {
        const made = frontWorld();
        const { env, payload } = furnish(made, parts);
        const end = { hook_event_name: 'SessionEnd', reason: 'other' };
        const input = JSON.stringify({ ...JSON.parse(payload), ...end });
        const unattended = { ...env, CLAUDE_CODE_SESSION_ATTENDED: '0' };
        const answer = await answerOfFront(made, 'session-end', input, { env: unattended });
        if (answer === undefined) {
          reached.byNode += 1;
          return;
        }
        reached.byItself += 1;
        const before = filesUnder(join(made.folder, '..'));
        const variables = { CLAUDE_SESSION_ID: undefined, ...hookVariables(made), ...unattended };
        const { code, stderr } = await made.run('cs', ['session-end'], { input, env: variables });
        expect([answer, code, stderr]).toEqual(['', 0, '']);
        expect(filesUnder(join(made.folder, '..'))).toEqual(before);
      }),
      runs(60),
    );
    expect(allReached(reached)).toBe(true);
  });

  it('takes a payload for whole only where it is JSON, however it is damaged', async () => {
    const reached: Reached = { byItself: 0, byNode: 0 };
    const made = frontWorld();
    made.transcript(assistantSays('Done.'));
    const marks = fc.constantFrom(
      ...'"\\{}[]:,u1.n \n\t\0\x01é',
      '\\"',
      '":"',
      '","',
      '\\u00e9',
      '\ufeff',
    );
    const damage = fc.record({
      said: fc.array(fc.constantFrom('a', '"', '\\', 'é', '\n', '1.', '{', '}'), { maxLength: 6 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removes: rarely(fc.nat(3), 0),
      inserts: rarely(marks, ''),
      cuts: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, cuts, inserts, removes, said }) => {
        const whole = JSON.stringify(stopOf(made, { last_assistant_message: said.join('') }));
        const place = Math.floor(at * whole.length);
        const rest = cuts && inserts === '' ? '' : whole.slice(place + removes);
        const text = place % 3 === 0 ? whole : whole.slice(0, place) + inserts + rest;
        const answer = await answerOfFront(made, 'stop', text);
        if (answer === undefined) {
          reached.byNode += 1;
          return;
        }
        reached.byItself += 1;
        const payload = parsePayload(text);
        const sessionId = expect.stringMatching(/^[\w-]+$/);
        expect(payload).toMatchObject({ sessionId, event: 'Stop', running: 0 });
        expect(payload?.isContinued).not.toBe(true);
      }),
      runs(150),
    );
    expect(allReached(reached)).toBe(true);
  });
});
