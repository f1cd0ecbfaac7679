import type { WithinTime } from '../ports.ts';

/**
 * Does synchronous work for at most so many milliseconds; undefined where it takes longer. Functions of this context
 * and regular expressions are interrupted as well as what a script does itself. What the work throws is thrown.
 */
export const withinTime: WithinTime = (work, mostMs) => {
  const { runInNewContext } = process.getBuiltinModule('node:vm');
  try {
    return { value: runInNewContext('work()', { work }, { timeout: mostMs }) };
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
};

/** The error may belong to another context, in which it is an instance of another class. */
function isTimeout(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
