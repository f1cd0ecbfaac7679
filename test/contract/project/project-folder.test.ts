import { existsSync, realpathSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  createFolders,
  type Folders,
  pathWithoutGit,
  type Variables,
} from '../../rig/worlds/folders.ts';
import type { Outcome } from '../../rig/worlds/project.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';

/**
 * Where a promise goes, for each situation of a shell. The folders are below one scratch folder: `one` is the
 * project of the session, where its host was launched, unless the row says otherwise.
 */
interface Row {
  readonly what: string;
  /** Lines of a shell that make the world. */
  readonly world: string;
  /** Where the shell stands. */
  readonly stands: string;
  /** Variables of the shell, whose values are folders. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Options of the commands. */
  readonly options?: string;
  /** Where the host was launched: what its variables say, else this, else `one`. */
  readonly launched?: string;
  /** The folder that the promise must be in. */
  readonly project: string;
  /** The folder whose files are worked on, where it is not the project's. */
  readonly checkout?: string;
  /** What happens after the promise was made, and where the shell stands then. */
  readonly afterwards?: { readonly lines: string; readonly stands: string };
}

const MONOREPO = 'repository one; mkdir -p one/packages/web/src one/packages/api;';

const MONOREPOS: readonly Row[] = [
  {
    what: 'the top of a checkout without anything yet',
    world: MONOREPO,
    stands: 'one',
    project: 'one',
  },
  {
    what: 'a subfolder of a checkout without anything yet',
    world: MONOREPO,
    stands: 'one/packages/web/src',
    project: 'one',
  },
  {
    what: 'a subfolder, with state at the top',
    world: `${MONOREPO} state one`,
    stands: 'one/packages/web',
    project: 'one',
  },
  {
    what: 'below a package that has state',
    world: `${MONOREPO} state one/packages/web`,
    stands: 'one/packages/web/src',
    project: 'one/packages/web',
  },
  {
    what: 'a package with state below a top with state',
    world: `${MONOREPO} state one one/packages/web`,
    stands: 'one/packages/web',
    project: 'one/packages/web',
  },
  {
    what: 'the package beside the one that has state',
    world: `${MONOREPO} state one/packages/web`,
    stands: 'one/packages/api',
    project: 'one',
  },
  {
    what: 'above the package that has state',
    world: `${MONOREPO} state one/packages/web`,
    stands: 'one/packages',
    project: 'one',
  },
  {
    what: 'below a package that has a configuration and nothing else',
    world: `${MONOREPO} config one/packages/web`,
    stands: 'one/packages/web/src',
    project: 'one/packages/web',
  },
  {
    what: 'a subfolder, with a configuration at the top and nothing else',
    world: `${MONOREPO} config one`,
    stands: 'one/packages/web',
    project: 'one',
  },
  {
    what: 'a package with a configuration below a top with state: state comes first',
    world: `${MONOREPO} config one/packages/web; state one`,
    stands: 'one/packages/web',
    project: 'one',
  },
  {
    what: 'a checkout below a folder with state: nothing above the checkout counts',
    world: `state . ; ${MONOREPO}`,
    stands: 'one/packages/web',
    project: 'one',
  },
];

const TREE_BELOW = `${MONOREPO} git -C one worktree add -q trees/tree;`;
const TREE_BESIDE = `${MONOREPO} touch one/packages/web/a one/packages/api/a; committed one; git -C one worktree add -q ../tree;`;

const WORKTREES: readonly Row[] = [
  {
    what: 'a linked worktree below the project, without anything yet',
    world: TREE_BELOW,
    stands: 'one/trees/tree',
    project: 'one',
    checkout: 'one/trees/tree',
  },
  {
    what: 'a linked worktree below the project that has state',
    world: `${TREE_BELOW} state one`,
    stands: 'one/trees/tree',
    project: 'one',
    checkout: 'one/trees/tree',
  },
  {
    what: 'a linked worktree beside the project, without anything yet',
    world: TREE_BESIDE,
    stands: 'tree',
    project: 'one',
    checkout: 'tree',
  },
  {
    what: 'a linked worktree beside the project that has state',
    world: `${TREE_BESIDE} state one`,
    stands: 'tree/packages',
    project: 'one',
    checkout: 'tree',
  },
  {
    what: 'a linked worktree with state of its own',
    world: `${TREE_BESIDE} state one tree`,
    stands: 'tree/packages/web',
    project: 'tree',
  },
  {
    what: 'a package in a linked worktree, whose like in the main one has state',
    world: `${TREE_BESIDE} state one one/packages/web`,
    stands: 'tree/packages/web',
    project: 'one/packages/web',
    checkout: 'tree/packages/web',
  },
  {
    what: 'a package in a linked worktree that has a committed configuration',
    world: `${MONOREPO} config one/packages/web; committed one; git -C one worktree add -q ../tree`,
    stands: 'tree/packages/web',
    project: 'one/packages/web',
    checkout: 'tree/packages/web',
  },
  {
    what: 'a linked worktree without the folder of the project',
    world: `${TREE_BESIDE} mkdir one/new; state one/new`,
    stands: 'tree',
    variables: { CS_PROJECT_DIR: 'one/new' },
    project: 'one/new',
    checkout: 'tree',
  },
  {
    what: 'a linked worktree that is removed after the promise',
    world: TREE_BESIDE,
    stands: 'tree',
    project: 'one',
    checkout: 'tree',
    afterwards: { lines: 'git -C one worktree remove --force ../tree', stands: 'one' },
  },
  {
    what: 'a linked worktree of a bare repository, which has no main one',
    world: `${MONOREPO} git clone -q --bare one bare.git; git -C bare.git worktree add -q ../tree`,
    stands: 'tree',
    project: 'tree',
    launched: 'tree',
  },
];

