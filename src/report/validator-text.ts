import type { AgentAnswer } from '../domain/judging/agent-answers.ts';
import type { AgentFail } from '../domain/judging/agent-fails.ts';
import { type CommandLines, failLine } from './command-lines.ts';
import { dollars } from './dollars.ts';
import { brief, indented, oneLine, printable, shellWord } from './printable.ts';
import type { Style } from './style.ts';

/** A validator as its texts name it. */
interface NamedValidator {
  readonly name: string;
  readonly title: string;
}

/** What came of a run, as far as it is told. */
interface ToldRun {
  readonly answers: readonly {
    readonly answer: AgentAnswer;
    readonly record: object;
  }[];
  readonly unanswered: readonly string[];
  /** Criteria whose evidence changed while it ran. */
  readonly stale: readonly string[];
  readonly sessions: readonly ({ readonly status: string } & (
    | { readonly answers: readonly unknown[] }
    | { readonly trouble: string }
  ))[];
  readonly costUsd: number | null;
  readonly durationMs: number;
}

/** What a validator answered: a line for each criterion, with what it ran and saw, and what it took. */
export function validationText(
  id: string,
  { title }: NamedValidator,
  { answers, costUsd, durationMs, sessions, stale }: ToldRun,
  style: Style,
): string {
  const stored = answers.filter(({ answer }) => !stale.includes(answer.ac_id));
  const cost = costUsd === null ? 'cost not known' : dollars(costUsd);
  const many = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`;
  const took = `${many}, ${Math.round(durationMs / 1000)} s, ${cost}`;
  return [
    `VALIDATED: ${id} by ${oneLine(title)} (${took})`,
    ...stored.flatMap(({ answer }) => answerLines(answer, style)),
    ...(stored.length === 0 ? ['  No answer: Gate 2 is as it was.'] : []),
  ].join('\n');
}

function answerLines(
  { ac_id, observations, reasoning, verdict }: AgentAnswer,
  style: Style,
): readonly string[] {
  const opens = verdict === 'PASS' || verdict === 'PARTIAL';
  const word = opens ? style.good(verdict) : style.bad(verdict);
  return [
    `  [${oneLine(ac_id)}] ${word}: ${indented(reasoning, 4)}`,
    ...observations.map(
      ({ holds, saw, what }) =>
        `      ${holds ? 'for' : 'against'}: ${oneLine(what)}: ${oneLine(saw)}`,
    ),
  ];
}

/** Why a run brought no answer, or not all: never a verdict. */
export function validationNotes(
  { title }: NamedValidator,
  { sessions, stale, unanswered }: ToldRun,
): readonly string[] {
  const troubles = sessions.flatMap((one) => ('trouble' in one ? [one.trouble] : []));
  return [
    ...[...new Set(troubles)].map(
      (trouble) => `Warning: ${oneLine(title)} gave no answer: ${oneLine(trouble)}.`,
    ),
    ...(unanswered.length === 0
      ? []
      : [`Not answered: ${unanswered.map(oneLine).join(', ')}. Nothing was stored for it.`]),
    ...stale.map(
      (criterion) =>
        `Warning: the evidence of ${oneLine(criterion)} changed while it was validated: nothing was stored for it.`,
    ),
  ];
}

/** Longest finding that a session is told, in characters. */
const LONGEST_FINDING = 300;

/** What a validator that was run found wrong, and how to go on. */
export function agentFailLine(fail: AgentFail, commands: CommandLines): string {
  const found = brief(fail.findings.join('; '), LONGEST_FINDING);
  return `${oneLine(fail.criterion)}: ${found}\nNext: ${failLine(fail, commands)}`;
}

export function unmetNote(criterion: string): string {
  return `Note: ${oneLine(criterion)} has no evidence yet, and is not asked about.`;
}

export function validationJson(
  id: string,
  { name }: NamedValidator,
  { answers, costUsd, durationMs, sessions, stale, unanswered }: ToldRun,
): object {
  return {
    id,
    by: name,
    answers: answers
      .filter(({ answer }) => !stale.includes(answer.ac_id))
      .map(({ answer, record }) => ({ ...answer, validator: record })),
    unanswered: [...unanswered, ...stale],
    sessions: sessions.map((one) => ({
      status: one.status,
      trouble: 'trouble' in one ? one.trouble : null,
    })),
    cost_usd: costUsd,
    duration_ms: durationMs,
  };
}

/** A run before it is started. */
interface PlannedRun {
  readonly validator: NamedValidator & {
    readonly how: { readonly limits: string; readonly beyond: readonly string[] };
  };
  readonly command: string | readonly string[];
  readonly checkout: string;
  readonly commands: readonly string[];
  readonly system: string;
  readonly prompt: string;
  readonly promptTokens: number;
  readonly maxUsd: number | null;
  readonly maxUsdPerDay: number | null;
  readonly timeoutMs: number;
  readonly votes: number;
}

export function plannedValidationText(id: string, planned: PlannedRun): string {
  const { checkout, command, maxUsd, prompt, promptTokens, system, timeoutMs, validator, votes } =
    planned;
  const line = typeof command === 'string' ? command : command.map(shellWord).join(' ');
  const most = maxUsd === null ? 'no limit' : `at most ${dollars(maxUsd)}`;
  return [
    `DRY RUN: ${oneLine(validator.title)} would validate ${id}. Nothing is started.`,
    `  Sessions: ${votes}; together ${Math.round(timeoutMs / 1000)} s at most; cost: ${most}`,
    `  Folder: a copy of ${oneLine(checkout)} as it is now, removed afterwards`,
    `  Limits: ${oneLine(validator.how.limits)}`,
    ...validator.how.beyond.map((one) => `  Beyond them: ${oneLine(one)}`),
    `  Commands: ${planned.commands.map(oneLine).join('; ') || 'none of the project'}`,
    `  Program: ${oneLine(line)}`,
    `  Question: about ${promptTokens} tokens`,
    '',
    printable(system),
    '',
    printable(prompt),
  ].join('\n');
}

export function plannedValidationJson(id: string, planned: PlannedRun): object {
  const { checkout, command, commands, maxUsd, prompt, system, timeoutMs, validator, votes } =
    planned;
  return {
    id,
    by: validator.name,
    dry_run: true,
    command,
    copy_of: checkout,
    commands,
    votes,
    timeout_ms: timeoutMs,
    max_usd: maxUsd,
    system,
    prompt,
  };
}
