import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { userGuard } from '../../src/domain/host/guarded-command.ts';
import { planInstall } from '../../src/domain/host/hook-settings.ts';
import { wantedHooks } from '../../src/domain/host/wanted-hooks.ts';
import { OF_CLAUDE_CODE } from '../rig/values/hook-writings.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { AGENT_PAGES } from './pages.ts';

const read = (path: string) => readFileSync(join(CHECKOUT, path), 'utf8');

/** What a page says of itself between its first two `---` lines, one `key: value` per line. */
function frontmatterOf(page: string): ReadonlyMap<string, string> {
  const [, block] = /^---\n([\s\S]*?)\n---\n/.exec(page) ?? [];
  if (block === undefined) throw new Error('no frontmatter');
  return new Map(
    block.split('\n').map((line) => {
      const [, key, value] = /^([a-z-]+): (.+)$/.exec(line) ?? [];
      if (key === undefined || value === undefined) throw new Error(`not a key and value: ${line}`);
      return [key, value];
    }),
  );
}

describe.each(AGENT_PAGES)('%s', (page) => {
  test('says what it is for', () => {
    const description = frontmatterOf(read(page)).get('description') ?? '';
    expect(description).not.toBe('');
    expect(description.length).toBeLessThanOrEqual(1024);
  });
});

test('the skill has at most 700 words', () => {
  const [skill = ''] = AGENT_PAGES;
  expect(read(skill).trim().split(/\s+/).length).toBeLessThanOrEqual(700);
});

test.each(AGENT_PAGES.slice(1))('%s may call what it tells to call, and nothing else', (page) => {
  const [, body = ''] = /^---\n[\s\S]*?\n---\n([\s\S]*)$/.exec(read(page)) ?? [];
  const called = [...body.matchAll(/`cs ((?:promise |session )?[a-z-]+(?: cost)?)/g)].map(
    ([, name]) => name,
  );
  const allowed = frontmatterOf(read(page)).get('allowed-tools') ?? '';
  const granted = [...allowed.matchAll(/Bash\(cs ([a-z -]+):\*\)/g)].map(([, name]) => name);

  expect([...new Set(called)].sort()).toEqual(granted.sort());
});

test('the skill is named like its folder', () => {
  const [skill = ''] = AGENT_PAGES;
  const name = frontmatterOf(read(skill)).get('name') ?? '';
  expect(name).toBe(basename(dirname(skill)));
  expect(name).toMatch(/^[a-z0-9-]{1,64}$/);
});

describe('the hooks', () => {
  const installed = planInstall(
    {},
    wantedHooks(
      [{ shell: 'posix', call: () => '', guard: userGuard(OF_CLAUDE_CODE.words) }],
      0,
      OF_CLAUDE_CODE,
    ),
  ).settings;

  test('of settings.example.json are those that cs hooks install writes', () => {
    expect(JSON.parse(read('.claude/settings.example.json'))).toEqual(installed);
  });

  test('are not active in this repository', () => {
    expect(existsSync(join(CHECKOUT, '.claude', 'settings.json'))).toBe(false);
  });
});
