import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type FolderProbe,
  type FoundProject,
  findCheckout,
  findCheckoutTop,
  findProject,
  type ProjectFacts,
} from '../../../src/domain/session/project-folder.ts';

/** A disk on paper. All its folders exist; `user` owns those that nothing else is said of. */
interface Disk {
  readonly home?: string;
  /** Folders with a state folder, and with a configuration. */
  readonly state?: readonly string[];
  readonly configured?: readonly string[];
  /** Tops of checkouts: where git keeps the repository, `broken`, or the main worktree's repository. */
  readonly git?: Readonly<Record<string, string | { readonly linkedTo: string }>>;
  /** Folders that others own or may write. */
  readonly shared?: readonly string[];
  readonly gone?: readonly string[];
  /** Links, by their target. */
  readonly links?: Readonly<Record<string, string>>;
}

function looksAt(disk: Disk): FolderProbe {
  const { configured = [], gone = [], links = {}, shared = [], state = [] } = disk;
  const folder = (path: string): string | undefined => {
    const whole = posix.resolve('/elsewhere', path);
    return gone.includes(whole) ? undefined : whole;
  };
  return {
    folder,
    realFolder(path) {
      const whole = folder(path);
      return whole === undefined ? undefined : (links[whole] ?? whole);
    },
    above: (path) => (path === '/' ? undefined : posix.dirname(path)),
    moved: (path, from, to) => posix.join(to, posix.relative(from, path)),
    isHome: (path) => path === disk.home,
    isUsersOwn: (path) => !['/', '/home', ...shared].includes(path),
    hasState: (path) => state.includes(path),
    hasConfiguration: (path) => configured.includes(path),
    checkoutAt(path) {
      const mark = disk.git?.[path];
      if (mark === undefined) return undefined;
      if (mark === 'broken') return { repository: undefined, isLinked: false, main: undefined };
      if (typeof mark === 'string') return { repository: mark, isLinked: false, main: undefined };
      const repository = mark.linkedTo;
      const hasMain = posix.basename(repository) === '.git';
      return { repository, isLinked: true, main: hasMain ? posix.dirname(repository) : undefined };
    },
  };
}

function search(disk: Disk, facts: Partial<ProjectFacts>): FoundProject {
  const nothing = { asked: undefined, byHost: undefined, session: undefined };
  const found = findProject({ current: '/elsewhere', ...nothing, ...facts }, looksAt(disk));
  if (!found.ok) throw new Error(found.failure.kind);
  return found.value;
}

const HOME = '/home/u';
/** One repository, with two packages, a submodule, a nested repository and linked worktrees. */
const MAIN = '/home/u/main';
const REPOSITORY = `${MAIN}/.git`;
const MONOREPO: Disk = {
  home: HOME,
  git: {
    [MAIN]: REPOSITORY,
    [`${MAIN}/vendor/sub`]: `${REPOSITORY}/modules/sub`,
    [`${MAIN}/nested`]: `${MAIN}/nested/.git`,
    [`${MAIN}/.claude/worktrees/inner`]: { linkedTo: REPOSITORY },
    '/home/u/beside': { linkedTo: REPOSITORY },
    '/home/u/other': '/home/u/other/.git',
  },
};

type Row = readonly [
  situation: string,
  disk: Disk,
  facts: Partial<ProjectFacts>,
  folder: string,
  via: FoundProject['via'],
];

const byHost = (folder: string): ProjectFacts['byHost'] => ({
  variable: 'CLAUDE_PROJECT_DIR',
  folder,
});

