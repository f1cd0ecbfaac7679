import { judgingProcess } from '../adapters/environment.ts';
import { runsInside } from '../adapters/node-ancestry.ts';

/** Whether this runs inside an agent that judges for this suite: what it judges must not hold it up. */
export function isInsideJudge(): boolean {
  const judging = judgingProcess();
  return judging !== undefined && runsInside(judging, isOwnCommand);
}

/** Whether a command line is one of this suite's, itself or run by Node: no other process asks its judge. */
function isOwnCommand([program = '', ...args]: readonly string[]): boolean {
  const isNode = /(?:^|[\\/])node(?:\.exe)?$/.test(program);
  const script = isNode ? args.find((word) => !word.startsWith('-')) : program;
  return /(?:^|[\\/])cs(?:-verify|-stop-gate)?(?:\.cjs)?$/.test(script ?? '');
}
