import { readApiAccess } from '../../adapters/environment.ts';
import { neutralFolder } from '../../adapters/neutral-folder.ts';
import { fetchWhole } from '../../adapters/node-fetch.ts';
import { createNodeRun } from '../../adapters/node-run.ts';
import { programOnPath } from '../../adapters/program-path.ts';
import { messageParams } from '../../judge/api/sent.ts';
import type { JudgeAccess } from '../../judge/backend.ts';
import { backendNamed, findBackend } from '../../judge/backends.ts';
import {
  createFreeJudge,
  createMeteredJudge,
  type MeteredJudge,
  type MeteredJudgeParts,
} from '../../judge/metered-judge.ts';
import type { Judge, JudgeRequest } from '../../ports.ts';
import type { ReviewWorld } from '../world.ts';
import { apiKeys } from './api-keys.ts';

/** A backend on this machine, and the keys that no prompt may hold. */
export interface FoundJudge extends JudgeAccess {
  readonly keys: readonly string[];
  /** Whether `claude`, the other way to ask, is on `PATH`. */
  readonly isClaudeThere: boolean;
}

/** Finds out how a judge can be asked: a backend's name, or `auto`. Asks nothing yet. */
export function findJudge(wanted: string, { environment }: ReviewWorld): FoundJudge {
  const api = readApiAccess();
  const access = findBackend(wanted, {
    ...api,
    fetch: fetchWhole,
    findProgram: (name) => programOnPath(name, environment),
    neutralFolder: () => neutralFolder(environment),
  });
  const isClaudeThere = programOnPath('claude', environment).program !== undefined;
  return {
    ...access,
    isClaudeThere,
    keys: apiKeys(),
  };
}

/** The cause of a judge that cannot be asked as things stand. */
export function causeOfLack({ backend }: JudgeAccess): 'no-key' | 'no-program' {
  return backendNamed(backend)?.causeOfLack ?? 'no-program';
}

/** Opens a judge for the session that asks. Its calls are reserved for and logged. */
export function openJudge(
  world: ReviewWorld,
  access: JudgeAccess,
  session: { readonly sessionId: string | null; readonly sessionModel: string | null },
  caps: Pick<MeteredJudgeParts, 'maxUsd' | 'maxUsdPerDay' | 'account'>,
): MeteredJudge {
  const { clock, costLog, spending } = world;
  const judge = opened(world, access);
  return createMeteredJudge({ judge, clock, costLog, spending, ...session, ...caps });
}

/** Opens a judge that is no model and costs nothing: its calls are not logged. */
export function openFreeJudge(world: ReviewWorld, access: JudgeAccess): MeteredJudge {
  return createFreeJudge(opened(world, access));
}

function opened({ chance, clock }: ReviewWorld, access: JudgeAccess): Judge {
  return access.open({ clock, chance, run: createNodeRun(), advice: access.lacks ?? '' });
}

/** What would be sent, as data: the body of each request, or the command that would get it on stdin. */
export function dryRunJson(access: JudgeAccess, requests: readonly JudgeRequest[]): unknown {
  const sent = requests.map((request) => {
    const command = access.commandFor(request);
    return command === null ? messageParams(request) : { command, stdin: request.user };
  });
  return sent.length === 1 ? sent[0] : sent;
}
