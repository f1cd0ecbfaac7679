'use strict';

const { fstatSync, statSync } = require('node:fs');
const { keepCompiled, load } = require('./load.cjs');

/**
 * Runs the command line of this process.
 *
 * @param {string} program the name that the command was called by
 */
exports.launch = (program) => {
  keepCompiled();
  run(program, process.argv.slice(2), load, process, isTerminal);
};

/** Whether a person reads stdout. What tells for certain loads Node's sockets, which takes longer than a lane. */
function isTerminal() {
  try {
    const there = fstatSync(1);
    if (!there.isCharacterDevice() || there.rdev === nullDevice()) return false;
    return require('node:tty').isatty(1);
  } catch {
    return false;
  }
}

/** The number of the null device; undefined where the system has none at this path, as Windows. */
function nullDevice() {
  return statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}

/**
 * The files of `dist/` with the commands that are called most often, and the option that such a call has, if it takes
 * one. What a lane does not know it leaves to the full one, which every other command is in, and which lays out for the
 * width of a terminal what a lane prints `forPrograms`.
 */
const LANES = [
  { command: 'check', file: 'check', forPrograms: true },
  { command: 'verify', option: '--check', file: 'check', forPrograms: true },
  { command: 'statusline', file: 'check' },
  { command: 'stop-gate', file: 'stop-gate' },
  { command: 'meet', file: 'meet' },
  { command: 'promise', option: '--meet', file: 'meet' },
  { command: '', file: 'status' },
  { command: 'status', file: 'status' },
  { command: '--help', file: 'help' },
  { command: 'report', file: 'report' },
  { command: 'session-start', file: 'session-hooks' },
  { command: 'user-prompt', file: 'session-hooks' },
];

/**
 * Runs one command line, in a lane or in the full suite: each reads its words by itself.
 *
 * @param {string} program the name that the command was called by
 * @param {readonly string[]} args
 * @param {(name: string) => any} load gives what a file of `dist/` exports
 * @param {Pick<NodeJS.Process, 'exitCode' | 'off' | 'once' | 'stderr'>} process what the command ends in
 * @param {() => boolean} isTerminal whether a terminal shows what is printed
 * @returns {Promise<void>} its end
 */
async function run(program, args, load, process, isTerminal) {
  const isSuite = program === 'cs' || program === 'completion-promise';
  const [command = '', ...words] = isSuite ? args : [program.slice('cs-'.length), ...args];
  /** @param {string} message */
  const fail = (message) => {
    // What did not run to its end has checked nothing: the gate stays shut.
    process.exitCode = isGate(isSuite ? args.slice(0, 3) : [command], args) ? 2 : 1;
    process.stderr.write(`Error: completion-promise ${message}\n`);
  };
  /** Node ends where nothing is waited for any more, be a command done or not: that is no success. */
  const failUndone = () =>
    fail('ended before it was done: it is unknown whether a change was made.');
  const lane = LANES.find(
    (one) =>
      one.command === command &&
      (one.option === undefined || words.includes(one.option)) &&
      !(one.forPrograms && isTerminal()),
  );
  try {
    /** A lane gives its end, or false where the command line asks for more than it knows. */
    const running =
      (lane !== undefined && load(lane.file).runLane(program, command, words)) ||
      load('cs').runCli(program, args);
    if (typeof running !== 'object') return;
    process.once('beforeExit', failUndone);
    await running;
  } catch (error) {
    fail(`cannot start: ${adviceOn(error)}`);
  } finally {
    process.off('beforeExit', failUndone);
  }
}
exports.run = run;

/**
 * Whether a command line asks if a session may end.
 *
 * @param {readonly string[]} first the words among which the command is: the project may stand before it
 * @param {readonly string[]} args
 */
function isGate(first, args) {
  return (
    first.includes('stop-gate') ||
    first.includes('check') ||
    (first.includes('verify') && args.some((arg) => /^--check(?:=|$)/.test(arg)))
  );
}

/**
 * What is wrong, and what to do. Not in the words of the system: Claude Code takes a hook that says `no such file`
 * for one that is not installed, and does not block.
 *
 * @param {NodeJS.ErrnoException} error
 */
function adviceOn(error) {
  if (error.syscall === 'uv_cwd')
    return 'the current folder was removed; change to an existing one';
  const fault = error.code === 'ENOENT' ? `${error.path ?? 'a part of it'} is missing` : error;
  return `${fault}; reinstall it, or in its checkout: npm run build`;
}
