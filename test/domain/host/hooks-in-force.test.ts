import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../src/domain/host/hook-settings.ts';
import {
  disablingOf,
  enabledPlugins,
  type HostSettings,
  isRuledByManaged,
  readByLaunch,
  runsIn,
  type SettingsSource,
} from '../../../src/domain/host/hooks-in-force.ts';
import { launchOf, UNKNOWN_LAUNCH } from '../../../src/domain/host/launch.ts';

/** Which hooks a host runs. Each line was measured of Claude Code 2.1.330. */

const source = (place: SettingsSource['place'], settings: Settings, path: string = place) => ({
  place,
  path,
  settings,
});

/** Managed files in the order in which the host reads them, all others the nearest first. */
function settingsOf(parts: {
  readonly managed?: readonly Settings[];
  readonly session?: Settings;
  readonly main?: Settings;
  readonly local?: Settings;
  readonly project?: Settings;
  readonly user?: Settings;
}): HostSettings {
  const { local = {}, main = {}, managed = [], project = {}, session = {}, user = {} } = parts;
  return {
    managed: managed.map((settings, index) => source('managed', settings, `managed ${index}`)),
    own: [
      source('session', session),
      source('local', main, 'main'),
      source('local', local),
      source('project', project),
      source('user', user),
    ],
  };
}

const OFF = { disableAllHooks: true };
const ON = { disableAllHooks: false };
const ONLY = { allowManagedHooksOnly: true };
const NOT_ONLY = { allowManagedHooksOnly: false };

/** What runs: m(anaged), P(lugin of administrators), p(lugin), s(ettings). */
function running(settings: HostSettings, launch = UNKNOWN_LAUNCH): string {
  const disabling = disablingOf(settings, launch);
  return [
    runsIn('managed', disabling) ? 'm' : '',
    runsIn('plugin', disabling, true) ? 'P' : '',
    runsIn('plugin', disabling) ? 'p' : '',
    runsIn('user', disabling) ? 's' : '',
  ].join('');
}

describe('what runs', () => {
  it.each<[string, Parameters<typeof settingsOf>[0], string, string | undefined]>([
    ['nothing is set', {}, 'mPps', undefined],
    ['the user switches hooks off', { user: OFF }, 'mP', 'user'],
    ['the project does', { project: OFF }, 'mP', 'project'],
    ['the local settings do', { local: OFF }, 'mP', 'local'],
    ['a session does', { session: OFF }, 'mP', 'session'],
    [
      'the project does, and the local settings do not',
      { project: OFF, local: ON },
      'mPps',
      undefined,
    ],
    ['the user does, and the project does not', { user: OFF, project: ON }, 'mPps', undefined],
    ['those of the main worktree do, the own do not', { main: OFF, local: ON }, 'mP', 'main'],
    ['the own do, those of the main worktree do not', { main: ON, local: OFF }, 'mPps', undefined],
    ['administrators switch hooks off', { managed: [OFF] }, '', 'managed 0'],
    ['and the user does not', { managed: [OFF], user: ON }, '', 'managed 0'],
    ['a dropped file does', { managed: [{}, OFF] }, '', 'managed 1'],
    ['a later dropped file does not', { managed: [{}, OFF, ON] }, 'mPps', undefined],
    ['the main file does, a dropped one does not', { managed: [OFF, {}, ON] }, 'mPps', undefined],
    ['administrators allow theirs only', { managed: [ONLY] }, 'mP', 'managed 0'],
    ['a dropped file does', { managed: [{}, ONLY, {}] }, 'mP', 'managed 1'],
    ['a later one does not', { managed: [{}, ONLY, NOT_ONLY] }, 'mPps', undefined],
    ['a project says that it allows theirs only', { project: ONLY }, 'mPps', undefined],
    [
      'hooks come from plugins only',
      { managed: [{ strictPluginOnlyCustomization: ['hooks'] }] },
      'mPp',
      'managed 0',
    ],
    ['everything does', { managed: [{ strictPluginOnlyCustomization: true }] }, 'mPp', 'managed 0'],
    ['skills do', { managed: [{ strictPluginOnlyCustomization: ['skills'] }] }, 'mPps', undefined],
    ['a value is no boolean', { managed: [{ disableAllHooks: 'yes' }] }, 'mPps', undefined],
  ])('where %s', (_name, parts, runs, path) => {
    const settings = settingsOf(parts);
    expect([running(settings), disablingOf(settings, UNKNOWN_LAUNCH)?.path]).toEqual([runs, path]);
  });

  it.each(['--bare', '--safe-mode'])('in a session with %s: hooks of administrators', (option) => {
    const launch = launchOf(['claude', option]);
    expect(running(settingsOf({}), launch)).toBe('mP');
    expect(disablingOf(settingsOf({}), launch)).toMatchObject({ key: 'launch', path: option });
  });
});