describe('the project folder', () => {
  it.each<Row>([
    // What is named
    ['the option', MONOREPO, { asked: '/p', byHost: byHost('/q') }, '/p', '--project'],
    ['a relative option', MONOREPO, { asked: 'p' }, '/elsewhere/p', '--project'],
    [
      'the option through a link',
      { links: { '/link': '/p' } },
      { asked: '/link' },
      '/link',
      '--project',
    ],
    [
      "a host's variable, as it is",
      { ...MONOREPO, state: [MAIN] },
      { current: MAIN, byHost: byHost('/q/../r') },
      '/q/../r',
      'CLAUDE_PROJECT_DIR',
    ],
    [
      "another host's variable",
      MONOREPO,
      { byHost: { variable: 'GEMINI_PROJECT_DIR', folder: '/q' } },
      '/q',
      'GEMINI_PROJECT_DIR',
    ],
    // A repository
    [
      'a subfolder of a checkout',
      MONOREPO,
      { current: `${MAIN}/packages/web/src` },
      MAIN,
      'checkout',
    ],
    [
      'state at the top, from a subfolder',
      { ...MONOREPO, state: [MAIN] },
      { current: `${MAIN}/packages/web` },
      MAIN,
      'state',
    ],
    [
      'a package with its own state',
      { ...MONOREPO, state: [MAIN, `${MAIN}/packages/web`] },
      { current: `${MAIN}/packages/web/src` },
      `${MAIN}/packages/web`,
      'state',
    ],
    [
      'a package with a configuration',
      { ...MONOREPO, configured: [MAIN, `${MAIN}/packages/web`] },
      { current: `${MAIN}/packages/web/src` },
      `${MAIN}/packages/web`,
      'configuration',
    ],
    [
      'state above comes before a nearer configuration',
      { ...MONOREPO, state: [MAIN], configured: [`${MAIN}/packages/web`] },
      { current: `${MAIN}/packages/web` },
      MAIN,
      'state',
    ],
    [
      'a submodule is a project of its own',
      { ...MONOREPO, state: [MAIN] },
      { current: `${MAIN}/vendor/sub/src` },
      `${MAIN}/vendor/sub`,
      'checkout',
    ],
    [
      'a nested repository is a project of its own',
      { ...MONOREPO, state: [MAIN] },
      { current: `${MAIN}/nested/src` },
      `${MAIN}/nested`,
      'checkout',
    ],
    [
      'a broken .git is a top all the same',
      { home: HOME, git: { '/home/u/p': 'broken' }, state: ['/home/u'] },
      { current: '/home/u/p/src' },
      '/home/u/p',
      'checkout',
    ],
    [
      'a bare repository has no checkout',
      MONOREPO,
      { current: '/home/u/bare.git/refs' },
      '/home/u/bare.git/refs',
      'current-folder',
    ],
    // Linked worktrees
    [
      'a linked worktree inside the project',
      { ...MONOREPO, state: [MAIN] },
      { current: `${MAIN}/.claude/worktrees/inner/src` },
      MAIN,
      'state',
    ],
    [
      'a linked worktree beside the project',
      { ...MONOREPO, state: [MAIN] },
      { current: '/home/u/beside' },
      MAIN,
      'state',
    ],
    [
      'a linked worktree, where nothing was promised yet',
      MONOREPO,
      { current: '/home/u/beside/src' },
      MAIN,
      'checkout',
    ],
    [
      'a linked worktree with state of its own',
      { ...MONOREPO, state: [MAIN, '/home/u/beside'] },
      { current: '/home/u/beside/src' },
      '/home/u/beside',
      'state',
    ],
    [
      'the like of the current folder in the main worktree',
      { ...MONOREPO, state: [MAIN, `${MAIN}/packages/web`] },
      { current: '/home/u/beside/packages/web/src' },
      `${MAIN}/packages/web`,
      'state',
    ],
    [
      'a committed configuration leads to the main worktree',
      { ...MONOREPO, configured: ['/home/u/beside/packages/web'] },
      { current: '/home/u/beside/packages/web' },
      `${MAIN}/packages/web`,
      'configuration',
    ],
    [
      'a configured folder that the main worktree does not have',
      {
        ...MONOREPO,
        configured: ['/home/u/beside/new', '/home/u/beside'],
        gone: [`${MAIN}/new`],
      },
      { current: '/home/u/beside/new' },
      MAIN,
      'configuration',
    ],
    [
      'a linked worktree of a bare repository',
      { home: HOME, git: { '/home/u/wt': { linkedTo: '/home/u/bare.git' } } },
      { current: '/home/u/wt/src' },
      '/home/u/wt',
      'checkout',
    ],
    [
      "a linked worktree of the home's repository",
      { home: HOME, state: [HOME], git: { '/home/u/wt': { linkedTo: `${HOME}/.git` } } },
      { current: '/home/u/wt' },
      '/home/u/wt',
      'checkout',
    ],
    // The session's project
    [
      'the session was started in a package',
      MONOREPO,
      { current: MAIN, session: `${MAIN}/packages/web` },
      `${MAIN}/packages/web`,
      'CS_PROJECT_DIR',
    ],
    [
      "a linked worktree of the session's project",
      MONOREPO,
      { current: '/home/u/beside', session: `${MAIN}/packages/web` },
      `${MAIN}/packages/web`,
      'CS_PROJECT_DIR',
    ],
    [
      "state comes before the session's project",
      { ...MONOREPO, state: [MAIN] },
      { current: MAIN, session: `${MAIN}/packages/web` },
      MAIN,
      'state',
    ],
    [
      "a session's project that is gone",
      { ...MONOREPO, gone: ['/home/u/gone'] },
      { current: `${MAIN}/src`, session: '/home/u/gone' },
      MAIN,
      'checkout',
    ],
    [
      'two projects',
      MONOREPO,
      { current: '/home/u/other/src', session: MAIN },
      '/home/u/other',
      'checkout',
    ],
    [
      "a submodule of the session's project",
      MONOREPO,
      { current: `${MAIN}/vendor/sub`, session: MAIN },
      `${MAIN}/vendor/sub`,
      'checkout',
    ],
    [
      "below the session's project without a repository",
      { home: HOME, shared: ['/home/u/p/drop'] },
      { current: '/home/u/p/drop/x', session: '/home/u/p' },
      '/home/u/p',
      'CS_PROJECT_DIR',
    ],
    [
      "the session's project through a link",
      { home: HOME, links: { '/link': '/home/u/p' } },
      { current: '/home/u/p/src', session: '/link' },
      '/home/u/p',
      'CS_PROJECT_DIR',
    ],
    [
      "the session's project with a broken .git",
      { home: HOME, git: { '/home/u/p': 'broken' } },
      { current: '/home/u/p/src', session: '/home/u/p/packages' },
      '/home/u/p/packages',
      'CS_PROJECT_DIR',
    ],
    // No repository
    ['no git', { home: HOME }, { current: '/home/u/p/src' }, '/home/u/p/src', 'current-folder'],
    [
      'no git, with state above',
      { home: HOME, state: ['/home/u/p'] },
      { current: '/home/u/p/src' },
      '/home/u/p',
      'state',
    ],
    [
      'no git, with a configuration above',
      { home: HOME, configured: ['/home/u/p'] },
      { current: '/home/u/p/src' },
      '/home/u/p',
      'configuration',
    ],
    ['no HOME', { state: ['/home/u/p'] }, { current: '/home/u/p/src' }, '/home/u/p', 'state'],
    [
      'a shared folder, such as /tmp',
      { home: HOME, shared: ['/tmp'], state: ['/tmp'], configured: ['/tmp'] },
      { current: '/tmp/mine/src' },
      '/tmp/mine/src',
      'current-folder',
    ],
    [
      'an own folder below a shared one',
      { home: HOME, shared: ['/tmp'], state: ['/tmp', '/tmp/mine'] },
      { current: '/tmp/mine/src' },
      '/tmp/mine',
      'state',
    ],
    [
      'a shared folder between is not passed',
      { home: HOME, shared: ['/home/u/p/drop'], state: ['/home/u/p'] },
      { current: '/home/u/p/drop/mine' },
      '/home/u/p/drop/mine',
      'current-folder',
    ],
    [
      'a shared folder itself',
      { home: HOME, shared: ['/tmp'], configured: ['/tmp'] },
      { current: '/tmp' },
      '/tmp',
      'current-folder',
    ],
    [
      'in a repository, who owns what does not matter',
      { home: HOME, git: { '/srv/p': '/srv/p/.git' }, shared: ['/srv/p/a', '/srv/p'] },
      { current: '/srv/p/a/b' },
      '/srv/p',
      'checkout',
    ],
    // The user's home
    [
      "the user's home is no project",
      { home: HOME, state: [HOME], configured: [HOME] },
      { current: '/home/u/p' },
      '/home/u/p',
      'current-folder',
    ],
    [
      "the user's home as the current folder",
      { home: HOME, state: [HOME] },
      { current: HOME },
      HOME,
      'current-folder',
    ],
    [
      'a home that is a repository',
      { home: HOME, git: { [HOME]: `${HOME}/.git` }, state: [HOME] },
      { current: '/home/u/p/src' },
      '/home/u/p/src',
      'current-folder',
    ],
    [
      'a home that is a repository, and an own state folder in it',
      { home: HOME, git: { [HOME]: `${HOME}/.git` }, state: ['/home/u/p'] },
      { current: '/home/u/p/src' },
      '/home/u/p',
      'state',
    ],
    [
      'a session that was started at home',
      { home: HOME },
      { current: '/home/u/p/src', session: HOME },
      HOME,
      'CS_PROJECT_DIR',
    ],
  ])('%s', (_situation, disk, facts, folder, via) => {
    expect(search(disk, facts)).toMatchObject({ folder, via });
  });

  it.each<[string, Disk, Partial<ProjectFacts>, string]>([
    ['an option that names no folder', { gone: ['/p'] }, { asked: '/p' }, 'no-project-folder'],
    ['a current folder that was removed', {}, { current: undefined }, 'file-system'],
    [
      "the same, with a session's project",
      {},
      { current: undefined, session: MAIN },
      'file-system',
    ],
  ])('fails: %s', (_situation, disk, facts, kind) => {
    expect(() => search(disk, facts)).toThrow(kind);
  });

  it.each<[string, Partial<ProjectFacts>]>([
    ['the option', { asked: MAIN }],
    ["a host's variable", { byHost: byHost(MAIN) }],
  ])('a current folder that was removed does not matter where there is %s', (_name, facts) => {
    expect(search(MONOREPO, { current: undefined, ...facts }).folder).toBe(MAIN);
  });
});

