import { isObject, parseDocument } from '../../domain/base/document.ts';
import { ageDoubt, wantedPython } from './python-age.ts';
import type { SyntaxOutcome, SyntaxWorld } from './syntax-outcome.ts';

/** The commands by which systems have Python; the first that runs is used. None is taken from the project. `-I` keeps it from importing files of the project. */
const PYTHONS: readonly (readonly [string, ...string[]])[] = [
  ['python3'],
  ['python'],
  ['py', '-3'],
];
const ISOLATED = ['-I', '-S', '-W', 'ignore', '-c'];

/** A program that parses each text, runs none of them, and prints one answer a line, behind a mark. */
const MARK = 'cs-syntax:';
const PROGRAM = `
import ast, base64, io, json, sys, tokenize
print("${MARK}" + json.dumps({"minor": sys.version_info[1]}), flush=True)
def has_tokens(source):
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline): pass
        return True
    except BaseException:
        return False
for text in json.load(sys.stdin):
    source = base64.b64decode(text)
    try:
        ast.parse(source)
        answer = {"outcome": "whole"}
    except (SyntaxError, ValueError) as error:
        where = getattr(error, "lineno", None)
        text = getattr(error, "msg", None) or str(error)
        detail = text + ("" if where is None else " at line %d" % where)
        answer = {"outcome": "broken", "detail": detail, "tokens": has_tokens(source)}
    except BaseException:
        answer = {"outcome": "skipped", "detail": "the parser could not handle it"}
    print("${MARK}" + json.dumps(answer), flush=True)
`;

const TIMEOUT_MS = 60_000;

/** An outcome, and of a broken text whether it can be cut into tokens: brackets that are closed, indentation that fits. */
type PythonOutcome = SyntaxOutcome & { readonly hasTokens?: boolean };

/** What one Python said: its minor version, and of each text how it came out, until it ended. */
interface Replies {
  readonly minor: number | undefined;
  readonly outcomes: readonly PythonOutcome[];
}

/**
 * Parses Python texts with the Python of this machine. What it calls broken is shown to the newest of the others as
 * well. A fault that may only be the age of the newest says nothing: that text is skipped.
 */
export async function parseAll(
  contents: readonly Buffer[],
  world: SyntaxWorld,
): Promise<readonly SyntaxOutcome[]> {
  const first = await firstAnswers(PYTHONS, contents, world);
  if (first === undefined) {
    const detail = 'no parser for python: python3 is not installed outside the project';
    return contents.map(() => ({ outcome: 'skipped', detail }));
  }
  const outcomes = contents.map(
    (_content, index): PythonOutcome =>
      first.outcomes[index] ?? {
        outcome: 'skipped',
        detail: 'Python exited before parsing it',
      },
  );
  const broken = contents.filter((_content, index) => outcomes[index]?.outcome === 'broken');
  if (broken.length === 0 || first.minor === undefined) return outcomes;
  const newest = await firstAnswers(newerThan(first.minor), broken, world);
  const later = [...(newest?.outcomes ?? [])];
  const judged = { minor: newest?.minor ?? first.minor, wanted: wantedPython(world.files) };
  return outcomes.map((outcome, index) =>
    outcome.outcome === 'broken'
      ? lessAge(later.shift() ?? outcome, contents[index] ?? Buffer.of(), judged)
      : outcome,
  );
}

/** An outcome, skipped where a fault may only be the age of the Python that found it. */
function lessAge(
  outcome: PythonOutcome,
  content: Buffer,
  { minor, wanted }: { readonly minor: number; readonly wanted: number | undefined },
): SyntaxOutcome {
  if (outcome.outcome !== 'broken') return outcome;
  const { detail, hasTokens = true } = outcome;
  const doubt = ageDoubt(content.toString('utf8'), { detail, hasTokens }, minor, wanted);
  return doubt === undefined
    ? { outcome: 'broken', detail }
    : { outcome: 'skipped', detail: doubt };
}

/** The newest minor version of Python 3 that is looked for. */
const NEWEST = 30;

/** The names of the Pythons that are newer than one, the newest first. */
function newerThan(minor: number): readonly (readonly [string])[] {
  return Array.from({ length: Math.max(0, NEWEST - minor) }, (_none, index) => [
    `python3.${NEWEST - index}`,
  ]);
}

/** The answers of the first of some Pythons that is there and runs. */
async function firstAnswers(
  pythons: readonly (readonly [string, ...string[]])[],
  contents: readonly Buffer[],
  world: SyntaxWorld,
): Promise<Replies | undefined> {
  const input = JSON.stringify(contents.map((content) => content.toString('base64')));
  for (const [name, ...options] of pythons) {
    const program = world.findProgram(name);
    const answers =
      program === undefined ? undefined : await ask([program, ...options], input, world);
    if (answers !== undefined) return answers;
  }
  return undefined;
}

async function ask(
  python: readonly string[],
  input: string,
  { folder, run }: SyntaxWorld,
): Promise<Replies | undefined> {
  let output = '';
  const { ended } = await run.program({
    command: [...python, ...ISOLATED, PROGRAM],
    folder,
    timeoutMs: TIMEOUT_MS,
    environment: { passing: [] },
    input,
    onOutput: (chunk) => {
      output += chunk.toString('utf8');
    },
  });
  const answers = output.split(/\r?\n/).flatMap(answerIn);
  // Where Python is missing, Windows has a program of its name that only points to a shop.
  if (ended.how !== 'exit' || (ended.code !== 0 && answers.length === 0)) return undefined;
  return {
    minor: answers.flatMap(({ minor }) => (typeof minor === 'number' ? [minor] : []))[0],
    outcomes: answers.flatMap(outcomeIn),
  };
}

function answerIn(line: string): readonly { readonly [key: string]: unknown }[] {
  if (!line.startsWith(MARK)) return [];
  const answer = parseDocument(line.slice(MARK.length));
  return answer.ok && isObject(answer.value) ? [answer.value] : [];
}

function outcomeIn({
  detail,
  outcome,
  tokens,
}: {
  readonly [key: string]: unknown;
}): readonly PythonOutcome[] {
  if (outcome === 'whole') return [{ outcome }];
  return outcome === 'broken' || outcome === 'skipped'
    ? [{ outcome, detail: typeof detail === 'string' ? detail : '', hasTokens: tokens !== false }]
    : [];
}
