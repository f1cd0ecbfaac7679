import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownsPromises, positionAt } from '../../src/stop-gate/look.ts';
import { stopperOf } from '../../src/stop-gate/stopper.ts';
import { gateWorld, OWNER } from '../rig/values/gate-values.ts';
import type { PromiseParts } from '../rig/values/promises.ts';
import { written } from '../rig/values/register-values.ts';
import { agentLine, tool, userLine } from '../rig/values/transcripts.ts';
import { createMemoryRegister } from '../rig/worlds/memory-register.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';
import { ID, type ScratchStop, scratchStop } from '../rig/worlds/scratch-stop.ts';

const { payload, stopper } = gateWorld();
const MADE_AT = '2026-02-17T10:30:00Z';

/** Puts a transcript beside the project, and gives its path. */
function transcriptAt({ project }: ScratchStop, lines: readonly string[]): string {
  project.write('transcript.jsonl', lines.map((line) => `${line}\n`).join(''));
  return join(project.folder, 'transcript.jsonl');
}

describe('the settings of a stop', () => {
  it('are the defaults where they cannot be read, and why is kept', () => {
    const stop = scratchStop();
    expect(stop.seen().settings.ok).toBe(true);
    const usual = stop.seen().configuration;
    stop.project.write('.claude/completion-promise.json', '{');
    const { configuration, settings } = stop.seen();
    expect(settings.ok).toBe(false);
    expect(configuration).toEqual(usual);
  });

  it('say how much time is left of that since it began', () => {
    const clock = { ...gateWorld().clock, elapsed: () => 300 };
    const { configuration, timeLeft } = scratchStop().seen({ clock });
    expect(timeLeft()).toBe(configuration.stopGate.timeoutMs - 300);
  });
});

describe('the issues of a project', () => {
  it('are there where it has a folder of beads', () => {
    const stop = scratchStop();
    expect(stop.seen().hasIssues).toBe(false);
    mkdirSync(join(stop.project.folder, '.beads'));
    expect(stop.seen().hasIssues).toBe(true);
  });
});

describe('the own list of a session', () => {
  const LISTED = [
    agentLine([tool('t1', 'TodoWrite', { todos: [{ content: 'Do it', status: 'pending' }] })]),
  ];
  const ALL = JSON.stringify({ stopGate: { todos: 'all' } });
  const NONE = JSON.stringify({ stopGate: { todos: false } });

  it.each<[string, boolean, string | undefined, boolean]>([
    ['is looked at where it has an open promise', true, undefined, true],
    ['is not where it has none', false, undefined, false],
    ['is not where it is off', true, NONE, false],
    ['is wherever all are asked for', false, ALL, true],
  ])('%s', (_what, isPromised, settings, isListed) => {
    const stop = scratchStop();
    if (isPromised) stop.promise();
    const transcriptPath = transcriptAt(stop, LISTED);
    if (settings !== undefined) stop.project.write('.claude/completion-promise.json', settings);
    const { todos } = stop.seen({ stopper: { ...stopper, transcriptPath } });
    expect(todos).toEqual(isListed ? [{ text: 'Do it', status: 'pending' }] : []);
  });

  it.each<[string, Partial<typeof stopper>]>([
    ['of a subagent', { isSubagent: true }],
    ['without a transcript', { transcriptPath: undefined }],
    ['of a transcript that is not there', { transcriptPath: '/nowhere' }],
  ])('is not looked at %s', (_what, parts) => {
    const stop = scratchStop();
    stop.promise();
    const transcriptPath = transcriptAt(stop, LISTED);
    const { tail, todos } = stop.seen({ stopper: { ...stopper, transcriptPath, ...parts } });
    expect(todos).toEqual([]);
    expect(tail === undefined).toBe('transcriptPath' in parts);
  });
});

it.each<[string, PromiseParts | undefined, boolean]>([
  ['owns one that is open', {}, true],
  ['owns none that has ended', { status: 'verified' }, false],
  ['owns none where there is none', undefined, false],
])('a session %s', (_what, parts, isOwner) => {
  const stop = scratchStop();
  if (parts !== undefined) stop.promise(parts);
  expect(ownsPromises(stop.seen())).toBe(isOwner);
});

it('a session owns a promise in whichever folder it is', () => {
  const stop = scratchStop();
  const further = scratchStop();
  further.promise();
  expect(ownsPromises(stop.seen({ shellProject: further.project.folder }))).toBe(true);
});