describe('the checkout', () => {
  it.each<[string, Disk, Partial<ProjectFacts>, string]>([
    ['the project folder itself', MONOREPO, { current: MAIN }, MAIN],
    [
      'the project folder, from a subfolder',
      { ...MONOREPO, state: [`${MAIN}/a`] },
      { current: `${MAIN}/a/b` },
      `${MAIN}/a`,
    ],
    [
      'the linked worktree that one works in',
      MONOREPO,
      { current: '/home/u/beside/src' },
      '/home/u/beside',
    ],
    [
      'the like of the project folder in it',
      { ...MONOREPO, state: [`${MAIN}/packages/web`] },
      { current: '/home/u/beside/packages/web/src' },
      '/home/u/beside/packages/web',
    ],
    [
      'the top of the worktree, where it lacks that folder',
      { ...MONOREPO, gone: ['/home/u/beside/packages/web'] },
      { current: '/home/u/beside', session: `${MAIN}/packages/web` },
      '/home/u/beside',
    ],
    [
      'a linked worktree with state of its own',
      { ...MONOREPO, state: ['/home/u/beside'] },
      { current: '/home/u/beside/src' },
      '/home/u/beside',
    ],
    [
      'the linked worktree, where the option names the main one',
      MONOREPO,
      { current: '/home/u/beside', asked: MAIN },
      '/home/u/beside',
    ],
    [
      'the linked worktree, where the host named the main one',
      MONOREPO,
      { current: '/home/u/beside', byHost: byHost(MAIN) },
      '/home/u/beside',
    ],
    [
      'the linked worktree, where the host named the main one through a link',
      { ...MONOREPO, links: { '/link': MAIN } },
      { current: '/home/u/beside', byHost: byHost('/link') },
      '/home/u/beside',
    ],
    [
      'the project, from a place in another repository',
      MONOREPO,
      { current: '/home/u/other', asked: MAIN },
      MAIN,
    ],
    [
      'the project, from a submodule',
      MONOREPO,
      { current: `${MAIN}/vendor/sub`, byHost: byHost(MAIN) },
      MAIN,
    ],
    [
      'the project, from a place outside of repositories',
      MONOREPO,
      { current: '/tmp', asked: MAIN },
      MAIN,
    ],
    [
      'a linked worktree that the option names, from the main one',
      MONOREPO,
      { current: MAIN, asked: '/home/u/beside' },
      '/home/u/beside',
    ],
    [
      'a project that is not there yet',
      { ...MONOREPO, gone: ['/home/u/new'] },
      { current: '/home/u/beside', byHost: byHost('/home/u/new') },
      '/home/u/new',
    ],
  ])('%s', (_situation, disk, facts, checkout) => {
    expect(search(disk, facts).checkout).toBe(checkout);
  });
});

