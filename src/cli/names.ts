import { type Result, success } from '../domain/base/result.ts';
import { criterionIdNamed, idsNamed, isWholeId, namesCriterion } from '../domain/promise/naming.ts';
import { isClosed, isOwnedBy, type NamedPromise, titleOf } from '../domain/promise/promise.ts';
import { firstFew } from '../report/first-few.ts';
import { oneLine } from '../report/printable.ts';
import type { Suite } from '../suite.ts';
import { type Arguments, type Command, type Option, type Subject, withValues } from './command.ts';
import { usage } from './usage.ts';

/**
 * The arguments with the promises and criteria that they name by a part of an id or by a number, under their whole
 * ids, and with the promise that was left out where only one can be meant. A whole id costs no look at any file; what
 * names nothing stays as it is, so that the command says it. Fails where several promises can be meant, or where one
 * has to be named.
 */
export async function withNames(
  command: Command,
  given: Arguments,
  suite: Suite,
): Promise<Result<Arguments>> {
  const subject = withSubject(command, given, suite);
  if (!subject.ok) return subject;
  const changes: Record<string, readonly string[]> = {};
  for (const name of optionsThat(command, 'promise')) {
    const [word, ...more] = valuesOf(command.options[name], name, subject.value);
    if (word === undefined) continue;
    const id = await idFor(word, suite);
    if (!id.ok) return id;
    changes[name] = [id.value, ...more];
  }
  const named = withValues(subject.value, changes);
  const whole = await withPromiseLeftOut(command, named, suite);
  return whole.ok ? success(await withCriteria(command, whole.value, suite)) : whole;
}

/** The words behind the command as values of `--promise` and `--ac-id`. */
function withSubject(
  { options, subject }: Command,
  args: Arguments,
  { spelling }: Suite,
): Result<Arguments> {
  if (subject === undefined) return success(args);
  const [first, ...others] = args.positionals;
  const hasCriteria = subject.names !== 'promise';
  // A number alone is a criterion: ids of promises are named by more than that.
  const isLeftOut =
    first === undefined ||
    (hasCriteria && subject.leftOut === 'the-only-open' && namesCriterion(first)) ||
    args.given('promise');
  const criteria = isLeftOut ? args.positionals : others;
  const most = mostCriteria(subject, args, criteria.length);
  const stray = criteria[most];
  if (stray !== undefined) {
    return usage(`Unexpected argument: ${stray}`, 'Quote values that contain spaces.');
  }
  if (spelling === 'drop-in' && args.positionals.length > 0 && Object.hasOwn(options, 'promise')) {
    return usage(`Unexpected argument: ${first}`, 'Name the promise with --promise.');
  }
  return success(
    withValues(args, {
      ...(isLeftOut ? {} : { promise: [first] }),
      ...(criteria.length === 0 ? {} : { 'ac-id': [...args.texts('ac-id'), ...criteria] }),
    }),
  );
}

/** How many of the words can be criteria. One that `--ac-id` names leaves no place for another. */
function mostCriteria({ names }: Subject, args: Arguments, all: number): number {
  if (names === 'promise') return 0;
  if (names === 'promise-and-criteria') return all;
  return args.given('ac-id') ? 0 : 1;
}

/** The options whose values name one kind of thing; those of the subject's words are among them. */
function optionsThat({ options, subject }: Command, names: 'promise' | 'criterion') {
  const declared = Object.keys(options).filter((name) => options[name]?.completes === names);
  const ofSubject = names === 'promise' ? 'promise' : 'ac-id';
  return subject === undefined || declared.includes(ofSubject)
    ? declared
    : [...declared, ofSubject];
}

function valuesOf(option: Option | undefined, name: string, args: Arguments): readonly string[] {
  return option?.takes === 'word-and-text' ? (args.pair(name) ?? []) : args.texts(name);
}

/** The id of the promise that a word means; the word itself where it means none. Fails where it can mean several. */
export async function idFor(word: string, { promises }: Suite): Promise<Result<string>> {
  if (isWholeId(word) || word === '') return success(word);
  const exact = await promises.find(word);
  if (exact.ok || exact.failure.kind !== 'promise-not-found') return success(word);
  const active = await promises.listActive();
  if (!active.ok) return active;
  const ended = await promises.endedIds();
  if (!ended.ok) return ended;
  // Of several, those that are open are meant.
  for (const ids of [active.value.promises.map(({ id }) => id), ended.value]) {
    const [id, ...others] = idsNamed(word, ids);
    if (others.length > 0) {
      const all = [id, ...others].join(', ');
      return usage(`Several promises start with ${oneLine(word)}: ${all}`, 'Add more letters.');
    }
    if (id !== undefined) return success(id);
  }
  return success(word);
}

async function withPromiseLeftOut(
  { subject }: Command,
  args: Arguments,
  suite: Suite,
): Promise<Result<Arguments>> {
  if (subject === undefined || args.given('promise')) return success(args);
  if (subject.unless?.some((name) => (name === '--' ? args.rest.length > 0 : args.given(name))))
    return success(args);
  if (suite.spelling === 'drop-in') return success(args);
  if (subject.leftOut === 'all-of-them') return success(args);
  if (subject.leftOut === 'refused') return usage('Which promise? Name its id');
  const listing = await suite.promises.listActive();
  if (!listing.ok) return listing;
  const { session } = suite.environment;
  const all = listing.value.promises.filter(({ promise }) => !isClosed(promise));
  const open = all.filter(({ promise }) => session === undefined || isOwnedBy(promise, session));
  const [only, another] = open;
  const whose = session === undefined ? 'This project' : 'This session';
  if (only === undefined) {
    const others = all.length === 0 ? undefined : `Open in this project: ${listed(all)}`;
    return usage(`Which promise? ${whose} has no open promise`, others);
  }
  if (another === undefined) return success(withValues(args, { promise: [only.id] }));
  return usage(`Which promise? ${whose} has ${open.length} open: ${listed(open)}`);
}

/** How many promises a question names before it only counts them. */
const MOST_NAMED = 5;

function listed(promises: readonly NamedPromise[]): string {
  const { more, named } = firstFew(promises, MOST_NAMED);
  const texts = named.map(({ id, promise }) => `${oneLine(id)} (${oneLine(titleOf(promise))})`);
  return `${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The criteria under their whole ids: `ac-1` and `1` are `AC-1` where the promise has no criterion of that very name. */
async function withCriteria(command: Command, args: Arguments, suite: Suite): Promise<Arguments> {
  const [name] = optionsThat(command, 'criterion');
  const words = name === undefined ? [] : args.texts(name);
  if (name === undefined || words.every((word) => /^AC-\d+$/.test(word))) return args;
  const id = optionsThat(command, 'promise')
    .flatMap((option) => valuesOf(command.options[option], option, args).slice(0, 1))
    .find((value) => value !== '');
  const found = id === undefined ? undefined : await suite.promises.find(id);
  if (found?.ok !== true) return args;
  return withValues(args, {
    [name]: words.map((word) => criterionIdNamed(word, found.value.promise)),
  });
}
