import type { Outcome } from '../worlds/project.ts';
import { type GateOutput, outputOf, stopPayload } from '../worlds/stop-gate.ts';
import type { Choices } from './chance.ts';
import type { FleetRecord } from './fleet-record.ts';

/** Where a writer works: runs a command of the suite as a session, and may kill it. */
export type RunAs = (
  session: string,
  bin: string,
  args: readonly string[],
  input?: string,
) => Promise<Outcome>;

/** A session that promises, meets, releases, adopts and closes, one deed after the other. */
export interface FleetWriter {
  deed(): Promise<void>;
}

/** The promise that a session holds for certain. */
interface Held {
  readonly id: string;
  /** What is known of each of its two criteria. */
  readonly criteria: Map<string, 'pending' | 'met' | 'unknown'>;
  readonly answered: Set<string>;
  /** Whether it may hold further answers: of an earlier owner's validator, or of a command whose end is unknown. */
  mayHoldMore: boolean;
}

const CRITERIA = ['AC-1', 'AC-2'] as const;

export function createFleetWriter(
  session: string,
  run: RunAs,
  choices: Choices,
  record: FleetRecord,
): FleetWriter {
  let held: Held | undefined;
  let count = 0;
  const validator = `validator-of-${session}`;

  async function promise(): Promise<void> {
    const made = await run(session, 'cs', ['do', 'A promise', '--ac', 'first', '--ac', 'second']);
    const id = /promise-[0-9a-f]{8}/.exec(made.stdout)?.[0];
    const known = record.add('promise.created', undefined, session, made);
    if (known === 'made' && id !== undefined) held = heldOf(id, 'pending');
  }

  async function adopt(): Promise<void> {
    const adopted = await run(session, 'cs', ['promise', 'adopt', '--next']);
    const id = /promise-[0-9a-f]{8}/.exec(adopted.stdout)?.[0];
    const known = record.add('promise.adopted', undefined, session, adopted);
    if (known !== 'made' || id === undefined) return;
    record.taken(id, session);
    held = heldOf(id, 'unknown');
  }

  async function meet({ criteria, id }: Held): Promise<void> {
    const criterion = choices.oneOf(CRITERIA);
    count += 1;
    const evidence = `${session} saw ${count}`;
    const words = ['meet', id, '--ac-id', criterion, '--evidence', evidence];
    const known = record.add('criterion.met', id, session, await run(session, 'cs', words));
    record.met(id, criterion, evidence, known);
    if (known === 'made') criteria.set(criterion, 'met');
    if (known === 'unknown') criteria.set(criterion, 'unknown');
  }

  async function validate(of: Held): Promise<void> {
    const { answered, id } = of;
    const criterion = choices.oneOf(CRITERIA);
    const words = ['promise', 'validate', id, criterion, '--pass', '--reason', 'looked'];
    const outcome = await run(validator, 'cs', words);
    const known = record.add('validation.stored', id, validator, outcome);
    if (known === 'made') answered.add(criterion);
    if (known === 'unknown') of.mayHoldMore = true;
  }

  async function verify({ answered, criteria, id, mayHoldMore }: Held): Promise<void> {
    const outcome = await run(session, 'cs-verify', ['--promise', id]);
    const known = record.add('promise.verified', id, session, outcome);
    const isShut = CRITERIA.some((one) => criteria.get(one) === 'pending');
    if (known === 'made' && isShut) record.wrong(`${id} was closed with open criteria`);
    if (known === 'made' && answered.size === 0 && !mayHoldMore) {
      record.wrong(`${id} was closed without answers`);
    }
    if (known !== 'failed') held = undefined;
  }

  async function release({ id }: Held): Promise<void> {
    record.offered(id);
    const outcome = await run(session, 'cs', ['promise', 'release', id]);
    const known = record.add('promise.released', id, session, outcome);
    if (known === 'failed') record.kept(id, session);
    else held = undefined;
  }

  async function stop({ criteria, id }: Held): Promise<void> {
    const payload = stopPayload(session, { stop_hook_active: choices.inHundred(60) });
    const outcome = await run(session, 'cs-stop-gate', [], JSON.stringify(payload));
    if (outcome.signal !== null) return;
    const answer = outputOf(outcome);
    const isOpen = CRITERIA.some((one) => criteria.get(one) === 'pending');
    record.stopped(isOpen, passOf(answer), `${id}: ${JSON.stringify(answer)}`);
  }

  async function check({ criteria, id }: Held): Promise<void> {
    const { code, signal, stderr } = await run(session, 'cs-verify', ['--check']);
    const isOpen = CRITERIA.some((one) => criteria.get(one) === 'pending');
    if (signal === null && isOpen && code !== 2) {
      record.wrong(`${id} is open, and its check ended with ${code}: ${stderr}`);
    }
  }

  return {
    deed() {
      if (held === undefined) return choices.inHundred(40) ? adopt() : promise();
      const { answered, criteria } = held;
      const isDone =
        answered.size === CRITERIA.length && CRITERIA.every((one) => criteria.get(one) === 'met');
      if (isDone && choices.inHundred(80)) return verify(held);
      const act = choices.oneOf([
        meet,
        meet,
        meet,
        validate,
        validate,
        stop,
        check,
        verify,
        release,
      ]);
      return act(held);
    },
  };
}

function heldOf(id: string, known: 'pending' | 'unknown'): Held {
  return {
    id,
    criteria: new Map(CRITERIA.map((one) => [one, known])),
    answered: new Set(),
    mayHoldMore: known === 'unknown',
  };
}

/** How a stop gate answered. */
function passOf({ decision, systemMessage = '' }: GateOutput): string {
  if (decision === 'block') return 'blocked';
  if (systemMessage.includes('NOT CHECKED')) return 'let go NOT CHECKED';
  return /not complete/i.test(systemMessage) ? 'capped' : 'let go';
}
