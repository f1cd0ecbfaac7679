import type {
  BrokenFile,
  CriterionStep,
  Failure,
  FailureKind,
  FailureOf,
  GateProblem,
  OwnerFate,
  ResponseFault,
} from '../domain/base/failure.ts';
import { PROVER } from '../domain/judging/attempts.ts';
import { isToValidate } from '../domain/validation/validation.ts';
import { VERDICTS } from '../domain/validation/validation-response.ts';
import { nothingToAttestWords } from './attest-failure-text.ts';
import { type CommandLines, commandLinesFor, failLine, inProject } from './command-lines.ts';
import { type FailureWords, someIds } from './failure-words.ts';
import { doubtWords, rejectionWords, spendingWords } from './judge-failure-text.ts';
import { oneLine, printable } from './printable.ts';
import {
  alwaysFailedWords,
  changedFilesWords,
  checkFailedWords,
  nothingToProveWords,
  onlyAClaimWords,
  unprovedWords,
  untrustedWords,
  wordsAfterFailureWords,
  wordsOverProofWords,
} from './proof-failure-text.ts';
import { notShownWords } from './shown-text.ts';
import { STORE_WORDS } from './store-failure-text.ts';
import {
  ownFindingsWords,
  tamperedWords,
  unexaminedWords,
  unknownFindingWords,
} from './tampered-failure-text.ts';

/** A failure in words: what is wrong and where, then what to do about it. */
interface FailureText {
  readonly message: string;
  readonly advice: readonly string[];
}

/**
 * The one place where failures become text. Callers of the suite read these messages: they are interface.
 * `lines`: the commands that the advice names.
 */
export function failureText(failure: Failure, lines: CommandLines): FailureText {
  const { message, advice = [] } = wordsFor(failure, lines);
  return { message: printable(message), advice: advice.map(printable) };
}

/** What is wrong and where, for texts that have no place for advice. */
export function failureMessage(failure: Failure): string {
  return failureText(failure, commandLinesFor(undefined, 'cs')).message;
}

/** The failure as it is written to stderr. */
export function failureLines(failure: Failure, lines: CommandLines): string {
  const { message, advice } = failureText(failure, lines);
  const opening = failure.kind === 'validation-blocked' ? '' : 'Error: ';
  return [`${opening}${message}`, ...advice].join('\n');
}

/** Where a promise lies that is not in this project. */
export function elsewhereText(folder: string): string {
  return printable(`It is in ${oneLine(folder)}: add ${inProject(folder)}`);
}

