import { judgingProcess } from './environment.ts';
import { runsInside } from './node-ancestry.ts';

/** Whether this process runs inside an agent that judges for this suite. What it judges must not block it. */
export function isInsideJudge(): boolean {
  const judging = judgingProcess();
  return judging !== undefined && runsInside(judging, isOwnCommand);
}

/** Whether a command line runs a program of this suite: only those start an agent that judges. */
function isOwnCommand([program = '', ...args]: readonly string[]): boolean {
  const isNode = /(?:^|[\\/])node(?:\.exe)?$/.test(program);
  const script = isNode ? args.find((word) => !word.startsWith('-')) : program;
  return /(?:^|[\\/])cs(?:-verify|-promise|-stop-gate)?(?:\.cjs)?$/.test(script ?? '');
}
