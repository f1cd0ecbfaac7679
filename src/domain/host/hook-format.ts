import type { HookShell } from './hook-command.ts';

/** How the hosts write hooks into their settings. */
export interface HookFormat {
  /** Whether the list of an event holds groups, whose hooks have a matcher in common, or the hooks themselves. */
  readonly isGrouped: boolean;
  /** Where a hook has its line for a shell, and what else it says for that shell. */
  readonly lines: Readonly<Partial<Record<HookShell, HookLineKey>>>;
  /** The key of a hook's timeout, and how many milliseconds one of its unit takes. */
  readonly timeout: string;
  readonly unitMs: 1 | 1000;
  /** How long the host waits for a hook without a timeout, in that unit. */
  readonly usualTimeout: number;
  /** The same for a hook of prompts, where that is another. */
  readonly usualPromptTimeout?: number;
  /** The longest that it lets the hook of a session's end run: more than that it cuts, and says so at every end. */
  readonly mostAtEnd?: number;
  /** What every document holds, every hook, and every hook that may block. */
  readonly document: Members;
  readonly entry: Members;
  readonly gate: Members;
  /** Whether the host reads comments in it. */
  readonly isCommented: boolean;
}

interface HookLineKey {
  readonly key: string;
  readonly also?: Members;
}

type Members = { readonly [key: string]: unknown };

/** The format of Claude Code, which other hosts have taken over. */
export const GROUPED_IN_SECONDS = {
  isGrouped: true,
  lines: {
    posix: { key: 'command' },
    powershell: { key: 'command', also: { shell: 'powershell' } },
  },
  timeout: 'timeout',
  unitMs: 1000,
  usualTimeout: 600,
  document: {},
  entry: { type: 'command' },
  gate: {},
  isCommented: false,
} as const satisfies HookFormat;

/** A format of hooks without groups, in JSON that is the suite's to write. */
export const PLAIN = {
  isGrouped: false,
  lines: { posix: { key: 'command' } },
  timeout: 'timeout',
  document: {},
  entry: {},
  gate: {},
  isCommented: false,
} as const satisfies Partial<HookFormat>;