/** Every kind of failure in words. */
const WORDS: {
  readonly [Kind in FailureKind]: (failure: FailureOf<Kind>, lines: CommandLines) => FailureWords;
} = {
  usage: ({ hint, message, next }, lines) => ({
    message,
    advice: [...(hint ? [hint] : []), ...(next ? [`Next: ${stepLine(next, lines)}`] : [])],
  }),
  'no-session': (_, lines) => ({
    message: `CLAUDE_SESSION_ID not set. Set it, or run: eval "$(${lines.init()})"`,
  }),
  'invalid-id': ({ value, what }) => ({
    message: `Not a valid ${what}: ${JSON.stringify(value.slice(0, 140))}`,
    advice: [
      'Letters, digits, ".", "_" and "-" are allowed, at most 128, no "..", no dash in front.',
    ],
  }),
  'no-project-folder': ({ path }) => ({
    message: `--project is not a folder: ${oneLine(path)}`,
    advice: ['Give the project folder, or omit the option to let it be detected.'],
  }),
  'other-project': ({ found, session }) => ({
    message: `This folder belongs to ${oneLine(found)}, but this session belongs to ${oneLine(session)}. No promise was created.`,
    advice: [
      `To create it in the session's project, add: ${inProject(session)}`,
      `To create it here anyway, add: ${inProject(found)}`,
    ],
  }),
  'promise-not-found': ({ elsewhere, id, store }, lines) => ({
    message: `Promise not found: ${oneLine(id)}`,
    advice: [
      ...(elsewhere === undefined ? [] : [elsewhereText(elsewhere)]),
      ...(store === undefined
        ? []
        : [`It is in ${oneLine(store)}: set CS_STORE here as well, or the setting store.`]),
      `To list promises: ${lines.list()} (ended: ${lines.status('--history')})`,
    ],
  }),
  'changed-outside': ({ id }, lines) => ({
    message: `Promise ${oneLine(id)} was weakened by something other than completion-promise. It cannot be verified until its session has been told.`,
    advice: [
      `Next: ${lines.status()}`,
      'It shows what changed. Tell the user, and revert the change or explain why it is correct.',
    ],
  }),
  'not-owner': ({ fate, id, owner }, lines) => ({
    message: `You don't own this promise. Current owner: ${owner === null ? '(orphaned)' : oneLine(owner)}`,
    advice:
      owner === null
        ? [`To adopt it: ${lines.adopt(id)}`]
        : handingOnWords({ fate, id, owner }, lines),
  }),
  'not-orphaned': notOrphanedWords,
  'nothing-to-adopt': () => ({ message: 'No open promise here is without an owner.' }),
  'person-to-give-up': ({ failed, id, owner, what }, lines) => ({
    message: `Promise ${oneLine(id)} is not ${what === 'cancel' ? 'cancelled' : 'released'}: a judge's FAIL of ${failed.map(oneLine).join(', ') || 'it'} stands, and only a person can ${what} it. Your request is recorded; the promise stays open.`,
    advice: [
      `Next: do what the judge asks: ${lines.show(id)}`,
      `Tell the user that you want to ${what} it, and why. A person can, in a terminal: ${lines.giveUpFor(what, id, owner)}`,
    ],
  }),
  'session-running': ({ session }) => ({
    message: `Session ${oneLine(session)} is still running: only that session can give up its promises.`,
    advice: ['Let it do so, or stop its host first.'],
  }),
  'wrong-status': ({ attempted, id, status }, lines) => ({
    message: `Promise ${id} is ${oneLine(status)}: it cannot ${attempted}.`,
    advice: [`To see its status: ${lines.show(id)}`],
  }),
  'unknown-criterion': ({ criterion, id, known }) => ({
    message: `Criterion not found: ${oneLine(criterion)} in ${id}`,
    advice: [listOr('The promise has no criteria.', 'Criteria', known)],
  }),
  'ambiguous-criterion': ({ criterion, id }) => ({
    message: `Criterion ${oneLine(criterion)} occurs more than once in ${id}.`,
    advice: ['The file was edited by hand: give each criterion a unique id.'],
  }),
  'no-such-directive': ({ id, known, why }) => ({
    message:
      why === 'unknown'
        ? `Directive not found: ${oneLine(id)}`
        : `Directive ${oneLine(id)} is already retired.`,
    advice: [listOr('This session has no active directive.', 'Active directives', known)],
  }),
  'criteria-open': openCriteriaWords,
  'proof-missing': ({ id }, lines) => ({
    message: `Promise ${id} has no criteria: --proof is required.`,
    advice: [`Next: ${lines.verify(id, '--proof "[what shows that it is done]"')}`],
  }),
  'validation-blocked': validationWords,
  unproved: unprovedWords,
  'untrusted-checks': untrustedWords,
  'changed-files-broken': changedFilesWords,
  'always-failed': alwaysFailedWords,
  tampered: tamperedWords,
  'not-shown': notShownWords,
  'unknown-finding': unknownFindingWords,
  'own-findings': ownFindingsWords,
  'check-failed': checkFailedWords,
  'words-after-failure': wordsAfterFailureWords,
  'words-over-proof': wordsOverProofWords,
  'only-a-claim': onlyAClaimWords,
  'nothing-to-prove': nothingToProveWords,
  'nothing-to-attest': nothingToAttestWords,
  'key-unusable': ({ path, reason }) => ({
    message: `${oneLine(path)} cannot be used as a key: ${oneLine(reason)}.`,
  }),
  'bundle-unusable': ({ path, reason }) => ({
    message: `${oneLine(path)} cannot be read as attestations: ${oneLine(reason)}.`,
  }),
  'tampering-unexamined': unexaminedWords,
  'invalid-definition': ({ path, problems }) => ({
    message: `${oneLine(path)} is not a valid promise definition: ${problems.map(oneLine).join('; ')}.`,
    advice: ['The format: schemas/promise-definition.schema.json'],
  }),
  'unsafe-run': ({ reason }) => ({
    message: `Nothing was run: ${oneLine(reason)}.`,
    advice: ['Check the change in a workflow that runs on pull_request: docs/ci.md says why.'],
  }),
  'base-missing': baseMissingWords,
  'answers-refused': ({ path, problems }) => ({
    message: `No answer of ${oneLine(path)} was stored.`,
    advice: problems.map((problem) => `  ${oneLine(problem)}`),
  }),
  'invalid-response': ({ fault }) => responseWords(fault),
  'broken-file': ({ file }, lines) => ({
    message: `${oneLine(file.path)} cannot be used: ${oneLine(file.reason)}.`,
    advice: [`Nothing was changed. To see what is wrong: ${lines.of('cs doctor')}`],
  }),
  busy: ({ holder, id, waitedMs, what = 'Promise' }) => ({
    message: `${what} ${id} is locked by ${oneLine(holder)}; waited ${(waitedMs / 1000).toFixed(1)} s.`,
    advice: ['Nothing was changed. Try again; if that process hangs, stop it first.'],
  }),
  'not-storable': ({ id, reason, what = 'Promise' }) => ({
    message: `${what} ${id} cannot be stored: ${reason}.`,
  }),
  'file-system': ({ action, code, path }) => ({
    message: `Cannot ${action}: ${reasonForAction(code)} (${code}, ${oneLine(path)})`,
  }),
  'register-unwritable': ({ code, path, top }) => ({
    message: `The register of your promises cannot be written: ${reasonForAction(code)} (${code}, ${oneLine(path)}). Without it, no gate would find the promise here.`,
    advice: [`To create it at the top of the checkout, add: ${inProject(top)}`],
  }),
  'already-archived': ({ id, path }) => ({
    message: `Promise ${id} cannot be ended: ${oneLine(path)} already exists.`,
    advice: ['Rename that file, then try again.'],
  }),
  'person-needed': ({ action, reason }) => ({
    message: `Only a person can ${action}: ${reason}.`,
    advice: ['Run it yourself, in a terminal that no agent controls.'],
  }),
  'question-refused': questionWords,
  'judge-rejected': rejectionWords,
  'person-to-look': doubtWords,
  unjudged: ({ id, reason, votes }, lines) => ({
    message: `Promise ${id} was not judged, but its tier or the configuration requires a judge: ${oneLine(reason)}`,
    advice: [
      votes === undefined
        ? `Next, once the judge is available: ${lines.judge(id)}`
        : `Next: ${lines.judge(id, `--votes ${votes}`)}`,
    ],
  }),
  'changed-while-judged': ({ id }, lines) => ({
    message: `Promise ${id} changed while it was being judged: the verdict does not apply to its current content.`,
    advice: [`Next: ${lines.judge(id)}`],
  }),
  'not-independent': ({ id, models }, lines) => ({
    message: `No judge was called: ${models.map(oneLine).join(', ')} did the work on ${id}, and judge.independent is "required".`,
    advice: [`Next, with another model: ${lines.judge(id, '--model [model]')}`],
  }),
  'unchanged-since-rejected': ({ at, criteria, id, votes }, lines) => ({
    message: `No judge was called: the evidence is unchanged since the judge rejected ${id} (${oneLine(at)}), and another run over it cannot clear that.`,
    advice: [
      ...criteria
        .filter((criterion) => criterion !== '')
        .map((criterion) => `Next: ${lines.meet(id, criterion)}`),
      `Or have it decided by vote: ${lines.judge(id, `--votes ${votes}`)}`,
    ],
  }),
  'no-validator': ({ name, reason }) => ({
    message: `${oneLine(name)} cannot validate here: ${oneLine(reason)}.`,
    advice: ['Any other program can, as validator.command: docs/judge.md says how.'],
  }),
  'not-copied': ({ reason }) => ({
    message: `The validator was not started: no copy of the files could be made (${oneLine(reason)}).`,
  }),
  'too-large-to-judge': ({ reason }) => ({
    message: `The promise is too large to judge: ${oneLine(reason)}.`,
    advice: ['Shorten its evidence, or split it into several promises.'],
  }),
  'model-unusable': ({ known, model, reason }) => ({
    message: `Model ${oneLine(model)} cannot be used: ${oneLine(reason)}.`,
    advice: [`Choose another with --model: ${known.join(', ')}, or any model id.`],
  }),
  'spending-cap': spendingWords,
  ...STORE_WORDS,
  unapproved: ({ for: what, path, settings }, lines) => ({
    message: `${UNAPPROVED[what]}: ${oneLine(path)} sets ${settings.map(oneLine).join(', ')}, which you have not approved on this machine.`,
    advice: [`To approve it, as a person in a terminal: ${lines.of('cs config trust')}`],
  }),
  'approval-broken': ({ path, reason }, lines) => ({
    message: `What you approved of this project cannot be read from ${oneLine(path)}: ${oneLine(reason)}.`,
    advice: [`To approve it anew, as a person in a terminal: ${lines.of('cs config trust')}`],
  }),
  interrupted: ({ action }) => ({ message: `Interrupted while ${action}. Nothing was decided.` }),
  'invalid-configuration': ({ problems, source }, lines) => ({
    message: `${oneLine(source)} is not a valid configuration: ${problems.map(oneLine).join('; ')}.`,
    advice: [`To see every key and its valid values: ${lines.of('cs config --all')}`],
  }),
  unexpected: ({ message }) => ({
    message: `Internal error: ${oneLine(message)}`,
    advice: ['This is a bug. Set CS_DEBUG=1 to see where it happened.'],
  }),
};

