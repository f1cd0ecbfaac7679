import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { type MessagesApi, startMessagesApi } from '../../rig/worlds/messages-api.ts';
import {
  createTestDatabase,
  migrated,
  NEEDS_SESSIONS,
  type TestDatabase,
  testServer,
} from '../../rig/worlds/postgresql.ts';
import { createProject, type Outcome, SESSION } from '../../rig/worlds/project.ts';
import { promiseIn } from '../../rig/worlds/shared-project.ts';
import { stopPayload } from '../../rig/worlds/stop-gate.ts';

const UNIQUE = randomBytes(4).toString('hex');
const ROLES = { using: `cs_using_${UNIQUE}`, reading: `cs_reading_${UNIQUE}` } as const;
const HOOK = { session_id: SESSION, cwd: '.' };

/** A command in its place among the others: what it is given, and the code that it ends with. */
interface Line {
  readonly words: readonly string[];
  readonly code?: number;
  readonly input?: object;
}

/** Every command, in an order in which each finds what it needs. */
const linesOf = (id: string, other: string): readonly Line[] => [
  { words: ['promise', '--mine'] },
  { words: ['status'] },
  { words: ['status', id] },
  { words: ['promise', 'start', other] },
  { words: ['meet', id, 'AC-2', '--evidence', '12 tests passed', '--type', 'test'] },
  { words: ['prove', '--', 'true'] },
  { words: ['prove', id] },
  { words: ['promise', 'validate', id, 'AC-2', '--pass', '--reason', 'seen'] },
  {
    words: [
      'promise',
      'store-validation',
      '--promise',
      id,
      '--ac-id',
      'AC-2',
      '--response',
      answerOf('AC-2'),
    ],
  },
  { words: ['promise', 'tamper'] },
  { words: ['promise', 'accept', 'none', '--because', 'no reason'], code: 1 },
  { words: ['promise', 'waive', id, 'AC-1', '--reason', 'no reason'], code: 1 },
  { words: ['check'], code: 2 },
  { words: ['judge', id] },
  { words: ['judge', 'cost'] },
  { words: ['promise', 'attest', id] },
  { words: ['verify', id] },
  { words: ['store', 'audit'] },
  { words: ['promise', 'log'] },
  { words: ['report'] },
  { words: ['report', '--fleet'] },
  { words: ['ci'], code: 1 },
  { words: ['session', 'ask', 'May I?', '--needs', 'decision'] },
  { words: ['session', 'directive', '--add', 'Build the shop'] },
  { words: ['judge', 'reality-check'] },
  { words: ['judge', 'continuation-review'] },
  { words: ['stop-gate'], input: stopPayload(SESSION) },
  {
    words: ['session-start'],
    input: { ...HOOK, hook_event_name: 'SessionStart', source: 'startup' },
  },
  {
    words: ['user-prompt'],
    input: { ...HOOK, hook_event_name: 'UserPromptSubmit', prompt: 'Go on' },
  },
  { words: ['session-end'], input: { ...HOOK, hook_event_name: 'SessionEnd', reason: 'exit' } },
  { words: ['statusline'], input: HOOK },
  { words: ['status'] },
  { words: ['status', '--fleet'] },
  { words: ['session', 'init', '--check-orphans'] },
  { words: ['session', 'init'] },
  { words: ['promise', 'release', other] },
  { words: ['promise', 'adopt', '--next'] },
  { words: ['promise', 'cancel', other] },
  { words: ['session', 'end', SESSION, '--reason', 'enough'], code: 1 },
  { words: ['session', 'pause'], code: 1 },
  { words: ['store', 'status'] },
  { words: ['config', 'trust'] },
  { words: ['store', 'migrate'] },
  { words: ['store', 'copy', '--from', 'files', '--to', 'postgresql'], code: 1 },
  { words: ['doctor'], code: 1 },
  { words: ['config'] },
  { words: ['hooks', 'install'] },
  { words: ['setup', 'undo', '--dry-run'] },
  { words: ['setup', '--help'] },
  { words: ['completion', 'bash'] },
  { words: ['judge', 'bench', '--help'] },
  { words: ['config', 'notify', '--help'] },
  { words: ['mcp', '--help'] },
];

