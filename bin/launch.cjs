'use strict';

const { load } = require('./load.cjs');

/**
 * Runs one command line: the stop gate's question in the fast lane, everything else in the full one.
 *
 * @param {string} program the name that the command was called by
 */
exports.launch = (program) => {
  const args = process.argv.slice(2);
  const isVerify = program === 'cs-verify' || (program === 'cs' && args[0] === 'verify');
  const isCheck = isVerify && args.some((arg) => arg === '--check' || arg.startsWith('--check='));
  try {
    const checkArgs = program === 'cs' ? args.slice(1) : args;
    if (isCheck && load('check').runCheckLane(checkArgs)) return;
    load('cs').runCli(program, args);
  } catch (error) {
    // What cannot be loaded has checked nothing: the gate stays shut.
    process.exitCode = isCheck ? 2 : 1;
    const advice =
      error.syscall === 'uv_cwd'
        ? 'the current folder was removed; go to one that is there'
        : `${error}; reinstall it, or in its checkout: npm run build`;
    process.stderr.write(`Error: completion-promise cannot start: ${advice}\n`);
  }
};
