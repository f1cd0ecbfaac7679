import { PROJECT } from './commands.ts';
import type { DeedName, Kind, Weights } from './kinds.ts';
import type { SeededChance } from './machine/chance.ts';
import type { KnownPromise } from './record.ts';

/** What people do. Each deed is a command of a session, or something that is no command of the suite at all. */

export interface CommandDeed {
  readonly is: 'command';
  readonly session: string;
  readonly user: number;
  readonly bin: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly variables: Readonly<Record<string, string>>;
  /** What it means to whoever keeps the record. */
  readonly means: Meaning;
}

export type Meaning =
  | { readonly what: 'make' | 'stop' | 'check' | 'look' | 'prompt' | 'other' }
  | {
      readonly what: 'meet';
      readonly id: string;
      readonly criterion: string;
      readonly evidence: string;
    }
  | { readonly what: 'prove' | 'verify' | 'cancel' | 'release' | 'adopt'; readonly id: string };

/** Deeds of others, in one step or several: between two of them commands run on. */
export type OutsideDeed = {
  readonly is:
    | 'edit'
    | 'script'
    | 'backup'
    | 'restore'
    | 'jump'
    | 'cut'
    | 'full'
    | 'room'
    | 'pause';
};

export type Deed = CommandDeed | OutsideDeed;

interface Person {
  readonly session: string;
  readonly user: number;
  readonly host: Host;
}

interface Host {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  stop(session: string, turn: number): object;
}

const TURN = 'That is done.';

/** The dialects of the hosts, and one that invents what it says. */
const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    variables: { CLAUDECODE: '1', CLAUDE_PROJECT_DIR: PROJECT },
    stop: (session, turn) => ({
      session_id: session,
      cwd: PROJECT,
      hook_event_name: 'Stop',
      permission_mode: 'default',
      stop_hook_active: turn > 0,
      last_assistant_message: TURN,
    }),
  },
  {
    name: 'codex',
    variables: { CLAUDE_PROJECT_DIR: PROJECT },
    stop: (session, turn) => ({
      session_id: session,
      turn_id: `t-${turn}`,
      transcript_path: null,
      cwd: PROJECT,
      model: 'gpt-5',
      hook_event_name: 'Stop',
      stop_hook_active: turn > 0,
      last_assistant_message: TURN,
    }),
  },
  {
    name: 'gemini',
    variables: { GEMINI_PROJECT_DIR: PROJECT, CLAUDE_PROJECT_DIR: PROJECT },
    stop: (session, turn) => ({
      session_id: session,
      cwd: PROJECT,
      timestamp: `2026-11-27T12:00:${String(turn % 60).padStart(2, '0')}.000Z`,
      hook_event_name: 'AfterAgent',
      prompt: 'do it',
      prompt_response: TURN,
      stop_hook_active: turn > 0,
    }),
  },
  {
    name: 'copilot',
    variables: { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: PROJECT, CLAUDE_PROJECT_DIR: PROJECT },
    stop: (session, turn) => ({
      sessionId: session,
      timestamp: 1795616555843 + turn,
      cwd: PROJECT,
      stopReason: 'end_turn',
      stop_hook_active: turn > 0,
    }),
  },
  {
    name: 'opencode',
    variables: { OPENCODE: '1', CLAUDE_PROJECT_DIR: PROJECT },
    stop: (session, turn) => ({
      host: 'opencode',
      session_id: session,
      cwd: PROJECT,
      hook_event_name: 'Stop',
      message_id: `msg_${turn}`,
      last_assistant_message: TURN,
    }),
  },
  {
    name: 'one that invents its lines',
    variables: { CLAUDE_PROJECT_DIR: PROJECT },
    stop: (session, turn) => ({
      session_id: session,
      cwd: PROJECT,
      hook_event_name: 'Stop',
      mood: turn * 7919,
      stop_hook_active: turn % 3 === 0,
      last_assistant_message: `${TURN} ${turn * 104729}`,
    }),
  },
];

/** Those who take part in a story. */
export interface People {
  /** What happens next, by chance and by what is known. */
  next(known: ReadonlyMap<string, KnownPromise>): Deed;
}

/** Whatever has more weight comes more often; undefined where nothing has any. */
export function chosenBy<Name extends string>(
  chance: SeededChance,
  weights: Weights<Name>,
  outOf = Object.values<number | undefined>(weights).reduce<number>((sum, one = 0) => sum + one, 0),
): Name | undefined {
  let left = chance.below(outOf);
  for (const name in weights) {
    left -= weights[name] ?? 0;
    if (left < 0) return name;
  }
  return undefined;
}

const THOUSAND = 1000;

/** In each story some deeds are left out, and some are common: what needs many of one is told sooner or later. */
function leaning(chance: SeededChance, weights: Weights<DeedName>): Weights<DeedName> {
  const some = Object.entries(weights).map(([name, weight]) => [
    name,
    weight * chance.oneOf([0, 1, 1, 4]),
  ]);
  return { ...Object.fromEntries(some), make: weights.make, meet: weights.meet };
}

