import type { Setting } from './setting.ts';
import { allWords, strongestOf } from './strictest.ts';

/** Shortest and longest time for the whole stop gate, in milliseconds: its hook has 600 s by default. */
const GATE_TIMEOUT_RANGE = { least: 5000, most: 590_000 } as const;

/** Shortest and longest time for a continuation review, start-up included, in milliseconds. */
const CONTINUATION_TIMEOUT_RANGE = { least: 1000, most: 60_000 } as const;

/** The settings of the stop gate's own checkers (DESIGN §6). */
export const STOP_GATE_SETTINGS: readonly Setting[] = [
  {
    key: 'stopGate.timeoutMs',
    type: { takes: 'milliseconds', ...GATE_TIMEOUT_RANGE },
    default: 50_000,
    summary: 'Time for the whole stop gate, reviews included; the hook needs more than that',
  },
  {
    key: 'stopGate.beads',
    type: { takes: 'yes-or-no' },
    default: true,
    summary: 'P2: a session may not end while .beads/ holds changes that are not committed',
    strictest: strongestOf(false, true),
  },
  {
    key: 'stopGate.orchestrators',
    type: { takes: 'prefixes-or-null' },
    default: 'orch-',
    summary: 'P2.5: sessions whose id begins so are told once of blocked work',
    strictest: allWords,
  },
  {
    key: 'stopGate.todos',
    type: { takes: 'yes-or-no' },
    default: true,
    summary: 'P3: a session may not end while its own todo or task list has open items',
    strictest: strongestOf(false, true),
  },
  {
    key: 'stopGate.gitStatus',
    type: { takes: 'yes-or-no' },
    default: true,
    summary: 'P4: tell the user of uncommitted changes, in sessions with promises',
  },
  {
    key: 'stopGate.availableWork',
    type: { takes: 'yes-or-no' },
    default: true,
    summary: 'P5: tell the user of work that is ready in beads',
  },
  {
    key: 'continuation.prefixes',
    type: { takes: 'prefixes-or-null' },
    default: 'system3-',
    summary: 'P3.5: sessions whose id begins so are reviewed before they end; null: none',
    strictest: allWords,
  },
  {
    key: 'continuation.model',
    type: { takes: 'model' },
    default: 'haiku',
    summary: 'Which model reviews whether such a session has more to do',
  },
  {
    key: 'continuation.timeoutMs',
    type: { takes: 'milliseconds', ...CONTINUATION_TIMEOUT_RANGE },
    default: 8000,
    summary: 'Time for a continuation review, start-up included; after it the session may end',
  },
];
