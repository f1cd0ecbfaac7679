import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';
import { binOf } from '../../rig/worlds/suite.ts';

/** Stands for a Node that keeps what it compiled, and writes down where it was told to. */
const KEEPER = `require('node:module').enableCompileCache = (folder) =>
  require('node:fs').writeFileSync(process.env.TOLD, folder);`;

const CACHES = process.platform === 'darwin' ? 'Library/Caches' : '.cache';
const OWN = join(CACHES, 'completion-promise', 'compiled');

interface Case {
  readonly what: string;
  /** Makes something of the user's home, which has the folder that Node would be told. */
  readonly before?: (home: string, folder: string) => void;
  readonly env?: (home: string) => Readonly<Record<string, string>>;
  /** The folder that Node is told, below the home; none where that is not safe. */
  readonly told?: string;
}

const isRoot = process.getuid?.() === 0;
const SOMEBODY = 12345;

const CASES: readonly Case[] = [
  { what: 'a folder of its own, that is there', told: OWN },
  {
    what: 'no folder yet',
    before: (home) => {
      mkdirSync(join(home, 'new'));
    },
    env: (home) => ({ XDG_CACHE_HOME: join(home, 'new', 'caches') }),
    told: join('new', 'caches', 'completion-promise', 'compiled'),
  },
  { what: 'a cache of the user for all programs', env: () => ({ NODE_COMPILE_CACHE: '/tmp' }) },
  { what: 'a user who wants none', env: () => ({ NODE_DISABLE_COMPILE_CACHE: '1' }) },
  { what: 'no home', env: () => ({ HOME: '' }) },
  { what: 'a home that is not there', env: (home) => ({ HOME: join(home, 'gone') }) },
  { what: 'a path from nowhere', env: () => ({ XDG_CACHE_HOME: 'caches' }) },
  {
    what: 'a file in its place',
    before: (home) => writeFileSync(join(home, 'file'), ''),
    env: (home) => ({ XDG_CACHE_HOME: join(home, 'file') }),
  },
  { what: 'a folder that others may read', before: (_home, folder) => chmodSync(folder, 0o755) },
  { what: 'a folder that others may write', before: (_home, folder) => chmodSync(folder, 0o722) },
  { what: 'a folder for everybody', before: (_home, folder) => chmodSync(folder, 0o1777) },
  {
    what: 'a folder above it that others may write',
    before: (_home, folder) => chmodSync(dirname(folder), 0o775),
  },
  {
    what: 'a folder above it that others may write, where each has its own',
    before: (_home, folder) => chmodSync(dirname(folder), 0o1777),
    told: OWN,
  },
  { what: 'a home that others may write', before: (home) => chmodSync(home, 0o777) },
  {
    what: 'a link to a folder that others may write',
    before: (home, folder) => {
      mkdirSync(join(home, 'linked'));
      symlinkSync(dirname(folder), join(home, 'linked', 'completion-promise'));
      chmodSync(join(folder, '..', '..'), 0o777);
    },
    env: (home) => ({ XDG_CACHE_HOME: join(home, 'linked') }),
  },
  ...(isRoot
    ? [
        {
          what: 'a folder of another user',
          before: (_home: string, folder: string) => chownSync(folder, SOMEBODY, SOMEBODY),
        },
        {
          what: 'a home of another user',
          before: (home: string) => chownSync(home, SOMEBODY, SOMEBODY),
        },
        {
          what: 'a home of another user, and no folder yet',
          before: (home: string) => {
            mkdirSync(join(home, 'new'));
            chownSync(join(home, 'new'), SOMEBODY, SOMEBODY);
          },
          env: (home: string) => ({ XDG_CACHE_HOME: join(home, 'new', 'caches') }),
        },
      ]
    : []),
];

it.skipIf(!runsOnPosix).each(CASES)(
  'what Node compiled is kept where only the user can write, and nothing depends on it: $what',
  async ({ before, env, told }) => {
    const project = createProject();
    await project.startedPromise('first');
    const home = join(project.folder, '..', 'home');
    const folder = join(home, OWN);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    before?.(home, folder);
    const keeper = join(project.folder, '..', 'keeper.cjs');
    const note = join(project.folder, '..', 'told');
    writeFileSync(keeper, KEEPER);
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--require', keeper, binOf('cs-verify'), '--check'],
      {
        cwd: project.folder,
        env: {
          ...{ PATH: process.env['PATH'], HOME: home, CLAUDE_SESSION_ID: SESSION, TOLD: note },
          ...env?.(home),
        },
        encoding: 'utf8',
      },
    );
    expect([status, stdout.includes('[PENDING] AC-1: first')]).toEqual([2, true]);
    const place = existsSync(note) ? readFileSync(note, 'utf8') : undefined;
    const below = place === undefined ? undefined : relative(realpathSync(home), place);
    expect(below).toBe(told);
    if (place !== undefined) expect(statSync(place).mode & 0o777).toBe(0o700);
    expect(existsSync(join(home, 'gone'))).toBe(false);
    expect(existsSync(join(home, 'new', 'caches'))).toBe(told?.startsWith('new') === true);
  },
);
