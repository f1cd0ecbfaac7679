import * as report from '../../../src/cli/commands/report.ts';
import * as check from '../../../src/cli/looking-lane.ts';
import * as meet from '../../../src/cli/meet-lane.ts';
import * as cs from '../../../src/cli/run.ts';
import * as sessionHooks from '../../../src/cli/session-hooks-lane.ts';
import * as status from '../../../src/cli/status-lane.ts';
import * as stopGate from '../../../src/cli/stop-gate-lane.ts';

/** The lanes, by the files of `dist/` that they are bundled into. */
const LANES: Readonly<Record<string, object>> = {
  check,
  cs,
  meet,
  report,
  'session-hooks': sessionHooks,
  status,
  'stop-gate': stopGate,
};

export { findSurroundingsBy } from '../../../src/adapters/surroundings.ts';

export function laneNamed(name: string): object {
  const lane = LANES[name];
  if (lane === undefined) throw new Error(`no lane ${name}`);
  return lane;
}