const UNAPPROVED = {
  store: 'The store is not used',
  judge: 'No judge was called',
} as const;

function baseMissingWords({ isShallow, reason, tried }: FailureOf<'base-missing'>): FailureWords {
  const looked = tried.length === 0 ? '' : ` (looked for ${tried.map(oneLine).join(', ')})`;
  return {
    message: `The change cannot be told from its base: ${oneLine(reason)}${looked}.`,
    advice: isShallow
      ? [
          'Only a part of the history was fetched. With actions/checkout, set fetch-depth: 0; with GitLab, GIT_DEPTH: "0"; else run: git fetch --unshallow',
        ]
      : ['Name the base: --base [revision]'],
  };
}

function wordsFor<Kind extends FailureKind>(
  failure: FailureOf<Kind>,
  lines: CommandLines,
): FailureWords {
  return WORDS[failure.kind](failure, lines);
}

interface OwnedPromise {
  readonly id: string;
  readonly owner: string;
  readonly fate?: OwnerFate | undefined;
}

function notOrphanedWords(
  { ended, isOwn, ...owned }: FailureOf<'not-orphaned'>,
  lines: CommandLines,
): FailureWords {
  const message = `Promise is not orphaned. Current owner: ${oneLine(owned.owner)}`;
  const show = lines.show(owned.id);
  if (ended !== undefined) {
    const why = `It is ${oneLine(ended)}: no session can adopt it.`;
    return { message, advice: [why, `To see its status: ${show}`] };
  }
  if (isOwn) return { message, advice: [`This session already owns it. Next: ${show}`] };
  return { message, advice: handingOnWords(owned, lines) };
}

