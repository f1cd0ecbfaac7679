import { dirname, join } from 'node:path';
import { isBelowGit } from '../../adapters/git/folder.ts';
import { ownPrograms } from '../../adapters/own-programs.ts';
import { programOnPath, programsOnPath } from '../../adapters/program-path.ts';
import {
  CLAUDE_CODE_WORDS,
  INSTALLATIONS,
  readGuarded,
} from '../../domain/host/guarded-command.ts';
import { packageOf, SUITE } from '../../hosts/manifests.ts';
import { type Examined, row } from '../examination.ts';

/** The programs on `PATH` that the gate, and an agent that it blocks, depend on. */

/** The commands that a block tells an agent to run. */
const PROGRAMS = ['cs', 'cs-promise', 'cs-verify', 'cs-stop-gate'] as const;

export const programs = row({
  check: 'programs',
  look(world) {
    const found = PROGRAMS.map((name) => ({ name, ...programOnPath(name, world.environment) }));
    const missing = found.filter(({ program }) => program === undefined);
    const [inProject] = missing.flatMap(({ passedOver }) => passedOver ?? []);
    const names = missing.map(({ name }) => name).join(', ');
    return [{ names, inProject, by: broughtBy(world) }];
  },
  verdict({ by, names }) {
    if (names === '') return 'ok';
    return by === undefined ? 'fail' : 'note';
  },
  words: ({ by, inProject, names }) => ({
    ok: `${PROGRAMS.join(', ')} are on PATH`,
    note: `not on PATH here: ${names}; the ${by} provides them in the agent's shell`,
    fail: `not on PATH: ${names}: an agent cannot run the commands that a block names${inProject === undefined ? '' : `; not counted, because it is in the project: ${inProject}`}`,
  }),
  mend: () => `Run: ${INSTALLATIONS.global}`,
});

/** The plugin has programs for its agents; so has session start where the suite is a dependency of the project. */
function broughtBy({ environment, files, hosts }: Examined) {
  const claudeCode = hosts.find(({ known }) => !known.setup.isNamed);
  const { hooks = [], gates = [] } = claudeCode ?? {};
  if (gates.length === 0) return undefined;
  if (gates.every(({ place }) => place === 'plugin')) return 'plugin';
  const isThere = files.exists(join(environment.checkout, 'node_modules', SUITE));
  const isDependency = hooks.some(
    ({ command, reading }) =>
      reading.role === 'session-start' &&
      (/PROJECT_DIR\}?"?\/node_modules\/\.bin\//.test(command) ||
        (isThere && readGuarded(command)?.file === CLAUDE_CODE_WORDS.guard.project)),
  );
  return isDependency ? 'session start' : undefined;
}

/** The largest program that is read as a script, in bytes. */
const LARGEST_SCRIPT = 64 * 1024;

/** A program as it was found in a folder of `PATH`. */
export interface FoundProgram {
  readonly path: string;
  /** The file that it leads to, once every link is followed. */
  readonly realPath: string;
  /** The name of the package that this file lies in. */
  readonly package: string | undefined;
  /** What it holds, where it is a short text. */
  readonly text: string | undefined;
}

/** The programs under one of the suite's names, the one that a shell finds first. */
interface Namesakes {
  readonly name: string;
  readonly found: readonly FoundProgram[];
  /** The folder of the suite's package. */
  readonly suite: string;
}

/** Programs of others that a shell finds under the suite's names, before the suite's or without them. */
export const foreign = row({
  check: 'programs.foreign',
  look: ({ environment, files }): readonly Namesakes[] =>
    PROGRAMS.map((name) => ({
      name,
      suite: dirname(ownPrograms()),
      found: programsOnPath(name, environment).map((path) => {
        const realPath = files.realPath(path) ?? path;
        const reading = files.readFollowed(path, LARGEST_SCRIPT);
        const text = reading.found === 'text' ? reading.text : undefined;
        return { path, realPath, package: packageOf(files, dirname(realPath)), text };
      }),
    })),
  verdict({ found: [first], suite }) {
    const owner = first && ownerOf(first, suite);
    return owner === 'scripts' || owner === 'foreign' ? `fail ${owner}` : undefined;
  },
  words({ found: [first], name }) {
    const leads = first?.realPath === first?.path ? '' : ` (it leads to ${first?.realPath})`;
    return {
      'fail scripts': `\`${name}\` on PATH is the bash script that completion-promise replaces${leads}`,
      'fail foreign': `\`${name}\` on PATH is of another program${leads}`,
    };
  },
  where: ({ found: [first] }) => first?.path,
  follows: ({ name }, found) =>
    found === 'fail scripts'
      ? 'an agent told to run it writes without locks and without the ledger'
      : `an agent told to run \`${name} …\` runs that program and cannot do what a block asks`,
  mend({ found, name, suite }) {
    const own = found.find((program) => ownerOf(program, suite) === 'suite');
    const install = `Install completion-promise (${INSTALLATIONS.global}) and put the folder named by npm prefix -g before it in PATH`;
    const advice = own === undefined ? install : `Put ${dirname(own.path)} before it in PATH`;
    return `${advice}${name === 'cs' ? ', or use the name completion-promise for cs' : ''}`;
  },
});

/** Programs that stand for any other, and start it by the name that they are called by. */
const MANAGERS = /(?:^|[\\/])(?:volta(?:-shim)?|mise|asdf|proto(?:-shim)?|vp|shim)(?:\.exe)?$/;

/** Whose a program is. `unknown`: a link of a manager of versions, say. `suite`: the folder of the suite's package. */
export function ownerOf(
  program: FoundProgram,
  suite: string,
): 'suite' | 'scripts' | 'foreign' | 'unknown' {
  const { realPath, text = '' } = program;
  if (program.package === SUITE || text.includes(SUITE) || text.includes(suite)) return 'suite';
  if (MANAGERS.test(realPath) || /\b(?:asdf|mise|volta) exec\b/.test(text)) return 'unknown';
  return text.includes('completion-state') ? 'scripts' : 'foreign';
}

export const git = row({
  check: 'git',
  look: ({ environment }) => [
    {
      isThere: programOnPath('git', environment).program !== undefined,
      isCheckout: isBelowGit(environment.projectFolder),
    },
  ],
  verdict({ isCheckout, isThere }) {
    if (isThere) return 'ok';
    return isCheckout ? 'fail' : 'note';
  },
  words: () => ({
    ok: 'found',
    fail: 'not on PATH, and the project is a checkout: proofs cannot be compared with it',
    note: 'not on PATH; the project is not a checkout',
  }),
  mend: () => 'Install git',
});

export const beads = row({
  check: 'bd',
  applies: ({ environment: { projectFolder }, files, settings: { configuration } }) =>
    configuration.stopGate.beads && files.exists(join(projectFolder, '.beads')),
  look: ({ environment }) => [programOnPath('bd', environment)],
  verdict: ({ program }) => (program === undefined ? 'note' : 'ok'),
  words: () => ({
    ok: 'found',
    note: 'not on PATH, and there is a .beads folder: the gate ignores it',
  }),
  mend: () => 'Install bd',
});
