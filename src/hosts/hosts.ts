import type { HookHost } from '../domain/host/hook-host.ts';
import { claudeCode } from './claude-code/host.ts';
import { claudeCodeSetup } from './claude-code/setup.ts';
import { codex } from './codex/host.ts';
import { copilot } from './copilot/host.ts';
import { cursor } from './cursor/host.ts';
import { gemini } from './gemini/host.ts';
import type { HostSetup } from './host.ts';
import { opencode } from './opencode/host.ts';

/** The table of all hosts. Where several may have called a hook, the first of them has. */
export const HOSTS = [
  claudeCode,
  codex,
  gemini,
  copilot,
  cursor,
  opencode,
] as const satisfies readonly HookHost[];

export type HostName = (typeof HOSTS)[number]['name'];

/** What else is done about each of them. A table of its own, so that the fast lanes' bundles leave it out. */
export const SETUPS: Readonly<Partial<Record<HostName, HostSetup>>> = {
  'claude-code': claudeCodeSetup,
};
