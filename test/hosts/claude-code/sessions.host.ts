import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { realityReply } from '../../rig/values/reality-values.ts';
import { judgment, review } from '../../rig/worlds/messages-api.ts';
import { runs, type Script, type SeenRequest, says } from '../scripted-model.ts';
import { EVIDENCE, isBlocked, listening, meetLine, obedient, promiseOf } from './agent-scripts.ts';
import { claudeCodeProject, describeClaudeCode } from './claude-project.ts';

/**
 * The real Claude Code as the host of the suite's hooks. Its model is a script behind a Messages API on
 * loopback: no network, no key. Measured with 2.1.330.
 */

/** The reality check is on, so that prompts are kept, and no model is asked for it. */
const CHECKED_WITHOUT_A_MODEL = { realityCheck: { enabled: true }, judge: { backend: 'rubric' } };

/** Makes a named pipe. Whoever still reads from it when the test ends is let go. */
function pipeIn(folder: string): void {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  onTestFinished(() => {
    if (!existsSync(pipe)) return;
    const end = openSync(pipe, constants.O_RDWR);
    writeSync(end, '\n');
    closeSync(end);
  });
}

describeClaudeCode('Claude Code itself', () => {
  it('is blocked with a promise open, is told the exact next command, runs it, and stops', async () => {
    const { model, project, session } = await claudeCodeProject(obedient);
    const { is_error, outcome, session_id, subtype } = await session('Build the sign-in');
    const [file = ''] = project.list('promises');
    const id = file.replace('.json', '');
    expect(model.seen.filter(isBlocked).map(({ turn }) => turn)).toEqual([3]);
    expect(model.seen.find(isBlocked)?.latest.split('\n')).toContain(`Next: ${meetLine(id)}`);
    expect(project.read(`promises/${file}`)).toMatchObject({
      ownership: { owned_by: session_id },
      acceptance_criteria: [{ id: 'AC-1', status: 'met', evidence: EVIDENCE }],
    });
    expect([outcome.code, is_error, subtype]).toEqual([0, false, 'success']);
  });

  it.each([
    ['the project', false],
    ['the user', true],
  ])(
    'starts a judge that does not wake the gate again, whose hooks are in the settings of %s',
    async (_whose, forAllProjects) => {
      const script: Script = (request) => {
        if (request.tools.includes('StructuredOutput')) {
          return { uses: 'StructuredOutput', input: { ...review([judgment('AC-1', 'PASS')]) } };
        }
        const [met] = /(?<=cs(?:-verify --promise| verify) )promise-\w+/.exec(request.latest) ?? [];
        return met === undefined
          ? obedient(request)
          : runs(`cs-verify --judge --promise ${met} --json`);
      };
      const world = await claudeCodeProject(script, { forAllProjects });
      const { model, project, session, stops } = world;
      project.write('../completion-promise.json', {
        judge: { backend: 'claude' },
        gates: { validation: 'off' },
      });
      const { session_id } = await session('Build the sign-in');
      const answered = model.seen.find(({ latest }) => latest.includes('"criteria_judgments"'));
      expect(answered?.latest).toContain('"verdict": "PASS"');
      expect(answered?.latest).toContain('"backend": "claude"');
      expect(project.list('stop-gate')).toEqual([`${session_id}.json`]);
      expect(stops().map((stop) => stop.session_id)).toEqual([session_id, session_id]);
    },
  );

  it('answers a reality check that the gate itself asks for, and the gate goes by that answer', async () => {
    const answers = [realityReply({ pass: false, missingItems: ['a test'] }), realityReply()];
    const { model, project, session, stops } = await claudeCodeProject(({ tools }) => {
      if (!tools.includes('StructuredOutput')) return says('Done.');
      return { uses: 'StructuredOutput', input: { ...(answers.shift() ?? realityReply()) } };
    });
    project.write('../completion-promise.json', {
      judge: { backend: 'claude' },
      realityCheck: { enabled: true },
    });
    const { session_id } = await session('Build the sign-in, with a test');
    expect(answers).toEqual([]);
    const asked = model.seen.filter(({ tools }) => tools.includes('StructuredOutput'));
    expect(asked[0]?.told).toContain('Build the sign-in, with a test');
    expect(model.seen.filter(isBlocked).map(({ latest }) => latest)).toEqual([
      expect.stringContaining('a test'),
    ]);
    expect(stops().map((stop) => stop.session_id)).toEqual([session_id, session_id]);
  });

  it('starts another agent inside the session, which the promises of the session do not hold', async () => {
    const { model, session, stops } = await claudeCodeProject((request) => {
      if (request.told.includes('A question of another agent')) return says('An answer.');
      if (request.latest.includes('An answer.')) return says('Done.');
      if (request.latest.includes('Started promise')) {
        return runs('claude -p "A question of another agent"');
      }
      return obedient(request);
    });
    const { session_id } = await session('Build the sign-in');
    const other = ({ told }: SeenRequest) => told.includes('A question of another agent');
    expect(model.seen.filter(other).map(isBlocked)).toEqual([false]);
    expect(stops().filter((stop) => stop.session_id !== session_id)).toHaveLength(1);
  });

  it('gives the shell of the session its id', async () => {
    const { model, session } = await claudeCodeProject(({ turn }) =>
      turn === 0 ? runs('echo "<$CLAUDE_SESSION_ID>"') : says('Done.'),
    );
    const { session_id } = await session('Say who you are');
    expect(model.seen[1]?.latest).toContain(`<${session_id}>`);
  });

  it('tells a session that is resumed of its open promises, in its first request', async () => {
    const { model, project, session } = await claudeCodeProject(listening);
    const { session_id } = await session('Build the sign-in');
    const id = await promiseOf(project, session_id);
    const again = await session('Go on', ['--resume', session_id]);
    expect(again.session_id).toBe(session_id);
    expect(model.seen[1]?.latest).toContain('This session has 1 open promise');
    expect(model.seen[1]?.latest).toContain(`Next: ${meetLine(id)}`);
    expect(model.seen.filter(isBlocked)).toEqual([]);
  });

  it('keeps what the user asks for as directives of the session, and nothing that it says itself', async () => {
    const { model, project, session } = await claudeCodeProject(obedient);
    project.write('../completion-promise.json', CHECKED_WITHOUT_A_MODEL);
    const { session_id } = await session('Build the sign-in');
    await session('With a test', ['--resume', session_id]);
    expect(model.seen.filter(isBlocked)).toHaveLength(1);
    expect(project.read(`stop-gate/${session_id}.json`)['directives']).toMatchObject([
      { id: 'D-1', text: 'Build the sign-in', by: 'hook' },
      { id: 'D-2', text: 'With a test', by: 'hook' },
    ]);
  });

  it('lets a subagent stop while the session has a promise open', async () => {
    const PROMPT = 'The prompt of the subagent';
    const isSubagent = ({ told }: SeenRequest) => told.includes(PROMPT);
    const { model, session, stops } = await claudeCodeProject((request) => {
      if (isSubagent(request)) return request.turn === 0 ? runs('pwd') : says('The answer.');
      if (request.latest.includes('Started promise')) {
        const input = {
          description: 'A question',
          prompt: PROMPT,
          subagent_type: 'general-purpose',
        };
        return { uses: 'Agent', input };
      }
      return obedient(request);
    });
    const { session_id } = await session('Build the sign-in');
    expect(model.seen.filter(isSubagent).map(isBlocked)).toEqual([false, false]);
    const events = stops().filter((stop) => stop.hook_event_name === 'SubagentStop');
    expect(events.map((stop) => [stop.session_id, typeof stop.agent_id])).toEqual([
      [session_id, 'string'],
    ]);
    expect(model.seen.filter(isBlocked)).toHaveLength(1);
  });

  it('rests while a task runs in the background, and is blocked once it has ended', async () => {
    // The task waits for the stop: its pipe is written to by a hook beside the gate.
    const atStop = 'test ! -p ../pipe || echo stopped > ../pipe';
    const task = 'read -r line < ../pipe; rm ../pipe';
    const { model, project, session, stops } = await claudeCodeProject(
      (request) =>
        request.latest.includes('Started promise')
          ? runs(task, { run_in_background: true })
          : obedient(request),
      { atStop },
    );
    pipeIn(join(project.folder, '..'));
    project.write('../completion-promise.json', CHECKED_WITHOUT_A_MODEL);
    const { is_error, session_id } = await session('Build the sign-in');
    expect(stops().map((stop) => stop.background_tasks?.length)).toEqual([1, 0, 0]);
    const ended = model.seen.findIndex(({ latest }) => latest.includes('<task-notification>'));
    expect(model.seen.findIndex(isBlocked)).toBe(ended + 1);
    expect(model.seen.filter(isBlocked)).toHaveLength(1);
    expect(project.read(`stop-gate/${session_id}.json`)['directives']).toHaveLength(1);
    expect(is_error).toBe(false);
  });
});
