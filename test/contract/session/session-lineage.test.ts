import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionHost } from '../../../src/domain/session/session-host.ts';
import { type PromiseParts, promiseFile } from '../../rig/values/promises.ts';
import {
  callHook,
  GONE_HOST,
  HOST_ELSEWHERE,
  hasHosts,
  OTHER_HOST,
  THIS_HOST,
} from '../../rig/worlds/hook-call.ts';
import { personEnd } from '../../rig/worlds/person-acts.ts';
import { createProject, type Outcome, type Project } from '../../rig/worlds/project.ts';

const OLD = 'session-old';
const NEW = 'session-new';
const ID = 'promise-0000aaaa';

function projectOf(owner: string | null, parts: PromiseParts = {}): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, owner, parts));
  return project;
}

const keep = (project: Project, session: string, state: object): string =>
  project.write(`stop-gate/${session}.json`, state);

const start = (project: Project, source: string, parts: object = {}, env = {}) =>
  callHook(
    project,
    'session-start',
    { session_id: NEW, source, transcript_path: transcript(project, NEW), ...parts },
    { env },
  );

const transcript = (project: Project, session: string): string =>
  join(project.folder, '..', `${session}.jsonl`);

function say(project: Project, session: string, ...uuids: readonly string[]): void {
  const lines = [{ type: 'mode' }, ...uuids.map((uuid) => ({ type: 'user', uuid }))];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(transcript(project, session), text);
}

const ownerIn = (project: Project, id = ID): unknown =>
  Object(project.read(`promises/${id}.json`)['ownership']).owned_by;

const context = ({ stdout }: Outcome): string =>
  stdout === '' ? '' : (JSON.parse(stdout).hookSpecificOutput.additionalContext ?? '');

