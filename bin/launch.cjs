'use strict';

const { load } = require('./load.cjs');

/**
 * Runs one command line: the check, the stop gate and the status line in fast lanes, everything else in the full one.
 *
 * @param {string} program the name that the command was called by
 */
exports.launch = (program) => {
  const args = process.argv.slice(2);
  const isVerify = program === 'cs-verify' || (program === 'cs' && args[0] === 'verify');
  const isCheck = isVerify && args.some((arg) => arg === '--check' || arg.startsWith('--check='));
  const isGate = program === 'cs-stop-gate' || (program === 'cs' && args[0] === 'stop-gate');
  const isStatusLine = program === 'cs' && args[0] === 'statusline';
  try {
    const ownArgs = program === 'cs' ? args.slice(1) : args;
    if (isCheck && load('check').runCheckLane(ownArgs)) return;
    if (isGate && load('stop-gate').runStopGateLane(ownArgs)) return;
    if (isStatusLine && load('statusline').runStatusLineLane(ownArgs)) return;
    load('cs').runCli(program, args);
  } catch (error) {
    // What cannot be loaded has checked nothing: the gate stays shut.
    process.exitCode = isCheck || isGate ? 2 : 1;
    process.stderr.write(`Error: completion-promise cannot start: ${adviceOn(error)}\n`);
  }
};

/**
 * What is wrong, and what to do. Not in the words of the system: Claude Code takes a hook that says `no such file`
 * for one that is not installed, and does not block.
 *
 * @param {NodeJS.ErrnoException} error
 */
function adviceOn(error) {
  if (error.syscall === 'uv_cwd') return 'the current folder was removed; go to one that is there';
  const fault = error.code === 'ENOENT' ? `${error.path ?? 'a part of it'} is missing` : error;
  return `${fault}; reinstall it, or in its checkout: npm run build`;
}
