import { readHostSigns } from '../../adapters/environment.ts';
import { success } from '../../domain/base/result.ts';
import { isAttended } from '../../domain/host/attendance.ts';
import { memoryIdOf } from '../../domain/session/gate-memory.ts';
import { EXIT } from '../../report/exit.ts';
import { letGoLines } from '../../report/session-check-text.ts';
import type { Suite } from '../../suite.ts';
import type { Command } from '../command.ts';
import { HOST_OPTION, hostFault, readHookCall } from '../hook-call.ts';
import { unfinishedSessions } from '../unfinished-sessions.ts';

export const sessionEndCommand: Command = {
  summary: 'The SessionEnd hook: reports on stderr that an unattended session was capped.',
  usage: ['[--host <name>] < payload'],
  isHook: true,
  effects: [],
  options: { host: HOST_OPTION },
  examples: [['$0 < payload.json', 'As the host calls it']],
  async run(args, suite) {
    const named = args.text('host');
    const fault = hostFault(named);
    if (fault !== undefined) return fault;
    const lines = await linesAtEnd(suite, named);
    // The host passes on what a hook says that fails, and nothing else.
    const exitCode = lines.length === 0 ? EXIT.ok : EXIT.failed;
    return success({ text: '', json: null, notes: lines, exitCode });
  },
};

/** A session ends whatever happens here: what cannot be read is not told of. */
async function linesAtEnd(outer: Suite, named: string | undefined): Promise<readonly string[]> {
  const isToldAlready = isAttended(readHostSigns());
  // Who sits before the session was told by the stop gate, and other machines are told here.
  if (isToldAlready && outer.fleet === undefined) return [];
  try {
    const { memoryOf, payload, session } = await readHookCall(outer, 'cs session-end', named);
    const id = payload.sessionId ?? session?.id;
    if (id === undefined) return [];
    await outer.fleet?.ended(session?.id ?? id);
    if (isToldAlready) return [];
    const memory = await memoryOf(id);
    const listed = await memory.promises.listActive();
    const active = listed.ok ? listed.value : { promises: [] };
    const unfinished = await unfinishedSessions(active, memory);
    const own = unfinished.find((one) => one.session === memoryIdOf(id));
    return own === undefined ? [] : letGoLines({ ...own, session: id });
  } catch {
    return [];
  }
}
