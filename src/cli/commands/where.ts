import { success } from '../../domain/base/result.ts';
import { pauseInForce } from '../../domain/session/pause.ts';
import { failureLines } from '../../report/failure-text.ts';
import { whereText } from '../../report/where-text.ts';
import { checkSession } from '../../session/check.ts';
import type { Suite } from '../../suite.ts';
import { type Command, JSON_OPTION } from '../command.ts';
import { sharedPlaceOf } from '../shared-place.ts';

/** `cs` alone: where the reader is, and what comes next. */
export const whereCommand: Command = {
  summary: 'Shows where you are and the next command.',
  usage: ['[--json]'],
  effects: [],
  options: { json: JSON_OPTION },
  examples: [['$0', 'Where this session is']],
  async run(_args, suite) {
    return success(await whereHere(suite));
  },
};

/** The commands that come next where the reader is. */
export async function nextHere(suite: Suite): Promise<readonly string[]> {
  return (await whereHere(suite)).json.next;
}

async function whereHere(suite: Suite) {
  const { commandLines, environment, spelling } = suite;
  const { projectFolder, session } = environment;
  const checked =
    session === undefined ? undefined : await checkSession({ environment, session, spelling });
  const listing = await suite.promises.listActive();
  const active = listing.ok ? listing.value.promises : [];
  const facts = {
    projectFolder,
    store: sharedPlaceOf(suite),
    session: session?.id,
    decided: checked === undefined || 'failure' in checked ? undefined : checked,
    active,
    paused: await pauseInForce(suite.stopGate.read, suite.clock.now()),
    now: suite.clock.now(),
    fault:
      checked !== undefined && 'failure' in checked
        ? failureLines(checked.failure, checked.lines)
        : undefined,
  };
  return whereText(facts, suite.style, commandLines);
}
