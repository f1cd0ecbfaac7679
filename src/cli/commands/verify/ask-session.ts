import { idFault } from '../../../domain/base/identifier.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { isOwnedBy } from '../../../domain/promise/promise.ts';
import type { Session } from '../../../domain/promise/session.ts';
import { memoryIdOf } from '../../../domain/session/gate-memory.ts';
import { EXIT } from '../../../report/exit.ts';
import { isAboutPromises, letGoLines, unknownLine } from '../../../report/session-check-text.ts';
import { allEnded } from '../../../store/ended-pages.ts';
import type { PromiseListing } from '../../../store/promise-store.ts';
import { readRegister } from '../../../store/register.ts';
import type { Suite } from '../../../suite.ts';
import { type CheckQuestion, check } from '../../check.ts';
import type { Report } from '../../command.ts';

/**
 * `--check --session <id>`: whether another session may end, or ended as it may, for the program that started it. It says as
 * well whether the stop gate let that session go unfinished, and whether anything is known of it at all. Nothing is
 * changed. Fails: an id that no session has, which a caller with a wrong variable would take for a yes.
 */
export async function askSession(
  id: string,
  question: CheckQuestion,
  suite: Suite,
): Promise<Result<Report>> {
  const session: Session = { id, ids: [id] };
  const isKnown = await isKnownHere(session, suite);
  const fault = isKnown ? undefined : idFault('session id', id);
  if (fault !== undefined) return failed(fault);
  const { checkOutput } = await import('../../check-output.ts');
  const outcome = await check({ ...question, session });
  const { exitCode, json, stderr, stdout } = checkOutput(outcome, question.verbose);
  const last = (await suite.stopGate.listCapped()).find((one) => one.session === memoryIdOf(id));
  // What it was held for may be done by now: of promises the check knows.
  const isOver = exitCode === EXIT.ok && last !== undefined && isAboutPromises(last);
  const letGo = isOver ? undefined : last;
  const lines = letGo === undefined ? [] : letGoLines({ ...letGo, session: id });
  const unknown = isKnown ? [] : [unknownLine(id)];
  return success({
    text: [stdout.trimEnd(), ...lines].filter((line) => line !== '').join('\n'),
    json: {
      ...asObject(json()),
      known: isKnown,
      let_go: letGo === undefined ? null : { at: letGo.at, why: letGo.why, checker: letGo.checker },
    },
    notes: [stderr.trimEnd(), ...lines, ...unknown].filter((line) => line !== ''),
    exitCode: exitCode === EXIT.ok && letGo !== undefined ? EXIT.blocked : exitCode,
  });
}

/** Whether the project, or the user's register, holds anything of a session. What cannot be read may. */
async function isKnownHere(session: Session, suite: Suite): Promise<boolean> {
  const kept = await suite.stopGate.read(session.id);
  if (!kept.ok || Object.keys(kept.value).length > 0) return true;
  const registered = readRegister(suite.register, session.ids);
  if (registered.promises.length > 0 || registered.broken.length > 0) return true;
  const isOf = (listed: Result<PromiseListing>): boolean =>
    !listed.ok ||
    listed.value.broken.length > 0 ||
    listed.value.promises.some(({ promise }) => isOwnedBy(promise, session));
  if (isOf(await suite.promises.listActive())) return true;
  for await (const page of allEnded(suite.promises)) if (isOf(page)) return true;
  return false;
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
