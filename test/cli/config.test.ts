import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import schema from '../../schemas/configuration.schema.json' with { type: 'json' };
import { isActing } from '../../src/domain/settings/approval.ts';
import { approveConfiguration } from '../rig/worlds/approval.ts';
import { createGitProject } from '../rig/worlds/git-project.ts';
import { createProject, type Outcome, type Project } from '../rig/worlds/project.ts';

type Env = Readonly<Record<string, string>>;

const PROJECT_FILE = '../completion-promise.json';

/** Writes the user's own configuration, in the scratch HOME. */
function writeUserFile(project: Project, content: unknown): string {
  const path = join(project.folder, '..', 'home', '.config', 'completion-promise', 'config.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const config = (project: Project, env: Env = {}, ...args: readonly string[]): Promise<Outcome> =>
  project.run('cs', ['config', ...args], { env });

type Settings = Readonly<Record<string, { readonly value: unknown; readonly source: string }>>;

async function settings(project: Project, env: Env = {}): Promise<Settings> {
  const { code, stdout, stderr } = await config(project, env, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const DEFAULTS: readonly (readonly [key: string, value: unknown])[] = [
  ['tier', 1],
  ['gates.validation', 'required'],
  ['judge.backend', 'api'],
  ['judge.model', 'sonnet'],
  ['judge.timeoutMs', 60_000],
  ['judge.onUnavailable', 'warn'],
  ['judge.structuredFindings', false],
  ['judge.maxUsdPerDay', null],
];

describe('cs config', () => {
  it.each(DEFAULTS)('%s is %j where nobody says otherwise', async (key, value) => {
    expect((await settings(createProject()))[key]).toEqual({ value, source: 'default' });
  });

  it('needs no session, and writes nothing', async () => {
    const project = createProject(undefined);
    expect(await config(project)).toMatchObject({ code: 0, stderr: '' });
    expect(project.list('.')).toEqual([]);
  });

  it('says of each what it takes, where its value comes from, and whether the strictest counts', async () => {
    const project = createProject();
    const path = project.write(PROJECT_FILE, { tier: 2 });
    const { stdout } = await config(project, {}, '--all');
    const [, ofTier = ''] = /^(tier = 2 [\s\S]*?)\n(?=\S)/m.exec(stdout) ?? [];
    expect(ofTier).toContain('completion-promise.json');
    expect(ofTier).toContain('Takes 1, 2 or 3. The strictest source wins.');
    expect(path).toContain('.claude');
    expect(stdout).toMatch(/^judge\.model = "sonnet" {2}\(default\)$/m);
  });
});

describe('the nearest source counts: variable, project, user, default', () => {
  it.each<{ what: string; env: Env; file: object; user: object; value: string; source: RegExp }>([
    { what: 'the default', env: {}, file: {}, user: {}, value: 'sonnet', source: /^default$/ },
    {
      what: "the user's file over the default",
      env: {},
      file: {},
      user: { judge: { model: 'haiku' } },
      value: 'haiku',
      source: /home.*config\.json$/,
    },
    {
      what: "the project's file over the user's",
      env: {},
      file: { judge: { model: 'opus' } },
      user: { judge: { model: 'haiku' } },
      value: 'opus',
      source: /project.*completion-promise\.json$/,
    },
    {
      what: "the variable over the project's file",
      env: { CS_JUDGE_MODEL: 'my-model' },
      file: { judge: { model: 'opus' } },
      user: { judge: { model: 'haiku' } },
      value: 'my-model',
      source: /^CS_JUDGE_MODEL$/,
    },
    {
      what: 'an empty variable as none',
      env: { CS_JUDGE_MODEL: '' },
      file: { judge: { model: 'opus' } },
      user: {},
      value: 'opus',
      source: /completion-promise\.json$/,
    },
  ])('$what', async ({ env, file, source, user, value }) => {
    const project = createProject();
    project.write(PROJECT_FILE, file);
    writeUserFile(project, user);
    expect((await settings(project, env))['judge.model']).toEqual({
      value,
      source: expect.stringMatching(source),
    });
  });

  it('the option over the variable', async () => {
    const project = createProject();
    const args = ['--judge', '--dry-run', '--promise', await project.promise('One')];
    const env = { CS_JUDGE_MODEL: 'opus', CS_JUDGE_BACKEND: 'rubric' };
    const { stdout } = await project.run(
      'cs-verify',
      [...args, '--model', 'haiku', '--backend', 'api'],
      { env },
    );
    expect(stdout).toContain('Model: claude-haiku-5-5');
  });

  it.each<[name: string, text: string, key: string, value: unknown]>([
    ['CS_TIER', '2', 'tier', 2],
    ['CS_JUDGE_TIMEOUT_MS', '5000', 'judge.timeoutMs', 5000],
    ['CS_JUDGE_STRUCTURED_FINDINGS', 'true', 'judge.structuredFindings', true],
    ['CS_STRUCTURED_FINDINGS', '1', 'judge.structuredFindings', true],
    ['CS_STRUCTURED_FINDINGS', 'on', 'judge.structuredFindings', true],
    ['CS_STRUCTURED_FINDINGS', 'YES', 'judge.structuredFindings', true],
    ['CS_STRUCTURED_FINDINGS', '0', 'judge.structuredFindings', false],
    ['CS_JUDGE_MAX_USD_PER_DAY', '2.5', 'judge.maxUsdPerDay', 2.5],
    ['CS_JUDGE_SEES', 'diff', 'judge.sees', ['diff']],
    ['CS_JUDGE_SEES', 'tools, diff', 'judge.sees', ['diff', 'tools']],
    ['CS_JUDGE_INDEPENDENT', 'required', 'judge.independent', 'required'],
    ['CS_JUDGE_ASK_PERSON_BELOW', '0.6', 'judge.askPersonBelow', 0.6],
    ['CS_JUDGE_MODEL', '42', 'judge.model', '42'],
  ])('%s=%s sets %s to %j', async (name, text, key, value) => {
    expect((await settings(createProject(), { [name]: text }))[key]).toEqual({
      value,
      source: name,
    });
  });
});

describe('where a gate could be weakened, the strictest of all sources counts', () => {
  const strictest: readonly {
    readonly key: string;
    readonly file: object;
    readonly user?: object;
    readonly env: Env;
    readonly value: unknown;
  }[] = [
    { key: 'tier', file: { tier: 2 }, env: { CS_TIER: '1' }, value: 2 },
    { key: 'tier', file: { tier: 1 }, env: { CS_TIER: '2' }, value: 2 },
    { key: 'tier', file: { tier: 1 }, user: { tier: 2 }, env: {}, value: 2 },
    {
      key: 'gates.validation',
      file: {},
      env: { CS_GATES_VALIDATION: 'off' },
      value: 'required',
    },
    {
      key: 'gates.validation',
      file: { gates: { validation: 'off' } },
      env: {},
      value: 'off',
    },
    {
      key: 'gates.validation',
      file: { gates: { validation: 'off' } },
      env: { CS_GATES_VALIDATION: 'when-present' },
      value: 'when-present',
    },
    {
      key: 'gates.validation',
      file: { gates: { validation: 'off' } },
      user: { gates: { validation: 'required' } },
      env: {},
      value: 'required',
    },
    {
      key: 'judge.onUnavailable',
      file: { judge: { onUnavailable: 'block' } },
      env: { CS_JUDGE_ON_UNAVAILABLE: 'warn' },
      value: 'block',
    },
    {
      key: 'judge.maxUsdPerDay',
      file: { judge: { maxUsdPerDay: 5 } },
      user: { judge: { maxUsdPerDay: 2 } },
      env: { CS_JUDGE_MAX_USD_PER_DAY: '100' },
      value: 2,
    },
    {
      key: 'judge.maxUsdPerDay',
      file: { judge: { maxUsdPerDay: 5 } },
      env: { CS_JUDGE_MAX_USD_PER_DAY: 'none' },
      value: 5,
    },
  ];

  it.each(strictest)('$key: $file, $user and $env give $value', async (row) => {
    const project = createProject();
    project.write(PROJECT_FILE, row.file);
    if (row.user !== undefined) writeUserFile(project, row.user);
    expect((await settings(project, row.env))[row.key]?.value).toBe(row.value);
  });
});

describe('a source that says what cannot be', () => {
  const files: readonly { readonly what: string; readonly text: unknown; readonly says: string }[] =
    [
      { what: 'no JSON', text: '{"tier": ', says: 'is not valid JSON' },
      { what: 'a list', text: [], says: 'not' },
      {
        what: 'an unknown key',
        text: { teir: 2 },
        says: '`teir` is not a known setting',
      },
      {
        what: 'an unknown key below a known one',
        text: { judge: { modle: 'opus' } },
        says: '`judge.modle` is not a known setting',
      },
      {
        what: 'a value of another kind',
        text: { tier: '2' },
        says: '`tier` takes 1, 2 or 3, not "2"',
      },
      {
        what: 'a time that is too short',
        text: { judge: { timeoutMs: 10 } },
        says: '`judge.timeoutMs` takes a whole number of milliseconds from 1000 to 600000, not 10',
      },
      {
        what: 'a section that is none',
        text: { judge: 'opus' },
        says: '`judge` is not a known setting',
      },
      {
        what: 'two faults at once',
        text: { tier: 4, judge: { backend: 'oracle' } },
        says: 'not 4; `judge.backend` takes "api", "claude", "auto" or "rubric", not "oracle"',
      },
      {
        what: 'a comma too many',
        text: '{\n  "tier": 2,\n}',
        says: 'line 3, column 1: it is not valid JSON, expected a key in quotes.',
      },
      { what: 'bytes that are no text', text: Uint8Array.of(0xff, 0xfe), says: 'UTF-8' },
    ];

  it.each(files)("the project's file holds $what: an error that names it", async (row) => {
    const project = createProject();
    const path = project.write(PROJECT_FILE, row.text);
    const { code, stderr } = await config(project);
    expect(code).toBe(1);
    expect(stderr).toContain('completion-promise.json is not a valid configuration: ');
    expect(stderr).toContain(row.says);
    expect(path).toContain('completion-promise.json');
  });

  it('shuts the gates too: what it meant might have been one', async () => {
    const project = createProject();
    project.write(PROJECT_FILE, '{"tier": 2');
    const id = await project.promise('One');
    const { code, stderr } = await project.run('cs-verify', ['--promise', id]);
    expect(code).toBe(1);
    expect(stderr).toContain('is not a valid configuration');
  });

  it("the user's file is an error that names it", async () => {
    const project = createProject();
    const path = writeUserFile(project, { tier: 0 });
    const { code, stderr } = await config(project);
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: ${path} is not a valid configuration`);
  });

  it.each([
    { name: 'CS_TIER', text: 'two', says: '`tier` takes 1, 2 or 3, not "two"' },
    { name: 'CS_JUDGE_TIMEOUT_MS', text: '1e9', says: '`judge.timeoutMs` takes' },
    { name: 'CS_GATES_VALIDATION', text: 'OFF', says: '`gates.validation` takes' },
    { name: 'CS_JUDGE_MAX_USD_PER_DAY', text: '-1', says: '`judge.maxUsdPerDay` takes' },
    { name: 'CS_STRUCTURED_FINDINGS', text: 'maybe', says: '`judge.structuredFindings` takes' },
  ])('$name=$text is an error that names it, as data too', async ({ name, says, text }) => {
    const project = createProject();
    const { code, stderr } = await config(project, { [name]: text });
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: ${name} is not a valid configuration: ${says}`);
    const { stdout } = await config(project, { [name]: text }, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'invalid-configuration' } });
  });

  it('$schema is allowed, so that editors can help', async () => {
    const project = createProject();
    const $schema = './node_modules/completion-promise/schemas/configuration.schema.json';
    project.write(PROJECT_FILE, { $schema, tier: 2 });
    expect((await settings(project))['tier']?.value).toBe(2);
  });
});

describe('the project folder', () => {
  it('is named, with how it was found', async () => {
    const project = createProject();
    const inside = join(project.folder, 'src');
    mkdirSync(inside);
    project.write('promises/notes.txt', '');
    const { stdout } = await project.run('cs', ['config'], { cwd: inside });
    expect(stdout).toContain(`project folder: ${project.folder} (the nearest state folder)\n`);
    expect(stdout).not.toContain('checkout:');
  });

  it.each<[string, Env, string]>([
    ["a host's variable", { CLAUDE_PROJECT_DIR: '/p', GEMINI_PROJECT_DIR: '/q' }, '/p'],
    ["another host's", { CURSOR_PROJECT_DIR: '/p' }, '/p'],
  ])('%s, as data', async (_what, env, folder) => {
    const { stdout } = await config(createProject(), env, '--json');
    const via = Object.keys(env)[0];
    expect(JSON.parse(stdout).project).toEqual({ folder, via, checkout: folder });
  });

  it("inside of Claude Code, whatever another host's variable says", async () => {
    const project = createProject();
    const env = { CLAUDECODE: '1', GEMINI_PROJECT_DIR: '/q', CURSOR_PROJECT_DIR: '/q' };
    const { stdout } = await config(project, env, '--json');
    expect(JSON.parse(stdout).project.folder).toBe(project.folder);
  });

  it('and the checkout, where one works in a linked worktree', async () => {
    const project = createGitProject({ 'a.txt': 'a' });
    const beside = join(project.folder, '..', 'beside');
    project.git('worktree', 'add', '--quiet', beside);
    const { stdout } = await project.run('cs', ['config'], { cwd: beside });
    expect(stdout).toContain(`project folder: ${project.folder} (the top of the checkout)\n`);
    expect(stdout).toContain(`checkout: ${beside}\n`);
  });
});

const SCHEMA = './completion-promise.schema.json';

describe('a configuration that is made', () => {
  it.each([
    ["the project's", []],
    ["the user's", ['--user']],
  ])('names its schema, which lies beside it: %s', async (_whose, options) => {
    const project = createProject();
    const { stdout } = await config(project, {}, 'set', 'retries.max', '4', ...options);
    const path = /^Changed: (.*)$/m.exec(stdout)?.[1] ?? '';
    const { $schema } = JSON.parse(readFileSync(path, 'utf8'));
    expect(JSON.parse(readFileSync(join(dirname(path), $schema), 'utf8'))).toEqual(schema);
    expect((await settings(project))['retries.max']?.value).toBe(4);
  });

  it('one of before keeps what it names, or does not', async () => {
    const project = createProject();
    const path = project.write(PROJECT_FILE, { tier: 2 });
    await config(project, {}, 'set', 'retries.max', '4');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ tier: 2, retries: { max: 4 } });
    expect(readdirSync(dirname(path))).not.toContain('completion-promise.schema.json');
  });
});

