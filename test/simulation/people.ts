import { PROJECT } from './commands.ts';
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

/** What a story is about. */
export type Focus = 'all' | 'proofs' | 'stops' | 'backups';

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

/** How often in a thousand deeds others do what is no command. */
const OUTSIDE: readonly (readonly [OutsideDeed['is'], number])[] = [
  ['pause', 60],
  ['jump', 15],
  ['edit', 60],
  ['script', 15],
  ['backup', 10],
  ['restore', 8],
  ['cut', 20],
  ['full', 15],
  ['room', 30],
];

/** The same where nothing breaks: in stories of stops, and of old files that are put back. */
const UNBROKEN: Readonly<Record<string, typeof OUTSIDE>> = {
  stops: OUTSIDE.slice(0, 3),
  backups: [
    ['pause', 60],
    ['backup', 150],
    ['restore', 150],
  ],
};

function outsideDeed(at: number, focus: Focus): OutsideDeed['is'] | undefined {
  if (focus === 'proofs' && at >= 800) return 'edit';
  let left = at;
  for (const [is, often] of UNBROKEN[focus] ?? OUTSIDE) {
    if (left < often) return is;
    left -= often;
  }
  return undefined;
}

/** How many sessions take part in a story. */
const SESSIONS: Readonly<Record<Focus, number>> = { all: 4, proofs: 2, stops: 1, backups: 2 };

/** Those who take part in a story. */
export interface People {
  /** What happens next, by chance and by what is known. */
  next(known: ReadonlyMap<string, KnownPromise>): Deed;
}

export function createPeople(chance: SeededChance, focus: Focus): People {
  const people: readonly Person[] = ['s-1', 's-2', 's-3', 's-4'].map((session, index) => ({
    session,
    // The last one is another user of the machine.
    user: index === 3 ? 1001 : 1000,
    host: chance.oneOf(HOSTS),
  }));
  let turn = 0;
  let count = 0;

  const run = (
    { host, session, user }: Person,
    bin: string,
    args: readonly string[],
    means: Meaning,
    input = '',
  ): CommandDeed => ({
    is: 'command',
    session,
    user,
    bin,
    args,
    input,
    means,
    variables: {
      ...host.variables,
      HOME: user === 1000 ? '/home/one' : '/home/two',
      PATH: '/usr/bin',
      CLAUDE_SESSION_ID: session,
    },
  });
  const stop = (person: Person): Deed => {
    turn += 1;
    const payload = JSON.stringify(person.host.stop(person.session, turn));
    return run(person, 'cs-stop-gate', [], { what: 'stop' }, payload);
  };
  const prompt = (person: Person): Deed => {
    const payload = {
      ...person.host.stop(person.session, turn),
      hook_event_name: 'UserPromptSubmit',
      prompt: 'go on',
      // OpenCode says so of the turn before; to the others it says nothing.
      ...(chance.inHundred(40) ? { interrupted: true } : {}),
    };
    return run(person, 'cs', ['user-prompt'], { what: 'prompt' }, JSON.stringify(payload));
  };
  const own = ({ session }: Person, known: ReadonlyMap<string, KnownPromise>): readonly string[] =>
    [...known]
      .filter(([, one]) => one.owner === session && one.closed === undefined)
      .map(([id]) => id);

  const make = (person: Person): Deed => {
    count += 1;
    const second = focus === 'proofs' ? [] : ['--ac', 'second'];
    return run(person, 'cs', ['do', `Promise ${count}`, '--ac', 'first', ...second], {
      what: 'make',
    });
  };
  const meet = (person: Person, id: string, criterion: string): Deed => {
    const evidence = `${person.session} saw ${count}`;
    const means = { what: 'meet', id, criterion, evidence } as const;
    return run(person, 'cs', ['meet', id, criterion, '--evidence', evidence], means);
  };
  const work = (person: Person, id: string): Deed => {
    count += 1;
    const at = chance.below(100);
    if (at < (focus === 'proofs' ? 50 : 8)) {
      const words = [
        'meet',
        id,
        'AC-1',
        '--inputs',
        'src/**',
        '--run',
        '--',
        'grep',
        '-q',
        'good',
        'src/work.txt',
      ];
      return run(person, 'cs', words, { what: 'prove', id });
    }
    if (at < 45) return meet(person, id, chance.oneOf(['AC-1', 'AC-2']));
    if (at < 60) return run(person, 'cs', ['prove', id], { what: 'prove', id });
    if (at < 80)
      return run(person, 'cs-verify', ['--promise', id, '--skip-validation-check'], {
        what: 'verify',
        id,
      });
    if (at < 86) return run(person, 'cs-promise', ['--cancel', id], { what: 'cancel', id });
    if (at < 92) return run(person, 'cs-promise', ['--release', id], { what: 'release', id });
    return run(person, 'cs-promise', ['--add-ac', id, `More ${count}`], { what: 'other' });
  };
  const orphans = (known: ReadonlyMap<string, KnownPromise>): readonly string[] =>
    [...known]
      .filter(([, one]) => one.owner === null && one.closed === undefined)
      .map(([id]) => id);

  return {
    next(known) {
      const outside = outsideDeed(chance.below(1000), focus);
      if (outside !== undefined) return { is: outside };
      const person = chance.oneOf(people.slice(0, SESSIONS[focus]));
      const mine = own(person, known);
      if (mine.length === 0) {
        const free = orphans(known);
        if (free.length > 0 && chance.inHundred(50)) {
          const id = chance.oneOf(free);
          return run(person, 'cs-promise', ['--adopt', id], { what: 'adopt', id });
        }
        return make(person);
      }
      const id = chance.oneOf(mine);
      if (focus === 'stops') {
        if (chance.inHundred(70)) return stop(person);
        // A user who insists: each prompt begins a turn that may be held again.
        if (chance.inHundred(40)) return prompt(person);
        count += 1;
        if (chance.inHundred(40)) return meet(person, id, 'AC-1');
        return run(person, 'cs-promise', ['--add-ac', id, `More ${count}`], { what: 'other' });
      }
      const at = chance.below(100);
      if (at < 22) return stop(person);
      if (at < 28) return run(person, 'cs-verify', ['--check'], { what: 'check' });
      if (at < 33) return run(person, 'cs', ['status', '--json'], { what: 'look' });
      if (at < 36) return run(person, 'cs', ['session', 'ask', 'Which one?'], { what: 'other' });
      if (at < 40) return prompt(person);
      if (at < 45) return make(person);
      return work(person, id);
    },
  };
}