export function createPeople(chance: SeededChance, kind: Kind): People {
  const people: readonly Person[] = ['s-1', 's-2', 's-3', 's-4'].map((session, index) => ({
    session,
    // The last one is another user of the machine.
    user: index === 3 ? 1001 : 1000,
    host: chance.oneOf(HOSTS),
  }));
  const weights = kind.sessions === people.length ? leaning(chance, kind.deeds) : kind.deeds;
  let count = 0;
  return {
    next(known) {
      const outside = chosenBy(chance, kind.outside, THOUSAND);
      if (outside !== undefined) return { is: outside };
      count += 1;
      const moment = { chance, count, kind, person: chance.oneOf(people.slice(0, kind.sessions)) };
      const { person } = moment;
      const mine = openOf(person.session, known);
      if (mine.length > 0) {
        const name = chosenBy(chance, weights) ?? 'meet';
        return DEEDS[name](moment, chance.oneOf(mine));
      }
      const free = openOf(null, known);
      if (free.length === 0 || chance.inHundred(50)) return make(moment);
      const id = chance.oneOf(free);
      return run(person, 'cs-promise', ['--adopt', id], { what: 'adopt', id });
    },
  };
}

/** Who does something, and as the how many-th of a story. */
interface Moment {
  readonly person: Person;
  readonly count: number;
  readonly kind: Kind;
  readonly chance: SeededChance;
}

function make({ count, kind, person }: Moment): Deed {
  const criteria = kind.criteria.flatMap((id) => ['--ac', `What ${id} asks for`]);
  return run(person, 'cs', ['do', `Promise ${count}`, ...criteria], { what: 'make' });
}

/** What a session does that has an open promise. */
const DEEDS: Readonly<Record<DeedName, (moment: Moment, id: string) => Deed>> = {
  stop: ({ count, person }) =>
    run(person, 'cs-stop-gate', [], { what: 'stop' }, stopIn(person, count)),
  check: ({ person }) => run(person, 'cs-verify', ['--check'], { what: 'check' }),
  look: ({ person }) => run(person, 'cs', ['status', '--json'], { what: 'look' }),
  ask: ({ person }) => run(person, 'cs', ['session', 'ask', 'Which one?'], { what: 'other' }),
  prompt: ({ chance, count, person }) => {
    const payload = promptIn(person, count, chance.inHundred(40));
    return run(person, 'cs', ['user-prompt'], { what: 'prompt' }, payload);
  },
  make,
  run: ({ person }, id) =>
    run(person, 'cs', ['meet', id, 'AC-1', ...BY_COMMAND], { what: 'prove', id }),
  meet: ({ chance, count, kind, person }, id) => {
    const criterion = chance.oneOf(kind.met);
    const evidence = `${person.session} saw ${count}`;
    const means = { what: 'meet', id, criterion, evidence } as const;
    return run(person, 'cs', ['meet', id, criterion, '--evidence', evidence], means);
  },
  prove: ({ person }, id) => run(person, 'cs', ['prove', id], { what: 'prove', id }),
  verify: ({ person }, id) => {
    const args = ['--promise', id, '--skip-validation-check'];
    return run(person, 'cs-verify', args, { what: 'verify', id });
  },
  cancel: ({ person }, id) => run(person, 'cs-promise', ['--cancel', id], { what: 'cancel', id }),
  release: ({ person }, id) =>
    run(person, 'cs-promise', ['--release', id], { what: 'release', id }),
  more: ({ count, person }, id) =>
    run(person, 'cs-promise', ['--add-ac', id, `More ${count}`], { what: 'other' }),
};

const BY_COMMAND = ['--inputs', 'src/**', '--run', '--', 'grep', '-q', 'good', 'src/work.txt'];

function run(
  { host, session, user }: Person,
  bin: string,
  args: readonly string[],
  means: Meaning,
  input = '',
): CommandDeed {
  const variables = {
    ...host.variables,
    HOME: user === 1000 ? '/home/one' : '/home/two',
    PATH: '/usr/bin',
    CLAUDE_SESSION_ID: session,
  };
  return { is: 'command', session, user, bin, args, input, means, variables };
}

function stopIn({ host, session }: Person, turn: number): string {
  return JSON.stringify(host.stop(session, turn));
}

function promptIn({ host, session }: Person, turn: number, isInterrupted: boolean): string {
  return JSON.stringify({
    ...host.stop(session, turn),
    hook_event_name: 'UserPromptSubmit',
    prompt: 'go on',
    // OpenCode says so of the turn before; to the others it says nothing.
    ...(isInterrupted ? { interrupted: true } : {}),
  });
}

/** The promises of a session, or of nobody, that are open as far as is known. */
function openOf(owner: string | null, known: ReadonlyMap<string, KnownPromise>): readonly string[] {
  return [...known]
    .filter(([, one]) => one.owner === owner && one.closed === undefined)
    .map(([id]) => id);
}