const NESTED = `${MONOREPO} repository one/vendor/part; mkdir one/vendor/part/src;`;
const SUBMODULE = `${MONOREPO} repository library; git -C one submodule --quiet add ../library part; mkdir one/part/src;`;
const TWO = 'repository one two; mkdir two/src;';

const REPOSITORIES: readonly Row[] = [
  {
    what: 'a submodule, where no session was named',
    world: `${SUBMODULE} state one`,
    stands: 'one/part/src',
    project: 'one/part',
  },
  {
    what: 'a nested repository, where no session was named',
    world: `${NESTED} state one`,
    stands: 'one/vendor/part/src',
    project: 'one/vendor/part',
  },
  {
    what: 'another project, where no session was named',
    world: TWO,
    stands: 'two/src',
    project: 'two',
  },
  {
    what: 'another project that is named by -C and a folder from here',
    world: TWO,
    stands: 'two/src',
    variables: { CS_PROJECT_DIR: 'one' },
    options: '-C ..',
    project: 'two',
  },
  {
    what: 'a nested repository that is named by -C .',
    world: NESTED,
    stands: 'one/vendor/part',
    variables: { CS_PROJECT_DIR: 'one' },
    options: '-C .',
    project: 'one/vendor/part',
  },
  {
    what: 'a submodule that is named by --project and a whole path',
    world: SUBMODULE,
    stands: 'one',
    variables: { CS_PROJECT_DIR: 'one' },
    options: '--project "$ROOT/one/part"',
    project: 'one/part',
  },
  {
    what: 'a subfolder of another project that is named by -C: it is used as it is',
    world: `${TWO} state two`,
    stands: 'one',
    options: '-C ../two/src',
    project: 'two/src',
  },
  {
    what: 'another project, from which -C leads back to that of the session',
    world: `${TWO} state two`,
    stands: 'two',
    variables: { CS_PROJECT_DIR: 'one' },
    options: '-C ../one',
    project: 'one',
  },
];

const PLAIN = 'mkdir -p one/sub/sub two;';

const ELSEWHERE: readonly Row[] = [
  {
    what: 'no repository and nothing yet',
    world: PLAIN,
    stands: 'one/sub',
    project: 'one/sub',
  },
  {
    what: 'no repository, with state above',
    world: `${PLAIN} state one`,
    stands: 'one/sub/sub',
    project: 'one',
  },
  {
    what: 'no repository, with a configuration above',
    world: `${PLAIN} config one`,
    stands: 'one/sub/sub',
    project: 'one',
  },
  {
    what: "no repository, below the session's project",
    world: PLAIN,
    stands: 'one/sub/sub',
    variables: { CS_PROJECT_DIR: 'one' },
    project: 'one',
  },
  {
    what: 'the home, without anything yet',
    world: PLAIN,
    stands: 'home',
    project: 'home',
    launched: 'home',
  },
  {
    what: 'below a home that has state and a configuration: the home is no project',
    world: 'mkdir -p home/work/sub; state home; config home',
    stands: 'home/work',
    project: 'home/work',
    launched: 'home/work',
  },
  {
    what: 'a home that is a repository',
    world: 'repository home; mkdir home/work',
    stands: 'home',
    project: 'home',
    launched: 'home',
  },
  {
    what: 'below a home that is a repository: it is no checkout',
    world: 'repository home; mkdir home/work',
    stands: 'home/work',
    project: 'home/work',
    launched: 'home/work',
  },
  {
    what: 'below a folder with state, below a home that is a repository',
    world: 'repository home; mkdir -p home/work/sub; state home home/work',
    stands: 'home/work/sub',
    project: 'home/work',
    launched: 'home/work',
  },
  {
    what: 'a checkout below the home',
    world: 'state home; repository home/work; mkdir home/work/sub',
    stands: 'home/work/sub',
    project: 'home/work',
    launched: 'home/work',
  },
  {
    what: 'a folder of its own below one that others may write: nothing of that one counts',
    world: 'mkdir -p shared/mine; state shared; config shared; chmod 1777 shared',
    stands: 'shared/mine',
    project: 'shared/mine',
    launched: 'shared/mine',
  },
  {
    what: 'below a folder with state, below one that others may write',
    world: 'mkdir -p shared/mine/sub; state shared shared/mine; chmod 1777 shared',
    stands: 'shared/mine/sub',
    project: 'shared/mine',
    launched: 'shared/mine',
  },
  {
    what: 'a folder below one that the group may write',
    world: 'mkdir -p shared/mine; state shared; chmod 0775 shared',
    stands: 'shared/mine',
    project: 'shared/mine',
    launched: 'shared/mine',
  },
  {
    what: 'a checkout in a folder that others may write',
    world: 'mkdir shared; chmod 1777 shared; repository shared/one; mkdir shared/one/sub',
    stands: 'shared/one/sub',
    project: 'shared/one',
    launched: 'shared/one',
  },
  {
    what: 'a link that leads to the project',
    world: `${MONOREPO} ln -s one link`,
    stands: 'link/packages/web',
    project: 'one',
    launched: 'link',
  },
  {
    what: 'a link that leads to a folder of the project',
    world: `${MONOREPO} state one; ln -s one/packages/web link`,
    stands: 'link/src',
    project: 'one',
  },
  {
    what: 'a link to the project that is named by -C',
    world: `${MONOREPO} state one; ln -s one link`,
    stands: 'one/packages',
    options: '-C "$ROOT/link"',
    project: 'one',
  },
];