/** How a promise can come to another session, by what became of the process of its owner. */
function handingOnWords(
  { fate = 'unknown', id, owner }: OwnedPromise,
  lines: CommandLines,
): readonly string[] {
  const session = oneLine(owner);
  const byPerson = `a person can release it in a terminal: ${lines.giveUpFor('release', id, owner)}`;
  const bySession = `Session ${session} can release it itself: ${lines.release(id)}`;
  const ways: Readonly<Record<OwnerFate, readonly string[]>> = {
    gone: [`Session ${session} is no longer running: ${byPerson}`],
    running: [bySession],
    unknown: [bySession, `If that session is no longer running, ${byPerson}`],
  };
  return [...ways[fate], `Then: ${lines.adopt(id)}`];
}

function stepLine({ act, criterion, id }: CriterionStep, lines: CommandLines): string {
  return act === 'run' ? lines.run(id, criterion) : lines.prove(id, `--ac-id ${criterion}`);
}

function listOr(none: string, some: string, ids: readonly string[]): string {
  return ids.length === 0 ? none : `${some}: ${ids.map(oneLine).join(', ')}`;
}

function openCriteriaWords(
  { id, open, status }: FailureOf<'criteria-open'>,
  lines: CommandLines,
): FailureWords {
  const [first] = open;
  return {
    message: `Promise ${id} cannot be verified. Not met with evidence: ${someIds(open)}.`,
    advice: [
      ...open.map(({ id: ac, description, lacks }) =>
        lacks === 'met'
          ? `  [PENDING] ${oneLine(ac)}: ${oneLine(description)}`
          : `  [MET] ${oneLine(ac)}: ${oneLine(description)} (no evidence)`,
      ),
      ...(status === 'pending' ? [`Next: ${lines.start(id)}`] : []),
      ...(first === undefined
        ? []
        : [`Next: ${first.isProved === true ? lines.prove(id) : lines.meet(id, first.id)}`]),
    ],
  };
}

