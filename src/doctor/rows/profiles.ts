import { basename } from 'node:path';
import { readVariable } from '../../adapters/environment.ts';
import { oneLine } from '../../report/printable.ts';
import { type ExaminedHost, hostRow } from '../examination.ts';

/** A shell that has nothing to do is given so long, in milliseconds. */
const LONGEST_WAIT_MS = 5000;

/** How hosts start their shells. */
const OPTIONS = ['-c', '-lc'] as const;

/** What the shells that a host runs hooks in print by themselves: it stands before the answer of every hook. */
export const profiles = hostRow({
  check: 'hooks.profile',
  applies: ({ host }) => host.gates.length > 0 && host.known.setup.needsSilentShell === true,
  async look(world) {
    const shells = new Set(['sh', 'bash', readVariable('SHELL') ?? 'sh']);
    const calls = [...shells].flatMap((shell) => OPTIONS.map((option) => ({ shell, option })));
    const found = await Promise.all(
      calls.map(async ({ option, shell }) => ({
        call: `${basename(shell)} ${option}`,
        file: fileOf(basename(shell), option),
        printed: await printedBy([shell, option, ':'], world),
        title: world.host.known.host.title,
      })),
    );
    // One file can be read by several.
    return [...new Map(found.map((one) => [one.file + one.printed, one])).values()];
  },
  verdict: ({ printed }) => (printed === '' ? undefined : 'fail'),
  words: ({ call, printed }) => ({
    fail: `\`${call}\` prints before each hook: ${oneLine(printed.slice(0, 100))}`,
  }),
  follows: ({ title }) => `${title} ignores the answers of hooks then`,
  mend: ({ file }) => `Let ${file} print nothing in a shell that is not interactive`,
});

async function printedBy(
  command: readonly string[],
  { environment }: ExaminedHost,
): Promise<string> {
  const { createNodeRun } = await import('../../adapters/programs.ts');
  let printed = '';
  await createNodeRun().program({
    command,
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
  if (option === '-lc') return LOGIN_FILES[shell] ?? '~/.profile';
  if (shell === 'zsh') return '~/.zshenv';
  return readVariable(shell === 'bash' ? 'BASH_ENV' : 'ENV') ?? 'its start-up file';
}

const LOGIN_FILES: Readonly<Record<string, string>> = {
  zsh: '~/.zprofile',
  bash: '~/.bash_profile or ~/.profile',
};
