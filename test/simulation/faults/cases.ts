import {
  type CommandLine,
  command,
  lineOf,
  newMachine,
  PROJECT,
  STATE,
  stopOf,
} from '../commands.ts';
import type { Disk } from '../machine/disk.ts';
import type { Machine } from '../machine/machine.ts';
import type { Live } from '../machine/node-process.ts';

/** A command at which each call to the machine fails once. */
export interface FaultCase {
  readonly line: (ids: Ids) => CommandLine;
  /** What is there once it said that it was done. */
  readonly done?: (disk: Disk, ids: Ids) => boolean;
  /** Whether it asks if the session may end, which it may not. */
  readonly isGate?: boolean;
}

/** The promises of the world before: of this session, and one that nobody owns. */
export interface Ids {
  readonly open: string;
  readonly proved: string;
  readonly whole: string;
  readonly orphan: string;
}

export const fileOf = (disk: Disk, id: string): string =>
  disk.textAt(`${STATE}/promises/${id}.json`) ?? disk.textAt(`${STATE}/history/${id}.json`) ?? '';

const has = (text: string) => (disk: Disk, ids: Ids) => fileOf(disk, ids.open).includes(text);
const isMade = (disk: Disk): boolean =>
  disk
    .namesAt(`${STATE}/promises`)
    .some((name) => fileOf(disk, name.slice(0, -5)).includes('A new one'));

const VALIDATION = JSON.stringify({
  task_id: 't',
  verdict: 'PASS',
  criteria_results: [],
  timestamp: '2026-11-27T12:00:00Z',
});

export const CASES: Readonly<Record<string, FaultCase>> = {
  'cs do': {
    line: () => lineOf('cs do "A new one" --ac first'),
    done: isMade,
  },
  'cs-promise --create': {
    line: () => lineOf('cs-promise --create "A new one" --ac first'),
    done: isMade,
  },
  'cs-promise --add-ac': {
    line: ({ open }) => lineOf(`cs-promise --add-ac ${open} "A further one"`),
    done: has('A further one'),
  },
  'cs promise --add-check': {
    line: ({ open }) => lineOf(`cs promise --add-check ${open} --ac-id AC-1 --command "true"`),
    done: has('"checks"'),
  },
  'cs meet': {
    line: ({ open }) => lineOf(`cs meet ${open} AC-2 --evidence "seen now"`),
    done: has('seen now'),
  },
  'cs prove': { line: ({ proved }) => lineOf(`cs prove ${proved}`) },
  'cs verify': {
    line: ({ whole }) => lineOf(`cs-verify --promise ${whole} --skip-validation-check`),
    // Where it cannot be moved it has ended where it is, and is moved later.
    done: (disk, { whole }) => fileOf(disk, whole).includes('"verified"'),
  },
  'cs-store-validation': {
    line: ({ open }) => {
      const { args, bin } = lineOf(`cs-store-validation --promise ${open} --ac-id AC-1 --response`);
      return { bin, args: [...args, VALIDATION] };
    },
    done: (disk, { open }) =>
      disk.textAt(`${STATE}/validations/${open}/AC-1-validation.json`)?.includes('PASS') === true,
  },
  'cs-promise --release': {
    line: ({ open }) => lineOf(`cs-promise --release ${open}`),
    done: has('"owned_by": null'),
  },
  'cs-promise --adopt': {
    line: ({ orphan }) => lineOf(`cs-promise --adopt ${orphan}`),
    done: (disk, { orphan }) => fileOf(disk, orphan).includes('"owned_by": "s-1"'),
  },
  'cs-promise --cancel': {
    line: ({ open }) => lineOf(`cs-promise --cancel ${open}`),
    // Where it cannot be moved it is cancelled where it is, and is moved later.
    done: has('"cancelled"'),
  },
  'cs session ask': {
    line: () => lineOf('cs session ask "Which one?"'),
  },
  'cs check': { line: () => lineOf('cs check'), isGate: true },
  'cs-verify --check': { line: () => lineOf('cs-verify --check --verbose'), isGate: true },
  'cs-stop-gate': { line: () => lineOf('cs-stop-gate', stopOf('s-1')), isGate: true },
  'cs session-start': {
    line: () =>
      lineOf(
        'cs session-start',
        JSON.stringify({
          session_id: 's-1',
          hook_event_name: 'SessionStart',
          cwd: PROJECT,
          source: 'startup',
        }),
      ),
  },
  'cs user-prompt': {
    line: () =>
      lineOf(
        'cs user-prompt',
        JSON.stringify({
          session_id: 's-1',
          hook_event_name: 'UserPromptSubmit',
          cwd: PROJECT,
          prompt: 'go on',
        }),
      ),
  },
  'cs status': { line: () => lineOf('cs status') },
  'cs status --json': { line: () => lineOf('cs status --json') },
  'cs report': { line: () => lineOf('cs report') },
  'cs log': { line: () => lineOf('cs log') },
  'cs cost': { line: () => lineOf('cs cost') },
  'cs store audit': { line: () => lineOf('cs store audit') },
  'cs promise --list': { line: () => lineOf('cs-promise --list') },
  'cs promise --show': { line: ({ open }) => lineOf(`cs-promise --show ${open}`) },
  'cs-init': { line: () => lineOf('cs-init --initiative x') },
  'cs config': { line: () => lineOf('cs config') },
  'cs statusline': { line: () => lineOf('cs statusline', '{"session_id":"s-1"}') },
  'cs doctor': { line: () => lineOf('cs doctor') },
  'cs setup': { line: () => lineOf('cs setup --yes') },
};

/** The world before each command. */
export async function prepare(
  live: Live,
): Promise<{ readonly machine: Machine; readonly ids: Ids }> {
  const machine = newMachine();
  const run = async (text: string, session = 's-1'): Promise<string> => {
    seed += 1;
    const { code, stderr, stdout } = await command(
      live,
      machine,
      { ...lineOf(text), session },
      undefined,
      seed,
    );
    if (code !== 0) throw new Error(`${text}: ${stdout}${stderr}`);
    return /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? '';
  };
  let seed = 0;
  const open = await run('cs do Open --ac first --ac second');
  await run(`cs meet ${open} AC-1 --evidence "seen before"`);
  const proved = await run('cs do Proved --check "grep -q good src/work.txt"');
  await run(`cs prove ${proved}`);
  const whole = await run('cs do Whole --ac first');
  await run(`cs meet ${whole} AC-1 --evidence "seen whole"`);
  const orphan = await run('cs do Orphan --ac first', 's-2');
  await run(`cs promise --release ${orphan}`, 's-2');
  return { machine, ids: { open, proved, whole, orphan } };
}
