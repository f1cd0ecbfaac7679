import { claudeCode } from './claude-code/claude-code.ts';
import { codex } from './codex/codex.ts';
import { copilot } from './copilot/copilot.ts';
import { gemini } from './gemini/gemini.ts';
import type { HostRig } from './host.ts';
import { opencode } from './opencode/opencode.ts';

/** The hosts that the scenarios run in, in the order in which the documentation has them. */
export const HOSTS = [
  claudeCode,
  codex,
  gemini,
  copilot,
  opencode,
] as const satisfies readonly HostRig[];
