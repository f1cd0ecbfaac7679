import { success } from '../../domain/base/result.ts';
import { failureLines } from '../../report/failure-text.ts';
import { whereText } from '../../report/where-text.ts';
import { type Command, JSON_OPTION } from '../command.ts';
import { pauseInForce } from '../pause-in-force.ts';
import { decideSession } from '../session-look.ts';
import { sharedPlaceOf } from '../shared-place.ts';

/** `cs` alone: where the reader is, and what comes next. */
export const whereCommand: Command = {
  summary: 'Shows where you are and the next command.',
  usage: ['[--json]'],
  effects: [],
  options: { json: JSON_OPTION },
  examples: [['$0', 'Where this session is']],
  async run(_args, suite) {
    const { commandLines, environment, spelling } = suite;
    const { projectFolder, session } = environment;
    const look =
      session === undefined ? undefined : await decideSession({ environment, session, spelling });
    const listing = await suite.promises.listActive();
    const active = listing.ok ? listing.value.promises : [];
    const facts = {
      projectFolder,
      store: sharedPlaceOf(suite),
      session: session?.id,
      decided:
        session === undefined || look === undefined || 'failure' in look
          ? undefined
          : { session: session.id, ...look },
      active,
      paused: await pauseInForce(suite),
      now: suite.clock.now(),
      fault:
        look !== undefined && 'failure' in look
          ? failureLines(look.failure, look.lines)
          : undefined,
    };
    const { json, text } = whereText(facts, suite.style, commandLines);
    return success({ text, json });
  },
};
