/**
 * The lane of what only looks: the check and the status line read and decide the same, and share a file. The words of
 * the check's answer are another.
 */
export { runCheckLane } from './check-lane.ts';
export { runStatusLineLane } from './status-line-lane.ts';
