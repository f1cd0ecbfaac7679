import { basename } from 'node:path';
import { readVariable } from '../adapters/environment.ts';
import { type Diagnosis, fail } from '../domain/host/diagnosis.ts';
import { oneLine } from '../report/printable.ts';
import type { HostWorld } from './host-world.ts';

/** What the shells that hosts run hooks in print by themselves: it stands before the answer of every hook. */

/** A shell that has nothing to do is given so long, in milliseconds. */
const LONGEST_WAIT_MS = 5000;

/** How hosts start their shells. */
const OPTIONS = ['-c', '-lc'] as const;

/** Names the files of shells that print. */
export async function examineProfiles(world: HostWorld): Promise<readonly Diagnosis[]> {
  const own = readVariable('SHELL');
  const shells = [...new Set(['sh', 'bash', ...(own === undefined ? [] : [own])])];
  const calls = shells.flatMap((shell) => OPTIONS.map((option) => ({ shell, option })));
  const found = await Promise.all(
    calls.map(async (call) => ({ ...call, printed: await printedBy(call, world) })),
  );
  const seen = new Map(
    found
      .filter(({ printed }) => printed !== '')
      .map(({ option, printed, shell }) => [fileOf(shell, option), { printed, shell, option }]),
  );
  return [...seen].map(([file, { option, printed, shell }]) => ({
    ...fail(
      'hooks.profile',
      `\`${basename(shell)} ${option}\` prints before each hook: ${oneLine(printed.slice(0, 100))}`,
      `Let ${file} print nothing in a shell that is not interactive`,
    ),
    follows:
      'Copilot CLI and Cursor ignore the answers of hooks then; what others are told begins with it',
  }));
}

async function printedBy(
  { option, shell }: { readonly option: string; readonly shell: string },
  { environment }: HostWorld,
): Promise<string> {
  // Every command loads the table of hosts, and few start a program.
  const { createNodeRun } = await import('../adapters/programs.ts');
  let printed = '';
  await createNodeRun().program({
    command: [shell, option, ':'],
    folder: environment.projectFolder,
    environment: { hook: {} },
    timeoutMs: LONGEST_WAIT_MS,
    endsAtOnce: true,
    onOutput: (chunk, stream) => {
      if (stream === 'stdout') printed += chunk.toString('utf8');
    },
  });
  return printed.trim();
}

/** The file that a shell reads when it is started like this. */
function fileOf(shell: string, option: (typeof OPTIONS)[number]): string {
  const name = basename(shell);
  if (option === '-lc') {
    return name === 'zsh'
      ? '~/.zprofile'
      : name === 'bash'
        ? '~/.bash_profile or ~/.profile'
        : '~/.profile';
  }
  const named = readVariable(name === 'bash' ? 'BASH_ENV' : 'ENV');
  return name === 'zsh' ? '~/.zshenv' : (named ?? 'its start-up file');
}
