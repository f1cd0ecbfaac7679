import { dirname, resolve } from 'node:path';
import { isInsideFolder } from '../../../adapters/inside-folder.ts';
import { fromCurrentFolder } from '../../../adapters/surroundings.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import type { ShimStep } from '../../../domain/host/shims.ts';
import {
  installShims,
  removeShims,
  type ShimOutcome,
} from '../../../hosts/claude-code/shim-files.ts';
import { EXIT } from '../../../report/exit.ts';
import { oneLine } from '../../../report/printable.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { usage } from '../../usage.ts';

/** The options that go with shims; all others are about settings. */
const OF_SHIMS = ['shims', 'force', 'dry-run', 'json'];

/** Writes the shims into the folder of `--shims`, or takes them away. `options`: all of the command. */
export async function changeShims(
  action: 'install' | 'uninstall',
  options: readonly string[],
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  const other = options.find((option) => !OF_SHIMS.includes(option) && args.given(option));
  if (other !== undefined) return usage(`--${other} does not go with --shims`);
  const named = args.text('shims') ?? '';
  if (named.trim() === '') return usage('--shims needs a folder');
  const isForced = args.given('force');
  if (isForced && action === 'uninstall') {
    return usage('--force goes with install, not with uninstall');
  }
  const folder = resolve(fromCurrentFolder(named));
  const isDry = args.given('dry-run');
  const outcome =
    action === 'install'
      ? await installShims(folder, { isDry, isForced }, suite)
      : await removeShims(folder, isDry, suite);
  return outcome.ok ? success(reportOf(action, folder, outcome.value, isDry, suite)) : outcome;
}

function reportOf(
  action: 'install' | 'uninstall',
  folder: string,
  { isDone, steps }: ShimOutcome,
  isDry: boolean,
  { environment, files }: Suite,
): Report {
  const isBlocked = action === 'install' && steps.some(({ change }) => change === 'left');
  const isChanged = steps.some(({ change }) => change !== 'unchanged' && change !== 'left');
  const place = oneLine(folder);
  const outcome = isDry
    ? `DRY RUN: nothing is written to ${place}.`
    : isBlocked
      ? `Nothing was overwritten in ${place}.`
      : isChanged
        ? `Changed: ${place}`
        : `Nothing to change in ${place}.`;
  const isOutside = !isInsideFolder(nearest(folder, files), environment.projectFolder);
  return {
    text: [...steps.map(stepLine), outcome].join('\n'),
    json: {
      path: folder,
      changed: isDone && isChanged,
      dry_run: isDry,
      shims: steps.map(({ change, name, reason }) => ({ name, change, reason: reason ?? null })),
    },
    notes: isOutside ? [`NOTE: ${place} is outside of the project.`] : [],
    exitCode: isBlocked ? EXIT.failed : EXIT.ok,
  };
}

/** The folder itself, or the nearest one above it that exists. */
function nearest(folder: string, files: Suite['files']): string {
  const above = dirname(folder);
  return files.exists(folder) || above === folder ? folder : nearest(above, files);
}

function stepLine({ change, name, reason }: ShimStep): string {
  return `[${change.toUpperCase()}] ${name}${reason === undefined ? '' : `: ${reason}`}`;
}
