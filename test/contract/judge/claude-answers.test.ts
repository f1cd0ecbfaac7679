import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emptyPath } from '../../rig/worlds/programs.ts';
import {
  type ClaudeBehaviour,
  type ClaudeProject,
  COST_USD,
  claudeProject,
  PASSES,
  resultOf,
  resultWith,
  type ScriptedClaude,
} from '../../rig/worlds/scripted-claude.ts';

const text = (words: string) => ({ type: 'text', text: words });
const WORDS = JSON.stringify(PASSES);

describe('an answer is taken', () => {
  it.each<{ from: string; stdout: unknown }>([
    { from: 'structured_output', stdout: resultOf(PASSES) },
    {
      from: 'structured_output, whatever else is said',
      stdout: resultOf(PASSES, { result: 'Done!' }),
    },
    { from: 'the result as a text', stdout: resultWith({ result: WORDS }) },
    {
      from: 'the result as a text in a fence',
      stdout: resultWith({ result: `Here:\n\`\`\`json\n${WORDS}\n\`\`\`` }),
    },
    { from: 'the result as an object', stdout: resultWith({ result: PASSES }) },
    { from: 'blocks of content', stdout: resultWith({ content: [text(WORDS)] }) },
    { from: 'a message', stdout: { type: 'assistant', message: { content: [text(WORDS)] } } },
    {
      from: 'the result in a list of messages',
      stdout: [{ type: 'system' }, { type: 'assistant' }, resultOf(PASSES)],
    },
    { from: 'the last of a list without a result', stdout: [{}, { content: [text(WORDS)] }] },
    { from: 'nothing but the review', stdout: PASSES },
    { from: 'JSON over many lines', stdout: `\n${JSON.stringify(resultOf(PASSES), null, 2)}\n\n` },
  ])('$from', async ({ stdout }) => {
    const { claude, isClosed, judge } = await claudeProject();
    claude.does({ stdout });
    const { code, result } = await judge();
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'PASS' });
    expect(claude.calls()).toHaveLength(1);
    expect(isClosed()).toBe(true);
  });

  it('whatever stands on stderr, and though the prompt was not read', async () => {
    const { claude, judge } = await claudeProject();
    claude.does({ reads: false, stderr: 'Error: a warning\n', stdout: resultOf(PASSES) });
    expect(await judge()).toMatchObject({ code: 0, result: { verdict: 'PASS' } });
  });
});

/** A `claude` on PATH that cannot be started. */
const UNSTARTABLE: readonly {
  readonly what: string;
  readonly spoil: (claude: ScriptedClaude) => void;
  readonly says: string;
}[] = [
  { what: 'none', spoil: ({ program }) => rmSync(program), says: 'claude is not on PATH' },
  {
    what: 'a folder',
    spoil: ({ program }) => {
      rmSync(program);
      mkdirSync(program);
    },
    says: 'claude is not on PATH',
  },
  {
    what: 'a file that is no program',
    spoil: ({ program }) => chmodSync(program, 0o644),
    says: 'claude is not on PATH',
  },
  {
    what: 'a program of an interpreter that is gone',
    spoil: ({ program }) => writeFileSync(program, '#!/nowhere/node\n'),
    says: 'programs/claude-code/claude',
  },
];

describe('a claude that cannot be started costs nothing', () => {
  const onlyClaude = ({ claude, project }: ClaudeProject) => ({
    PATH: `${claude.folder}:${emptyPath(project)}`,
  });

  it.each(UNSTARTABLE)('$what: $says', async ({ says, spoil }) => {
    const judged = await claudeProject();
    spoil(judged.claude);
    const { code, result, stderr } = await judged.judge([], onlyClaude(judged));
    expect({ code, verdict: result.verdict, status: result.status }).toEqual({
      code: 0,
      verdict: 'WARN',
      status: 'api_error',
    });
    expect(stderr).toMatch(/^WARNING: Gate 3 could not judge /);
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('the judge was called at');
    expect(judged.costLines()).toMatchObject([{ status: 'api_error', cost_usd: 0 }]);
    expect(judged.judgments()).toMatchObject([{ backend: 'claude', endpoint: null }]);
  });
});

describe('what a run of claude costs', () => {
  it.each<{ what: string; parts: Readonly<Record<string, unknown>>; usd: number }>([
    { what: 'its own figure', parts: { total_cost_usd: 0.5 }, usd: 0.5 },
    {
      what: 'its tokens, where it gives none',
      parts: { total_cost_usd: undefined },
      usd: COST_USD,
    },
    { what: 'its tokens, where it gives a credit', parts: { total_cost_usd: -1 }, usd: COST_USD },
    { what: 'its tokens, where it gives words', parts: { total_cost_usd: 'free' }, usd: COST_USD },
  ])('$what', async ({ parts, usd }) => {
    const { claude, costLines, judge } = await claudeProject();
    claude.does({ stdout: resultOf(PASSES, parts) });
    expect((await judge()).result.cost_usd).toBe(usd);
    expect(costLines()).toMatchObject([{ cost_usd: usd }]);
  });

  it('no less than its tokens, by a figure of nothing', async () => {
    const { claude, judge } = await claudeProject();
    claude.does({ stdout: resultOf(PASSES, { total_cost_usd: 0 }) });
    expect((await judge()).result.cost_usd).toBe(COST_USD);
  });

  it('is said of a run that came to nothing', async () => {
    const { claude, costLines, judge } = await claudeProject();
    claude.does({ stdout: resultOf(PASSES, { is_error: true, total_cost_usd: 0.25 }), ends: 1 });
    await judge();
    expect(costLines()).toMatchObject([{ status: 'api_error', cost_usd: 0.25, input_tokens: 100 }]);
  });

  it.each<{ what: string; first: ClaudeBehaviour; calls: number }>([
    {
      what: 'known: another fits',
      first: { stdout: resultOf(PASSES, { stop_reason: 'refusal' }) },
      calls: 2,
    },
    {
      what: 'not known: it counts as much as it may have cost',
      first: { stdout: resultOf({}, { usage: undefined, total_cost_usd: undefined }) },
      calls: 1,
    },
  ])('counts against --max-usd, $what', async ({ calls, first }) => {
    const { claude, judge } = await claudeProject();
    const { stderr } = await judge(['--max-usd', '0']);
    const most = Number(/may cost up to \$(\d+\.\d+)/.exec(stderr)?.[1]);
    expect(claude.calls()).toEqual([]);
    claude.does(first, { stdout: resultOf(PASSES) });
    await judge(['--max-usd', String(most + 0.002)]);
    expect(claude.calls()).toHaveLength(calls);
  });
});
