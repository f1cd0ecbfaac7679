import type { Suspicion } from '../change.ts';
import type { Double, TestFile } from '../test-file.ts';
import { calleesOf } from './coverage.ts';
import type { MatchedTest } from './matching.ts';
import { lastName, type PlacedTest, type Side } from './side.ts';
import { excerpt, testSuspicion } from './wording.ts';

/** The subject of a test that is replaced by something else. */

/** New doubles of what a test is about. */
export function compareDoubles({ after, before }: MatchedTest, former: Side): readonly Suspicion[] {
  const old = [...before.test.doubles, ...before.file.doubles];
  const known = new Set(old.flatMap((one) => [one.target, stubbedIn(one)]));
  const subjects = new Set([...subjectsOf(before), ...subjectsOf(after)]);
  const doubles = [...after.test.doubles, ...after.file.doubles].filter(
    (double) =>
      !known.has(double.target) &&
      !(stubbedIn(double) !== '' && known.has(stubbedIn(double))) &&
      replaces(double, subjects, before.file),
  );
  const detail = `The code under test of "${after.fullName}" is replaced by a mock.`;
  const mocked = doubles.map(({ line, text }) =>
    testSuspicion(after, 'subject-mocked', detail, ['', text], line),
  );
  return [
    ...mocked.slice(0, 1),
    ...(mocked.length > 0 ? [] : ownSubjects({ after, before }, former)),
  ];
}

/** The double of which a call is told what to give: `cart` of `when(cart.total())`. Empty where something is replaced. */
function stubbedIn({ target, text }: Double): string {
  const isStubbing = /^(?:Mockito\.|BDDMockito\.)?(?:when|whenever|given|every|coEvery)\b/.test(
    text,
  );
  return isStubbing && target.includes('.') ? target.replace(/\.[^.]*$/, '.') : '';
}

/** Whether a double stands for something that the assertions of a test call, or for the module that it comes from. */
function replaces(
  { target }: Double,
  subjects: ReadonlySet<string>,
  { imports }: TestFile,
): boolean {
  if (!/[/\\]/.test(target) && subjects.has(lastName(target))) return true;
  const module = plainModule(target);
  return imports.some(
    ({ from, names }) => plainModule(from) === module && names.some((name) => subjects.has(name)),
  );
}

function plainModule(path: string): string {
  return path.replace(/\.(?:[cm]?[jt]sx?|py)$/, '').replace(/^(?:\.\/|@\/)/, '');
}

/** A subject that the file took from the program, and defines itself now. */
function ownSubjects({ after, before }: MatchedTest, { files }: Side): readonly Suspicion[] {
  const taken = new Set(before.file.imports.flatMap(({ names }) => names));
  if (taken.size === 0) return [];
  const still = new Set(after.file.imports.flatMap(({ names }) => names));
  const former = new Set(before.file.definitions.map(({ name }) => name));
  const isMoved = (text: string): boolean =>
    files.some(({ file }) => file.definitions.some((one) => bodyOf(one.text) === bodyOf(text)));
  const found = after.file.definitions.find(
    ({ name, text }) =>
      taken.has(name) &&
      !still.has(name) &&
      !former.has(name) &&
      subjectsOf(before).has(name) &&
      !isMoved(text),
  );
  if (found === undefined) return [];
  return [
    {
      kind: 'subject-mocked',
      path: after.path,
      line: found.line,
      about: `${after.path}: ${found.name}`,
      detail: `The test file now defines \`${found.name}\` itself instead of importing it.`,
      before: '',
      after: excerpt(found.text),
    },
  ];
}

const bodyOf = (definition: string): string =>
  definition.slice(definition.indexOf('{'), definition.lastIndexOf('}') + 1);

/** The names of what a test is about: what its assertions call, or what it calls where they call nothing. */
function subjectsOf({ test }: PlacedTest): ReadonlySet<string> {
  const called = test.assertions.flatMap(({ subject }) => calleesOf(subject));
  return new Set(called.length > 0 ? called : test.calls.map(lastName));
}
