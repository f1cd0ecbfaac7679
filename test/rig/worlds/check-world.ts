import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { withinTime } from '../../../src/adapters/bounded-work.ts';
import { createLineSearch } from '../../../src/adapters/line-search.ts';
import { createNodeRun } from '../../../src/adapters/node-run.ts';
import { programFor } from '../../../src/adapters/program-path.ts';
import { createProjectFiles } from '../../../src/adapters/project-files.ts';
import type { CheckOutcome, RunnableCheck } from '../../../src/checks/check-kind.ts';
import type { CheckWorld } from '../../../src/checks/check-world.ts';
import { readCheck } from '../../../src/checks/kinds.ts';
import { type Language, languageNamed } from '../../../src/checks/languages.ts';
import type { SyntaxOutcome } from '../../../src/checks/parsers/syntax-outcome.ts';
import { checkSyntax } from '../../../src/checks/syntax.ts';
import { PROMISE_ID } from '../values/domain-values.ts';
import { fakeClock } from '../values/judge-values.ts';
import { scratchFolder } from './repository.ts';

/** The world of the checks over a scratch folder, with any part of it replaced. */
export function checkWorld(parts: Partial<CheckWorld> = {}): CheckWorld {
  const folder = parts.folder ?? scratchFolder();
  return {
    folder,
    files: createProjectFiles(folder, NO_DEADLINE),
    run: createNodeRun(),
    findProgram: (name) => programFor(name, folder).program,
    commitHere: () => ({ ok: false, reason: 'there is no commit' }),
    pipelineRun: undefined,
    clock: fakeClock(),
    withinTime,
    transcript: {
      lastCall: () => ({ found: 'none' }),
      lastCalls: () => undefined,
      lastMessage: () => undefined,
      models: () => [],
      lastModel: () => undefined,
    },
    searchLines: createLineSearch,
    timeoutMs: 60_000,
    retried: 'marked',
    promise: PROMISE_ID,
    secretValues: () => [],
    signal: new AbortController().signal,
    ...parts,
  };
}

/** The results of one check, whatever its kind, and what is known of the command that it ran. */
export async function outcomeOfCheck(
  check: unknown,
  world: CheckWorld = checkWorld(),
): Promise<CheckOutcome> {
  return knownCheck(check).run(world);
}

/** A check that can be run. */
export function knownCheck(check: unknown): RunnableCheck {
  const reading = readCheck(check);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.check;
}

/** The languages that tests have texts of. */
export const LANGUAGE_NAMES = ['json', 'jsonc', 'yaml', 'javascript', 'python', 'sql'] as const;

export type LanguageName = (typeof LANGUAGE_NAMES)[number];

/** How one text comes out, as a file in a folder of its own. */
export async function outcomeOfText(
  name: LanguageName,
  text: string | Buffer,
  world: CheckWorld = checkWorld(),
): Promise<SyntaxOutcome> {
  const [outcome] = await checkSyntax(language(name), [Buffer.from(text)], world);
  if (outcome === undefined) throw new Error('there is no outcome');
  return outcome;
}

export function language(name: LanguageName): Language {
  const found = languageNamed(name);
  if (found === undefined) throw new Error(`there is no language ${name}`);
  return found;
}
