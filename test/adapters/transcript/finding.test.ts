import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { findTranscript } from '../../../src/adapters/transcript/finding.ts';
import type { HookHost } from '../../../src/domain/host/hook-host.ts';
import { HOSTS } from '../../../src/hosts/hosts.ts';
import { KEPT_SESSIONS, keepSession } from '../../rig/values/kept-sessions.ts';
import { scratchFolder } from '../../rig/worlds/repository.ts';

/** A home with a session of each host, all of one id where one is given. */
function homeWithAll(id?: string): string {
  const home = scratchFolder();
  vi.stubEnv('HOME', home);
  vi.stubEnv('USERPROFILE', home);
  for (const { moved } of KEPT_SESSIONS)
    for (const name of Object.keys(moved(''))) vi.stubEnv(name, '');
  for (const kept of KEPT_SESSIONS) {
    const place = id === undefined ? kept.place : kept.place.replace(kept.id, id);
    keepSession(home, { ...kept, place }, kept.said('x'));
  }
  return home;
}

const hostNamed = (wanted: string): HookHost | undefined =>
  HOSTS.find(({ title }) => title === wanted);

it.each(KEPT_SESSIONS)('of all hosts, the session of $host is found in its own', (kept) => {
  const home = homeWithAll();
  expect(findTranscript({ hosts: HOSTS }, [kept.id])).toEqual({
    path: join(home, kept.place),
    host: hostNamed(kept.host),
  });
});

it('the host of the command is looked at before all others', () => {
  homeWithAll('one-id');
  const host = hostNamed('Copilot CLI');
  expect(findTranscript({ host, hosts: HOSTS }, ['one-id'])?.host).toBe(host);
  expect(findTranscript({ hosts: HOSTS }, ['one-id'])?.host).toBe(hostNamed('Claude Code'));
});

it.each(['..', '../projects/x', '*', '', 'a/b'])('the id %j leads nowhere', (id) => {
  homeWithAll();
  expect(findTranscript({ hosts: HOSTS }, [id])).toBeUndefined();
});

it.each(
  KEPT_SESSIONS.filter(({ place }) => place.includes('projects') || place.includes('sessions')),
)('more names than are gone through hide a session of $host', ({ id, place }) => {
  const home = homeWithAll();
  const [host = '', folder = ''] = place.split('/');
  for (const name of ['2024', '2025']) mkdirSync(join(home, host, folder, name));
  expect(findTranscript({ hosts: HOSTS }, [id], 2)).toBeUndefined();
  expect(findTranscript({ hosts: HOSTS }, [id], 20)?.path).toBe(join(home, place));
});

it('where days are many, the last ones are gone through', () => {
  const [, codex] = KEPT_SESSIONS;
  const home = homeWithAll();
  // A year, a month and a day with one session: each is a name, and each listing is another.
  for (let day = 10; day < 26; day += 1)
    mkdirSync(join(home, '.codex', 'sessions', '2025', '11', `${day}`), { recursive: true });
  expect(findTranscript({ hosts: HOSTS }, [codex?.id ?? ''], 9)?.host.name).toBe('codex');
});
