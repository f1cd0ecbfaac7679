import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MOST_IDLE_BLOCKS } from '../../../src/domain/session/liveness.ts';
import { metCriterion, type PromiseParts, promiseFile } from '../../rig/values/promises.ts';
import { agentLine, text, tool, userLine } from '../../rig/values/transcripts.ts';
import { personEnd } from '../../rig/worlds/person-acts.ts';
import { createProject, type Project, projectIn, SESSION } from '../../rig/worlds/project.ts';
import { type GateOutput, gate, outputOf, stopPayload } from '../../rig/worlds/stop-gate.ts';

/** Subagents whose shells made promises under the id of their session. */

const ID = 'promise-0000000a';
const AGENT = 'agent-1';
const MADE_AT = '2026-02-17T10:30:00Z';

function projectWith(parts: PromiseParts = {}, id = ID): Project {
  const project = createProject();
  const ownership = { created_at: MADE_AT, owned_by: SESSION, created_by: SESSION };
  project.write(`promises/${id}.json`, promiseFile(id, SESSION, { ownership, ...parts }));
  return project;
}

/** A subagent that stops, again and again, after it made a promise; its transcript grows. */
function subagentOf(project: Project, made = ID, madeAt = MADE_AT) {
  const path = join(project.folder, '..', `${AGENT}.jsonl`);
  const own = { isSidechain: true, agentId: AGENT };
  const call = [tool('call-1', 'Bash', { command: 'x' })];
  const result = [
    { type: 'tool_result', tool_use_id: 'call-1', content: `Created promise: ${made}` },
  ];
  const after = (ms: number) => new Date(Date.parse(madeAt) + ms).toISOString();
  const lines = [
    agentLine(call, 'msg_1', { ...own, timestamp: after(-100) }),
    userLine(result, { ...own, timestamp: after(1000) }),
  ];
  return async (parts: object = {}): Promise<GateOutput> => {
    lines.push(agentLine([text('That is done.')], `msg_${lines.length}`, own));
    writeFileSync(path, `${lines.join('\n')}\n`);
    const event = {
      hook_event_name: 'SubagentStop',
      agent_id: AGENT,
      agent_type: 'general-purpose',
    };
    const payload = stopPayload(SESSION, { ...event, agent_transcript_path: path, ...parts });
    return outputOf(await gate(project, payload));
  };
}

const sessionStops = async (project: Project): Promise<GateOutput> =>
  outputOf(await gate(project, stopPayload(SESSION, {})));

describe('a subagent that made a promise for its session', () => {
  it('is blocked while it is open, and is told why it is asked', async () => {
    const stop = subagentOf(projectWith());
    const { decision, reason } = await stop();
    expect(decision).toBe('block');
    expect(reason).toContain(`${ID} has 1 open criterion`);
    expect(reason).toContain('You are blocked because you created it.');
  });

  it('is blocked by it in another folder, to which its session leads', async () => {
    const project = createProject();
    const elsewhere = join(realpathSync(project.folder), '..', 'elsewhere');
    mkdirSync(elsewhere);
    const there = projectIn(elsewhere, join(project.folder, '..', 'home'), SESSION);
    const id = await there.promise('It works');
    const madeAt: unknown = Object(there.read(`promises/${id}.json`)['ownership']).created_at;
    const { decision, reason } = await subagentOf(project, id, String(madeAt))();
    expect(decision).toBe('block');
    expect(reason).toContain(`IN ${elsewhere}:`);
  });

  it('is blocked as a session is, and then passes without a word to the user', async () => {
    const stop = subagentOf(projectWith());
    for (let block = 0; block < MOST_IDLE_BLOCKS; block += 1) {
      expect((await stop()).decision).toBe('block');
    }
    expect(await stop()).toEqual({});
  });

  it('does not rest for tasks in the background, among which its host counts it', async () => {
    const stop = subagentOf(projectWith());
    const background_tasks = [{ id: AGENT, type: 'subagent', status: 'running' }];
    expect((await stop({ background_tasks })).decision).toBe('block');
  });

  it.each<[string, PromiseParts, string]>([
    ['that is met', { acceptance_criteria: [metCriterion('AC-1')] }, ID],
    ['that another made', {}, 'promise-0000000b'],
    [
      'of before it began',
      { ownership: { owned_by: SESSION, created_at: '2026-02-17T10:00:00Z' } },
      ID,
    ],
    ['of another session by now', { ownership: { owned_by: 'x', created_at: MADE_AT } }, ID],
  ])('is not asked about a promise %s', async (_what, parts, made) => {
    expect(await subagentOf(projectWith(parts), made)()).toEqual({});
  });

  it('is not asked about what a person ended with its session', async () => {
    const project = projectWith();
    const ended = personEnd(project, SESSION, { at: MADE_AT, promises: [ID] });
    project.write(`stop-gate/${SESSION}.json`, { ended });
    expect((await subagentOf(project)()).decision).toBeUndefined();
  });

  it('is named to its session, with what it left open', async () => {
    const project = projectWith();
    await subagentOf(project)();
    const { reason } = await sessionStops(project);
    expect(reason).toContain(
      `${ID} was created by a subagent (general-purpose, ${AGENT}): cs status ${ID}`,
    );
    expect(project.read(`stop-gate/${SESSION}.json`)['made_by_subagents']).toEqual({
      [ID]: { agent: AGENT, type: 'general-purpose' },
    });
  });

  it('is not named in the place of the first one that made the promise', async () => {
    const project = projectWith();
    const made_by_subagents = { [ID]: { agent: 'agent-0', type: 'general-purpose' } };
    project.write(`stop-gate/${SESSION}.json`, { made_by_subagents });
    expect((await subagentOf(project)()).decision).toBe('block');
    expect(project.read(`stop-gate/${SESSION}.json`)).toEqual({ made_by_subagents });
  });

  it('is no session that was capped', async () => {
    const project = projectWith();
    const stop = subagentOf(project);
    for (let block = 0; block <= MOST_IDLE_BLOCKS; block += 1) await stop();
    expect((await project.run('cs-status', [])).stdout).not.toContain('CAPPED: NOT COMPLETE');
  });
});
