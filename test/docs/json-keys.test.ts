import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { continuationReviewSchema, realityCheckSchema } from '../../build/schemas/reviews.ts';
import { validatorResponse } from '../rig/values/promises.ts';
import { realityReply } from '../rig/values/reality-values.ts';
import { GO_ON, putTranscript, userLine } from '../rig/values/transcripts.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { createGitProject, runGit } from '../rig/worlds/git-project.ts';
import { ID, judgedProject } from '../rig/worlds/judged-project.ts';
import { failOnly, failure, passEverything, reply } from '../rig/worlds/messages-api.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';
import { definition, proposedChange } from '../rig/worlds/proposed-change.ts';
import { PAGES } from './pages.ts';

/** Every command's answer as JSON, in a project that has something to say. */
async function answers(project: Project): Promise<readonly string[]> {
  const id = await project.promise('first', 'second');
  const other = await project.startedPromise('third');
  const response = JSON.stringify(validatorResponse('PASS'));
  const validate = (ac: string) => ['--promise', id, '--ac-id', ac, '--response', response];
  project.write('promises/promise-0badf00d.json', '{');
  const lines: readonly (readonly [bin: string, ...args: string[]])[] = [
    ['cs-init'],
    ['cs-init', '--show'],
    ['cs-promise', '--create', 'A title', '--ac', 'It holds'],
    ['cs-promise', '--add-ac', other, 'more'],
    ['cs-verify', '--check'],
    ['cs-promise', '--start', id],
    ['cs', 'meet', id, '--ac-id', 'AC-1', '--evidence', 'seen'],
    ['cs-promise', '--meet', id, '--ac-id', 'AC-2', '--evidence', 'seen'],
    ['cs-store-validation', ...validate('AC-1')],
    ['cs-store-validation', ...validate('AC-2')],
    ['cs-promise', '--add-check', other, '--ac-id', 'AC-1', '--command', 'node -e 0'],
    ['cs', 'meet', other, '--ac-id', 'AC-2', '--run', '--', 'node', '-e', '0'],
    ['cs', 'prove', other, '--ac-id', 'AC-2'],
    ['cs-verify', '--check'],
    ['cs', 'prove', other],
    ['cs', 'config', 'set', 'checks.always', 'true', '--user'],
    ['cs', 'prove', '--standing'],
    ['cs-verify', '--promise', other],
    ['cs-verify', '--judge', '--promise', id, '--backend', 'rubric'],
    ['cs-verify', '--judge', '--promise', id],
    ['cs-verify', '--replay', other],
    ['cs-verify', '--promise', id],
    ['cs-verify', '--replay', id],
    ['cs-verify', '--judge', '--promise', id],
    ['cs', 'session', 'directive', '--add', 'It works'],
    ['cs', 'session', 'directive', '--retire', 'D-1'],
    ['cs', 'session', 'directive', '--list', '--all'],
    ['cs', 'judge', 'cost'],
    ['cs', 'judge', 'cost', '--by', 'model'],
    ['cs', 'judge', 'cost', '--by', 'severity'],
    ['cs', 'config'],
    ['cs', 'store', 'audit'],
    ['cs-promise', '--show', id],
    ['cs-promise', '--release', other],
    ['cs-init', '--check-orphans'],
    ['cs-promise', '--list'],
    ['cs-promise', '--start', other],
    ['cs-status'],
    ['cs', 'hooks'],
    ['cs', 'hooks', 'install'],
    ['cs', 'hooks'],
    ['cs', 'doctor'],
    ['cs', 'hooks', 'uninstall'],
  ];
  const printed: string[] = [];
  for (const [bin, ...args] of lines) {
    // What stands behind -- is the command's.
    const end = args.includes('--') ? args.indexOf('--') : args.length;
    printed.push((await project.run(bin, args.toSpliced(end, 0, '--json'))).stdout);
  }
  return printed;
}

/** The keys of an answer, but for ids that are keys. */
function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(keysIn);
  if (Array.isArray(value)) return inside;
  const keys = Object.keys(value).filter((key) => !/^promise-[0-9a-f]{8}$/.test(key));
  return [...keys, ...inside];
}

function documentation(): string {
  return PAGES.map((page) => readFileSync(join(CHECKOUT, page), 'utf8')).join('\n');
}

