import { join } from 'node:path';
import type { Outcome } from '../worlds/project.ts';
import type { Choices } from './chance.ts';

/** Where deeds are done: the promises that there are, the sessions, and the folders below one project. */
export interface Place {
  readonly folder: string;
  readonly linked: string;
  /** Another project, of which these promises are not. */
  readonly other: string;
  readonly sessions: readonly [string, ...string[]];
  /** The promises that were there when the deed was chosen, and who owns each. */
  readonly promises: readonly { readonly id: string; readonly owner: string | undefined }[];
}

/** One call of a command, and the line that it leaves in the ledger where it says that it was done. */
export interface Deed {
  readonly name: string;
  readonly bin: string;
  readonly args: readonly string[];
  readonly session: string;
  readonly cwd: string;
  readonly input?: string;
  left(outcome: Outcome): Readonly<Record<string, unknown>> | undefined;
}

type Kind = (choices: Choices, place: Place) => Partial<Deed> & Pick<Deed, 'bin' | 'args'>;

/** A check that kills its `cs prove`, and would run on. */
export const KILLS_ITS_PROVER = 'sleep 0.3; kill -9 $PPID; sleep 300';

const RESPONSES = ['PASS', 'FAIL'].map((verdict) =>
  JSON.stringify({
    task_id: 't',
    verdict,
    criteria_results: [],
    timestamp: '2026-02-17T10:30:00Z',
  }),
);

const NO_PROMISE = { id: 'promise-00000000', owner: undefined };

/** One of the promises, and its owner as the session in most cases: others are refused. */
function oneOf(choices: Choices, { promises }: Place) {
  const { id, owner } = promises[choices.below(promises.length)] ?? NO_PROMISE;
  return { id, ...(owner !== undefined && choices.inHundred(85) ? { session: owner } : {}) };
}

const promiseIn = ({ stdout }: Outcome): string =>
  /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? 'no promise';

/** A change of a promise by one option of `cs-promise`. */
function changing(option: string, event?: string): Kind {
  return (choices, place) => {
    const { id, ...by } = oneOf(choices, place);
    const left = event === undefined ? undefined : { event, promise_id: id };
    return { ...by, bin: 'cs-promise', args: [option, id], left: () => left };
  };
}

const hook =
  (command: string): Kind =>
  (_choices, { folder }) => ({
    bin: 'cs',
    args: [command],
    input: JSON.stringify({ hook_event_name: command, cwd: folder }),
  });

const KINDS: Readonly<Record<string, Kind>> = {
  create: (choices) => ({
    bin: 'cs-promise',
    args: ['--create', `P${choices.below(1000)}`, '--ac', 'one', '--ac', 'two'],
    left: (outcome) => ({ event: 'promise.created', promise_id: promiseIn(outcome) }),
  }),
  'create with a check': (choices) => ({
    bin: 'cs-promise',
    args: [
      '--create',
      'Checked',
      '--ac',
      'one',
      '--command',
      choices.inHundred(30) ? `AC-1=${KILLS_ITS_PROVER}` : 'AC-1=true',
    ],
    left: (outcome) => ({ event: 'promise.created', promise_id: promiseIn(outcome) }),
  }),
  // Who starts what is started is told so, and nothing is changed.
  start: changing('--start'),
  release: changing('--release', 'promise.released'),
  cancel: changing('--cancel', 'promise.cancelled'),
  adopt: changing('--adopt'),
  meet: (choices, place) => {
    const { id, ...by } = oneOf(choices, place);
    const criterion = choices.oneOf(['AC-1', 'AC-2']);
    const words = ['--meet', id, '--ac-id', criterion, '--evidence', `seen ${choices.below(1e6)}`];
    const left = { event: 'criterion.met', promise_id: id, ac_id: criterion };
    return { ...by, bin: 'cs-promise', args: words, left: () => left };
  },
  'add a criterion': (choices, place) => {
    const { id, ...by } = oneOf(choices, place);
    const left = { event: 'criterion.added', promise_id: id };
    return { ...by, bin: 'cs-promise', args: ['--add-ac', id, 'more'], left: () => left };
  },
  // Proofs belong to the checkout that they were taken in: in the linked one they would not count here.
  prove: (choices, place) => {
    const { id, ...by } = oneOf(choices, place);
    return { ...by, bin: 'cs', args: ['prove', id], cwd: place.folder };
  },
  verify: (choices, place) => {
    const { id, ...by } = oneOf(choices, place);
    const left = { event: 'promise.verified', promise_id: id };
    return { ...by, bin: 'cs-verify', args: ['--promise', id], left: () => left };
  },
  'store an answer': (choices, place) => {
    const { id, ...by } = oneOf(choices, place);
    const response = RESPONSES[choices.below(RESPONSES.length)] ?? '';
    const words = ['--promise', id, '--ac-id', 'AC-1', '--response', response];
    const left = { event: 'validation.stored', promise_id: id };
    return { ...by, bin: 'cs-store-validation', args: words, left: () => left };
  },
  ask: () => ({ bin: 'cs', args: ['session', 'ask', 'Which one?'] }),
  check: () => ({ bin: 'cs-verify', args: ['--check'] }),
  status: () => ({ bin: 'cs-status', args: ['--json'] }),
  list: () => ({ bin: 'cs-promise', args: ['--list'] }),
  doctor: () => ({ bin: 'cs', args: ['doctor', '--repair'] }),
  'session start': hook('session-start'),
  'user prompt': hook('user-prompt'),
  stop: hook('stop-gate'),
};

/** What is done in another project as well. */
const ANYWHERE: ReadonlySet<string> = new Set(['create', 'check', 'status', 'list', 'doctor']);

/** What is done more often than the rest: else promises hardly come to be met. */
const OFTEN = ['meet', 'meet', 'meet', 'start', 'prove', 'verify'] as const;

export function chooseDeed(choices: Choices, place: Place): Deed {
  const often = OFTEN.flatMap((name) => {
    const kind = KINDS[name];
    return kind === undefined ? [] : [[name, kind] as const];
  });
  const kinds = [...Object.entries(KINDS), ...often];
  const [name, kind] = kinds[choices.below(kinds.length)] ?? ['status', KINDS['status']];
  const session = choices.oneOf(place.sessions as [string, ...string[]]);
  const folders = [place.folder, place.folder, join(place.folder, 'sub'), place.linked] as const;
  const isAnywhere = ANYWHERE.has(name) && choices.inHundred(30);
  const cwd = isAnywhere ? place.other : choices.oneOf([...folders]);
  const chosen = kind?.(choices, place) ?? { bin: 'cs-status', args: ['--json'] };
  return { name, session, cwd, left: () => undefined, ...chosen };
}
