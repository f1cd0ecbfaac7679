import { sha256 } from '../../../adapters/file-digest.ts';
import { createPatientCheckout, LOOKING_MS } from '../../../adapters/git/checkout.ts';
import { createNodeGit } from '../../../adapters/git/node-git.ts';
import { LARGEST_DOCUMENT, parseDocument } from '../../../domain/base/document.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { timestamp } from '../../../domain/base/time.ts';
import {
  type AnswerFacts,
  answeredFor,
  CI_VALIDATOR,
  type CiAnswer,
  type CiAnswers,
  fittingAnswers,
  readCiAnswers,
} from '../../../domain/ci/ci-answers.ts';
import { definitionTextOf } from '../../../domain/ci/definition-set.ts';
import { isOwnedBy, type NamedPromise } from '../../../domain/promise/promise.ts';
import { verdictOf } from '../../../domain/validation/validation.ts';
import { answerProblemWords, namelessWords } from '../../../report/ci/answer-words.ts';
import { EXIT } from '../../../report/exit.ts';
import { textRead } from '../../../store/files/reading.ts';
import type { Suite } from '../../../suite.ts';
import type { Report } from '../../command.ts';
import { SELF_VALIDATED, storeAnswer } from '../store-validation/storing.ts';

/** Answers that fit a promise, or why they do not, one sentence each. */
interface HeldAnswers {
  readonly id: string;
  /** Whether the promise is that of the session that stores them. */
  readonly isOwn: boolean;
  readonly answers: readonly CiAnswer[];
  readonly problems: readonly string[];
}

/**
 * `cs promise validate [<id>] --from <file>`: stores what a pipeline answered, for the promise that was named or for every open
 * one that the file answers. Answers about other files, or about a definition that was edited since, are refused.
 */
export async function storeAnswersOf(
  path: string,
  id: string | undefined,
  suite: Suite,
): Promise<Result<Report>> {
  const read = readAnswersFile(path, suite);
  if (!read.ok) return read;
  const promises = await promisesMeant(id, suite);
  if (!promises.ok) return promises;
  const treeOf = treesNow(suite);
  const held = promises.value.flatMap((promise) => heldFor(promise, read.value, treeOf, suite));
  const problems = held.flatMap((one) => one.problems);
  const fitting = held.filter((one) => one.problems.length === 0);
  if (fitting.length === 0) {
    const nameless = read.value.promises.map((one) => namelessWords(one, promises.value));
    return failed({
      kind: 'answers-refused',
      path,
      problems: problems.length > 0 ? problems : nameless,
    });
  }
  return store(fitting, problems, read.value, suite);
}

function readAnswersFile(path: string, { files }: Suite): Result<CiAnswers> {
  const reading = textRead(files.readGiven(path, LARGEST_DOCUMENT), LARGEST_DOCUMENT);
  const document = reading.ok ? parseDocument(reading.text) : reading;
  const read = document.ok ? readCiAnswers(document.value) : document;
  if (read.ok) return success(read.answers);
  return failed({ kind: 'broken-file', file: { path, reason: read.reason } });
}

async function promisesMeant(
  id: string | undefined,
  { promises }: Suite,
): Promise<Result<readonly NamedPromise[]>> {
  if (id !== undefined) {
    const found = await promises.find(id);
    return found.ok ? success([found.value]) : found;
  }
  const listed = await promises.listActive();
  return listed.ok ? success(listed.value.promises) : listed;
}

/** The fingerprints of the files here, each taken once. */
function treesNow({ environment }: Suite): AnswerFacts['treeOf'] {
  const snapshot = createPatientCheckout(environment.checkout).snapshot();
  return (scope) => snapshot.digest(scope);
}

/** What the file answers for a promise; nothing where it is not meant. */
function heldFor(
  { id, promise }: NamedPromise,
  answers: CiAnswers,
  treeOf: AnswerFacts['treeOf'],
  suite: Suite,
): readonly HeldAnswers[] {
  const digest = sha256(definitionTextOf(promise));
  const answered = answeredFor(answers, id, digest);
  if (answered === undefined) return [];
  const { session } = suite.environment;
  const isOwn = session !== undefined && isOwnedBy(promise, session);
  const fitting = fittingAnswers(answered, { digest, treeOf });
  if (fitting.fit) return [{ id, isOwn, answers: fitting.answers, problems: [] }];
  const differing = differingPaths(answers, suite);
  const problems = fitting.problems.map(
    (problem) => `${id}: ${answerProblemWords(problem, answers.change, differing)}`,
  );
  return [{ id, isOwn, answers: [], problems }];
}

/** The files here that differ from the commit that was looked at; undefined where git does not have it. */
function differingPaths(
  { change }: CiAnswers,
  { environment }: Suite,
): readonly string[] | undefined {
  const git = createNodeGit(environment.checkout, LOOKING_MS);
  const commit = git.commitOf(change.head);
  if (change.head === '' || !commit.ok) return undefined;
  const changed = git.changedSince({ at: '', commit: commit.value });
  return changed.ok ? changed.value.paths : undefined;
}

async function store(
  held: readonly HeldAnswers[],
  problems: readonly string[],
  { change }: CiAnswers,
  suite: Suite,
): Promise<Result<Report>> {
  const at = timestamp(suite.clock.now());
  const { base, head, repository, run_url } = change;
  const texts: string[] = [];
  const stored: unknown[] = [];
  const notes: string[] = [];
  for (const { answers, id, isOwn } of held) {
    if (isOwn) notes.push(SELF_VALIDATED);
    for (const { ac_id, response, tree } of answers) {
      const verdict = verdictOf(response);
      if (verdict === undefined) continue;
      const kept = { ...response, tree, change: { repository, head, base, run_url } };
      const answer = { by: CI_VALIDATOR, response: kept, verdict };
      const outcome = await storeAnswer(id, ac_id, answer, at, suite);
      if (!outcome.ok) return outcome;
      texts.push(outcome.value.text);
      stored.push(outcome.value.json);
      notes.push(...(outcome.value.notes ?? []));
    }
  }
  return success({
    text: texts.join('\n'),
    json: { stored, refused: problems },
    notes: [...new Set(notes), ...problems.map((problem) => `Warning: ${problem}`)],
    exitCode: problems.length === 0 ? EXIT.ok : EXIT.failed,
  });
}