function answerOf(criterion: string): string {
  return JSON.stringify({
    task_id: criterion,
    verdict: 'PASS',
    criteria_results: [],
    timestamp: '2026-02-17T10:30:00Z',
  });
}

describe.skipIf(testServer() === undefined)(
  `commands and the rights of their role (${NEEDS_SESSIONS})`,
  () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase(true);
      for (const role of Object.values(ROLES)) await database.run(`CREATE ROLE ${role} LOGIN`);
      await migrated(database.address, ROLES.using);
      await database.run(`GRANT USAGE ON SCHEMA completion_promise TO ${ROLES.reading}`);
      await database.run(
        `GRANT SELECT ON ALL TABLES IN SCHEMA completion_promise TO ${ROLES.reading}`,
      );
    });
    afterAll(async () => {
      for (const role of Object.values(ROLES)) {
        await database.run(`DROP OWNED BY ${role}`);
        await database.run(`DROP ROLE ${role}`);
      }
      await database.drop();
    });

    it('all work with those that `cs store migrate --grant` gives', async () => {
      const { cs } = await machineAs(ROLES.using);
      const id = promiseIn(await cs(['do', 'Open', '--ac', 'a', '--ac', 'b', '--check', 'true']));
      const other = promiseIn(await cs(['promise', '--create', 'Close', '--ac', 'c']));
      const lines = linesOf(id, other);
      const missing = Object.keys(COMMANDS).filter(
        (name) =>
          name !== 'do' && !lines.some(({ words }) => `${words.join(' ')} `.startsWith(`${name} `)),
      );
      expect(missing).toEqual([]);
      const unlike: unknown[] = [];
      for (const { code = 0, input, words } of lines) {
        const ended = await cs(words, input);
        const said = ended.stdout + ended.stderr;
        if (ended.code !== code || said.includes('refused ('))
          unlike.push([words, ended.code, said]);
      }
      expect(unlike).toEqual([]);
    });

    it.each([
      ['status', 0],
      ['status --fleet', 0],
      ['report', 0],
      ['promise log', 0],
      ['store audit', 0],
      ['check', 0],
    ])('%s works with those to read', async (line, code) => {
      const { cs } = await machineAs(ROLES.reading);
      expect(await cs(line.split(' '))).toMatchObject({ code, stderr: '' });
    });

    it('what changes something says that it lacks the rights', async () => {
      const { cs } = await machineAs(ROLES.reading);
      const { code, stderr } = await cs(['do', 'A title', '--ac', 'first']);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^Error: Cannot create a promise: the database refused \(42501, permission denied .*\)\.\nIts rights: docs\/store\.md#roles\n$/,
      );
    });

    it('a session that promised nothing is not held by missing rights', async () => {
      const other = 'session-without-a-promise';
      const { cs } = await machineAs(ROLES.reading, other);
      const { stdout } = await cs(['stop-gate'], stopPayload(other));
      expect(JSON.parse(stdout)).not.toHaveProperty('decision');
    });

    async function machineAs(
      role: string,
      session = SESSION,
    ): Promise<{
      cs(words: readonly string[], input?: object): Promise<Outcome>;
    }> {
      const project = createGitProject({ 'a.txt': 'a\n' }, createProject(session));
      const api: MessagesApi = await startMessagesApi();
      const env = {
        ...api.env,
        CS_STORE: database.addressFor({ user: role }),
        CS_STORE_PROJECT: 'example.com/team/shop',
      };
      return {
        cs: (words, input) =>
          project.run('cs', words, {
            env,
            ...(input === undefined ? {} : { input: JSON.stringify(input) }),
          }),
      };
    }
  },
);
