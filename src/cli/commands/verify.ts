import type { VerificationGates } from '../../domain/event.ts';
import { isProofType, PROOF_TYPES } from '../../domain/evidence.ts';
import { type CompletionPromise, titleOf } from '../../domain/promise.ts';
import { type Result, success } from '../../domain/result.ts';
import { type VerifyRequest, verifyPromise } from '../../gates/verify-promise.ts';
import { indented, oneLine } from '../../report/printable.ts';
import { progressText } from '../../report/promise-text.ts';
import type { AcknowledgedChange } from '../../store/promise-store.ts';
import { commentOnTask } from '../beads-comment.ts';
import { answerCheck } from '../check-lane.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { warningOf } from '../print.ts';
import { actorOf, type Suite } from '../suite.ts';
import { usage } from '../usage.ts';

const HELP = 'Try: cs-verify --help';

export const verifyCommand: Command = {
  summary: 'Asks whether this session may end, or closes a promise through the gates.',
  usage: [
    '--check [--verbose]',
    `--promise <id> [--proof "What shows it"] [--type ${PROOF_TYPES.join('|')}]`,
  ],
  options: {
    check: {
      takes: 'nothing',
      summary: 'May this session end? Exit code 0: yes, 2: no, 1: a mistake in the call',
    },
    verbose: { takes: 'nothing', summary: 'With --check: say so where it may', alias: 'v' },
    promise: {
      takes: 'word',
      summary: 'Close promise <id>, if every gate opens',
      completes: 'promise',
    },
    proof: { takes: 'text', summary: 'What shows it; required where the promise has no criteria' },
    type: {
      takes: 'word',
      summary: `What kind of proof: ${PROOF_TYPES.join(', ')} (default manual)`,
      completes: PROOF_TYPES,
    },
    judge: {
      takes: 'nothing',
      summary: 'Have a model judge the evidence (Gate 3; not in this version)',
    },
    'skip-validation-check': {
      takes: 'nothing',
      summary: 'Pass Gate 2 unvalidated; it is recorded',
    },
    'skip-llm-gate': { takes: 'nothing', summary: 'Pass Gate 3 unjudged; it is recorded' },
    'task-id': { takes: 'word', summary: 'After success, comment on this beads task (needs bd)' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0 --check', 'The question of the stop gate'],
    ['$0 --promise promise-1a2b3c4d --type test', 'Close a promise'],
  ],
  async run(args, suite) {
    if (args.given('check')) return check(args);
    const id = args.text('promise');
    const type = args.text('type') ?? 'manual';
    if (id === undefined) return usage('--check or --promise <id> is required', HELP);
    if (!isProofType(type)) {
      return usage(`Invalid type: ${type}. It must be one of ${PROOF_TYPES.join(', ')}`, HELP);
    }
    if (args.given('judge'))
      return usage('This version has no judge: run it without --judge', HELP);
    const actor = actorOf(suite);
    if (!actor.ok) return actor;
    const request: VerifyRequest = {
      id,
      type,
      proof: args.text('proof'),
      skipValidation: args.given('skip-validation-check'),
      skipJudge: args.given('skip-llm-gate'),
      actor: actor.value,
    };
    return verify(request, args.text('task-id'), suite);
  },
};

/** The check where it does not come through the fast lane: spelled otherwise, or with too much. */
function check(args: Arguments): Result<Report> {
  const others = Object.keys(verifyCommand.options).filter(
    (name) => !['check', 'verbose', 'json'].includes(name) && args.given(name),
  );
  if (others.length > 0) return usage(`--check takes no --${others.join(' and no --')}`, HELP);
  const { exitCode, json, stderr, stdout } = answerCheck(args.given('verbose'));
  const notes = stderr === '' ? [] : [stderr.trimEnd()];
  return success({ text: stdout.trimEnd(), json: json(), notes, exitCode });
}

async function verify(
  request: VerifyRequest,
  task: string | undefined,
  suite: Suite,
): Promise<Result<Report>> {
  const verified = await verifyPromise(request, suite);
  if (!verified.ok) return verified;
  if (verified.value.outcome === 'already-verified') {
    return success({
      text: `Already verified: ${request.id}`,
      json: { id: request.id, already_verified: true, promise: verified.value.promise },
    });
  }
  const { change, gates } = verified.value;
  const unsaid =
    task === undefined ? [] : await commentOnTask(task, request.id, change.after, suite);
  return success({
    text: verifiedText(request, change.after, gates, suite),
    json: { id: request.id, promise: change.after, gates },
    notes: [
      ...gateWarnings(request.id, gates),
      ...wasPending(change),
      ...change.warnings.map(warningOf),
      ...unsaid,
    ],
  });
}

function verifiedText(
  { id, proof, type }: VerifyRequest,
  promise: CompletionPromise,
  gates: VerificationGates,
  { style }: Suite,
): string {
  return [
    ...gateLines(id, gates),
    '',
    style.good(`VERIFIED: ${id}`),
    `  Summary: ${oneLine(promise.summary || titleOf(promise))}`,
    `  Type: ${type}`,
    `  Proof: ${indented(proof ?? 'the evidence of its criteria', 9)}`,
    `  Acceptance Criteria: ${progressText(promise)} met`,
    `  Verified by: ${oneLine(promise.verification?.verified_by ?? '')}`,
    `  Verified at: ${oneLine(promise.verification?.verified_at ?? '')}`,
  ].join('\n');
}

function gateLines(id: string, gates: VerificationGates): readonly string[] {
  const validation = {
    passed: 'Gate 2: All validation responses verified (PASS)',
    skipped: 'Gate 2: Skipped (--skip-validation-check)',
    'no-criteria': 'Gate 2: Skipped (the promise has no criteria)',
  };
  const judge = {
    skipped: 'Gate 3: Skipped (--skip-llm-gate)',
    'not-run': `Gate 3: did not run. In a version that has a judge, it runs by: cs-verify --judge --promise ${id}`,
  };
  return [validation[gates.validation], judge[gates.judge]];
}

function gateWarnings(id: string, { judge, validation }: VerificationGates): readonly string[] {
  return [
    ...(validation === 'skipped'
      ? [`WARNING: Skipping Gate 2 (validation) for ${id}; this is recorded.`]
      : []),
    ...(judge === 'skipped'
      ? [`WARNING: Skipping Gate 3 (judge) for ${id}; this is recorded.`]
      : []),
  ];
}

function wasPending({ before, id }: AcknowledgedChange): readonly string[] {
  return before?.status === 'pending'
    ? [`Note: ${id} was verified without having been started.`]
    : [];
}