function names(documented: string, key: string): boolean {
  return documented.includes(`\`${key}\``) || documented.includes(`"${key}": `);
}

test('every key of every JSON answer is in the documentation', async () => {
  const documented = documentation();
  const keys = new Set(
    (await answers(createProject())).flatMap((text) => keysIn(JSON.parse(text))),
  );
  expect([...keys].filter((key) => !names(documented, key))).toEqual([]);
  expect(keys).toContain('already_verified');
  expect(keys).toContain('skipped_lines');
  expect(keys).toContain('would_satisfy');
  expect(keys).toContain('for_person');
  expect(keys).toContain('output_sha256');
  expect(keys).toContain('governing');
  expect(keys).toContain('judge.onUnavailable');
});

test('so is every key of a standing FAIL and of a promise that holds a judgment', async () => {
  const { api, project } = await judgedProject();
  api.answer(reply(failOnly('AC-1')));
  const judge = (...args: string[]) =>
    project.run('cs-verify', ['--promise', ID, ...args, '--json'], {
      env: { ...api.env, CS_STRUCTURED_FINDINGS: '1', CS_TIER: '2' },
    });
  const printed = [
    await judge(),
    await judge('--judge'),
    await project.run('cs-verify', ['--check', '--json']),
    await project.run('cs-verify', ['--replay', ID, '--json']),
    await project.run('cs-promise', ['--show', ID, '--json']),
  ];
  const documented = documentation();
  const keys = new Set(printed.flatMap(({ stdout }) => keysIn(JSON.parse(stdout))));
  expect([...keys].filter((key) => !names(documented, key))).toEqual([]);
  expect(keys).toContain('judgments');
  expect(keys).toContain('rejected');
  expect(keys).toContain('findings_source');
});

test('so is every key of a vote, and of a promise on which the votes disagree', async () => {
  const { api, project } = await judgedProject();
  api.answer(reply(failOnly('AC-1')), reply(passEverything), failure(401, 'authentication_error'));
  const judge = (...args: string[]) =>
    project.run('cs-verify', ['--judge', '--promise', ID, ...args, '--json'], { env: api.env });
  const printed = [
    await judge('--votes', '3'),
    await project.run('cs-promise', ['--show', ID, '--json']),
    await project.run('cs-status', ['--json']),
  ];
  const documented = documentation();
  const keys = new Set(printed.flatMap(({ stdout }) => keysIn(JSON.parse(stdout))));
  expect([...keys].filter((key) => !names(documented, key))).toEqual([]);
  for (const key of ['seed', 'independent_votes', 'session_model', 'error', 'divergent']) {
    expect(keys).toContain(key);
  }
});

test('so is every key of a reality check', async () => {
  const { api, project } = await judgedProject();
  const verdict = { ...realityReply({ convergenceEstimate: 0.5 }) };
  api.answer(reply(() => verdict));
  project.write('../../.env', 'A=value-of-the-project\n');
  runGit(project.folder, ['init', '--quiet']);
  await project.run('cs', ['session', 'directive', '--add', 'not the value-of-the-project']);
  const check = () => project.run('cs', ['judge', 'reality-check', '--json'], { env: api.env });
  const printed = [await check()];
  api.answer(reply(() => 'hm'));
  printed.push(await check());
  const documented = documentation();
  const faults = printed.map(
    ({ stdout }) => realityCheckSchema.safeParse(JSON.parse(stdout)).error,
  );
  expect(faults).toEqual([undefined, undefined]);
  const keys = new Set(printed.flatMap(({ stdout }) => keysIn(JSON.parse(stdout))));
  expect([...keys].filter((key) => !names(documented, key))).toEqual([]);
  for (const key of ['convergenceEstimate', 'left_out', 'redacted', 'error', 'why', 'count']) {
    expect(keys).toContain(key);
  }
});

test('so is every key of a continuation review', async () => {
  const { api, project } = await judgedProject();
  const token = 'ghp_0123456789abcdefABCDEF0123';
  const path = putTranscript(project.folder, SESSION, [userLine(`Use ${token}`)]);
  const printed: string[] = [];
  for (const answer of [GO_ON, 'hm']) {
    api.answer(reply(() => answer));
    const args = ['judge', 'continuation-review', '--transcript', path, '--json'];
    printed.push((await project.run('cs', args, { env: api.env })).stdout);
  }
  const documented = documentation();
  const faults = printed.map((text) => continuationReviewSchema.safeParse(JSON.parse(text)).error);
  expect(faults).toEqual([undefined, undefined]);
  const keys = new Set(printed.flatMap((text) => keysIn(JSON.parse(text))));
  expect([...keys].filter((key) => !names(documented, key))).toEqual([]);
  for (const key of ['should_continue', 'suggestion', 'turns', 'error', 'count']) {
    expect(keys).toContain(key);
  }
});