describe.skipIf(!hasHosts)('a clear', () => {
  it('in the same process: the promises go on, with who had them', async () => {
    const project = projectOf(OLD);
    keep(project, OLD, { host: THIS_HOST });
    const outcome = await start(project, 'clear');
    expect(context(outcome)).toContain(
      `This session continues session ${OLD} and now owns its open promises: ${ID}.\nThis session has 1 open promise.`,
    );
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      status: 'in_progress',
      ownership: {
        owned_by: NEW,
        created_by: OLD,
        owned_since: expect.not.stringContaining('2026-02-17'),
      },
    });
    const log = readFileSync(join(project.state, 'events.jsonl'), 'utf8').trim().split('\n');
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'promise.adopted', promise_id: ID, from: OLD, session_id: NEW },
    ]);
    expect(project.read(`stop-gate/${NEW}.json`)).toEqual({ inherited_from: OLD, host: THIS_HOST });
  });

  it('from start to clear to clear, as a host calls it', async () => {
    const project = createProject();
    project.write('../completion-promise.json', {});
    await start(project, 'startup', { session_id: OLD });
    project.write(`promises/${ID}.json`, promiseFile(ID, OLD));
    for (const session_id of [NEW, 'session-newer']) {
      await start(project, 'clear', { session_id });
      expect(ownerIn(project)).toBe(session_id);
    }
  });

  it.each<[string, SessionHost | undefined, string]>([
    ['another process that runs', OTHER_HOST, 'clear'],
    ['one of its number that is gone', GONE_HOST, 'clear'],
    ['one on another machine', HOST_ELSEWHERE, 'clear'],
    ['no process on record', undefined, 'clear'],
    ['the same process, at a start', THIS_HOST, 'startup'],
  ])('%s: the promises stay', async (_what, host, source) => {
    const project = projectOf(OLD);
    keep(project, OLD, { host });
    expect(context(await start(project, source))).not.toContain('goes on with');
    expect(ownerIn(project)).toBe(OLD);
  });

  it.each<[string, string]>([
    ['is not above this one', '1999999'],
    ['is no number', 'x'],
    ['is not given', ''],
  ])('a process that %s: nothing is recorded, the promises stay', async (_what, CLAUDE_PID) => {
    const project = projectOf(OLD);
    keep(project, OLD, { host: THIS_HOST });
    await start(project, 'clear', {}, { CLAUDE_PID });
    expect(ownerIn(project)).toBe(OLD);
    expect(project.exists(`stop-gate/${NEW}.json`)).toBe(false);
  });

  it('that the host does not call for this session: nothing is changed', async () => {
    const project = projectOf(OLD);
    keep(project, OLD, { host: THIS_HOST });
    await start(project, 'clear', {}, { CLAUDE_CODE_SESSION_ID: OLD });
    expect(ownerIn(project)).toBe(OLD);
    expect(project.read(`stop-gate/${OLD}.json`)).toEqual({ host: THIS_HOST });
  });

  it('takes every open promise of that session, none that has ended or is another’s', async () => {
    const project = projectOf(OLD, { status: 'pending' });
    keep(project, OLD, { host: THIS_HOST });
    const others = {
      'promise-0000bbbb': promiseFile('promise-0000bbbb', OLD, { status: 'paused' }),
      'promise-0000cccc': promiseFile('promise-0000cccc', OLD, { status: 'cancelled' }),
      'promise-0000dddd': promiseFile('promise-0000dddd', 'session-third'),
      'promise-0000eeee': promiseFile('promise-0000eeee', null),
    };
    for (const [id, promise] of Object.entries(others))
      project.write(`promises/${id}.json`, promise);
    await start(project, 'clear');
    expect([ID, ...Object.keys(others)].map((id) => ownerIn(project, id))).toEqual([
      NEW,
      NEW,
      OLD,
      'session-third',
      null,
    ]);
  });

  it('a broken promise among them is named; the others go on', async () => {
    const project = projectOf(OLD);
    keep(project, OLD, { host: THIS_HOST });
    project.write('promises/promise-0badf00d.json', '{');
    expect(context(await start(project, 'clear'))).toMatch(/promise-0badf00d\.json/);
    expect(ownerIn(project)).toBe(NEW);
  });

  it('a broken file of the old session: the user is told, the promises stay', async () => {
    const project = projectOf(OLD);
    keep(project, OLD, []);
    const { code, stdout } = await start(project, 'clear');
    expect([code, JSON.parse(stdout).systemMessage]).toEqual([
      0,
      expect.stringContaining(`${OLD}.json`),
    ]);
    expect(ownerIn(project)).toBe(OLD);
  });

  it('keeps a person’s end, and no directive of what was cleared', async () => {
    const project = projectOf(OLD);
    const ended = personEnd(project, OLD, { promises: [ID] });
    keep(project, OLD, { host: THIS_HOST, ended, directives: [{ id: 'D-1', text: 'x' }] });
    await start(project, 'clear');
    expect(project.read(`stop-gate/${NEW}.json`)).toEqual({
      ended: {
        ...ended,
        session: OLD,
        inherited: { offset: expect.any(Number), digest: expect.any(String) },
      },
      inherited_from: OLD,
      host: THIS_HOST,
    });
    const log = readFileSync(join(project.state, 'events.jsonl'), 'utf8').trim().split('\n');
    expect(log.map((line) => JSON.parse(line)).at(-1)).toMatchObject({
      event: 'session.continued',
      session: NEW,
      from: OLD,
    });
    expect(await project.run('cs', ['store', 'audit', '--json'])).toMatchObject({
      stdout: expect.not.stringContaining('"end-'),
    });
    const { stdout } = await project.run('cs-status', ['--json'], {
      env: { CLAUDE_SESSION_ID: NEW },
    });
    expect(JSON.parse(stdout)).toMatchObject({ ended: { reason: ended.reason }, unconfirmed: [] });
  });

  it('a person’s end goes on through a second clear', async () => {
    const project = projectOf(OLD);
    const ended = personEnd(project, OLD, { promises: [ID] });
    keep(project, OLD, { host: THIS_HOST, ended });
    for (const session_id of [NEW, 'session-newer']) await start(project, 'clear', { session_id });
    const env = { CLAUDE_SESSION_ID: 'session-newer' };
    expect(ownerIn(project)).toBe('session-newer');
    expect(await project.run('cs-verify', ['--check'], { env })).toMatchObject({ code: 0 });
    const { stdout } = await project.run('cs', ['store', 'audit', '--json']);
    expect(stdout).not.toContain('"end-');
  });

  it('twenty at once: one has the promise', async () => {
    const project = projectOf(OLD);
    keep(project, OLD, { host: THIS_HOST });
    const names = Array.from({ length: 20 }, (_, index) => `session-${index}`);
    const outcomes = await Promise.all(
      names.map((session_id) => start(project, 'clear', { session_id })),
    );
    expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      names.map(() => ({ code: 0, stderr: '' })),
    );
    expect(names).toContain(ownerIn(project));
    expect(outcomes.filter((outcome) => !outcome.stdout.includes('systemMessage'))).toHaveLength(
      20,
    );
  });
});