describe('the checkout of any project and current folder', () => {
  const broken: Disk = { ...MONOREPO, git: { ...MONOREPO.git, '/home/u/wt': 'broken' } };
  it.each<[string, Disk, string, string | undefined, string]>([
    ['the project, from nowhere', MONOREPO, MAIN, undefined, MAIN],
    ['the project, from itself', MONOREPO, '/home/u/beside', '/home/u/beside', '/home/u/beside'],
    ['the project, from a broken checkout', broken, MAIN, '/home/u/wt', MAIN],
    ['the linked worktree', MONOREPO, MAIN, '/home/u/beside/src', '/home/u/beside'],
    ['the like of the folder', MONOREPO, `${MAIN}/a`, '/home/u/beside', '/home/u/beside/a'],
    ['a project without a repository', MONOREPO, '/srv/p', '/home/u/beside', '/srv/p'],
    [
      'a project in another repository',
      MONOREPO,
      '/home/u/other',
      '/home/u/beside',
      '/home/u/other',
    ],
    [
      'a link to itself',
      { ...MONOREPO, links: { '/l': '/home/u/beside' } },
      '/l',
      '/home/u/beside',
      '/l',
    ],
    [
      'a project that is not there',
      { ...MONOREPO, gone: [`${MAIN}/a`] },
      `${MAIN}/a`,
      '/home/u/beside',
      `${MAIN}/a`,
    ],
  ])('%s', (_situation, disk, project, current, checkout) => {
    expect(findCheckout(project, current, looksAt(disk))).toBe(checkout);
  });

  it('begins at the top that a folder lies in, if it lies in any', () => {
    expect(findCheckoutTop(`${MAIN}/a/b`, looksAt(MONOREPO))).toBe(MAIN);
    expect(findCheckoutTop('/srv/p', looksAt(MONOREPO))).toBeUndefined();
    expect(findCheckoutTop(HOME, looksAt(MONOREPO))).toBeUndefined();
  });
});