it('a store is asked for the promises of whom they are asked about, and of no others', () => {
  const stop = scratchStop();
  const asked: (readonly string[] | undefined)[] = [];
  const { viewOf } = stop.seen();
  stop.seen({
    viewOf: (folder) => ({
      ...viewOf(folder),
      listActive: (_isWanted, owners) => {
        asked.push(owners);
        return { promises: [], broken: [] };
      },
    }),
  });
  expect(asked.map((owners) => [...new Set(owners)])).toEqual([[OWNER]]);
});

describe('where a stop stands', () => {
  it.each<[string, string | undefined, boolean, RegExp | null]>([
    ['is said by its turn, whatever is in its transcript', 'a', true, /^turn-\w+$/],
    ['is said by its transcript', undefined, true, /^\w+:\d+$/],
    ['is not known without either', undefined, false, null],
  ])('%s', (_how, turn, isWritten, position) => {
    const { tail } = gateWorld();
    const world = gateWorld({
      payload: { ...payload, ...(turn === undefined ? {} : { turn }) },
      tail: isWritten ? tail : undefined,
    });
    expect(positionAt(world)).toEqual(position === null ? null : expect.stringMatching(position));
  });

  it('is another one for each turn', () => {
    const at = (turn: string) => positionAt(gateWorld({ payload: { ...payload, turn } }));
    expect(at('a')).toBe(at('a'));
    expect(at('a')).not.toBe(at('b'));
  });
});

describe('a subagent is asked about', () => {
  const AGENT = 'agent-1';
  const own = { isSidechain: true, agentId: AGENT };
  const after = (ms: number) => new Date(Date.parse(MADE_AT) + ms).toISOString();
  const CALL = agentLine([tool('call-1', 'Bash', { command: 'x' })], 'msg_1', {
    ...own,
    timestamp: after(-100),
  });
  const result = (content: string) =>
    userLine([{ type: 'tool_result', tool_use_id: 'call-1', content }], {
      ...own,
      timestamp: after(1000),
    });
  const MADE = [CALL, result(`Created promise: ${ID}`)];

  function subagentOf(agentTranscriptPath: string | undefined) {
    const parts = { event: 'SubagentStop', agentId: AGENT, sessionId: OWNER, agentTranscriptPath };
    const found = stopperOf({ ...payload, ...parts }, []);
    if (found === undefined) throw new Error('nobody stops');
    return found;
  }

  it.each<[string, readonly string[] | undefined, string, readonly string[]]>([
    ['what its transcript shows it to have made for its session', MADE, OWNER, [ID]],
    ['nothing that its transcript does not show', [CALL, result('Done.')], OWNER, []],
    ['nothing of its session without a transcript', undefined, OWNER, []],
    ['its own promises without a transcript', undefined, AGENT, [ID]],
    ['nothing that its transcript shows it to have read', MADE.slice(1), OWNER, []],
    ['nothing of others', MADE, 'session-b', []],
    [
      'one of several that its transcript shows it to have made',
      [CALL, result(`Created promise: promise-0000000b\nCreated promise: ${ID}`)],
      OWNER,
      [ID],
    ],
  ])('%s', (_what, lines, owner, expected) => {
    const stop = scratchStop();
    stop.promise({ ownership: { created_at: MADE_AT, owned_by: owner } }, ID, owner);
    const path = lines && transcriptAt(stop, lines);
    const { folders } = stop.seen({ stopper: subagentOf(path) });
    const ids = folders.flatMap(({ listing }) => listing.promises.map(({ id }) => id));
    expect(ids).toEqual(expected);
  });

  it.each<[string, readonly string[] | undefined, boolean]>([
    ['what it made in a folder that the register of its session names', MADE, true],
    [
      'the same among other things',
      [CALL, result(`Created promise: promise-0000000c\nCreated promise: ${ID}`)],
      true,
    ],
    ['nothing that its session made in other folders', [CALL, result('Done.')], false],
    ['no other folder without a transcript', undefined, false],
  ])('%s', (_what, lines, isLookedAt) => {
    const elsewhere = scratchStop();
    const stop = scratchStop();
    const register = createMemoryRegister();
    register.made(OWNER, written(ID, { project: elsewhere.project.folder }), null);
    register.made(OWNER, written('promise-0000000b', { project: scratchFolder() }), null);
    const path = lines && transcriptAt(stop, lines);
    const { folders } = stop.seen({ register, stopper: subagentOf(path) });
    expect(folders.map(({ folder }) => folder)).toEqual([
      stop.project.folder,
      ...(isLookedAt ? [elsewhere.project.folder] : []),
    ]);
  });

  it('nothing of the register where it is a session that stops', () => {
    const stop = scratchStop();
    const transcriptPath = transcriptAt(stop, MADE);
    const seen = stop.seen({ stopper: { ...stopper, transcriptPath } });
    expect(seen.folders).toHaveLength(1);
  });
});