describe('cs config get, set and unset', () => {
  const file = (project: Project): string => join(project.state, PROJECT_FILE);

  it.each<[key: string, words: readonly string[], shown: string]>([
    ['judge.model', ['opus'], 'opus'],
    ['tier', ['2'], '2'],
    ['judge.structuredFindings', ['true'], 'true'],
    ['judge.maxUsdPerDay', ['2.5'], '2.5'],
    ['checks.always', ['npm', 'test'], '["npm test"]'],
    ['checks.always', ['[["npm", "test"]]'], '[["npm","test"]]'],
    ['judge.sees', ['diff,tools'], '["diff","tools"]'],
  ])('%s %j', async (key, words, shown) => {
    const project = createProject();
    const set = await config(project, {}, 'set', key, ...words);
    expect(set.code).toBe(0);
    expect(set.stderr).toMatch(isActing(key) ? /wait for your approval.* cs config trust/ : /^$/);
    approveConfiguration(project.folder, join(project.folder, '..', 'home'));
    expect((await config(project, {}, 'get', key)).stdout).toBe(`${shown}\n`);
    const unset = await config(project, {}, 'unset', key);
    if (!isActing(key)) expect(unset.stdout).toContain('(default)');
    expect(JSON.parse(readFileSync(file(project), 'utf8'))).toEqual({ $schema: SCHEMA });
  });

  it('leaves the rest of the file as it is', async () => {
    const project = createProject();
    project.write(PROJECT_FILE, '');
    writeFileSync(
      file(project),
      '{\n    "tier": 1,\n    "judge": { "votes": 3, "model": "haiku" }\n}\n',
    );
    const { code } = await config(project, {}, 'set', 'tier', '2');
    expect(code).toBe(1);
    writeFileSync(file(project), '{\n    "tier": 1,\n    "judge": { "model": "haiku" }\n}\n');
    await config(project, {}, 'set', 'tier', '2');
    expect(readFileSync(file(project), 'utf8')).toBe(
      '{\n    "tier": 2,\n    "judge": { "model": "haiku" }\n}\n',
    );
  });

  it('writes the file of the user with --user', async () => {
    const project = createProject();
    const { stdout } = await config(project, {}, 'set', 'judge.model', 'opus', '--user');
    expect(stdout).toContain('home/.config/completion-promise/config.json');
    expect((await config(project, {}, 'get', 'judge.model')).stdout).toBe('opus\n');
    const elsewhere = { XDG_CONFIG_HOME: join(project.folder, '..', 'elsewhere') };
    expect((await config(project, elsewhere, 'get', 'judge.model')).stdout).toBe('opus\n');
    expect(project.exists(PROJECT_FILE)).toBe(false);
  });

  it('says that a change weakens a gate, and that another source decides', async () => {
    const project = createProject();
    const key = 'gates.endRequires';
    await config(project, {}, 'set', key, 'verified');
    expect((await config(project, {}, 'set', key, 'met')).stderr).toContain('weakens a gate');
    const variable = { CS_GATES_END_REQUIRES: 'verified' };
    const decided = await config(project, variable, 'set', key, 'met');
    expect(decided.stderr).toContain('another source decides: CS_GATES_END_REQUIRES');
  });

  it.each<[words: readonly string[], says: string]>([
    [['get'], 'Which setting?'],
    [['get', 'judge.modle'], 'Did you mean judge.model?'],
    [['get', 'nothing.like.it'], 'Unknown setting: nothing.like.it'],
    [['get', 'tier', 'x'], 'Unexpected argument: x'],
    [['set', 'tier'], 'To what?'],
    [['set', 'tier', '9'], '`tier` takes 1, 2 or 3'],
    [['list'], 'Unknown action: list'],
    [['set', 'tier', '2', '--all'], '--all goes without set'],
    [['--user'], '--user goes with set and unset'],
  ])('%j: %s', async (words, says) => {
    const project = createProject();
    const { code, stderr } = await config(project, {}, ...words);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(project.exists(PROJECT_FILE)).toBe(false);
  });

  it('loses no setting where several are set at once', async () => {
    const project = createProject();
    const keys = ['judge.model opus', 'judge.backend auto', 'tier 2', 'retries.max 4'];
    const outcomes = await Promise.all(
      keys.map((line) => config(project, {}, 'set', ...line.split(' '))),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(JSON.parse(readFileSync(file(project), 'utf8'))).toEqual({
      $schema: SCHEMA,
      judge: { model: 'opus', backend: 'auto' },
      tier: 2,
      retries: { max: 4 },
    });
  });
});