/** Why Gate 2 is shut for a criterion, in words. */
export const WHY_BLOCKED: Readonly<Record<GateProblem['why'], string>> = {
  missing: 'no validation response',
  failed: 'verdict FAIL',
  blocked: 'verdict BLOCKED',
  'unknown-verdict': 'a verdict other than PASS, PARTIAL, FAIL or BLOCKED',
  unreadable: 'its validation response cannot be read',
  'invalid-id': 'its id is invalid',
  'shared-id': 'another criterion has the same id',
};

function validationWords(
  { id, problems }: FailureOf<'validation-blocked'>,
  lines: CommandLines,
): FailureWords {
  const first = problems.find((problem) => !isToValidate(problem)) ?? problems[0];
  const named = problems.map(({ criterion }) => ({ id: criterion }));
  return {
    message: `Gate 2 BLOCKED: ${id} lacks a passing validation response for ${someIds(named)}.`,
    advice: [
      ...problems.flatMap(({ by, criterion, description, why, reasoning }) => [
        `  [${oneLine(criterion)}] ${oneLine(description)}: ${WHY_BLOCKED[why]}`,
        ...(reasoning === '' ? [] : [`      Reasoning: ${oneLine(reasoning)}`]),
        ...(why === 'failed' && by !== undefined
          ? [
              `      By ${oneLine(by)}: cleared only by a later answer from the same validator, or by ${lines.waive(id, criterion)}`,
            ]
          : []),
      ]),
      ...(problems.some(isToValidate)
        ? ['Have each one validated independently, then store the answer.']
        : []),
      ...(first === undefined ? [] : [`Next: ${answerLine(id, first, lines)}`]),
      `Error: ${id} was not verified.`,
    ],
  };
}

function answerLine(id: string, problem: GateProblem, lines: CommandLines): string {
  const { by = '', criterion } = problem;
  if (isToValidate(problem)) return lines.validate(id, criterion);
  return by === PROVER ? lines.prove(id) : failLine({ by, criterion, id }, lines);
}

function responseWords(fault: ResponseFault): FailureWords {
  switch (fault.fault) {
    case 'json':
      return { message: `Invalid JSON in response: ${oneLine(fault.detail)}` };
    case 'missing':
      return { message: `Response JSON missing required fields: ${fault.fields.join(', ')}` };
    case 'verdict':
      return {
        message: `Invalid verdict: ${oneLine(fault.verdict)}. It must be one of ${VERDICTS.join(', ')}.`,
      };
  }
}

/** Why a question to the user is not kept, and what to do instead. */
function questionWords(
  { rejected, why }: FailureOf<'question-refused'>,
  lines: CommandLines,
): FailureWords {
  switch (why) {
    case 'used':
      return {
        message:
          'The user was already asked since the last prompt and has not answered. Each prompt allows one wait.',
        advice: ['Next: put every question into your last message, and stop.'],
      };
    case 'rejected':
      return {
        message: "A judge's FAIL stands, so a question does not let this session stop.",
        advice: [
          `Next: ${rejected === undefined ? lines.status('--mine') : lines.show(rejected)}`,
          'Do what the judge asks for; tell the user what you cannot do.',
        ],
      };
    case 'unread':
      return {
        message: 'The promises of this session cannot be read, so a question does not let it stop.',
        advice: [`Next: ${lines.of('cs doctor')}`],
      };
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'no permission'],
  ['EPERM', 'no permission'],
  ['EROFS', 'no permission'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['ENOTDIR', 'a file is in place of a folder'],
  ['ENAMETOOLONG', 'the path is too long'],
]);

function reasonForAction(code: string): string {
  return REASONS.get(code) ?? 'the operating system refused';
}

/** The same as data, for `--json`. */
export function failureJson(failure: Failure, lines: CommandLines): object {
  const { message, advice } = failureText(failure, lines);
  return { error: { kind: failure.kind, message, advice } };
}

/** What could not be read, where the history ends before its end. */
export function unreadHistory(failure: Failure): BrokenFile {
  return failure.kind === 'broken-file'
    ? failure.file
    : { path: 'the history', reason: failureMessage(failure) };
}