const VARIABLES: readonly Row[] = [
  {
    what: "the host's variable",
    world: `${MONOREPO} state one one/packages/api`,
    stands: 'one/packages/api',
    variables: { CLAUDE_PROJECT_DIR: 'one/packages/web' },
    project: 'one/packages/web',
  },
  ...['GEMINI_PROJECT_DIR', 'COPILOT_PROJECT_DIR', 'CURSOR_PROJECT_DIR'].map((name) => ({
    what: `another host's variable, ${name}`,
    world: `${MONOREPO} state one`,
    stands: 'one/packages/api',
    variables: { [name]: 'one/packages/web' },
    project: 'one/packages/web',
  })),
  {
    what: "two hosts' variables: that of Claude Code comes first",
    world: TWO,
    stands: 'two',
    variables: { CLAUDE_PROJECT_DIR: 'one', GEMINI_PROJECT_DIR: 'two' },
    project: 'one',
  },
  {
    what: "the host's variable in another repository: it decides, and no -C is asked for",
    world: TWO,
    stands: 'two',
    variables: { CLAUDE_PROJECT_DIR: 'two', CS_PROJECT_DIR: 'one' },
    project: 'two',
  },
  {
    what: "the host's variable, and -C, which comes first",
    world: TWO,
    stands: 'one',
    variables: { CLAUDE_PROJECT_DIR: 'one' },
    options: '-C "$ROOT/two"',
    project: 'two',
  },
  {
    what: "the session's project, in another package of its repository",
    world: MONOREPO,
    stands: 'one/packages/api',
    variables: { CS_PROJECT_DIR: 'one/packages/web' },
    project: 'one/packages/web',
  },
  {
    what: "the session's project, where a package has state of its own: that comes first",
    world: `${MONOREPO} state one/packages/api`,
    stands: 'one/packages/api',
    variables: { CS_PROJECT_DIR: 'one/packages/web' },
    project: 'one/packages/api',
  },
  {
    what: "the session's project, in a linked worktree of its repository",
    world: TREE_BESIDE,
    stands: 'tree/packages/api',
    variables: { CS_PROJECT_DIR: 'one/packages/web' },
    project: 'one/packages/web',
    checkout: 'tree/packages/web',
  },
  {
    what: "the session's project in a linked worktree, from the main one",
    world: TREE_BESIDE,
    stands: 'one',
    variables: { CS_PROJECT_DIR: 'tree' },
    project: 'tree',
  },
];

describe.skipIf(!runsOnPosix).each([
  ['a monorepo', MONOREPOS],
  ['worktrees', WORKTREES],
  ['other repositories', REPOSITORIES],
  ['folders outside of a repository', ELSEWHERE],
  ['variables', VARIABLES],
])('in %s', (_subject, rows) => {
  it.each(rows.map((row) => [row.what, row] as const))('%s', async (_what, row) => {
    const folders = createFolders();
    folders.setUp(row.world);
    await expectRow(folders, row);
  });
});

