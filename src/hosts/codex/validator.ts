import { join } from 'node:path';
import { isAmount, isObject, parseDocument } from '../../domain/base/document.ts';
import type {
  ValidatingHost,
  ValidatorOutput,
  ValidatorQuestion,
  ValidatorReading,
  ValidatorStart,
} from '../../domain/host/validating-host.ts';
import { NO_TOKENS, type TokenUsage } from '../../domain/judging/model.ts';

/** What of Codex goes further than a shell in its sandbox. */
const SWITCHED_OFF = ['hooks', 'multi_agent', 'goals', 'plugins', 'apps'];

/** Settings for the session alone. Without the last two, its sandbox may write to all folders for temporary files. */
const SETTINGS = [
  'project_doc_max_bytes=0',
  'skills.include_instructions=false',
  'web_search="disabled"',
  'sandbox_workspace_write.network_access=false',
  'sandbox_workspace_write.exclude_slash_tmp=true',
  'sandbox_workspace_write.exclude_tmpdir_env_var=true',
];

const ANSWER = 'answer.json';
const SCHEMA = 'schema.json';

/** Codex in its own sandbox, which the system enforces: it runs what it likes, and writes nothing but its folder. */
export const codexValidator: ValidatingHost = {
  start,
  read,
  limits:
    "its sandbox: it runs any command, without the network, and writes in the copy alone; no hooks, rules or instructions of the project's",
  beyond: [
    'it reads the AGENTS.md of your own folder of Codex',
    'it takes no limit on spending: time alone limits it',
  ],
};

function start({
  beside,
  folder,
  model,
  prompt,
  schema,
  system,
}: ValidatorQuestion): ValidatorStart {
  return {
    words: [
      'exec',
      '--json',
      '--ephemeral',
      '--skip-git-repo-check',
      '--ignore-rules',
      ...['-s', 'workspace-write'],
      ...['-C', folder],
      ...SWITCHED_OFF.flatMap((name) => ['--disable', name]),
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
      ...(model === undefined ? [] : ['-m', model]),
      ...['--output-schema', join(beside, SCHEMA)],
      ...['-o', join(beside, ANSWER)],
      '-',
    ],
    input: `${system}\n\n${prompt}`,
    files: { [SCHEMA]: JSON.stringify(schema) },
    answerFile: ANSWER,
  };
}

/** The events that it prints, one a line; the answer stands in a file. */
function read({ answer, complaint, exitCode, stdout }: ValidatorOutput): ValidatorReading {
  const events = stdout.split('\n').flatMap((line) => {
    const document = parseDocument(line);
    return document.ok && isObject(document.value) ? [document.value] : [];
  });
  const last = (type: string) => events.findLast((event) => event['type'] === type);
  const thread = last('thread.started')?.['thread_id'];
  const spent = {
    sessionId: typeof thread === 'string' ? thread : null,
    model: null,
    usage: usageIn(last('turn.completed')?.['usage']),
    costUsd: null,
  };
  const fault = last('turn.failed') ?? last('error');
  if (last('turn.completed') === undefined || last('turn.failed') !== undefined) {
    return { ...spent, trouble: messageIn(fault) ?? (complaint || `exit code ${exitCode}`) };
  }
  if (exitCode !== 0) return { ...spent, trouble: complaint || `exit code ${exitCode}` };
  return answer === undefined
    ? { ...spent, trouble: 'it wrote no answer' }
    : { ...spent, text: answer };
}

function messageIn(event: unknown): string | undefined {
  if (!isObject(event)) return undefined;
  const { error, message } = event;
  const said = isObject(error) ? error['message'] : message;
  return typeof said === 'string' && said !== '' ? said : undefined;
}

/** What was read from its cache is among its input. */
function usageIn(value: unknown): TokenUsage {
  if (!isObject(value)) return NO_TOKENS;
  const { cached_input_tokens: cached, input_tokens: input, output_tokens: output } = value;
  const read = isAmount(cached) ? cached : 0;
  return {
    ...NO_TOKENS,
    input_tokens: isAmount(input) ? Math.max(0, input - read) : 0,
    cache_read_input_tokens: read,
    output_tokens: isAmount(output) ? output : 0,
  };
}
