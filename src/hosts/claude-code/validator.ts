import { isAmount, isObject, parseDocument } from '../../domain/base/document.ts';
import type {
  ValidatingHost,
  ValidatorOutput,
  ValidatorQuestion,
  ValidatorReading,
  ValidatorStart,
} from '../../domain/host/validating-host.ts';
import { NO_TOKENS, type TokenUsage } from '../../domain/judging/model.ts';

/** More turns than it takes to look at any promise. */
const MOST_TURNS = 60;

/** A character that means something else to its rules than itself, or could end one. */
const NO_PLAIN_COMMAND = /[()*\r\n\\]|:\s*$/;

/**
 * Claude Code without the settings, hooks and memory of anyone: it may read in its folder, run what it takes for
 * read-only, and the commands that it is given, each to the letter. All else is refused without a question.
 */
export const claudeCodeValidator: ValidatingHost = {
  start,
  read,
  limits:
    'no settings, hooks, memory or servers of anyone; it reads in the copy, runs read-only commands and those above to the letter; edits, redirections and the network are refused',
  beyond: ['a login that stands in your settings (apiKeyHelper, env) does not reach it'],
};

function start(question: ValidatorQuestion): ValidatorStart {
  const { commands, maxUsd, model, prompt, schema, system } = question;
  const rules = commands
    .filter((command) => !NO_PLAIN_COMMAND.test(command))
    .map((command) => `Bash(${command})`);
  return {
    words: [
      '-p',
      ...['--output-format', 'json'],
      ...['--setting-sources', ''],
      '--strict-mcp-config',
      '--disable-slash-commands',
      '--no-session-persistence',
      ...['--permission-mode', 'dontAsk'],
      ...['--tools', 'Bash,Read,Grep,Glob'],
      ...(rules.length === 0 ? [] : ['--allowedTools', ...rules]),
      ...['--max-turns', String(MOST_TURNS)],
      ...(maxUsd === null ? [] : ['--max-budget-usd', String(maxUsd)]),
      ...(model === undefined ? [] : ['--model', model]),
      ...['--system-prompt', system],
      ...['--json-schema', JSON.stringify(schema)],
    ],
    input: prompt,
    environment: { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1', CLAUDE_CODE_MAX_RETRIES: '2' },
  };
}

/** Of the one value that it prints. */
function read({ complaint, exitCode, stdout }: ValidatorOutput): ValidatorReading {
  const document = parseDocument(stdout);
  const value = document.ok && isObject(document.value) ? document.value : {};
  const spent = {
    sessionId: wordIn(value['session_id']),
    model: isObject(value['modelUsage']) ? (Object.keys(value['modelUsage'])[0] ?? null) : null,
    usage: usageIn(value['usage']),
    costUsd: isAmount(value['total_cost_usd']) ? value['total_cost_usd'] : null,
  };
  const { structured_output: answer, result } = value;
  const said = wordIn(result) ?? complaint;
  if (value['type'] !== 'result') {
    return { ...spent, trouble: complaint || `it printed no result (exit code ${exitCode})` };
  }
  if (value['stop_reason'] === 'refusal') return { ...spent, trouble: 'the model refused' };
  if (exitCode !== 0 || value['is_error'] === true || value['subtype'] !== 'success') {
    const kind = wordIn(value['subtype']) ?? `exit code ${exitCode}`;
    return { ...spent, trouble: [kind, said].filter(Boolean).join(': ') };
  }
  return { ...spent, text: isObject(answer) ? JSON.stringify(answer) : said };
}

function wordIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function usageIn(value: unknown): TokenUsage {
  if (!isObject(value)) return NO_TOKENS;
  const count = (key: keyof TokenUsage): number => {
    const tokens = value[key];
    return isAmount(tokens) ? tokens : 0;
  };
  return {
    ...NO_TOKENS,
    input_tokens: count('input_tokens'),
    output_tokens: count('output_tokens'),
    cache_read_input_tokens: count('cache_read_input_tokens'),
    cache_creation_input_tokens: count('cache_creation_input_tokens'),
  };
}
