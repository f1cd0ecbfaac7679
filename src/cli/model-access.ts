import { readApiAccess } from '../adapters/environment.ts';
import { neutralFolder } from '../adapters/neutral-folder.ts';
import { fetchWhole } from '../adapters/node-fetch.ts';
import { createNodeRun } from '../adapters/node-run.ts';
import { type ProgramSearch, programOnPath } from '../adapters/program-path.ts';
import type { Configuration } from '../domain/configuration.ts';
import { type ChosenBackend, chooseBackend } from '../domain/judge-access.ts';
import { claudeArguments } from '../judge/claude-judge.ts';
import { createJudge, type JudgeAccess } from '../judge/create-judge.ts';
import type { MeteredJudge } from '../judge/metered-judge.ts';
import { bodyOf, type MessagesAccess, messageParams } from '../judge/sent.ts';
import type { JudgeRequest } from '../ports.ts';
import type { Suite } from './suite.ts';

/** Where the Messages API is, unless the environment says otherwise. */
export const USUAL_ENDPOINT = 'https://api.anthropic.com';

/** Through what a model is asked, as the settings and this machine have it. */
export interface ModelAccess extends ChosenBackend {
  readonly access: JudgeAccess;
  /** Values that must not leave the machine in any prompt, such as the key. */
  readonly secrets: readonly string[];
}

const NOT_SEARCHED: ProgramSearch = { program: undefined, passedOver: undefined };

/** Finds out how a model can be asked. Asks nobody. */
export function modelAccess(
  wanted: Configuration['judge']['backend'],
  { environment: { projectFolder } }: Suite,
): ModelAccess {
  const { apiKey, authToken, baseUrl } = readApiAccess();
  const api = { baseUrl: baseUrl ?? USUAL_ENDPOINT, fetch: fetchWhole };
  const mayBeClaude = wanted === 'claude' || wanted === 'auto';
  const search = mayBeClaude ? programOnPath('claude', projectFolder) : NOT_SEARCHED;
  const { passedOver: ownClaude, program: claude } = search;
  const hasKey = apiKey !== undefined;
  const hasToken = authToken !== undefined;
  const chosen = chooseBackend(wanted, { hasKey, hasToken, claude, ownClaude });
  const messages: MessagesAccess | undefined = hasKey
    ? { credential: { apiKey }, ...api }
    : hasToken
      ? { credential: { authToken }, ...api }
      : undefined;
  const accesses: Readonly<Record<ChosenBackend['backend'], JudgeAccess>> = {
    api: { through: 'api', messages, advice: chosen.lacks ?? '' },
    claude: {
      through: 'claude',
      program: claude,
      advice: chosen.lacks ?? '',
      baseUrl,
      folder: neutralFolder(projectFolder),
    },
    rubric: { through: 'nobody', reason: 'judge.backend is the rubric, which asks no model' },
  };
  return {
    ...chosen,
    access: accesses[chosen.backend],
    secrets: [apiKey, authToken].filter((secret) => secret !== undefined),
  };
}

/** What would be started for a question; null where it goes to the API. */
export function commandOf(
  { backend }: ModelAccess,
  request: JudgeRequest,
): readonly string[] | null {
  return backend === 'claude' ? ['claude', ...claudeArguments(request)] : null;
}

/** What would be sent, as data: the body of each request, or the command that would get it on stdin. */
export function dryRunJson(access: ModelAccess, requests: readonly JudgeRequest[]): unknown {
  const sent = requests.map((request) => {
    const command = commandOf(access, request);
    return command === null ? messageParams(bodyOf(request)) : { command, stdin: request.user };
  });
  return sent.length === 1 ? sent[0] : sent;
}

/** The model as a judge, for the session that asks. */
export function openJudge(
  suite: Suite,
  { access }: ModelAccess,
  session: { readonly sessionId: string | null; readonly sessionModel: string | null },
  caps: { readonly maxUsd: number | null; readonly maxUsdPerDay: number | null },
): MeteredJudge {
  return createJudge({ ...suite, ...session, run: createNodeRun(), access }, caps);
}
