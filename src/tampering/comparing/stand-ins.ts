import type { Suspicion, TextChange } from '../change.ts';
import { isUntouched, type MatchedTest } from './matching.ts';
import { filesByPath, type PlacedFile, type Side } from './side.ts';
import { excerpt, testSuspicion } from './wording.ts';

/** What came between a test and its framework and lets nothing fail: an import, a function, a wrapper. */

/** Names by which frameworks assert. */
const ASSERTS = /^(?:expect|should|require|verify|assert\w*|fail)!?$/;
/** What a function does by which something can fail, or that it leaves to a framework. */
const CAN_FAIL =
  /\b(?:throw|raise|panic|fail\w*|reject|exit|abort|unwrap|Errorf|Fatalf?|vitest|jest|chai|sinon|playwright|pytest|unittest|testify|junit|truth|assertj|node:assert)\b/;
/** An error that is caught and dropped, in one way of writing. */
const SWALLOWS =
  /catch(?:\([^)]*\))?\{(?![^{}]*\b(?:throw|fail|expect|assert|reject))[^{}]*\}|\.catch\((?:\(\w*\)|\w+)=>(?:\{\}|\w*)\)|except[^:{}]*:\{(?:pass|return[^{}]*|\.\.\.|continue)\}|catch_unwind|runCatching|recover\(\)/;

export function standIns(
  pairs: readonly MatchedTest[],
  { after, before }: { readonly after: Side; readonly before: Side },
  change: readonly TextChange[],
): readonly Suspicion[] {
  const formerFiles = filesByPath(before);
  const files = after.files.flatMap((file) => {
    const former = formerFiles.get(file.originalPath);
    return former === undefined
      ? []
      : [...importedStandIns(former, file, change), ...definedStandIns(former, file)];
  });
  const touched = pairs.filter((pair) => !isUntouched(pair));
  return [...files, ...touched.flatMap((pair) => wrapped(pair, after))];
}

/** `expect` of a framework that is now taken from a file of the change in which nothing can fail. */
function importedStandIns(
  former: PlacedFile,
  { file, path }: PlacedFile,
  change: readonly TextChange[],
): readonly Suspicion[] {
  const own = (from: string): boolean => /^[./]/.test(from);
  return file.imports.flatMap(({ from, names }) => {
    const name = names.find((one) => ASSERTS.test(one));
    const was = former.file.imports.find((one) => name !== undefined && one.names.includes(name));
    if (name === undefined || was === undefined || own(was.from) || was.from === from) return [];
    const stem = from.replace(/^[./]+/, '').replaceAll(/[.:]+/g, '/');
    const module = change.find((one) => one.path.replace(/\.\w+$/, '').endsWith(stem));
    if (module?.after === undefined || CAN_FAIL.test(module.after)) return [];
    return [standIn(path, 1, name, `from "${was.from}"`, `from "${from}"`)];
  });
}

/** A function of a framework's name that came into the file, and in which nothing can fail. */
function definedStandIns(former: PlacedFile, { file, path }: PlacedFile): readonly Suspicion[] {
  const known = new Set(former.file.definitions.map(({ name }) => name));
  const isUsed = (name: string): boolean => {
    const call = new RegExp(`(?:^|\\W)${name}!?\\(`);
    return former.file.tests.some(({ assertions }) =>
      assertions.some(({ text }) => call.test(text)),
    );
  };
  return file.definitions
    .filter(({ name, text }) => {
      if (known.has(name) || !ASSERTS.test(name)) return false;
      return isUsed(name) && !CAN_FAIL.test(text.slice(text.indexOf(name) + name.length));
    })
    .map(({ line, name, text }) => standIn(path, line, name, '', text));
}

function standIn(
  path: string,
  line: number,
  name: string,
  before: string,
  after: string,
): Suspicion {
  const detail = `What ${path} calls ${name} is not the framework's any more, and nothing in it can fail.`;
  const shown = { before: excerpt(before), after: excerpt(after) };
  return { kind: 'assertion-vacuous', path, line, about: `${path}: ${name}`, detail, ...shown };
}

/** A test whose body is now given to a function that drops errors. */
function wrapped({ after, before }: MatchedTest, side: Side): readonly Suspicion[] {
  const known = new Set(before.test.calls);
  const name = after.test.calls.find(
    (one) => !known.has(one) && isGivenBody(one, after.test.body) && isSwallowing(one, side),
  );
  if (name === undefined || after.test.assertions.length === 0) return [];
  const detail = `"${after.fullName}" is run by ${name}, which drops its errors.`;
  return [testSuspicion(after, 'assertion-swallowed', detail, [before.test.body, after.test.body])];
}

function isGivenBody(name: string, body: string): boolean {
  const at = body.indexOf(`${name}(`);
  return (
    at >= 0 &&
    /^(?:async ?)?(?:\(|function|lambda|\||func\()/.test(body.slice(at + name.length + 1))
  );
}

function isSwallowing(name: string, { files }: Side): boolean {
  return files.some(({ file }) =>
    file.definitions.some((one) => one.name === name && SWALLOWS.test(one.text)),
  );
}