describe.skipIf(!hasHosts)('a session that its host has left', () => {
  it.each(['fork', 'resume'])(
    'by a %s keeps its promises through a later clear',
    async (source) => {
      const project = projectOf(OLD);
      keep(project, OLD, { host: THIS_HOST, other: 1 });
      await start(project, source, { transcript_path: undefined });
      expect(project.read(`stop-gate/${OLD}.json`)).toEqual({ other: 1 });
      await start(project, 'clear', { session_id: 'session-newer' });
      expect(ownerIn(project)).toBe(OLD);
    },
  );
});

describe('a resume under another id', () => {
  /** The transcript of the new session holds that of the old one. */
  function resumed(host?: SessionHost, state: object = {}): Project {
    const project = projectOf(OLD);
    say(project, OLD, 'u-1', 'u-2');
    say(project, NEW, 'u-1', 'u-2', 'u-3');
    keep(project, OLD, { ...(host === undefined ? {} : { host }), ...state });
    return project;
  }

  it('with the same first message: the promises and the directives go on', async () => {
    const directives = [{ id: 'D-1', type: 'constraint', text: 'x', status: 'active', at: '' }];
    const project = resumed(undefined, { directives });
    expect(context(await start(project, 'resume'))).toContain(`continues session ${OLD}`);
    expect(ownerIn(project)).toBe(NEW);
    expect(project.read(`stop-gate/${NEW}.json`)).toMatchObject({
      directives,
      inherited_from: OLD,
    });
  });

  it('also where nothing is kept of the old one', async () => {
    const project = projectOf(OLD);
    say(project, OLD, 'u-1');
    say(project, NEW, 'u-1');
    await start(project, 'resume');
    expect(ownerIn(project)).toBe(NEW);
  });

  it.skipIf(!hasHosts).each<[string, SessionHost, string]>([
    ['is gone', GONE_HOST, NEW],
    ['is this one', THIS_HOST, NEW],
    ['runs beside it', OTHER_HOST, OLD],
    ['is of another machine', HOST_ELSEWHERE, OLD],
  ])('the host of the old one %s', async (_what, host, owner) => {
    const project = resumed(host);
    await start(project, 'resume');
    expect(ownerIn(project)).toBe(owner);
  });

  it.each<[string, (project: Project) => void]>([
    ['another first message', (project) => say(project, NEW, 'u-9', 'u-1')],
    ['no message', (project) => say(project, NEW)],
    ['no JSON', (project) => writeFileSync(transcript(project, NEW), '"uuid" {\n')],
    ['no transcript of the old one', (project) => writeFileSync(transcript(project, OLD), '')],
    ['an id that was there before', (project) => keep(project, NEW, { directives: [] })],
    [
      'two sessions that it could be',
      (project) => {
        say(project, 'session-fork', 'u-1');
        const other = 'promise-0000bbbb';
        project.write(`promises/${other}.json`, promiseFile(other, 'session-fork'));
      },
    ],
  ])('%s: the promises stay', async (_what, spoil) => {
    const project = resumed();
    spoil(project);
    await start(project, 'resume');
    expect(ownerIn(project)).toBe(OLD);
  });

  it('a fork has the messages too: the promises stay, and it is told', async () => {
    const project = resumed();
    expect(context(await start(project, 'fork'))).toContain(
      'The promises stay with the session it was forked from.',
    );
    expect(ownerIn(project)).toBe(OLD);
  });

  it('the first message may be long, and stand behind others of the host', async () => {
    const project = resumed();
    const long = JSON.stringify({ type: 'user', text: 'x'.repeat(300_000), uuid: 'u-1' });
    for (const session of [OLD, NEW]) {
      writeFileSync(transcript(project, session), `{"type":"summary"}\n${long}\n`);
    }
    await start(project, 'resume');
    expect(ownerIn(project)).toBe(NEW);
  });
});

