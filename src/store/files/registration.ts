import type { Failure } from '../../domain/base/failure.ts';
import { type CompletionPromise, isClosed, ownerOf } from '../../domain/promise/promise.ts';
import { outlineOf } from '../../domain/session/promise-outline.ts';
import type { LedgerHead, StoreName, WrittenPromise } from '../../domain/session/register.ts';
import type { Digests, Files } from '../../ports.ts';
import type { Register } from '../register.ts';
import type { OutsideChange } from './outside-change.ts';
import { realProject, type StateFolder } from './state-folder.ts';

export interface RegistrationWorld {
  readonly files: Files;
  readonly digests: Digests;
  readonly folder: StateFolder;
  readonly register: Register;
  /** The session that acts. */
  readonly sessionId: string | null;
  /** The store that machines share, where the state lies in one. */
  readonly store?: StoreName | undefined;
}

/** A change of a promise, as far as it concerns the registers of its owners. */
export interface OwnedChange {
  readonly id: string;
  /** Undefined where the change creates the promise. */
  readonly before: CompletionPromise | undefined;
  readonly after: CompletionPromise;
  /** The text of the file after the change. */
  readonly content: string;
  /** What something else than the suite did to it before. */
  readonly outside: OutsideChange;
}

/** Keeps the register up with one change of a promise. */
export interface Registration {
  /**
   * Just before the change is stored: a promise that becomes a session's own is registered as intended, and what
   * something else did to it, which the change is about to cover. Fails where no gate would find it then, and where
   * it is to be verified and its session was not told.
   */
  announce(change: OwnedChange): Failure | undefined;
  /** After the change is stored, which no failure undoes. */
  confirm(change: OwnedChange, ledger: LedgerHead | null): readonly Failure[];
  /** After the change was not stored. */
  withdraw(): void;
}

export function createRegistration(world: RegistrationWorld): Registration {
  const { register, sessionId } = world;
  let announced: { readonly owner: string; readonly promise: WrittenPromise } | undefined;

  function withdraw(): void {
    if (announced !== undefined) register.left(announced.owner, announced.promise, 'not made');
    announced = undefined;
  }

  /** The register of another session is not begun for it: it may have lost its own, or never have had one. */
  function isKept(owner: string): boolean {
    if (owner === sessionId || owner === announced?.owner) return true;
    const { broken, promises } = register.read([owner]);
    return promises.length > 0 || broken.length > 0;
  }

  return {
    announce(change) {
      const untold = untoldFault(change, sessionId);
      if (untold !== undefined) return untold;
      for (const { isRegistered, lessenings, session } of change.outside.untold) {
        const place = { project: realProject(world.files, world.folder), id: change.id };
        const fault = isRegistered ? undefined : register.altered(session, place, lessenings);
        if (fault !== undefined) return fault;
      }
      const owner = ownerAfter(change);
      if (owner === null || owner === ownerBefore(change)) return undefined;
      const promise = writtenBy(change, world);
      const { digest, id } = announced?.promise ?? {};
      if (id === promise.id && digest === promise.digest) return undefined;
      if (id !== promise.id) withdraw();
      const fault = register.intend(owner, promise);
      if (fault === undefined) announced = { owner, promise };
      return fault;
    },
    confirm(change, ledger) {
      const [from, to] = [ownerBefore(change), ownerAfter(change)];
      const place = { project: realProject(world.files, world.folder), id: change.id };
      const faults = [
        from === null || from === to ? undefined : register.left(from, place, howLeft(change)),
        to === null || !isKept(to)
          ? undefined
          : register.made(to, writtenBy(change, world), ledger),
      ];
      return [...faults, register.unwritten()].filter((fault) => fault !== undefined);
    },
    withdraw,
  };
}

/** Why a promise cannot be verified now: the session that has it, or that acts, was not told of a change. */
export function untoldFault(
  { after, before, id, outside }: Omit<OwnedChange, 'content'>,
  sessionId: string | null,
): Failure | undefined {
  const owner = before === undefined ? null : ownerOf(before);
  const isTheirs = outside.untold.some(({ session }) => session === owner || session === sessionId);
  return after.status === 'verified' && isTheirs ? { kind: 'changed-outside', id } : undefined;
}

function ownerBefore({ before }: OwnedChange): string | null {
  return before === undefined ? null : ownerOf(before);
}

/** A promise that has ended is no session's any more. */
function ownerAfter({ after }: OwnedChange): string | null {
  return isClosed(after) ? null : ownerOf(after);
}

function howLeft({ after }: OwnedChange): string {
  if (isClosed(after)) return after.status;
  return ownerOf(after) === null ? 'released' : 'taken over';
}

function writtenBy({ after, content, id }: OwnedChange, world: RegistrationWorld): WrittenPromise {
  const digest = world.digests.of(content);
  const project = realProject(world.files, world.folder);
  return {
    project,
    id,
    digest,
    outline: outlineOf(after),
    ...(world.store && { store: world.store }),
  };
}
