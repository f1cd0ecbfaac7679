import { expect, it } from 'vitest';
import type { BACKENDS } from '../../src/domain/settings/setting.ts';
import type { JudgeMachine } from '../../src/judge/backend.ts';
import { findBackend } from '../../src/judge/backends.ts';

type Wanted = (typeof BACKENDS)[number];

const KEY = 'the key in ANTHROPIC_API_KEY';
const TOKEN = 'the token in ANTHROPIC_AUTH_TOKEN';
const ACCOUNT = 'the account claude is logged in with';
const FREE = 'free';
const NO_KEY = 'no API key set';
const NO_CLAUDE = 'claude is not installed';
const takenByClaude = (what: string): string => `${what}, used by claude`;

it.each<[wanted: Wanted, has: string, backend: string, paidBy: string, lacks?: string]>([
  ['api', 'key token claude', 'api', KEY],
  ['api', 'key', 'api', KEY],
  ['api', 'token', 'api', TOKEN],
  ['api', 'claude', 'api', NO_KEY, 'set ANTHROPIC_API_KEY'],
  ['api', '', 'api', NO_KEY, 'set ANTHROPIC_API_KEY'],
  ['claude', 'key token claude', 'claude', takenByClaude(KEY)],
  ['claude', 'token claude', 'claude', takenByClaude(TOKEN)],
  ['claude', 'claude', 'claude', ACCOUNT],
  ['claude', 'key token', 'claude', NO_CLAUDE, 'claude is not on PATH: install Claude Code'],
  ['claude', '', 'claude', NO_CLAUDE, 'claude is not on PATH: install Claude Code'],
  ['auto', 'key token claude', 'api', KEY],
  ['auto', 'key claude', 'api', KEY],
  ['auto', 'token claude', 'api', TOKEN],
  ['auto', 'claude', 'claude', ACCOUNT],
  ['auto', 'key', 'api', KEY],
  ['auto', 'token', 'api', TOKEN],
  ['auto', '', 'api', NO_KEY, 'set ANTHROPIC_API_KEY, or install Claude Code'],
  ['rubric', 'key token claude', 'rubric', FREE],
  ['rubric', '', 'rubric', FREE],
])('%s, having "%s": %s, paid by %s', (wanted, has, backend, paidBy, lacks) => {
  const machine = machineWith({
    apiKey: has.includes('key') ? 'k' : undefined,
    authToken: has.includes('token') ? 't' : undefined,
    program: has.includes('claude') ? '/bin/claude' : undefined,
  });
  const found = findBackend(wanted, machine);
  expect([found.backend, found.paidBy, found.lacks]).toEqual([backend, paidBy, lacks]);
  expect(found.isModel).toBe(backend !== 'rubric');
});

it("a project's own claude is named, and not asked", () => {
  const machine = machineWith({ passedOver: '/project/claude' });
  expect(findBackend('claude', machine).lacks).toContain('/project/claude is in the project');
  expect(findBackend('auto', machine)).toMatchObject({ backend: 'api', paidBy: NO_KEY });
});

function machineWith({
  apiKey,
  authToken,
  passedOver,
  program,
}: Partial<Pick<JudgeMachine, 'apiKey' | 'authToken'>> & {
  readonly passedOver?: string;
  readonly program?: string | undefined;
}): JudgeMachine {
  return {
    apiKey,
    authToken,
    baseUrl: undefined,
    fetch: () => Promise.reject(new Error('nothing is asked here')),
    findProgram: () => ({ program, passedOver }),
    neutralFolder: () => '/tmp',
  };
}
