import { isObject, parseDocument } from '../../domain/base/document.ts';
import type { SyntaxOutcome, SyntaxWorld } from './syntax-outcome.ts';

/** The commands by which systems have Python; the first that runs is used. `-I` keeps it from importing files of the project. */
const PYTHONS: readonly (readonly string[])[] = [['python3'], ['python'], ['py', '-3']];
const ISOLATED = ['-I', '-S', '-W', 'ignore', '-c'];

/** A program that parses each text, runs none of them, and prints one answer a line, behind a mark. */
const MARK = 'cs-syntax:';
const PROGRAM = `
import ast, base64, json, sys
for source in json.load(sys.stdin):
    try:
        ast.parse(base64.b64decode(source))
        answer = {"outcome": "whole"}
    except (SyntaxError, ValueError) as error:
        where = getattr(error, "lineno", None)
        text = getattr(error, "msg", None) or str(error)
        answer = {"outcome": "broken", "detail": text + ("" if where is None else " at line %d" % where)}
    except BaseException:
        answer = {"outcome": "skipped", "detail": "the parser could not cope with it"}
    print("${MARK}" + json.dumps(answer), flush=True)
`;

const TIMEOUT_MS = 60_000;

/** Parses Python texts with the Python of this machine. */
export async function parseAll(
  contents: readonly Buffer[],
  world: SyntaxWorld,
): Promise<readonly SyntaxOutcome[]> {
  const input = JSON.stringify(contents.map((content) => content.toString('base64')));
  for (const python of PYTHONS) {
    const answers = await ask(python, input, world);
    if (answers === undefined) continue;
    return contents.map(
      (_content, index) =>
        answers[index] ?? { outcome: 'skipped', detail: 'Python ended before it had parsed it' },
    );
  }
  const detail = 'the parser for python is not there: no python3 is installed';
  return contents.map(() => ({ outcome: 'skipped', detail }));
}

async function ask(
  python: readonly string[],
  input: string,
  { folder, run }: SyntaxWorld,
): Promise<readonly SyntaxOutcome[] | undefined> {
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
  return ended.how === 'exit' && (ended.code === 0 || answers.length > 0) ? answers : undefined;
}

function answerIn(line: string): readonly SyntaxOutcome[] {
  if (!line.startsWith(MARK)) return [];
  const answer = parseDocument(line.slice(MARK.length));
  if (!answer.ok || !isObject(answer.value)) return [];
  const { detail, outcome } = answer.value;
  if (outcome === 'whole') return [{ outcome }];
  return outcome === 'broken' || outcome === 'skipped'
    ? [{ outcome, detail: typeof detail === 'string' ? detail : '' }]
    : [];
}
