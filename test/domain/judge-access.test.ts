import { expect, it } from 'vitest';
import { chooseBackend } from '../../src/domain/judge-access.ts';
import type { BACKENDS } from '../../src/domain/setting.ts';

type Wanted = (typeof BACKENDS)[number];

const KEY = 'the key in ANTHROPIC_API_KEY';
const TOKEN = 'the token in ANTHROPIC_AUTH_TOKEN';
const ACCOUNT = 'the account that claude is logged in with';
const FREE = 'nobody: it is free';
const NO_KEY = 'nobody: no key is set';
const NO_CLAUDE = 'nobody: there is no claude to ask';
const takenByClaude = (what: string): string => `${what}, which claude takes`;

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
  const hasKey = has.includes('key');
  const hasToken = has.includes('token');
  const claude = has.includes('claude') ? '/bin/claude' : undefined;
  expect(chooseBackend(wanted, { hasKey, hasToken, claude, ownClaude: undefined })).toEqual({
    backend,
    paidBy,
    lacks,
  });
});

it("a project's own claude is named, and not asked", () => {
  const means = { hasKey: false, hasToken: false, claude: undefined, ownClaude: '/project/claude' };
  expect(chooseBackend('claude', means).lacks).toContain('/project/claude lies in the project');
  expect(chooseBackend('auto', means)).toMatchObject({ backend: 'api', paidBy: NO_KEY });
});
