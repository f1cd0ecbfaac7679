/** Whether a person can answer a session, as its host says. */

/** The variables by which Claude Code says it. */
export interface HostSigns {
  /** `CLAUDE_CODE_SESSION_ATTENDED`: `1` or `0`. */
  readonly attended: string | undefined;
  /** `CLAUDE_CODE_ENTRYPOINT`: `cli` in a terminal, `sdk-cli` for `claude -p`, `sdk-…` for programs. */
  readonly entryPoint: string | undefined;
}

/** Another host says nothing, and is taken for one with a user before it. */
export function isAttended({ attended, entryPoint }: HostSigns): boolean {
  if (attended === '0' || attended === '1') return attended === '1';
  return entryPoint?.startsWith('sdk-') !== true;
}
