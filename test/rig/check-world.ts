import { createLineSearch } from '../../src/adapters/line-search.ts';
import { createNodeRun } from '../../src/adapters/node-run.ts';
import { createProjectFiles } from '../../src/adapters/project-files.ts';
import type { CheckWorld } from '../../src/checks/check-world.ts';
import { checkSyntax, type SyntaxOutcome } from '../../src/checks/syntax.ts';
import type { Syntax } from '../../src/domain/check.ts';
import { PROMISE_ID } from './domain-values.ts';
import { fakeClock } from './judge-values.ts';
import { scratchFolder } from './repository.ts';

/** The world of the checks over a scratch folder, with any part of it replaced. */
export function checkWorld(parts: Partial<CheckWorld> = {}): CheckWorld {
  const folder = parts.folder ?? scratchFolder();
  return {
    folder,
    files: createProjectFiles(folder),
    run: createNodeRun(),
    clock: fakeClock(),
    transcript: {
      lastCall: () => ({ found: 'none' }),
      lastMessage: () => undefined,
      lastModel: () => undefined,
    },
    searchLines: createLineSearch,
    timeoutMs: 60_000,
    promise: PROMISE_ID,
    secretValues: () => [],
    signal: new AbortController().signal,
    ...parts,
  };
}

/** How one text comes out, as a file in a folder of its own. */
export async function outcomeOfText(
  syntax: Syntax,
  text: string | Buffer,
  world: CheckWorld = checkWorld(),
): Promise<SyntaxOutcome> {
  const [outcome] = await checkSyntax(syntax, [Buffer.from(text)], world);
  if (outcome === undefined) throw new Error('there is no outcome');
  return outcome;
}
