import { isAmount, isObject, parseDocument } from '../../domain/base/document.ts';
import type {
  ValidatingHost,
  ValidatorOutput,
  ValidatorQuestion,
  ValidatorReading,
  ValidatorStart,
} from '../../domain/host/validating-host.ts';
import { NO_TOKENS } from '../../domain/judging/model.ts';

/** A validator that is any program: `validator.command`, with JSON on its input and its output. */
export function commandValidator(line: string): ValidatingHost {
  return {
    start: (question) => start(line, question),
    read,
    limits: 'its own: nothing but the time is limited from here',
    beyond: [],
  };
}

function start(line: string, question: ValidatorQuestion): ValidatorStart {
  const { commands, criteria, folder, maxUsd, model, nonce, prompt, schema, system } = question;
  const asked = { version: 1, nonce, criteria, commands, folder, model: model ?? null };
  const input = { ...asked, max_usd: maxUsd, system, prompt, schema };
  return { words: line, input: `${JSON.stringify(input)}\n` };
}

/** Of the one object that it prints: its answer, and beside it what it may say of the session. */
function read({ complaint, exitCode, stdout }: ValidatorOutput): ValidatorReading {
  const document = parseDocument(stdout);
  const value = document.ok && isObject(document.value) ? document.value : {};
  const { cost_usd: cost, model, session_id: session } = value;
  const spent = {
    sessionId: typeof session === 'string' ? session : null,
    model: typeof model === 'string' ? model : null,
    usage: NO_TOKENS,
    costUsd: isAmount(cost) ? cost : null,
  };
  return exitCode === 0
    ? { ...spent, text: stdout }
    : { ...spent, trouble: complaint || `exit code ${exitCode}` };
}