describe('settings that a session is told to read', () => {
  const read = (words: readonly string[]) =>
    readByLaunch(settingsOf({ managed: [{}] }), launchOf(['claude', ...words])).own.map(
      ({ path }) => path,
    );

  it.each<[readonly string[], readonly string[]]>([
    [[], ['session', 'main', 'local', 'project', 'user']],
    [
      ['--setting-sources', 'user'],
      ['session', 'user'],
    ],
    [
      ['--setting-sources', 'project, local'],
      ['session', 'main', 'local', 'project'],
    ],
    [['--setting-sources='], ['session']],
  ])('%j: %j', (words, expected) => {
    expect(read(words)).toEqual(expected);
  });
});

describe('plugins', () => {
  const plugins = (on: Readonly<Record<string, unknown>>) => ({ enabledPlugins: on });
  const ids = (settings: HostSettings) =>
    enabledPlugins(settings).map(({ id, isManaged }) => (isManaged ? `${id}!` : id));

  it.each<[string, Parameters<typeof settingsOf>[0], readonly string[]]>([
    ['that one place switches on', { project: plugins({ 'a@m': true }) }, ['a@m']],
    [
      'that a nearer place switches off',
      { user: plugins({ 'a@m': true }), local: plugins({ 'a@m': false }) },
      [],
    ],
    [
      'of several places',
      { user: plugins({ 'a@m': true }), project: plugins({ 'b@m': true }) },
      ['b@m', 'a@m'],
    ],
    [
      'that administrators switch off',
      { user: plugins({ 'a@m': true }), managed: [plugins({ 'a@m': false })] },
      [],
    ],
    [
      'that administrators switch on',
      { local: plugins({ 'a@m': false }), managed: [plugins({ 'a@m': true })] },
      ['a@m!'],
    ],
    ['whose key names no marketplace', { user: plugins({ a: true, '@m': true }) }, []],
    ['in a list that is none', { user: { enabledPlugins: 'all' } }, []],
  ])('%s', (_name, parts, expected) => {
    expect(ids(settingsOf(parts))).toEqual(expected);
  });

  it('of which administrators say anything cannot be replaced for a session', () => {
    const settings = settingsOf({ managed: [plugins({ 'a@m': false })] });
    expect([isRuledByManaged('a', settings), isRuledByManaged('b', settings)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('how a session was started', () => {
  it.each<[readonly string[], readonly string[], readonly string[]]>([
    [['claude', '-p', 'hello'], [], []],
    [['claude', '--plugin-dir', 'a', '--plugin-dir=b c'], ['a', 'b c'], []],
    [['claude', '--settings', '{"x":1}'], [], ['{"x":1}']],
    [['claude', '--', '--plugin-dir', 'a'], [], []],
    [['claude', '--plugin-dir'], [], []],
  ])('%j: plugins %j, settings %j', (words, folders, settings) => {
    const launch = launchOf(words);
    expect([launch.pluginFolders, launch.settings]).toEqual([folders, settings]);
  });
});
