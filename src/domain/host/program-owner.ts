import { type Diagnosis, fail } from './diagnosis.ts';
import { INSTALLATIONS } from './guarded-command.ts';

/** Whose the programs are that a shell finds under the suite's names. */

/** A program as it was found in a folder of `PATH`. */
export interface FoundProgram {
  readonly name: string;
  readonly path: string;
  /** The file that it leads to, once every link is followed. */
  readonly realPath: string;
  /** The name of the package that this file lies in. */
  readonly package: string | undefined;
  /** What it holds, where it is a short text. */
  readonly text: string | undefined;
}

/** `scripts`: one of the bash scripts that the suite replaces. `unknown`: a link of a manager of versions, say. */
type ProgramOwner = 'suite' | 'scripts' | 'foreign' | 'unknown';

/** Programs that stand for any other, and start it by the name that they are called by. */
const MANAGERS = /(?:^|[\\/])(?:volta(?:-shim)?|mise|asdf|proto(?:-shim)?|vp|shim)(?:\.exe)?$/;

/** `suite`: the name of the suite's package, and the folder of the one that runs. */
export function ownerOf(
  program: FoundProgram,
  suite: { readonly name: string; readonly folder: string },
): ProgramOwner {
  const { realPath, text } = program;
  if (program.package === suite.name || MANAGERS.test(realPath)) {
    return program.package === suite.name ? 'suite' : 'unknown';
  }
  if (text === undefined) return 'foreign';
  if (text.includes(suite.name) || text.includes(suite.folder)) return 'suite';
  if (/\b(?:asdf|mise|volta) exec\b/.test(text)) return 'unknown';
  return text.includes('completion-state') ? 'scripts' : 'foreign';
}

/** A program that a shell finds first, and whose it is; `own`: the folder of `PATH` where the suite's lies. */
export interface ForeignProgram {
  readonly program: FoundProgram;
  readonly owner: 'scripts' | 'foreign';
  readonly own: string | undefined;
}

/** Names programs of others that stand in the way of the suite's. */
export function diagnoseForeignPrograms(programs: readonly ForeignProgram[]): readonly Diagnosis[] {
  return programs.map(({ own, owner, program }) => {
    const { name, path, realPath } = program;
    const leads = realPath === path ? '' : ` (it leads to ${realPath})`;
    const whose =
      owner === 'scripts'
        ? 'the bash script that completion-promise replaces'
        : 'of another program';
    const follows =
      owner === 'scripts'
        ? 'an agent told to run it writes without locks and without the ledger'
        : `an agent told to run \`${name} …\` runs that program and cannot do what a block asks`;
    const advice =
      own === undefined
        ? `Install completion-promise (${INSTALLATIONS.global}) and put the folder named by npm prefix -g before it in PATH`
        : `Put ${own} before it in PATH`;
    const otherName = name === 'cs' ? ', or use the name completion-promise for cs' : '';
    return {
      ...fail(
        'programs.foreign',
        `\`${name}\` on PATH is ${whose}${leads}`,
        `${advice}${otherName}`,
      ),
      where: path,
      follows,
    };
  });
}
