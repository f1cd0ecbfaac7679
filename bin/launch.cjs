'use strict';

const { load } = require('./load.cjs');

/**
 * Runs one command line: the check, the stop gate and the status line in fast lanes, everything else in the full one.
 *
 * @param {string} program the name that the command was called by
 */
exports.launch = (program) => {
  const args = process.argv.slice(2);
  const isSuite = program === 'cs' || program === 'completion-promise';
  const project = isSuite ? args.slice(0, projectWords(args[0])) : [];
  const command = isSuite ? args[project.length] : program.slice('cs-'.length);
  const ownArgs = isSuite ? [...project, ...args.slice(project.length + 1)] : args;
  const isAsking = ownArgs.some((arg) => arg === '--check' || arg.startsWith('--check='));
  const isCheck = command === 'check' || (command === 'verify' && isAsking);
  const isGate = command === 'stop-gate';
  const isStatusLine = isSuite && command === 'statusline';
  const frequent = isSuite ? FREQUENT.get(command) : undefined;
  /** @param {unknown} error */
  const fail = (error) => {
    // What cannot be loaded has checked nothing: the gate stays shut.
    process.exitCode = isCheck || isGate ? 2 : 1;
    process.stderr.write(`Error: completion-promise cannot start: ${adviceOn(error)}\n`);
  };
  /** Node ends where nothing is waited for any more, be a command done or not: that is no success. */
  const failUndone = () => {
    process.exitCode = isCheck || isGate ? 2 : 1;
    process.stderr.write(
      'Error: completion-promise ended before it was done: it is unknown whether a change was made.\n',
    );
  };
  /** Whether a lane takes the command line. */
  const takes = (/** @type {Promise<void> | boolean} */ running) => {
    if (typeof running === 'object') {
      process.once('beforeExit', failUndone);
      running.catch(fail).finally(() => process.off('beforeExit', failUndone));
    }
    return running !== false;
  };
  try {
    const checkArgs = command === 'check' ? ['--check', ...ownArgs] : ownArgs;
    if (isCheck && takes(load('check').runCheckLane(checkArgs, isSuite ? program : 'drop-in')))
      return;
    if (isGate && takes(load('stop-gate').runStopGateLane(ownArgs))) return;
    if (isStatusLine && takes(load('check').runStatusLineLane(ownArgs))) return;
    if (frequent && takes(load(frequent).runLane(program, command, ownArgs))) return;
    takes(load('cs').runCli(program, args));
  } catch (error) {
    fail(error);
  }
};

/** The lanes of the commands that are called most often. */
const FREQUENT = new Map([
  ['meet', 'meet'],
  ['session-start', 'session-hooks'],
  ['user-prompt', 'session-hooks'],
]);

/**
 * How many words before the command name the project: `cs -C <folder> check`.
 *
 * @param {string | undefined} first
 */
function projectWords(first = '') {
  if (first === '-C' || first === '--project') return 2;
  return /^(?:-C|--project=)./s.test(first) ? 1 : 0;
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
