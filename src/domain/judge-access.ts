import type { JudgeBackend } from './judgment.ts';
import type { BACKENDS } from './setting.ts';

/** What this machine has by which a model could be asked. */
export interface JudgeMeans {
  readonly hasKey: boolean;
  readonly hasToken: boolean;
  /** Where `claude` lies; nothing where it is not on `PATH`. */
  readonly claude: string | undefined;
  /** One that is not taken since it lies in the project. */
  readonly ownClaude: string | undefined;
}

/** Through what a judge is asked, and who pays for it. */
export interface ChosenBackend {
  readonly backend: JudgeBackend;
  readonly paidBy: string;
  /** What has to be done first, where it cannot be asked as things stand. */
  readonly lacks: string | undefined;
}

/** Chooses who judges. `auto`: the API where there is a key, else `claude` where it can be had. */
export function chooseBackend(wanted: (typeof BACKENDS)[number], means: JudgeMeans): ChosenBackend {
  switch (wanted) {
    case 'rubric':
      return { backend: 'rubric', paidBy: 'nobody: it is free', lacks: undefined };
    case 'claude':
      return throughClaude(means);
    case 'api':
      return throughApi(means, 'set ANTHROPIC_API_KEY');
    case 'auto': {
      const hasApi = means.hasKey || means.hasToken;
      return !hasApi && means.claude !== undefined
        ? throughClaude(means)
        : throughApi(means, 'set ANTHROPIC_API_KEY, or install Claude Code');
    }
  }
}

function throughApi({ hasKey, hasToken }: JudgeMeans, advice: string): ChosenBackend {
  if (hasKey) return { backend: 'api', paidBy: 'the key in ANTHROPIC_API_KEY', lacks: undefined };
  return hasToken
    ? { backend: 'api', paidBy: 'the token in ANTHROPIC_AUTH_TOKEN', lacks: undefined }
    : { backend: 'api', paidBy: 'nobody: no key is set', lacks: advice };
}

/** `claude` takes a key where one is set, before the account that it is logged in with. */
function throughClaude({ claude, hasKey, hasToken, ownClaude }: JudgeMeans): ChosenBackend {
  if (claude === undefined) {
    const lacks =
      ownClaude === undefined
        ? 'claude is not on PATH: install Claude Code'
        : `${ownClaude} lies in the project, which must not bring its own judge: install Claude Code elsewhere`;
    return { backend: 'claude', paidBy: 'nobody: there is no claude to ask', lacks };
  }
  const paidBy = hasKey
    ? 'the key in ANTHROPIC_API_KEY, which claude takes'
    : hasToken
      ? 'the token in ANTHROPIC_AUTH_TOKEN, which claude takes'
      : 'the account that claude is logged in with';
  return { backend: 'claude', paidBy, lacks: undefined };
}
