import { createNodeChance } from '../adapters/node-chance.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import type { Failure } from '../domain/base/failure.ts';
import { failureMessage } from '../report/failure-text.ts';
import { createFileRegister } from '../store/files/register.ts';
import { placeOf } from '../store/files/state-folder.ts';
import type { Register } from '../store/register.ts';
import type { StopOutcome } from './decision.ts';
import type { ExaminedStop } from './examined-stop.ts';
import type { SeenStop } from './look.ts';

/** The register as the stop gate writes it. */
export function gateRegister({ clock, files }: SeenStop): Register {
  return createFileRegister({
    files,
    clock,
    chance: createNodeChance(),
    userStateFolder: userStateFolder(),
    // Only who makes a promise asks for it.
    checkoutTop: () => undefined,
  });
}

/**
 * Keeps in the register what the session and its user were told of, where promises are that were moved, and what
 * commands could not write into it. Gives what the user is told where that fails: the gate's own memory then sees to it that nothing is said
 * twice.
 */
export function keepInRegister(
  { files, folders, promises, register, stopper }: ExaminedStop,
  outcome: StopOutcome,
): readonly string[] {
  const failures: (Failure | undefined)[] = [];
  const block =
    outcome.outcome === 'block' || outcome.outcome === 'cap' ? outcome.block : undefined;
  for (const { id, now, project, session } of block?.lost ?? []) {
    failures.push(register.told(session, { project, id }, now));
  }
  const isAltered = (id: string): boolean =>
    promises.alterations.some(
      ({ alteration: { how, ...one } }) => how !== 'moved' && one.id === id,
    );
  for (const { alteration, registered } of promises.alterations) {
    // One that was changed as well keeps its entry, by which the change is noticed.
    if (alteration.how !== 'moved' || isAltered(alteration.id)) continue;
    const { from, id, now, to } = alteration;
    const { session } = registered;
    failures.push(
      register.made(session, { project: to, id, ...now }, null) ??
        register.left(session, { project: from, id }, 'moved'),
    );
  }
  for (const { folder } of folders) {
    failures.push(...register.takeOver(stopper.session.ids, placeOf(files, folder) ?? folder));
  }
  const [failure] = failures.filter((one) => one !== undefined);
  return failure === undefined
    ? []
    : [`The register cannot be updated: ${failureMessage(failure)}`];
}
