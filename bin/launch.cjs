'use strict';

const { keepCompiled, load } = require('./load.cjs');

/**
 * Runs the command line of this process.
 *
 * @param {string} program the name that the command was called by
 */
exports.launch = (program) => {
  keepCompiled();
  run(program, process.argv.slice(2), load, process);
};

/**
 * Runs one command line: the check, the stop gate and the status line in fast lanes, everything else in the full one.
 *
 * @param {string} program the name that the command was called by
 * @param {readonly string[]} args
 * @param {(name: string) => any} load gives what a file of `dist/` exports
 * @param {Pick<NodeJS.Process, 'exitCode' | 'off' | 'once' | 'stderr'>} process what the command ends in
 * @returns {Promise<void>} its end
 */
async function run(program, args, load, process) {
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
  /** A lane gives its end, or false where the command line asks for more than it knows. */
  const started = () => {
    const checkArgs = command === 'check' ? ['--check', ...ownArgs] : ownArgs;
    return (
      (isCheck && load('check').runCheckLane(checkArgs, isSuite ? program : 'drop-in')) ||
      (isGate && load('stop-gate').runStopGateLane(ownArgs)) ||
      (isStatusLine && load('check').runStatusLineLane(ownArgs)) ||
      (frequent && load(frequent).runLane(program, command, ownArgs)) ||
      load('cs').runCli(program, args)
    );
  };
  try {
    const running = started();
    if (typeof running !== 'object') return;
    process.once('beforeExit', failUndone);
    await running;
  } catch (error) {
    fail(error);
  } finally {
    process.off('beforeExit', failUndone);
  }
}
exports.run = run;

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