describe.skipIf(!hasHosts)('an agent inside of an agent', () => {
  const inside = { CLAUDE_SESSION_ID: OLD };

  it('is a session of its own: with its own promises, prompts, and id for its shells', async () => {
    const project = projectOf(OLD);
    keep(project, OLD, { host: OTHER_HOST });
    const exports = join(project.folder, '..', 'exports.sh');
    const outcome = await start(project, 'startup', {}, { ...inside, CLAUDE_ENV_FILE: exports });
    expect(outcome).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(exports, 'utf8')).toBe(
      `export CLAUDE_SESSION_ID='${NEW}'\nexport CS_PROJECT_DIR='${project.folder}'\n`,
    );
    project.write('../completion-promise.json', { realityCheck: { enabled: true } });
    const asked = { session_id: NEW, prompt: 'Look at one file' };
    await callHook(project, 'user-prompt', asked, { env: inside });
    expect(project.read(`stop-gate/${OLD}.json`)).toEqual({ host: OTHER_HOST });
    expect(project.read(`stop-gate/${NEW}.json`)).toMatchObject({
      directives: [{ text: 'Look at one file' }],
    });
  });

  it.each<[string, object]>([
    ['gave itself an id in the shell before', {}],
    ['runs in the process on record', { host: THIS_HOST }],
    ['inherits from one that is gone', { host: GONE_HOST }],
  ])('who %s is one session', async (_what, state) => {
    const project = projectOf(OLD);
    keep(project, OLD, state);
    expect(context(await start(project, 'startup', {}, inside))).toContain(ID);
  });
});

describe('promises of the session in other projects, by the register', () => {
  /** A session that promised something in another project, and nothing in this one. */
  async function elsewhere() {
    const project = createProject(OLD);
    const other = join(project.folder, '..', 'other');
    mkdirSync(other);
    const env = { CLAUDE_PROJECT_DIR: other };
    const { stdout } = await project.run('cs-promise', ['--create', 'T', '--ac', 'a'], { env });
    const id = /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? '';
    const path = join(other, '.claude', 'completion-state', 'promises', `${id}.json`);
    const owner = () => JSON.parse(readFileSync(path, 'utf8')).ownership.owned_by;
    return { id, other, owner, project };
  }

  it.skipIf(!hasHosts)('go on after a clear, with their folder named', async () => {
    const { id, other, owner, project } = await elsewhere();
    keep(project, OLD, { host: THIS_HOST });
    expect(context(await start(project, 'clear', {}, { CLAUDE_SESSION_ID: undefined }))).toContain(
      `now owns its open promises: ${id} (in ${realpathSync(other)}).`,
    );
    expect(owner()).toBe(NEW);
  });

  it('go on after a resume of the same conversation', async () => {
    const { owner, project } = await elsewhere();
    say(project, OLD, 'u-1');
    say(project, NEW, 'u-1', 'u-2');
    await start(project, 'resume', {}, { CLAUDE_SESSION_ID: undefined });
    expect(owner()).toBe(NEW);
  });

  it.each(['startup', 'fork'])('stay where they are at a %s', async (source) => {
    const { owner, project } = await elsewhere();
    keep(project, OLD, { host: THIS_HOST });
    say(project, OLD, 'u-1');
    say(project, NEW, 'u-1');
    await start(project, source, {}, { CLAUDE_SESSION_ID: undefined });
    expect(owner()).toBe(OLD);
  });

  it.skipIf(!hasHosts)('stay where they are where that folder is gone', async () => {
    const { other, project } = await elsewhere();
    keep(project, OLD, { host: THIS_HOST });
    rmSync(other, { recursive: true });
    const outcome = await start(project, 'clear', {}, { CLAUDE_SESSION_ID: undefined });
    expect(outcome).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});
