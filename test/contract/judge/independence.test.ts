import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Project } from '../../rig/worlds/project.ts';
import { SESSION } from '../../rig/worlds/project.ts';
import { type ClaudeProject, claudeProject } from '../../rig/worlds/scripted-claude.ts';

const SONNET = 'claude-sonnet-5-5';
const OPUS = 'claude-opus-5-5';
const HAIKU = 'claude-haiku-5-5';

const says = (model: unknown, parts: object = {}): string =>
  JSON.stringify({
    type: 'assistant',
    message: { model, content: [{ type: 'text', text: 'x' }] },
    ...parts,
  });

/** Writes a session's transcript where the agent's host keeps it. */
function writeTranscript(project: Project, lines: readonly string[], session = SESSION): void {
  const folder = join(project.folder, '..', 'home', '.claude', 'projects', 'x');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${session}.jsonl`), lines.map((line) => `${line}\n`).join(''));
}

async function projectWith(lines: readonly string[]): Promise<ClaudeProject> {
  const judged = await claudeProject();
  writeTranscript(judged.project, lines);
  return judged;
}

describe('which model did the work', () => {
  it.each<{ what: string; lines: readonly string[]; model: string | null }>([
    { what: 'the one that spoke last', lines: [says(OPUS), says(HAIKU)], model: HAIKU },
    { what: 'no subagent', lines: [says(OPUS), says(HAIKU, { isSidechain: true })], model: OPUS },
    { what: 'nothing of the host', lines: [says(OPUS), says('<synthetic>')], model: OPUS },
    { what: 'no meta line', lines: [says(OPUS), says(HAIKU, { isMeta: true })], model: OPUS },
    {
      what: 'nothing that a user says',
      lines: [says(OPUS), says(HAIKU, { type: 'user' })],
      model: OPUS,
    },
    { what: 'no number', lines: [says(OPUS), says(7)], model: OPUS },
    { what: 'a line that is torn', lines: [says(OPUS), says(HAIKU).slice(0, -9)], model: OPUS },
    {
      what: 'nothing that is quoted',
      lines: [says(OPUS), says('', { note: says(HAIKU) })],
      model: OPUS,
    },
    { what: 'nothing in an empty transcript', lines: [], model: null },
    { what: 'nothing where only others spoke', lines: [says('<synthetic>')], model: null },
  ])('$what', async ({ lines, model }) => {
    const { costLines, judge, judgments } = await projectWith(lines);
    await judge();
    expect(costLines()).toMatchObject([{ session_model: model }]);
    expect(judgments()).toMatchObject([{ session_model: model }]);
  });

  it("is not read from another session's transcript", async () => {
    const { costLines, judge, project } = await claudeProject();
    writeTranscript(project, [says(SONNET)], 'another-session');
    const { stderr } = await judge();
    expect(costLines()).toMatchObject([{ session_model: null }]);
    expect(stderr).not.toContain('more independent');
  });
});

describe('a judge that is the model which did the work', () => {
  const ALIKE = (model: string) =>
    `Warning: ${model} judges work that ${model} did: another model (--model) would be more independent.`;

  it.each<{ what: string; worker: string; args: readonly string[]; warns: string | undefined }>([
    { what: 'the same', worker: SONNET, args: [], warns: SONNET },
    { what: 'the same by its alias', worker: OPUS, args: ['--model', 'opus'], warns: OPUS },
    { what: 'another', worker: OPUS, args: [], warns: undefined },
    {
      what: 'one of a panel',
      worker: OPUS,
      args: ['--model', 'sonnet', '--model', 'opus'],
      warns: OPUS,
    },
    {
      what: 'none of a panel',
      worker: OPUS,
      args: ['--model', 'sonnet', '--model', 'haiku'],
      warns: undefined,
    },
    { what: 'not known', worker: '<synthetic>', args: [], warns: undefined },
  ])('$what', async ({ args, warns, worker }) => {
    const { judge } = await projectWith([says(worker)]);
    const { code, stderr } = await judge(args);
    expect(code).toBe(0);
    const warnings = stderr.split('\n').filter((line) => line.includes('more independent'));
    expect(warnings).toEqual(warns === undefined ? [] : [ALIKE(warns)]);
  });

  it('the same under a dated id', async () => {
    const { judge } = await projectWith([says('claude-haiku-4-5-20251001')]);
    const { stderr } = await judge(['--model', 'claude-haiku-4-5']);
    expect(stderr).toContain('more independent');
  });

  it('is said of the API as well', async () => {
    const { api, judge } = await projectWith([says(SONNET)]);
    const { stderr } = await judge(['--backend', 'api'], { ...api.env });
    expect(stderr).toContain(ALIKE(SONNET));
  });

  it('is not said of the rubric', async () => {
    const { judge } = await projectWith([says('rubric')]);
    expect((await judge(['--backend', 'rubric'])).stderr).not.toContain('more independent');
  });

  it('a name that would work on the terminal is made visible', async () => {
    const { judge } = await projectWith([says('evil\u001b[2J')]);
    const { stderr } = await judge(['--model', 'sonnet']);
    expect(stderr).not.toContain('\u001b');
  });
});

describe('judge.independent: "required"', () => {
  const REQUIRED = { CS_JUDGE_INDEPENDENT: 'required' };

  it.each<{ what: string; lines: readonly string[]; args: readonly string[] }>([
    { what: 'the model that did the work', lines: [says(SONNET)], args: [] },
    { what: 'one that did a part of it', lines: [says(SONNET), says(HAIKU)], args: [] },
    {
      what: 'a panel with such a seat',
      lines: [says(OPUS)],
      args: ['--model', 'haiku', '--model', 'opus'],
    },
  ])('refuses $what, unasked', async ({ args, lines }) => {
    const { costLines, judge } = await projectWith(lines);
    const { code, result, stderr } = await judge(args, REQUIRED);
    expect({ code, status: result.status }).toEqual({ code: 1, status: 'error' });
    expect(stderr).toContain('judge.independent is "required"');
    expect(stderr).toContain('--model [model]');
    expect(costLines()).toHaveLength(0);
  });

  it('lets another model judge', async () => {
    const { judge } = await projectWith([says(OPUS)]);
    expect(await judge([], REQUIRED)).toMatchObject({ code: 0 });
  });

  it('goes by the session that did the work, whoever asks', async () => {
    const { judge, project } = await projectWith([says(SONNET)]);
    writeTranscript(project, [says(OPUS)], 'orch-1');
    const { code } = await judge([], { ...REQUIRED, CLAUDE_SESSION_ID: 'orch-1' });
    expect(code).toBe(1);
  });

  it('says where it cannot tell, and asks', async () => {
    const { judge } = await claudeProject();
    const { code, stderr } = await judge([], REQUIRED);
    expect(code).toBe(0);
    expect(stderr).toContain('no transcript shows which model did the work');
  });
});
