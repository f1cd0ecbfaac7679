import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import { userStateFolder } from '../../../src/adapters/user-folder.ts';
import { rememberWritten } from '../../../src/adapters/written-files.ts';
import { proveIn } from '../../rig/worlds/proved-tree.ts';
import { filledRepository, type Repository, scratchFolder } from '../../rig/worlds/repository.ts';

type Act = (repository: Repository) => void;

const put =
  (path: string, content: string): Act =>
  ({ write }) =>
    write(path, content);
const all =
  (...acts: readonly Act[]): Act =>
  (repository) => {
    for (const act of acts) act(repository);
  };
const tracked = (path: string, content: string): Act =>
  all(put(path, content), ({ git }) => void git('add', '--force', path));
/** As a command writes a file that it was told to write. */
const report =
  (path: string, text: string): Act =>
  ({ folder, write }) => {
    write(path, text);
    rememberWritten(join(folder, path), sha256(text));
  };
const nothing: Act = () => undefined;
const gone =
  (path: string): Act =>
  ({ folder }) =>
    rmSync(join(folder, path));

const SETTINGS = '.claude/settings.local.json';
const CONFIGURATION = '.claude/completion-promise.json';

/** Has the list of what the suite wrote say something else, as no one can who does not have the user's key. */
const forgeList: Act = () => {
  const folder = join(userStateFolder(), 'written');
  for (const name of readdirSync(folder)) {
    const list = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), list.replace(sha256('one'), sha256('two')));
  }
};

beforeEach(() => {
  vi.stubEnv('HOME', scratchFolder());
  vi.stubEnv('XDG_STATE_HOME', scratchFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** What no fingerprint sees, and what only looks like it. */
describe('a proof', () => {
  it.each<[file: string, what: string, standing: 'fresh' | 'stale', before: Act, after: Act]>([
    [SETTINGS, 'is there', 'fresh', nothing, put(SETTINGS, '{}')],
    [SETTINGS, 'has another permission', 'fresh', put(SETTINGS, '{}'), put(SETTINGS, '{"a":1}')],
    [
      SETTINGS,
      'is tracked, and changed',
      'fresh',
      tracked(SETTINGS, '{}'),
      put(SETTINGS, '{"a":1}'),
    ],
    [SETTINGS, 'is gone', 'fresh', put(SETTINGS, '{}'), gone(SETTINGS)],
    [CONFIGURATION, 'is there', 'fresh', nothing, put(CONFIGURATION, '{}')],
    [
      CONFIGURATION,
      'is tracked, and changed',
      'fresh',
      tracked(CONFIGURATION, '{}'),
      put(CONFIGURATION, '{"a":1}'),
    ],
    ['.claude/settings.json', 'is there', 'stale', nothing, put('.claude/settings.json', '{}')],
    ['.claude/commands/x.md', 'is there', 'stale', nothing, put('.claude/commands/x.md', 'x')],
    [
      `src/${SETTINGS}`,
      'is there, of a folder inside',
      'stale',
      nothing,
      put(`src/${SETTINGS}`, '{}'),
    ],
    [
      `src/${CONFIGURATION}`,
      'is there, of a folder inside',
      'stale',
      nothing,
      put(`src/${CONFIGURATION}`, '{}'),
    ],
    [
      '.claude/completion-state/x',
      'is there',
      'fresh',
      nothing,
      put('.claude/completion-state/x', 'x'),
    ],

    ['src/.b.txt.swp', 'is there', 'fresh', nothing, put('src/.b.txt.swp', 'x')],
    ['.a.txt.swo', 'is there', 'fresh', nothing, put('.a.txt.swo', 'x')],
    ['a.txt~', 'is there', 'fresh', nothing, put('a.txt~', 'x')],
    ['.#a.txt', 'is there', 'fresh', nothing, put('.#a.txt', 'x')],
    [
      '.#a.txt',
      'is there, as a link to nothing',
      'fresh',
      nothing,
      ({ folder }) => symlinkSync('ada@host.17:3', join(folder, '.#a.txt')),
    ],
    ['src/.DS_Store', 'is there', 'fresh', nothing, put('src/.DS_Store', 'x')],
    ['a.txt~', 'is tracked, and changed', 'stale', tracked('a.txt~', 'x'), put('a.txt~', 'y')],
    [
      '.DS_Store',
      'is tracked, and changed',
      'stale',
      tracked('.DS_Store', 'x'),
      put('.DS_Store', 'y'),
    ],
    ['.DS_Store', 'is tracked since', 'stale', put('.DS_Store', 'x'), tracked('.DS_Store', 'x')],
    ['a.swp', 'is there', 'stale', nothing, put('a.swp', 'x')],
    ['a~/b.txt', 'is there', 'stale', nothing, put('a~/b.txt', 'x')],
    ['.#a/b.txt', 'is there', 'stale', nothing, put('.#a/b.txt', 'x')],
    ['.DS_Store.js', 'is there', 'stale', nothing, put('.DS_Store.js', 'x')],

    ['report.html', 'was written by the suite', 'fresh', nothing, report('report.html', '<html>')],
    ['out/ci.json', 'was written by the suite', 'fresh', nothing, report('out/ci.json', '{}')],
    [
      'report.html',
      'was written by the suite again',
      'fresh',
      report('report.html', 'one'),
      report('report.html', 'two'),
    ],
    ['report.html', 'is gone', 'fresh', report('report.html', 'one'), gone('report.html')],
    [
      'report.html',
      'was written by the suite, and edited',
      'stale',
      nothing,
      all(report('report.html', 'one'), put('report.html', 'two')),
    ],
    [
      'report.html',
      'is what the suite wrote before',
      'stale',
      nothing,
      all(report('report.html', 'one'), report('report.html', 'two'), put('report.html', 'one')),
    ],
    [
      'report.html',
      'took the place of a file',
      'stale',
      put('report.html', 'mine'),
      report('report.html', 'one'),
    ],
    [
      'report.html',
      'is tracked since',
      'stale',
      report('report.html', 'one'),
      ({ git }) => void git('add', 'report.html'),
    ],
    [
      'other.html',
      'is a copy of what the suite wrote',
      'stale',
      report('report.html', 'one'),
      put('other.html', 'one'),
    ],
    [
      'src/plugin.js',
      'was written by the suite: a program is no report',
      'stale',
      nothing,
      report('src/plugin.js', '1;'),
    ],
    [
      'report.html',
      'was not written by the suite, whatever its list says without the seal',
      'stale',
      nothing,
      all(report('report.html', 'one'), put('report.html', 'two'), forgeList),
    ],
  ])('over %s that %s: %s', (_file, _what, standing, before, after) => {
    const repository = filledRepository();
    before(repository);
    const stands = proveIn(repository.folder);
    expect(stands()).toBe('fresh');
    after(repository);
    expect(stands()).toBe(standing);
  });
});
