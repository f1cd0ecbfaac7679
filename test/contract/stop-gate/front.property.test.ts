import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookOccasion } from '../../../src/domain/host/hook-host.ts';
import { parsePayload } from '../../../src/domain/host/hook-payload.ts';
import type { HostName } from '../../../src/hosts/hosts.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { runs } from '../../rig/values/runs.ts';
import {
  answerOfFront,
  eventOf,
  type FrontWorld,
  frontWorld,
  HOSTED_SESSION,
  hookOf,
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

/** In the project, or where no session of it looks. */
const somewhere = fc.oneof(place, fc.constantFrom('project', 'home', 'elsewhere'));

/** Anything anywhere, which in most worlds is nothing. */
const anything = rarely(
  fc.array(fc.tuple(place, fc.constantFrom(...Object.keys(THINGS))), { maxLength: 2 }),
  [],
);

/** What is left of sessions before, in the project and elsewhere. */
const leftovers = fc.array(fc.tuple(somewhere, fc.constantFrom(...Object.keys(STATE_THINGS))), {
  minLength: 1,
  maxLength: 3,
});

/** What is kept of a session that may wait for its user. */
const waits = fc.array(
  fc.tuple(
    somewhere,
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
  fc.tuple(somewhere, fc.constantFrom('let go', 'wait', 'open promises', 'history', 'mark')),
  { minLength: 1, maxLength: 2 },
);

const worldWith = (things: typeof leftovers) =>
  fc.record({
    host: fc.constantFrom<HostName>(
      'claude-code',
      'claude-code',
      'codex',
      'gemini',
      'copilot',
      'opencode',
    ),
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

/** Makes a world, and gives the payload of a hook in it, the variables that it has, and the options of its line. */
function furnish(
  made: FrontWorld,
  { cwd, env, host: wanted, lines, parts, said, session, things }: World,
  occasion: HookOccasion,
) {
  const above = join(made.folder, '..');
  const elsewhere = join(above, 'elsewhere', 'deep');
  const places = { project: made.folder, above, elsewhere: dirname(elsewhere), home: made.home };
  mkdirSync(elsewhere, { recursive: true });
  mkdirSync(join(made.folder, 'sub'));
  symlinkSync(elsewhere, join(above, 'link'));
  for (const [place, thing] of things)
    put(join(places[place], THINGS[thing]?.[0] ?? ''), THINGS[thing]?.[1]);
  made.transcript(...lines);
  // Where Node leaves sessions of some hosts for their shells.
  mkdirSync(join(made.home, HOSTS), { recursive: true });
  const folders: Readonly<Record<World['cwd'], string>> = {
    project: made.folder,
    'project/sub': join(made.folder, 'sub'),
    elsewhere,
    link: join(above, 'link'),
    nowhere: join(above, 'nowhere'),
  };
  const host = eventOf(wanted, occasion) === undefined ? 'claude-code' : wanted;
  const hook = hookOf(made, host, occasion, session);
  const isOfAnyHost = host === 'claude-code' || 'effort' in parts;
  const payload = { ...hook.payload, cwd: folders[cwd], ...(isOfAnyHost ? parts : {}) };
  return {
    host,
    args: hook.args,
    env: { ...hook.env, ...env },
    payload: JSON.stringify(occasion === 'stop' ? { ...payload, ...saidOf(host, said) } : payload),
  };
}

/** What the agent said last, where the host tells it. */
function saidOf(host: HostName, said: string): object {
  if (host === 'copilot') return {};
  return host === 'gemini' ? { prompt_response: said } : { last_assistant_message: said };
}

const HOSTS = '.local/state/completion-promise/hosts';

/** The files of a world, but for the sessions that are left for shells: those name the process that left them. */
function keptIn(made: FrontWorld): readonly unknown[] {
  return [...filesUnder(join(made.folder, '..'))].filter(([path]) => !path.includes(HOSTS));
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
          const { args, env, host, payload } = furnish(made, parts, 'stop');
          const answer = await answerOfFront(made, 'stop', payload, { env, args });
          if (answer === undefined) {
            reached.byNode += 1;
            return;
          }
          reached.byItself += 1;
          const variables = { ...hookVariables(made), ...env };
          const lane = await made.run('cs-stop-gate', args, { input: payload, env: variables });
          expect([answer, lane.stderr, lane.code]).toEqual([lane.stdout, '', 0]);
          expect(answer).toBe(host === 'claude-code' ? '{}\n' : '');
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
        const { args, env, payload: input } = furnish(made, parts, 'user-prompt');
        const answer = await answerOfFront(made, 'user-prompt', input, { env, args });
        if (answer === undefined) {
          reached.byNode += 1;
          return;
        }
        reached.byItself += 1;
        const before = keptIn(made);
        const variables = { CLAUDE_SESSION_ID: undefined, ...hookVariables(made), ...env };
        const called = { input, env: variables };
        const { code, stdout } = await made.run('cs', ['user-prompt', ...args], called);
        expect([answer, code, stdout]).toEqual(['', 0, '']);
        expect(keptIn(made)).toEqual(before);
      }),
      runs(60, 20),
    );
    expect(allReached(reached)).toBe(true);
  });

  it('says nothing at an end by itself only where Node says and changes nothing', async () => {
    const reached: Reached = { byItself: 0, byNode: 0 };
    await fc.assert(
      fc.asyncProperty(worldWith(endings), async (parts) => {
        const made = frontWorld();
        const { args, env, payload: input } = furnish(made, parts, 'session-end');
        const unattended = { ...env, CLAUDE_CODE_SESSION_ATTENDED: '0' };
        const answer = await answerOfFront(made, 'session-end', input, { env: unattended, args });
        if (answer === undefined) {
          reached.byNode += 1;
          return;
        }
        reached.byItself += 1;
        const before = keptIn(made);
        const variables = { CLAUDE_SESSION_ID: undefined, ...hookVariables(made), ...unattended };
        const called = { input, env: variables };
        const { code, stderr } = await made.run('cs', ['session-end', ...args], called);
        expect([answer, code, stderr]).toEqual(['', 0, '']);
        expect(keptIn(made)).toEqual(before);
      }),
      runs(60, 20),
    );
    expect(allReached(reached)).toBe(true);
  });

  it('starts a session by itself only where Node says nothing, and tells its shells the same', async () => {
    const reached: Reached = { byItself: 0, byNode: 0 };
    await fc.assert(
      fc.asyncProperty(worldWith(anything), async (parts) => {
        const made = frontWorld();
        const { args, env: own, payload: input } = furnish(made, parts, 'session-start');
        const exports = join(made.home, 'exports.sh');
        const isRead = args.length === 0;
        const env = { ...own, ...(isRead ? { CLAUDE_ENV_FILE: exports } : {}) };
        const answer = await answerOfFront(made, 'session-start', input, { env, args });
        if (answer === undefined) {
          reached.byNode += 1;
          return;
        }
        reached.byItself += 1;
        const before = keptIn(made);
        rmSync(exports, { force: true });
        const variables = { CLAUDE_SESSION_ID: undefined, ...hookVariables(made), ...env };
        const called = { input, env: variables };
        const { code, stdout } = await made.run('cs', ['session-start', ...args], called);
        expect([answer, code, stdout]).toEqual(['', 0, '']);
        expect(keptIn(made)).toEqual(before);
        expect(existsSync(exports)).toBe(isRead);
      }),
      runs(60, 20),
    );
    expect(allReached(reached)).toBe(true);
  });

  it('never takes the session that is registered for another one, however the payload is damaged', async () => {
    const reached: Reached = { byItself: 0, byNode: 0 };
    const made = frontWorld();
    put(join(made.home, '.local/state/completion-promise/sessions', `${HOSTED_SESSION}.jsonl`));
    const named = `"session_id":"${HOSTED_SESSION}"`;
    const pieces = [
      ...'"\\{}[]:,u1.n \n\t\0\x01é',
      '\\"',
      '":"',
      '","',
      '\\u00e9',
      '\ufeff',
      'session_id',
      '"session_id":"another-session",',
      '"sessionId":"another-session",',
      '"session\\u005fid":"another-session",',
      `${named},`,
      `"session_id": "${HOSTED_SESSION}",`,
      `"more":{${named}},`,
      `"session_id":"\\u0030${HOSTED_SESSION.slice(1)}",`,
    ];
    const damage = fc.record({
      said: fc.array(fc.constantFrom('a', '"', '\\', 'é', '\n', named, '{', '}'), { maxLength: 6 }),
      id: fc.constantFrom(HOSTED_SESSION, 'another-session'),
      at: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant('behind a member')),
      which: fc.nat(),
      removes: rarely(fc.nat(3), 0),
      inserts: rarely(fc.constantFrom(...pieces), ''),
      cuts: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, cuts, id, inserts, removes, said, which }) => {
        const parts = { session_id: id, last_assistant_message: said.join('') };
        const whole = JSON.stringify(stopOf(made, parts));
        const members = [...whole.matchAll(/(?<=[{,])"/g)].map(({ index }) => index);
        const place =
          typeof at === 'number'
            ? Math.floor(at * whole.length)
            : (members[which % members.length] ?? 0);
        const rest = cuts && inserts === '' ? '' : whole.slice(place + removes);
        const text = place % 3 === 0 ? whole : whole.slice(0, place) + inserts + rest;
        const env = { CLAUDE_CODE_SESSION_ID: undefined };
        if ((await answerOfFront(made, 'stop', text, { env })) === undefined) {
          reached.byNode += 1;
          return;
        }
        reached.byItself += 1;
        expect(parsePayload(text)?.sessionId).not.toBe(HOSTED_SESSION);
      }),
      runs(300),
    );
    expect(allReached(reached)).toBe(true);
  });
});
