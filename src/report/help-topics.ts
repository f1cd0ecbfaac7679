import { SETTINGS, variablesOf } from '../domain/settings/setting.ts';
import { EXIT } from './exit.ts';
import type { HelpSection } from './help-text.ts';

/** What `cs help <topic>` tells: tables, and where more is told. */
interface HelpTopic {
  readonly summary: string;
  readonly sections: readonly HelpSection[];
  readonly page: string;
}

const EXIT_CODES: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'Success. For check: the session can end.',
  failed: 'An error, or a gate is blocked. stderr says which.',
  blocked:
    'check: the session cannot end. reality-check, continuation-review: work remains. tamper: a test looks weakened.',
  misfit: 'audit, verify --replay: the record and the files do not match.',
  answered: 'stop-gate --watched: the answer is complete (for cs-hook).',
  answeredByTwo: 'stop-gate --watched: the same, and the hook ends with 2.',
  interrupted: 'Interrupted. Nothing was decided.',
};

const VARIABLES: Readonly<Record<string, string>> = {
  CLAUDE_SESSION_ID: 'The session. It owns what it creates.',
  CLAUDE_CODE_SESSION_ID: 'The session, if CLAUDE_SESSION_ID is not set. Claude Code sets it.',
  CLAUDE_PROJECT_DIR: 'The project folder. Claude Code sets it for hooks.',
  CS_PROJECT_DIR: "The session's project, for the agent's shells.",
  ANTHROPIC_API_KEY: 'The API key for the judge.',
  ANTHROPIC_AUTH_TOKEN: 'A bearer token, instead of the key.',
  ANTHROPIC_BASE_URL: 'An alternative address of the Messages API.',
  XDG_STATE_HOME: 'The location of the register of this user.',
  CLAUDE_CONFIG_DIR: 'The folder of settings and transcripts of Claude Code.',
  NO_COLOR: 'No colours.',
  CS_DEBUG: 'Show where an unexpected error happened.',
};

/** The states of a promise, by what its file calls them. */
export const PROMISE_STATES: Readonly<Record<string, string>> = {
  pending: 'Created, not started. Blocks its session. Next: cs promise start',
  in_progress:
    'Started. Blocks its session while a criterion is open. Next: cs meet, cs prove, cs verify',
  verified: 'Every gate passed. Closed, in the history.',
  cancelled: 'Cancelled. Closed, in the history.',
};

const CRITERION_STATES: Readonly<Record<string, string>> = {
  pending: 'Open.',
  met: 'It has evidence. Without evidence it counts as open.',
  proved: 'Its checks passed on the current files.',
  stale: 'A file that its proof depends on has changed. Next: cs prove',
  failed: 'Its last check failed, or a judge rejected it.',
  waived: 'A person waived it. No gate requires it.',
};

const entries = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([name, summary]) => ({ name, summary }));

/** The topics of `cs help`, by their names. */
export const HELP_TOPICS: Readonly<Record<string, HelpTopic>> = {
  'exit-codes': {
    summary: 'The meaning of exit codes',
    sections: [
      {
        heading: 'Exit codes',
        entries: entries(EXIT_CODES).map(({ name, summary }) => ({
          name: String(Object.entries(EXIT).find(([kind]) => kind === name)?.[1]),
          summary,
        })),
      },
    ],
    page: 'docs/commands.md#exit-codes',
  },
  environment: {
    summary: 'The environment variables that the commands read',
    sections: [
      { heading: 'Variables', entries: entries(VARIABLES) },
      {
        heading: 'Settings',
        entries: SETTINGS.flatMap((setting) =>
          variablesOf(setting).map((name) => ({ name, summary: setting.key })),
        ),
      },
    ],
    page: 'docs/commands.md#environment',
  },
  states: {
    summary: 'The states of a promise and of its criteria',
    sections: [
      { heading: 'A promise', entries: entries(PROMISE_STATES) },
      { heading: 'A criterion', entries: entries(CRITERION_STATES) },
    ],
    page: 'docs/states.md',
  },
};
