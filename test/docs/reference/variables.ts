/** The variables that the commands read beside those of settings, several of one sense together. */
export const VARIABLES: Readonly<Record<string, string>> = {
  CLAUDE_SESSION_ID: 'the session, which owns what it creates',
  'CLAUDE_CODE_SESSION_ID CODEX_SESSION_ID CODEX_THREAD_ID COPILOT_AGENT_SESSION_ID OPENCODE_SESSION_ID':
    'the session, as its host sets it',
  CLAUDE_SESSION_DIR: "the session's folder, as `cs session init` named it",
  'CLAUDE_PROJECT_DIR GEMINI_PROJECT_DIR COPILOT_PROJECT_DIR CURSOR_PROJECT_DIR':
    'the project folder, as a host sets it for its hooks',
  CS_PROJECT_DIR: "the session's project, for the agent's shells",
  'GEMINI_SESSION_ID GEMINI_CLI COPILOT_CLI CURSOR_AGENT CURSOR_VERSION OPENCODE OPENCODE_PID':
    'which host this is',
  'CLAUDECODE CLAUDE_CODE_ENTRYPOINT':
    'an agent started this: what only a person may do is refused',
  CLAUDE_CODE_SESSION_ATTENDED: '`0`: no one can answer the session',
  'CLAUDE_PID CLAUDE_ENV_FILE': "the host's process; where its shells get their variables",
  'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP CLAUDE_CODE_PLUGIN_DIRS':
    'settings of Claude Code, which the gate and doctor heed',
  'HOME USERPROFILE': "the user's folder, and configuration",
  XDG_CONFIG_HOME: "OpenCode's and git's",
  'XDG_STATE_HOME LOCALAPPDATA': 'where the [register](state.md#the-register) is',
  'XDG_CACHE_HOME NODE_COMPILE_CACHE NODE_DISABLE_COMPILE_CACHE':
    'where Node keeps what it compiled, if at all',
  'CLAUDE_CONFIG_DIR CODEX_HOME GEMINI_CLI_HOME COPILOT_HOME OPENCODE_CONFIG_DIR':
    "where hosts keep the user's settings and transcripts",
  'PATH PATHEXT': 'where programs are looked for, outside of the project alone',
  'ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN':
    'the key, or a token, for the judge; never written or shown',
  ANTHROPIC_BASE_URL:
    'another address of the Messages API; it is named, and kept with the judgment',
  'CS_ATTEST_KEY CS_ATTEST_PASSPHRASE': 'the private key for attestations, and its passphrase',
  CS_APPROVED: 'digests of approved settings (`sha256:…`), by whoever starts the host',
  'CS_PROVING CS_JUDGING': 'set by the suite for what it starts',
  'PGPASSWORD PGPASSFILE PGUSER': 'for a [shared store](store.md)',
  'GITHUB_ACTIONS GITHUB_EVENT_NAME GITHUB_EVENT_PATH GITHUB_BASE_REF GITHUB_REPOSITORY GITHUB_RUN_ID GITHUB_SERVER_URL GITHUB_STEP_SUMMARY GITLAB_CI CI_PIPELINE_SOURCE CI_PIPELINE_ID CI_PIPELINE_URL CI_PROJECT_PATH CI_COMMIT_SHA CI_COMMIT_BRANCH CI_COMMIT_BEFORE_SHA CI_DEFAULT_BRANCH CI_MERGE_REQUEST_IID CI_MERGE_REQUEST_PROJECT_ID CI_MERGE_REQUEST_SOURCE_PROJECT_ID CI_MERGE_REQUEST_TARGET_BRANCH_NAME CI_MERGE_REQUEST_TARGET_BRANCH_SHA CI_MERGE_REQUEST_SOURCE_BRANCH_SHA CI_MERGE_REQUEST_DIFF_BASE_SHA':
    'the proposed change, for `cs ci`',
  'GITHUB_TOKEN GH_TOKEN GITHUB_API_URL': 'for `cs ci comment`',
  'NO_COLOR TERM': 'no colours; so does `dumb`',
  CS_DEBUG: 'shows where an unexpected error happened',
};
