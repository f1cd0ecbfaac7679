import { afterEach, describe, expect, it, vi } from 'vitest';
import { NO_DEADLINE } from '../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../src/adapters/git/checkout.ts';
import { hostProcess } from '../../src/adapters/host-process.ts';
import { failed, success } from '../../src/domain/base/result.ts';
import type { StandingTurn } from '../../src/domain/session/standing-log.ts';
import type { Configuration } from '../../src/domain/settings/configuration.ts';
import { standingLogOf, standingNow, treesOf } from '../../src/session/standing-turns.ts';
import type { SeenStop } from '../../src/stop-gate/look.ts';
import { endsUntouched, lookAtStanding } from '../../src/stop-gate/standing-at-stop.ts';
import { gateWorld, OWNER } from '../rig/values/gate-values.ts';
import { emptyRepository, type Repository, scratchFolder } from '../rig/worlds/repository.ts';
import { scratchStop } from '../rig/worlds/scratch-stop.ts';

afterEach(() => vi.unstubAllEnvs());

const { payload, stopper } = gateWorld();
const CHECKS = [{ run: 'npm test' }];
const HOUR = 3_600_000;

/** A project whose user has standing checks, and the turns that were kept of its sessions. */
function standingProject(mode: 'off' | 'tell' | 'block' = 'block') {
  vi.stubEnv('HOME', scratchFolder());
  const stop = scratchStop();
  const repository: Repository = emptyRepository(stop.project.folder);
  repository.write('a.txt', 'a\n');
  repository.write('.gitignore', '.claude/\n');
  repository.commit();
  const looked = stop.seen();
  const log = standingLogOf(looked.files, stop.project.folder);
  const usual = looked.configuration;
  const configuration: Configuration = {
    ...usual,
    checks: { ...usual.checks, always: CHECKS },
    stopGate: { ...usual.stopGate, standing: mode },
  };
  const clock = { ...gateWorld().clock, now: () => 100 * HOUR };
  const treesIn = (folder: string) =>
    treesOf(standingNow(CHECKS, createNodeCheckout(folder, NO_DEADLINE).snapshot()));
  return {
    repository,
    turns: () => log.read().filter((line) => line.kind === 'turn'),
    /** Keeps that a session began a turn on the files as they are. */
    begin(parts: Partial<StandingTurn> = {}) {
      const checkout = parts.checkout ?? stop.project.folder;
      log.append({
        kind: 'turn',
        at: new Date(99 * HOUR).toISOString(),
        session: OWNER,
        checkout,
        end: 'prompt',
        trees: treesIn(checkout),
        owed: {},
        ...parts,
      });
    },
    look: (parts: Partial<SeenStop> = {}) =>
      lookAtStanding({ ...stop.seen({ clock }), configuration, ...parts }),
  };
}

describe('nothing is looked at', () => {
  it.each<[string, 'off' | 'block', Partial<SeenStop>]>([
    ['where standing checks are off', 'off', {}],
    ['for a subagent', 'block', { stopper: { ...stopper, isSubagent: true } }],
    ['where there are no standing checks', 'block', { configuration: gateWorld().configuration }],
  ])('%s', (_where, mode, parts) => {
    expect(standingProject(mode).look(parts)).toBeUndefined();
  });
});

