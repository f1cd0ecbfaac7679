import { type CommandLine, command, lineOf } from '../commands.ts';
import { errorsOf } from '../machine/calls.ts';
import type { BeforeCall, Ended } from '../machine/direct.ts';
import { systemError } from '../machine/disk.ts';
import type { Machine } from '../machine/machine.ts';
import type { Live } from '../machine/node-process.ts';
import { type FaultCase, fileOf, type Ids } from './cases.ts';

/** What failing each call of one command once came to. */
export interface FaultRow {
  readonly name: string;
  readonly calls: number;
  readonly faults: number;
  /** How many runs ended with each exit code. */
  readonly codes: ReadonlyMap<number, number>;
  readonly wrong: readonly string[];
}

/** The exit codes of the docs: done, failed, blocked, an audit that does not fit. */
const DOCUMENTED = new Set([0, 1, 2, 3]);

export interface FaultWorld {
  readonly live: Live;
  readonly machine: Machine;
  readonly ids: Ids;
  /** Whether each call fails with every error; else each third call with one of them in turn. */
  readonly isWhole: boolean;
}

/** Has each call of a command fail once, and sees what comes of it. */
export async function failOnce(world: FaultWorld, name: string, of: FaultCase): Promise<FaultRow> {
  const { ids, isWhole, live, machine } = world;
  const line = of.line(ids);
  // What is looked for once in a process is known from here on.
  await command(live, machine.copy(), line);
  const errors: (readonly string[])[] = [];
  const plain = await command(live, machine.copy(), line, (_index, call, given) => {
    errors.push(errorsOf(call, given));
  });
  const codes = new Map<number, number>();
  const wrong: string[] = [];
  let faults = 0;
  if (of.isGate !== true && of.done !== undefined && plain.code !== 0)
    wrong.push(`without a fault: ${plain.stderr}`);
  for (const fault of faultsOf(errors, isWhole)) {
    faults += 1;
    const { code, found } = await failAt(world, line, of, fault);
    codes.set(code, (codes.get(code) ?? 0) + 1);
    wrong.push(...found);
  }
  return { name, calls: errors.length, faults, codes, wrong };
}

/** Runs a command at which one fault happens. Gives its exit code, and what is wrong then. */
async function failAt(
  { ids, live, machine }: FaultWorld,
  line: CommandLine,
  of: FaultCase,
  fault: Fault,
): Promise<{ readonly code: number; readonly found: readonly string[] }> {
  const after = machine.copy();
  const ended = await command(live, after, line, failing(fault));
  const isUntrue = ended.code === 0 && of.done?.(after.disk, ids) === false;
  const found = [
    ...wrongIn(ended, of, fault.isLasting),
    ...(isUntrue ? ['said that it was done, and it is not'] : []),
    ...lostIn(after, ids),
    ...(await wrongNext(live, after, line, of)),
  ];
  const { code, index, isLasting } = fault;
  const which = `call ${index}${isLasting ? ' and all after it' : ''}: ${code}`;
  const said = `(${ended.code}) ${ended.stdout.slice(0, 600)}${ended.stderr.slice(0, 600)}`;
  return { code: ended.code, found: found.map((what) => `${which}: ${what} ${said}`) };
}

export interface Fault {
  readonly index: number;
  readonly code: string;
  /** Whether all calls after it fail as well that may give this error. */
  readonly isLasting: boolean;
}

/** Every error of every call, once and from then on; else one of them for each third call. */
function faultsOf(errors: readonly (readonly string[])[], isWhole: boolean): readonly Fault[] {
  return errors.flatMap((all, index) => {
    if (isWhole)
      return all.flatMap((code) => [true, false].map((isLasting) => ({ index, code, isLasting })));
    const code = all[(index / 3) % Math.max(1, all.length)];
    return code === undefined ? [] : [{ index, code, isLasting: index % 4 === 0 }];
  });
}

/** Has the calls of a process fail that a fault is meant for and that may give its error. */
export function failing({ code, index, isLasting }: Fault): BeforeCall {
  return (at, call, given) => {
    const isMeant = isLasting ? at >= index : at === index;
    if (isMeant && errorsOf(call, given).includes(code))
      throw systemError(code, call, String(given[0]));
  };
}

/** What is no documented end. */
function wrongIn(
  { code, stderr, stdout }: Ended,
  { isGate = false }: FaultCase,
  isLasting = false,
): readonly string[] {
  const text = stdout + stderr;
  const errors = stderr.match(/^Error: /gm)?.length ?? 0;
  const isOpened = isGate && code === 0 && !/"decision":"block"|NOT CHECKED/.test(stdout);
  return [
    ...(DOCUMENTED.has(code) ? [] : ['an exit code that is not documented']),
    ...(/\n\s+at .*:\d+|Internal error|Uncaught|This is a bug/.test(text) ? ['a bug is told'] : []),
    ...(errors > 1 && !isLasting ? ['more than one error'] : []),
    ...(code !== 0 && text.trim() === '' ? ['failed without a word'] : []),
    ...(isOpened ? ['the gate was opened'] : []),
  ];
}

/** What was acknowledged before and is gone. */
function lostIn({ disk }: Machine, ids: Ids): readonly string[] {
  const isHere = {
    open: fileOf(disk, ids.open).includes('seen before'),
    proved: fileOf(disk, ids.proved).includes('"proof"'),
    whole: fileOf(disk, ids.whole).includes('seen whole'),
    orphan: fileOf(disk, ids.orphan) !== '',
  };
  return Object.entries(isHere).flatMap(([id, isThere]) => (isThere ? [] : [`${id} was lost`]));
}

/** The next commands work: the same again ends as documented, the gate is shut over what is open, the ledger fits. */
async function wrongNext(
  live: Live,
  machine: Machine,
  line: CommandLine,
  of: FaultCase,
): Promise<readonly string[]> {
  const again = await command(live, machine, line, undefined, 11);
  const audit = await command(live, machine, lineOf('cs store audit'), undefined, 12);
  return [
    ...wrongIn(again, of).map((what) => `then ${what}: ${again.stdout}${again.stderr}`),
    ...(audit.code === 0 ? [] : [`then the audit: ${audit.stdout}${audit.stderr}`]),
  ];
}
