import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEPT_SESSIONS, type KeptSession, keepSession } from '../../rig/values/kept-sessions.ts';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { realityReply } from '../../rig/values/reality-values.ts';
import { continuationReply } from '../../rig/values/transcripts.ts';
import { createGitProject, LONG_AGO } from '../../rig/worlds/git-project.ts';
import { costLinesOf, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { reply, startMessagesApi } from '../../rig/worlds/messages-api.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import { answerOf, prove, startWith } from '../../rig/worlds/proving.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';

/** Commands in a shell are given no path: they find the transcript of a session in the folder of its host. */

const homeOf = ({ folder }: Pick<Project, 'folder'>): string => join(folder, '..', 'home');

const hosts = KEPT_SESSIONS.map((kept): [string, KeptSession] => [kept.host, kept]);

/** A promise of that session, which was all but judged, and its transcript. */
async function judgedWork(
  kept: KeptSession,
  said: readonly string[] = kept.said('Done.'),
): Promise<JudgedProject> {
  const ownership = { owned_by: kept.id, created_by: kept.id, created_at: LONG_AGO };
  const judged = await judgedProject([metCriterion('AC-1')], { ownership });
  keepSession(homeOf(judged.project), kept, said);
  return judged;
}

/** The session that did the work is not the one that asks. */
const ORCHESTRATOR = { CLAUDE_SESSION_ID: 'orch-1' };
const REQUIRED = { ...ORCHESTRATOR, CS_JUDGE_INDEPENDENT: 'required' };

describe.each(hosts)('the transcript of %s', (_host, kept) => {
  it('tells the judge which model did the work, whoever asks', async () => {
    const { costLines, judge, judgments } = await judgedWork(kept);
    const { code, stderr } = await judge([], REQUIRED);
    expect(code).toBe(0);
    expect(stderr).not.toContain('no transcript shows which model did the work');
    expect(judgments()).toMatchObject([{ session_model: kept.model }]);
    expect(costLines()).toMatchObject([{ session_model: kept.model }]);
  });

  it('keeps that model from judging its own work', async () => {
    const { costLines, judge } = await judgedWork(kept);
    const { code, stderr } = await judge(['--model', kept.model], REQUIRED);
    expect(code).toBe(1);
    expect(stderr).toContain('judge.independent is "required"');
    expect(costLines()).toEqual([]);
  });

  it('shows the judge what the session called, and what failed', async () => {
    const judged = await judgedWork(kept, kept.ran('npm test', '3 passed, 1 failed', 1));
    await judged.judge([], { ...ORCHESTRATOR, CS_JUDGE_SEES: 'tools' });
    const sent = JSON.stringify(judged.api.requests.at(-1)?.body);
    expect(sent).toMatch(/- Bash: npm test[^[\\]* \[FAILED\]/);
    expect(sent).toContain('3 passed, 1 failed');
  });

  it.each([
    { what: 'went well', said: kept.ran('npm test', 'ok', 0), verdict: 'PASS' },
    { what: 'failed', said: kept.ran('npm test', 'no', 1), verdict: 'FAIL' },
    { what: 'was never run', said: kept.ran('make', 'ok', 0), verdict: 'FAIL' },
  ])('a check of tool results: the command $what', async ({ said, verdict }) => {
    const project = createGitProject({}, createProject(kept.id));
    const id = await startWith(project, '--ac', 'a', '--tool-results', 'AC-1=npm test');
    keepSession(homeOf(project), kept, said);
    await prove(project, id);
    expect(answerOf(project, id)).toMatchObject({ verdict });
  });

  it('tells a reality check what the agent said last, and which model it is', async () => {
    const project = createGitProject({ 'a.txt': 'one\n' }, createProject(kept.id));
    const api = await startMessagesApi();
    api.answer(reply(() => realityReply()));
    await project.run('cs', ['session', 'directive', '--add', 'Sign-in works']);
    keepSession(homeOf(project), kept, kept.said('The sign-in is there.'));
    expect(await project.run('cs', ['judge', 'reality-check'], { env: api.env })).toMatchObject({
      code: 0,
    });
    expect(JSON.stringify(api.requests.at(-1)?.body)).toContain('The sign-in is there.');
    expect(costLinesOf(project)).toMatchObject([{ session_model: kept.model }]);
  });

  it('is what a continuation review goes by', async () => {
    const project = createProject(kept.id);
    const api = await startMessagesApi();
    api.answer(reply(() => continuationReply()));
    keepSession(homeOf(project), kept, [...kept.asked('Build it'), ...kept.said('It is built.')]);
    const { code } = await project.run('cs', ['judge', 'continuation-review'], { env: api.env });
    expect(code).toBe(0);
    const sent = JSON.stringify(api.requests.at(-1)?.body);
    expect(sent).toContain('Build it');
    expect(sent).toContain('It is built.');
    expect(costLinesOf(project)).toMatchObject([{ session_model: kept.model }]);
  });

  it('shows that a question was answered: the session may ask the next one', async () => {
    const project = createProject(kept.id);
    const acceptance_criteria = [criterion('AC-1')];
    const promise = promiseFile('promise-0000000a', kept.id, { acceptance_criteria });
    project.write('promises/promise-0000000a.json', promise);
    await project.run('cs', ['session', 'ask', 'Which one?']);
    const stop = { session_id: kept.id, hook_event_name: 'Stop', cwd: project.folder };
    await project.run('cs-stop-gate', [], { input: JSON.stringify(stop) });
    expect((await project.run('cs', ['session', 'ask', 'And then?'])).code).toBe(1);
    keepSession(homeOf(project), kept, kept.asked('The first one'));
    expect(await project.run('cs', ['session', 'ask', 'And then?'])).toMatchObject({ code: 0 });
  });

  it('is found where its user has moved the folder of the host', async () => {
    const { judge, judgments, project } = await judgedWork(kept);
    const elsewhere = join(project.folder, '..', 'elsewhere');
    renameSync(homeOf(project), elsewhere);
    mkdirSync(homeOf(project));
    await judge([], { ...ORCHESTRATOR, ...kept.moved(elsewhere) });
    expect(judgments()).toMatchObject([{ session_model: kept.model }]);
  });

  it.runIf(runsOnPosix)('is no link, no FIFO and no folder', async () => {
    const { judge, judgments, project } = await judgedWork(kept);
    const path = join(homeOf(project), kept.place);
    const aside = join(dirname(path), 'aside');
    renameSync(path, aside);
    const inItsPlace = [
      () => symlinkSync(aside, path),
      () => execFileSync('mkfifo', [path]),
      () => mkdirSync(path),
    ];
    for (const put of inItsPlace) {
      put();
      expect((await judge([], REQUIRED)).stderr).toContain('no transcript shows which model');
      rmSync(path, { recursive: true });
    }
    expect(judgments()).toHaveLength(inItsPlace.length);
  });
});

const unended = KEPT_SESSIONS.flatMap((kept): [string, KeptSession, readonly string[]][] =>
  kept.goesOn === undefined ? [] : [[kept.host, kept, kept.goesOn('npm test')]],
);

it.each(unended)('a command that goes on in %s has no result yet', async (_host, kept, said) => {
  const project = createGitProject({}, createProject(kept.id));
  const id = await startWith(project, '--ac', 'a', '--tool-results', 'AC-1=npm test');
  keepSession(homeOf(project), kept, said);
  expect((await prove(project, id)).stdout).toContain('the last call that matches has no result');
});

describe('whose transcript', () => {
  it('a chat of Gemini CLI whose id only begins like the one that is looked for is none', async () => {
    const [, , gemini] = KEPT_SESSIONS;
    if (gemini === undefined) throw new Error('no session of Gemini CLI');
    const twin = { ...gemini, id: gemini.id.replace(/.$/, 'f') };
    const { judge } = await judgedWork(twin);
    expect((await judge([], REQUIRED)).stderr).toContain('no transcript shows which model');
  });

  it('a session of Gemini CLI that went on later has a second file, and is written on in the first', async () => {
    const [, , gemini] = KEPT_SESSIONS;
    if (gemini === undefined) throw new Error('no session of Gemini CLI');
    const { judge, judgments, project } = await judgedWork(gemini);
    const place = gemini.place.replace('12-00', '12-22');
    utimesSync(keepSession(homeOf(project), { ...gemini, place }, []), 1, 1);
    await judge([], ORCHESTRATOR);
    expect(judgments()).toMatchObject([{ session_model: gemini.model }]);
  });

  it('a session of Codex is found behind those of later days', async () => {
    const [, codex] = KEPT_SESSIONS;
    if (codex === undefined) throw new Error('no session of Codex');
    const { judge, judgments, project } = await judgedWork(codex);
    const later = '.codex/sessions/2027/01/02/rollout-2027-01-02T12-00-00-another.jsonl';
    keepSession(homeOf(project), { ...codex, place: later }, codex.said('x'));
    await judge([], ORCHESTRATOR);
    expect(judgments()).toMatchObject([{ session_model: codex.model }]);
  });

  it('OpenCode keeps none: a check of tool results says so, and is skipped', async () => {
    const project = createGitProject();
    const env = { CLAUDE_SESSION_ID: undefined, OPENCODE: '1', OPENCODE_SESSION_ID: SESSION };
    const id = await startWith(project, '--ac', 'a', '--tool-results', 'AC-1=npm test');
    const { stdout } = await project.run('cs', ['prove', id], { env });
    expect(stdout).toContain("OpenCode keeps no transcript that can be found by a session's id");
  });
});