test('so is every key of a look for weakened tests', async () => {
  const written = "it('adds', () => expect(add(1, 2)).toBe(3));\n";
  const project = createGitProject({ 'sum.test.js': written });
  project.put('sum.test.js', written.replace('it(', 'it.skip('));
  const { stdout } = await project.run('cs', ['promise', 'tamper', '--base', 'HEAD', '--json']);
  const documented = documentation();
  const keys = new Set(keysIn(JSON.parse(stdout)));
  expect([...keys].filter((key) => !names(documented, key))).toEqual([]);
  for (const key of ['examined', 'named', 'notes', 'digest']) expect(keys).toContain(key);
});

test('so is every key of the request that a dry run shows', async () => {
  const project = createProject();
  const id = await project.promise('first');
  await project.run('cs', ['meet', id, '--ac-id', 'AC-1', '--evidence', 'seen']);
  const dryRun = ['--judge', '--promise', id, '--dry-run', '--json'];
  const { stdout } = await project.run('cs-verify', dryRun);
  const silent = Object.keys(JSON.parse(stdout)).filter((key) => !names(documentation(), key));
  expect(silent).toEqual([]);
});

test('so is every key of attestations, and of what verifying them says', async () => {
  const project = createGitProject({ 'a.txt': 'done\n' });
  const id = await project.startedPromise('one');
  const check = ['--ac-id', 'AC-1', '--command', 'grep -q done a.txt'];
  await project.run('cs-promise', ['--add-check', id, ...check]);
  await project.run('cs', ['prove', id]);
  await project.run('cs', ['verify', id]);
  const bundle = join(project.folder, '..', 'b.intoto.jsonl');
  const printed = [
    await project.run('cs', ['promise', 'attest', id, '-o', bundle, '--json']),
    await project.run('cs', ['promise', 'attest', 'key', '--json']),
    await project.run('cs', ['promise', 'attest', 'verify', bundle, '--rerun', '--json']),
  ];
  const statements = readFileSync(bundle, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Buffer.from(JSON.parse(line).payload, 'base64').toString());
  const documented = documentation();
  const texts = [...printed.map(({ stdout }) => stdout), ...statements];
  const keys = new Set(texts.flatMap((text) => keysIn(JSON.parse(text))));
  expect([...keys].filter((key) => !names(documented, key))).toEqual([]);
  expect(keys).toContain('completionPromiseTree');
  expect(keys).toContain('no_commit');
  expect(keys).toContain('public_key');
});

test('so is every key of what a pipeline finds, answers and comments', async () => {
  const change = proposedChange({
    '.promises/broken.json': '{',
    '.promises/wrong.json': definition('Wrong', { kind: 'command', run: 'echo no; exit 1' }),
    '.claude/completion-promise.json': '{"checks": {"always": ["false"]}}',
    'sum.test.js': "test('adds', () => {});\n",
  });
  change.commit('feature', {
    '.promises/answer.json': undefined,
    'sum.test.js': "test.skip('adds', () => {});\n",
    'broken.json': '{',
  });
  const checkout = change.checkout('feature');
  const beside = (name: string): string => join(checkout.home, name);
  const [answers, result] = [beside('answers.json'), beside('result.json')];
  const words = ['--answers', answers, '--result', result, '--json'];
  const printed = [
    (await checkout.ci(words)).stdout,
    readFileSync(answers, 'utf8'),
    (await checkout.ci(['comment', '--from', result, '--dry-run', '--json'])).stdout,
    (await checkout.ci(['comment', '--from', result, '--json'])).stdout,
  ];
  const documented = documentation();
  const keys = new Set(printed.flatMap((text) => keysIn(JSON.parse(text))));
  expect([...keys].filter((key) => !names(documented, key))).toEqual([]);
  for (const key of ['problems', 'findings', 'parsed', 'change', 'response', 'comment', 'body']) {
    expect(keys).toContain(key);
  }
});
