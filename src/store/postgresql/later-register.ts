import type { Failure } from '../../domain/base/failure.ts';
import type { Register } from '../register.ts';

/**
 * The user's register while a change is not committed yet. What must stand there before the change is written at once;
 * what tells of a change that came is kept until it came.
 */
interface LaterRegister {
  readonly register: Register;
  /** After the change was committed, or was refused: writes what was kept. Gives what could not be written. */
  carryOut(): readonly Failure[];
  /** After the change is certain not to come: takes back what was written before it. */
  takeBack(): void;
}

export function createLaterRegister(register: Register): LaterRegister {
  const kept: (() => Failure | undefined)[] = [];
  const intended: (() => void)[] = [];
  const later = (act: () => Failure | undefined): undefined => {
    kept.push(act);
  };
  return {
    register: {
      read: (sessions) => register.read(sessions),
      intend(session, promise) {
        const fault = register.intend(session, promise);
        if (fault === undefined) intended.push(() => register.left(session, promise, 'not made'));
        return fault;
      },
      made: (...given) => later(() => register.made(...given)),
      left: (...given) => later(() => register.left(...given)),
      altered: (...given) => register.altered(...given),
      told: (...given) => register.told(...given),
      takeOver: (...given) => register.takeOver(...given),
      unwritten: () => later(() => register.unwritten()),
      sessions: () => register.sessions(),
      forget(place) {
        later(() => register.forget(place)[0]);
        return [];
      },
    },
    carryOut: () => kept.flatMap((act) => act() ?? []),
    takeBack() {
      for (const act of intended) act();
    },
  };
}

/** A register that is read, and takes nothing: for what is tried before it is done. */
export function createUnwrittenRegister({ read, sessions }: Register): Register {
  const nothing = (): undefined => undefined;
  return {
    read: (...given) => read(...given),
    sessions: () => sessions(),
    intend: nothing,
    made: nothing,
    left: nothing,
    altered: nothing,
    told: nothing,
    takeOver: () => [],
    unwritten: nothing,
    forget: () => [],
  };
}
