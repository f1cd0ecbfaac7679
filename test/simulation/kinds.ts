import type { OutsideDeed } from './people.ts';

/** What a story is about. What is rare where everything may happen is common in a story of its own kind. */
export type KindName = 'all' | 'proofs' | 'stops' | 'backups' | 'crowds' | 'faults';

/** What a session does that has an open promise. `run`: it meets a criterion by a command that passes or fails. */
export type DeedName =
  | 'stop'
  | 'check'
  | 'look'
  | 'ask'
  | 'prompt'
  | 'make'
  | 'run'
  | 'meet'
  | 'prove'
  | 'verify'
  | 'cancel'
  | 'release'
  | 'more';

/** How often something is done, beside the others. */
export type Weights<Name extends string> = Readonly<Partial<Record<Name, number>>>;

export interface Kind {
  /** How many sessions take part. */
  readonly sessions: number;
  /** How many commands may run at once. */
  readonly atOnce: number;
  /** How many times as many deeds as in others its stories have. */
  readonly length: number;
  /** The criteria of each promise, and those that are met in words. */
  readonly criteria: readonly string[];
  readonly met: readonly string[];
  readonly deeds: Weights<DeedName>;
  /** How often in a thousand deeds others do what is no command. */
  readonly outside: Weights<OutsideDeed['is']>;
  /** Of 20,000 calls so many end their process, and so many fail. */
  readonly kills: number;
  readonly faults: number;
  /** Whether one process may stand still while others go on. */
  readonly isUneven: boolean;
}

const BOTH = ['AC-1', 'AC-2'];
const DEEDS: Kind['deeds'] = {
  stop: 22,
  check: 6,
  look: 5,
  ask: 3,
  prompt: 4,
  make: 5,
  run: 4,
  meet: 21,
  prove: 8,
  verify: 11,
  cancel: 3,
  release: 3,
  more: 5,
};
const OUTSIDE: Kind['outside'] = {
  pause: 60,
  jump: 15,
  edit: 60,
  script: 15,
  backup: 10,
  restore: 8,
  cut: 20,
  full: 15,
  room: 30,
};

const USUAL: Kind = {
  sessions: 4,
  atOnce: 3,
  length: 1,
  criteria: BOTH,
  met: BOTH,
  deeds: DEEDS,
  outside: OUTSIDE,
  kills: 6,
  faults: 4,
  isUneven: false,
};
const UNBROKEN = { kills: 0, faults: 0 };

export const KINDS: Readonly<Record<KindName, Kind>> = {
  all: USUAL,
  proofs: {
    ...USUAL,
    ...UNBROKEN,
    sessions: 1,
    atOnce: 2,
    criteria: ['AC-1'],
    met: ['AC-1'],
    deeds: { run: 26, verify: 26, stop: 22, prove: 8, meet: 3, make: 5, prompt: 5, check: 5 },
    outside: { pause: 60, edit: 250 },
  },
  // Nothing that a session does here ends its promise: it is held as often as it may be.
  stops: {
    ...USUAL,
    ...UNBROKEN,
    sessions: 1,
    atOnce: 1,
    length: 3,
    met: ['AC-1'],
    deeds: { stop: 70, prompt: 12, meet: 7, more: 11 },
    outside: { pause: 60, jump: 15, edit: 60 },
  },
  backups: {
    ...USUAL,
    ...UNBROKEN,
    sessions: 2,
    atOnce: 1,
    length: 3,
    outside: { pause: 60, backup: 150, restore: 150 },
  },
  crowds: {
    ...USUAL,
    ...UNBROKEN,
    sessions: 1,
    deeds: { meet: 60, more: 10, run: 6, stop: 8, verify: 6, look: 5, release: 3, make: 2 },
    outside: {},
    isUneven: true,
  },
  faults: {
    ...USUAL,
    sessions: 2,
    atOnce: 1,
    faults: 60,
    outside: { pause: 30, edit: 30, full: 80, room: 80 },
  },
};

/** How often each kind is told. */
export const SHARES: Weights<KindName> = {
  all: 3,
  proofs: 1,
  stops: 1,
  backups: 1,
  crowds: 2,
  faults: 1,
};
