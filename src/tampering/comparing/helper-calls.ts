import type { Suspicion } from '../change.ts';
import type { Comparing } from './comparing.ts';
import { isExplained, literalsIn, namesIn } from './expected-values.ts';
import type { MatchedTest } from './matching.ts';
import { helperOf, helpersOf } from './side.ts';
import { excerpt, testSuspicion } from './wording.ts';

/** Calls of functions that assert for a test: what they are given is what the test expects. */

/** Calls that are gone, or were given something else, of helpers that both versions of a test call. */
export function compareHelperCalls(pair: MatchedTest, world: Comparing): readonly Suspicion[] {
  const former = helpersOf(pair.before.test, world.before);
  // Of these the calls themselves are among the assertions.
  const asserted = new Set(pair.before.test.assertions.map(helperOf));
  const names = [...helpersOf(pair.after.test, world.after)].filter(
    (name) => former.has(name) && !asserted.has(name),
  );
  return names.flatMap((name) => compareCallsOf(name, pair, world));
}

function compareCallsOf(
  name: string,
  { after, before }: MatchedTest,
  world: Comparing,
): readonly Suspicion[] {
  const [old, current] = [callsIn(before.test.body, name), callsIn(after.test.body, name)];
  const [oldCalls, currentCalls] = [new Set(old), new Set(current)];
  const lost = old.filter((call) => !currentCalls.has(call));
  const gained = current.filter((call) => !oldCalls.has(call));
  const otherThan = otherValues(gained);
  const edited = lost.flatMap((call): readonly Suspicion[] => {
    const given = otherThan(call);
    if (given === undefined) return [];
    const subject = { subject: '', expected: call };
    if (isExplained([subject, { expected: given }], [before, after], world.changes)) return [];
    const edit = `What "${after.fullName}" passes to ${name} was changed, but the code under test was not.`;
    return [testSuspicion(after, 'expected-value-edited', edit, [call, given])];
  });
  // A new function of the test may make the call for it.
  const through = newCallers(name, { after, before }, world);
  const made = through.flatMap((caller) => callsIn(after.test.body, caller));
  const isFewer =
    current.length + made.length < old.length &&
    after.test.assertions.length <= before.test.assertions.length;
  const isMoved = (call: string): boolean =>
    world.coverage.tests.some((one) => one.test !== after.test && one.test.body.includes(call));
  const missing =
    isFewer && lost.length > gained.length && after.test.cases.length === 0
      ? lost.find((call) => !isMoved(call))
      : undefined;
  if (missing === undefined) return edited;
  const detail = `"${after.fullName}" asserts less: \`${excerpt(missing)}\` is gone.`;
  return [...edited, testSuspicion(after, 'assertion-removed', detail, [missing, ''])];
}

/** The helpers that call one, of those that a test calls now and did not before. */
function newCallers(
  name: string,
  { after, before }: MatchedTest,
  world: Comparing,
): readonly string[] {
  const former = helpersOf(before.test, world.before);
  return [...helpersOf(after.test, world.after)].filter((caller) => {
    const helper = world.after.helpers.get(caller);
    return !former.has(caller) && helper !== undefined && helpersOf(helper, world.after).has(name);
  });
}

/** Finds the first of some calls that has the names of another one, and other literals. */
function otherValues(calls: readonly string[]): (call: string) => string | undefined {
  // Of each name two with different literals are enough.
  const byNames = new Map<string, (readonly [literals: string, call: string])[]>();
  for (const call of calls) {
    const names = namesIn(call);
    const known = byNames.get(names) ?? [];
    byNames.set(names, known);
    const literals = literalsIn(call);
    if (known.length < 2 && known[0]?.[0] !== literals) known.push([literals, call]);
  }
  return (call) => {
    const literals = literalsIn(call);
    return byNames.get(namesIn(call))?.find(([others]) => others !== literals)?.[1];
  };
}

/** The calls of a function in a canonical text, with what they are given. */
function callsIn(body: string, name: string): readonly string[] {
  const calls: string[] = [];
  for (let at = body.indexOf(`${name}(`); at >= 0; at = body.indexOf(`${name}(`, at + 1)) {
    if (at > 0 && /[\p{L}\p{N}_$]/u.test(body[at - 1] ?? '')) continue;
    calls.push(body.slice(at, endOfCall(body, at + name.length)));
  }
  return calls;
}

function endOfCall(body: string, open: number): number {
  let depth = 0;
  let isText = false;
  for (let at = open; at < body.length; at += 1) {
    const char = body[at];
    if (char === '\\') at += 1;
    else if (char === '"') isText = !isText;
    else if (!isText && char === '(') depth += 1;
    else if (!isText && char === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return body.length;
}
