import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../rig/values/runs.ts';
import { proveIn } from '../../rig/worlds/proved-tree.ts';
import {
  filledRepository,
  type Repository,
  scratchFolder,
  settled,
} from '../../rig/worlds/repository.ts';

/** The checkout, what lies beside it, and the repositories in it: of its own, a submodule, and one in a file. */
interface World {
  readonly main: Repository;
  readonly beside: string;
  readonly places: readonly string[];
}

function createWorld(): World {
  const main = filledRepository();
  const beside = scratchFolder();
  const submodule = ['submodule', '--quiet', 'add', filledRepository().folder, 'worktrees/sub'];
  main.git('-c', 'protocol.file.allow=always', ...submodule);
  const filed = filledRepository(join(main.folder, 'filed'));
  filed.git('init', '--quiet', '--separate-git-dir', join(beside, 'git'));
  filledRepository(join(main.folder, 'inner'));
  writeFileSync(join(beside, 'beside.txt'), 'one\n');
  writeFileSync(join(beside, 'attributes'), '* filter=old\n');
  symlinkSync('a.txt', join(main.folder, 'link'));
  main.commit();
  return { main, beside, places: ['.', 'worktrees/sub', 'filed', 'inner'] };
}

/**
 * What `cat` prints of each file that the one rule for ignored files leaves: of its own, so that git is not asked.
 * What is no file for `cat` counts by its kind.
 */
function printed(folder: string, below = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(folder, below))) {
    const path = below === '' ? name : `${below}/${name}`;
    const stats = lstatSync(join(folder, path));
    if (name === '.git' || name.endsWith('.log') || name === 'ignored') continue;
    if (stats.isDirectory()) for (const one of printed(folder, path)) found.set(...one);
    else found.set(path, contentOf(join(folder, path)));
  }
  return found;
}

/** The same as one text. */
function shown({ main }: World): string {
  return JSON.stringify([...printed(main.folder)].sort());
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    return String(error instanceof Error && 'code' in error ? error.code : error);
  }
}

type Act = (world: World) => void;

/** Git may refuse: it was told all sorts of things. */
const git =
  (place: string, ...args: readonly string[]): Act =>
  ({ main }) => {
    try {
      main.git('-C', place, ...args);
    } catch {
      // What it did or left undone is looked at afterwards.
    }
  };

const PLACES = ['.', 'worktrees/sub', 'filed', 'inner'];
const place = fc.constantFrom(...PLACES);
const FILES = ['a.txt', 'src/b.txt', 'src/deep/c.txt', 'run.sh'];
const file = fc.tuple(place, fc.constantFrom(...FILES)).map(([folder, name]) => join(folder, name));

const SETTINGS: readonly (readonly [string, string])[] = [
  ['core.worktree', 'BESIDE'],
  ['core.bare', 'true'],
  ['core.autocrlf', 'true'],
  ['core.autocrlf', 'input'],
  ['core.eol', 'crlf'],
  ['core.fileMode', 'false'],
  ['core.symlinks', 'false'],
  ['core.ignoreCase', 'true'],
  ['core.ignoreStat', 'true'],
  ['core.checkStat', 'minimal'],
  ['core.trustctime', 'false'],
  ['core.untrackedCache', 'true'],
  ['core.splitIndex', 'true'],
  ['core.sparseCheckout', 'true'],
  ['core.excludesFile', 'BESIDE/attributes'],
  ['core.attributesFile', 'BESIDE/attributes'],
  ['index.skipHash', 'true'],
  ['status.showUntrackedFiles', 'no'],
  ['filter.old.clean', 'echo one'],
  ['filter.old.process', 'false'],
  ['filter.old.required', 'true'],
  ['diff.ignoreSubmodules', 'all'],
];
const setting = fc
  .tuple(place, fc.constantFrom(...SETTINGS))
  .map(([folder, [name, value]]): Act => {
    return (world) => git(folder, 'config', name, value.replace('BESIDE', world.beside))(world);
  });

