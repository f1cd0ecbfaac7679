import type { HookHost } from '../domain/host/hook-host.ts';
import type { HookWriting } from '../domain/host/wanted-hooks.ts';
import { claudeCode } from './claude-code/host.ts';
import { claudeCodeSetup } from './claude-code/setup.ts';
import { codex } from './codex/host.ts';
import { codexSetup } from './codex/setup.ts';
import { copilot } from './copilot/host.ts';
import { copilotSetup } from './copilot/setup.ts';
import { cursor } from './cursor/host.ts';
import { cursorSetup } from './cursor/setup.ts';
import { gemini } from './gemini/host.ts';
import { geminiSetup } from './gemini/setup.ts';
import type { HostSetup } from './host.ts';
import { opencode } from './opencode/host.ts';
import { openCodeSetup } from './opencode/setup.ts';

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
export const SETUPS: Readonly<Record<HostName, HostSetup>> = {
  'claude-code': claudeCodeSetup,
  codex: codexSetup,
  gemini: geminiSetup,
  copilot: copilotSetup,
  cursor: cursorSetup,
  opencode: openCodeSetup,
};

/** The names of all hosts, as `--host` takes them. */
export function hostNames(): readonly HostName[] {
  return HOSTS.map(({ name }) => name);
}

/** A host with all that the suite does about it. */
export interface KnownHost {
  readonly host: HookHost & { readonly name: HostName };
  readonly setup: HostSetup;
}

/** Where the suite's hooks stand in the settings of a host, and how their lines speak. */
export function writingOf({ host, setup }: KnownHost): HookWriting {
  return { events: host.events, format: setup.format, words: setup.words };
}

/** All of them, in the order of the table. */
export function knownHosts(): readonly KnownHost[] {
  return HOSTS.map((host) => ({ host, setup: SETUPS[host.name] }));
}
