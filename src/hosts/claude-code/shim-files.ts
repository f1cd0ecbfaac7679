import { join } from 'node:path';
import type { Result } from '../../domain/base/result.ts';
import { success } from '../../domain/base/result.ts';
import { errorCode } from '../../domain/base/system-error.ts';
import {
  KEPT_SUFFIX,
  planShim,
  planShimRemoval,
  SHIM_NAMES,
  type ShimFacts,
  type ShimName,
  type ShimPlace,
  type ShimStep,
  shimText,
} from '../../domain/host/shims.ts';
import type { World } from '../../ports.ts';
import { guarded } from '../../store/files/writing.ts';

/** The largest script that is kept, in bytes. */
const LARGEST_SCRIPT = 8 * 1024 * 1024;

/** How a shim may be read and run. */
const RIGHTS = 0o755;

type ShimWorld = Pick<World, 'files' | 'chance'>;

/** What is done in a folder, and whether anything was written. */
export interface ShimOutcome {
  readonly steps: readonly ShimStep[];
  readonly isDone: boolean;
}

/** What the scripts' places in a folder hold. */
function look(folder: string, world: ShimWorld): readonly ShimFacts[] {
  return SHIM_NAMES.map((name) => lookAt(folder, name, world));
}

/** The kept original is looked at first: a removal beside this one moves it to the script's place. */
function lookAt(folder: string, name: ShimName, world: ShimWorld): ShimFacts {
  const kept = placeAt(join(folder, `${name}${KEPT_SUFFIX}`), world);
  return { name, kept, place: placeAt(join(folder, name), world) };
}

function placeAt(path: string, { files }: ShimWorld): ShimPlace {
  const reading = files.read(path, LARGEST_SCRIPT);
  switch (reading.found) {
    case 'nothing':
      return { found: 'nothing' };
    case 'text':
      return { found: 'text', text: reading.text };
    case 'link':
      return { found: 'other', what: 'a link' };
    default:
      return { found: 'other', what: 'something that is not a readable text file' };
  }
}

interface ShimOptions {
  readonly isForced: boolean;
  readonly isDry: boolean;
}

/** Writes the shims into a folder: all of them, or none where a script is in the way. */
export function installShims(
  folder: string,
  { isDry, isForced }: ShimOptions,
  world: ShimWorld,
): Promise<Result<ShimOutcome>> {
  return guarded('write the shims', folder, async (): Promise<Result<ShimOutcome>> => {
    const steps = look(folder, world).map((facts) => planShim(facts, isForced));
    if (isDry || steps.some(({ change }) => change === 'left')) {
      return success({ steps, isDone: false });
    }
    world.files.makeFolder(folder);
    const done = steps.map((step) => write(folder, step, isForced, world));
    world.files.flushFolder(folder);
    return success({ steps: done, isDone: true });
  });
}

/** Writes one shim in one step. What stands there is kept first, in a file that must not exist. */
function write(folder: string, step: ShimStep, isForced: boolean, world: ShimWorld): ShimStep {
  const { files, chance } = world;
  const path = join(folder, step.name);
  if (step.change === 'unchanged') return step;
  const again = planShim(lookAt(folder, step.name, world), isForced);
  if (again.change === 'left' || again.change === 'unchanged') return again;
  if (again.change === 'replaced') keep(path, world);
  const draft = `${path}.${chance.hex(6)}`;
  files.writeNew(draft, shimText(step.name), RIGHTS);
  try {
    files.rename(draft, path);
  } catch (error) {
    files.remove(draft);
    throw error;
  }
  return again;
}

/** Keeps an original as a file of its own. An installation beside this one may have kept the same. */
function keep(path: string, { files }: ShimWorld): void {
  const reading = files.read(path, LARGEST_SCRIPT);
  if (reading.found !== 'text') return;
  const rights = files.rights(path);
  try {
    files.writeNew(`${path}${KEPT_SUFFIX}`, reading.text, rights);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Takes the shims of a folder away, and puts the originals back that were kept. */
export function removeShims(
  folder: string,
  isDry: boolean,
  world: ShimWorld,
): Promise<Result<ShimOutcome>> {
  return guarded('remove the shims', folder, async () => {
    const steps = look(folder, world).map(planShimRemoval);
    if (!isDry) for (const step of steps) takeAway(join(folder, step.name), step, world);
    return success({ steps, isDone: !isDry });
  });
}

function takeAway(path: string, { change }: ShimStep, { files }: ShimWorld): void {
  try {
    if (change === 'restored') files.rename(`${path}${KEPT_SUFFIX}`, path);
    if (change === 'removed') files.remove(path);
  } catch (error) {
    // A removal beside this one was first.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
