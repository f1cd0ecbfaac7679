import { sessionOf } from '../../../domain/promise/session.ts';
import { memoryIdOf } from '../../../domain/session/gate-memory.ts';
import { EXIT } from '../../../report/exit.ts';
import { isAboutPromises, letGoLines } from '../../../report/session-check-text.ts';
import type { Suite } from '../../../suite.ts';
import { answerCheck, type CheckQuestion } from '../../check-lane.ts';
import type { Report } from '../../command.ts';

/**
 * `--check --session <id>`: whether another session may end, or ended as it may, for whoever started it. It says as
 * well whether the stop gate let that session go unfinished. Nothing is changed.
 */
export async function askSession(
  id: string,
  question: CheckQuestion,
  { stopGate }: Suite,
): Promise<Report> {
  const session = sessionOf([id]);
  const { exitCode, json, stderr, stdout } = answerCheck({ ...question, session });
  const last = (await stopGate.listCapped()).find((one) => one.session === memoryIdOf(id));
  // What it was held for may be done by now: of promises the check knows.
  const isOver = exitCode === EXIT.ok && last !== undefined && isAboutPromises(last);
  const letGo = isOver ? undefined : last;
  const lines = letGo === undefined ? [] : letGoLines({ ...letGo, session: id });
  return {
    text: [stdout.trimEnd(), ...lines].filter((line) => line !== '').join('\n'),
    json: {
      ...asObject(json()),
      let_go: letGo === undefined ? null : { at: letGo.at, why: letGo.why, checker: letGo.checker },
    },
    notes: [stderr.trimEnd(), ...lines].filter((line) => line !== ''),
    exitCode: exitCode === EXIT.ok && letGo !== undefined ? EXIT.blocked : exitCode,
  };
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