describe('a session that stops', () => {
  it('and changed nothing since its turn began ends it untouched', () => {
    const { begin, look, turns } = standingProject();
    begin();
    const found = look();
    expect(found?.verdicts.map(({ is }) => is)).toEqual(['untouched']);
    expect(found && endsUntouched(found)).toBe(true);
    expect(turns()).toHaveLength(2);
  });

  it('and changed files is held, and its turn goes on', () => {
    const { begin, look, repository, turns } = standingProject();
    begin();
    repository.write('a.txt', 'b\n');
    const found = look();
    expect(found?.decision.held.map(({ is }) => is)).toEqual(['not-run']);
    expect(found && endsUntouched(found)).toBe(false);
    expect(turns()).toHaveLength(1);
  });

  it('is not known to have heard of anything where what is kept of it cannot be read', () => {
    const { begin, look, repository } = standingProject('tell');
    begin();
    repository.write('a.txt', 'b\n');
    const kept = failed({ kind: 'broken-file', file: { path: 'x', reason: 'x' } });
    expect(look({ kept })?.decision.told).toHaveLength(1);
  });

  it('ends no turn where one of several checks is not untouched', () => {
    const { begin, look, turns } = standingProject();
    begin();
    const found = look();
    const [first] = found?.verdicts ?? [];
    if (found === undefined || first === undefined) throw new Error('nothing was looked at');
    const shared = { ...first, is: 'shared' } as const;
    expect(endsUntouched({ ...found, verdicts: [first, shared] })).toBe(false);
    expect(turns()).toHaveLength(1);
  });

  it('and planned is not held for what was changed', () => {
    const { begin, look, repository } = standingProject();
    begin();
    repository.write('a.txt', 'b\n');
    expect(look({ payload: { ...payload, isPlanning: true } })?.decision.held).toEqual([]);
  });

  it('is only told of it where that is asked for, and once', () => {
    const { begin, look, repository } = standingProject('tell');
    begin();
    repository.write('a.txt', 'b\n');
    const found = look();
    expect(found?.decision).toMatchObject({ held: [], told: [{ is: 'not-run' }] });
    const again = look({ kept: success({ told: found?.decision.names ?? [] }) });
    expect(again?.decision.told).toEqual([]);
  });

  it('and was not seen to begin ends no turn', () => {
    const { look, turns } = standingProject();
    look()?.endTurn();
    expect(turns()).toEqual([]);
  });

  it('ends its turn with the files as they are, and with what it leaves undone', () => {
    const { begin, look, repository, turns } = standingProject();
    begin({ within: 'session-b' });
    repository.write('a.txt', 'b\n');
    const found = look();
    found?.endTurn();
    const [begun, ended] = turns();
    expect(ended).toEqual({
      kind: 'turn',
      at: '1970-01-05T04:00:00Z',
      session: OWNER,
      checkout: repository.folder,
      end: 'stop',
      trees: { '*': expect.stringMatching(/^\w+$/) },
      owed: { [found?.verdicts[0]?.now.check ?? '']: [] },
      within: 'session-b',
    });
    expect(ended).not.toMatchObject({ trees: begun?.kind === 'turn' ? begun.trees : {} });
  });

  it.skipIf(process.platform === 'win32')('ends its turn in the process of its host', () => {
    vi.stubEnv('CLAUDE_PID', String(process.ppid));
    const { begin, look, turns } = standingProject();
    begin();
    look()?.endTurn();
    expect(turns().at(-1)).toMatchObject({ host: { pid: process.ppid } });
  });

  it('is looked at in the checkout in which its turn began, wherever its shell stands', () => {
    const { begin, look, repository } = standingProject();
    const other = emptyRepository(scratchFolder());
    other.write('a.txt', 'a\n');
    other.commit();
    begin({ checkout: other.folder });
    repository.write('a.txt', 'b\n');
    expect(look()?.decision.held).toEqual([]);
    other.write('a.txt', 'b\n');
    expect(look()?.decision.held).toHaveLength(1);
  });

  it('goes by its last turn, under any of its ids', () => {
    const { begin, look, repository } = standingProject();
    begin();
    repository.write('a.txt', 'b\n');
    const session = { id: OWNER, ids: [OWNER, 'session-b'] };
    begin({ session: 'session-b' });
    const verdicts = (parts: Partial<SeenStop>) => look(parts)?.verdicts.map(({ is }) => is);
    expect(verdicts({ stopper: { ...stopper, session } })).toEqual(['untouched']);
    expect(verdicts({})).toEqual(['shared']);
  });
});

describe('a change in a checkout in which another session is in a turn', () => {
  const gone = { pid: 99_999_999, started: '1', place: hostProcess(process.ppid)?.place ?? '' };
  const isOn = (hours: number) => new Date(100 * HOUR - hours * HOUR).toISOString();

  it.each<[string, Partial<StandingTurn>, string]>([
    ['may be its', {}, 'shared'],
    ['is not where that turn is a long time ago', { at: isOn(3) }, 'not-run'],
    ['may be where it is nearly so long', { at: isOn(2.9) }, 'shared'],
    ['is not where the process of its host is gone', { host: gone }, 'not-run'],
    ['is not in another checkout', { checkout: '/nowhere' }, 'not-run'],
  ])('%s', (_what, parts, is) => {
    const { begin, look, repository } = standingProject();
    begin();
    begin({ session: 'session-b', trees: {}, ...parts });
    repository.write('a.txt', 'b\n');
    expect(look()?.verdicts.map((one) => one.is)).toEqual([is]);
  });
});