describe.skipIf(!runsOnPosix)('where programs or variables are missing', () => {
  it('a machine without git finds the top of a checkout', async () => {
    const folders = createFolders();
    folders.setUp(MONOREPO);
    const row = { what: '', world: '', stands: 'one/packages', project: 'one' };
    await expectRow(folders, row, { PATH: pathWithoutGit(folders) });
  });

  it.each([[undefined], ['']])('HOME is %j: the project is found as ever', async (home) => {
    const folders = createFolders();
    folders.setUp(MONOREPO);
    const row = { what: '', world: '', stands: 'one/packages', project: 'one' };
    const variables = {
      HOME: home,
      XDG_STATE_HOME: folders.at('kept'),
      XDG_CONFIG_HOME: folders.at('configured'),
    };
    await expectRow(folders, row, variables);
  });

  it('an empty variable counts as not set', async () => {
    const folders = createFolders();
    folders.setUp(MONOREPO);
    const row = { what: '', world: '', stands: 'one/packages', project: 'one' };
    await expectRow(folders, row, {
      CLAUDE_PROJECT_DIR: '',
      GEMINI_PROJECT_DIR: '',
      CS_PROJECT_DIR: '',
    });
  });
});

/** What all rows have in common: the promise, the stops that it holds, and the printed commands. */
async function expectRow(folders: Folders, row: Row, also: Variables = {}): Promise<void> {
  const { at, shell, stop, withPromises } = folders;
  const named = Object.entries(row.variables ?? {}).map(([name, path]) => [name, at(path)]);
  const variables: Variables = { ...Object.fromEntries(named), ...also, ROOT: folders.root };
  const place = { stands: row.stands, variables };
  const options = row.options ?? '';

  const config = await shell(`cs config --json ${options}`, place);
  expect(found(config)).toEqual({
    folder: at(row.project),
    checkout: at(row.checkout ?? row.project),
  });

  const created = await shell(`cs-promise --create P --ac done ${options}`, place);
  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect(withPromises()).toEqual([row.project]);
  const id = idIn(created);
  expect(await shell(nextIn(created.stdout), place)).toMatchObject({ code: 0 });
  expect(await shell('cs-verify --check', place)).toMatchObject({ code: 2 });

  const launched = launchedIn(row);
  if (row.afterwards !== undefined) folders.setUp(row.afterwards.lines);
  const call = { launched, stands: row.stands, variables: forHooks(also) };
  const held = await stop(call);
  expect(held).toMatchObject({ decision: 'block' });
  expect(held.reason).toContain(id);
  if (realpathSync(at(launched)) === at(row.project)) expect(held.reason).not.toMatch(/^IN /m);
  else expect(held.reason).toContain(`IN ${at(row.project)}:`);
  if (isFoundFromThere(row)) {
    const lost = { ...call.variables, XDG_STATE_HOME: at('nothing-registered') };
    expect(await stop({ ...call, variables: lost })).toMatchObject({ decision: 'block' });
  }

  const stands = row.afterwards?.stands ?? row.stands;
  const met = await shell(nextIn(held.reason), { ...place, stands });
  expect(met).toMatchObject({ code: 0 });
  expect(met.stdout).toContain('Met criterion: AC-1');
  expect(await stop(call)).not.toMatchObject({ decision: 'block' });
}

/** The folder that the host says is its project's. */
function launchedIn({ launched, variables = {} }: Row): string {
  return launched ?? variables['CLAUDE_PROJECT_DIR'] ?? variables['CS_PROJECT_DIR'] ?? 'one';
}

/** Whether the project is the host's, or the search leads there from where the shell stands. */
function isFoundFromThere(row: Row): boolean {
  if (row.project === launchedIn(row)) return true;
  const elsewhere = Object.keys(row.variables ?? {}).some((name) => name !== 'CS_PROJECT_DIR');
  return row.options === undefined && !elsewhere;
}

/** What is missing for a shell is missing for the hooks too; but they have the host's own variable. */
function forHooks({ CLAUDE_PROJECT_DIR: _, ...others }: Variables): Variables {
  return others;
}

function found({ code, stderr, stdout }: Outcome): {
  readonly folder: string;
  readonly checkout: string;
} {
  if (code !== 0) throw new Error(`cs config ended with ${code}: ${stderr}`);
  const { project } = JSON.parse(stdout);
  expect(typeof project.via).toBe('string');
  const real = (path: string) => (existsSync(path) ? realpathSync(path) : path);
  return { folder: real(project.folder), checkout: real(project.checkout) };
}

function idIn({ stdout }: Outcome): string {
  return /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? 'no promise';
}

/** The next command that a text names, with evidence in its blank. */
function nextIn(text = ''): string {
  const line = /^ *Next: (.+)$/m.exec(text)?.[1] ?? 'echo "no next command is named" >&2; false';
  return line.replace('[what shows it]', 'seen');
}
