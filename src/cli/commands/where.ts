import { success } from '../../domain/base/result.ts';
import { nextActions } from '../../domain/standing/next-action.ts';
import { failureLines } from '../../report/failure-text.ts';
import { whereText } from '../../report/where-text.ts';
import { decideSession } from '../check-lane.ts';
import { type Command, JSON_OPTION } from '../command.ts';

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
      session === undefined ? undefined : decideSession({ environment, session, spelling });
    const isRead = look !== undefined && !('failure' in look);
    const decisions = isRead ? look.folders.map(({ decision }) => decision) : [];
    const listing = await suite.promises.listActive();
    const active = listing.ok ? listing.value.promises : [];
    const facts = {
      projectFolder,
      session: session?.id,
      decisions,
      active,
      fault:
        look !== undefined && 'failure' in look
          ? failureLines(look.failure, look.lines)
          : undefined,
      next: decisions.flatMap(nextActions),
    };
    const { json, text } = whereText(facts, suite.style, commandLines);
    return success({ text, json });
  },
};