const RULES = [
  '* filter=old\n',
  '* text=auto\n',
  '*.txt text eol=crlf\n',
  '* ident\n',
  'a.txt -text\n',
];
const attributes = fc
  .tuple(
    fc.constantFrom(
      '.gitattributes',
      '.git/info/attributes',
      'src/.gitattributes',
      'inner/.gitattributes',
    ),
    fc.constantFrom(...RULES),
  )
  .map(
    ([path, rules]): Act =>
      ({ main }) =>
        main.write(path, rules),
  );
const attributesOfTheIndex = fc.constantFrom(...RULES).map(
  (rules): Act =>
    (world) => {
      world.main.write('.gitattributes', rules);
      git('.', 'add', '.gitattributes')(world);
      rmSync(join(world.main.folder, '.gitattributes'), { force: true });
    },
);

const ASKED: readonly (readonly string[])[] = [
  ['status'],
  ['add', '--all'],
  ['add', '--renormalize', '.'],
  ['commit', '--quiet', '--all', '--message', 'x'],
  ['update-index', '--refresh'],
  ['update-index', '--really-refresh'],
  ['update-index', '--assume-unchanged', 'a.txt'],
  ['update-index', '--skip-worktree', 'a.txt'],
  ['update-index', '--split-index'],
  ['config', '--unset', 'filter.old.clean'],
  ['stash', '--quiet'],
  ['stash', 'pop', '--quiet'],
  ['rm', '--quiet', '--cached', 'a.txt'],
];
const asking = fc.tuple(place, fc.constantFrom(...ASKED)).map(([at, args]) => git(at, ...args));

/** Edits that a look at sizes and times may miss, or that git stores as what was there before. */
const CONTENTS = ['two\n', 'one\r\n', '$Id: x $\n', 'one\n', ''];
const editing = fc.oneof(
  fc.tuple(file, fc.constantFrom(...CONTENTS)).map(([path, content]): Act => {
    return ({ main }) => {
      const place = join(main.folder, path);
      const known = statSync(place, { throwIfNoEntry: false });
      main.write(path, content);
      if (known !== undefined) utimesSync(place, known.atime, known.mtime);
    };
  }),
  file.map(
    (path): Act =>
      ({ main }) =>
        rmSync(join(main.folder, path), { force: true }),
  ),
  file.map(
    (path): Act =>
      ({ main }) => {
        if (statSync(join(main.folder, path), { throwIfNoEntry: false })?.isFile()) {
          chmodSync(join(main.folder, path), 0o640);
        }
      },
  ),
  place.map(
    (at): Act =>
      ({ main }) =>
        main.write(`${at}/src/new.txt`, 'x'),
  ),
  fc.constantFrom('src/b.txt', 'BESIDE/beside.txt', 'ignored/x', 'src', '../nowhere').map(
    (target): Act =>
      ({ beside, main }) => {
        rmSync(join(main.folder, 'link'), { force: true });
        symlinkSync(target.replace('BESIDE', beside), join(main.folder, 'link'));
      },
  ),
  fc.constant<Act>(({ main }) => main.write('ignored/x', 'changed')),
  fc.constant<Act>(({ beside }) => writeFileSync(join(beside, 'beside.txt'), 'changed')),
);

const act = fc.oneof(setting, attributes, attributesOfTheIndex, asking, editing);

/** How many worlds are made and looked at together: for what is believed of a look, files must have settled. */
const TOGETHER = 8;

it('an edit that changes what cat prints of a file makes the proof stale, or it is not bound', async () => {
  const acts = (minLength: number) => fc.array(act, { minLength, maxLength: 5 });
  const cases = fc.array(fc.tuple(acts(0), acts(1)), { minLength: TOGETHER, maxLength: TOGETHER });
  await fc.assert(
    fc.asyncProperty(cases, async (all) => {
      const worlds = all.map(([before, after]) => {
        const world = createWorld();
        for (const one of before) one(world);
        return { world, after, standing: proveIn(world.main.folder), seen: shown(world) };
      });
      await settled();
      for (const { after, seen, standing, world } of worlds) {
        expect(['fresh', 'not-bound']).toContain(standing());
        for (const one of after) one(world);
        if (shown(world) !== seen) expect(standing()).not.toBe('fresh');
        for (const folder of [world.main.folder, world.beside]) rmSync(folder, { recursive: true });
      }
    }),
    runs(2, 2),
  );
});