describe('whether printed commands name the project', () => {
  it.each<[string, Partial<ProjectFacts>, string | undefined]>([
    ['not without the option', { current: MAIN }, undefined],
    [
      'not where the option names what is found anyway',
      { current: `${MAIN}/src`, asked: MAIN },
      undefined,
    ],
    [
      "not where it names what the host's variable names",
      { current: '/tmp', asked: MAIN, byHost: byHost(MAIN) },
      undefined,
    ],
    ['where it names another', { current: '/home/u/other', asked: MAIN }, MAIN],
    ['where nothing else is found', { current: undefined, asked: MAIN }, MAIN],
  ])('%s', (_situation, facts, named) => {
    expect(search(MONOREPO, facts).named).toBe(named);
  });
});

describe('whether a place is foreign to the session', () => {
  it.each<[string, Disk, Partial<ProjectFacts>, FoundProject['relation']]>([
    ['no session is known', MONOREPO, { current: '/home/u/other' }, 'own'],
    ['the same checkout', MONOREPO, { current: `${MAIN}/src`, session: MAIN }, 'own'],
    ['a linked worktree of it', MONOREPO, { current: '/home/u/beside', session: MAIN }, 'own'],
    [
      'a session in a linked worktree',
      MONOREPO,
      { current: MAIN, session: '/home/u/beside' },
      'own',
    ],
    ['a submodule', MONOREPO, { current: `${MAIN}/vendor/sub`, session: MAIN }, 'foreign'],
    ['a nested repository', MONOREPO, { current: `${MAIN}/nested`, session: MAIN }, 'foreign'],
    ['another repository', MONOREPO, { current: '/home/u/other', session: MAIN }, 'foreign'],
    ['no repository', MONOREPO, { current: '/tmp/x', session: MAIN }, 'foreign'],
    [
      'no repository, and a broken one in the project',
      { ...MONOREPO, git: { [MAIN]: 'broken' } },
      { current: '/tmp/x', session: MAIN },
      'foreign',
    ],
    [
      'inside a project without a repository',
      { home: HOME },
      { current: '/home/u/p/x', session: '/home/u/p' },
      'own',
    ],
    [
      'beside a project without a repository',
      { home: HOME },
      { current: '/home/u/p2', session: '/home/u/p' },
      'foreign',
    ],
    [
      'the option names the project',
      MONOREPO,
      { current: '/home/u/other', session: MAIN, asked: '/home/u/other' },
      'own',
    ],
    [
      "a host's variable names it",
      MONOREPO,
      { current: '/home/u/other', session: MAIN, byHost: byHost('/home/u/other') },
      'own',
    ],
    [
      "the session's project is gone",
      { ...MONOREPO, gone: [MAIN] },
      { current: '/home/u/other', session: MAIN },
      'own',
    ],
  ])('%s: %#', (_situation, disk, facts, relation) => {
    expect(search(disk, facts).relation).toBe(relation);
  });
});
