import { isObject, parseDocument, textsIn } from '../base/document.ts';
import { isSafeId } from '../base/identifier.ts';
import type { CriterionOutline, Lessening, PromiseOutline } from './promise-outline.ts';

/**
 * The register: the user's own list, outside of every project, of which session promised what and where.
 * One append-only file of lines for each session; the last line on a promise of a project counts.
 */

/** A store that machines share, and the name of a project in it. */
export interface StoreName {
  /** The address as it may be shown. */
  readonly address: string;
  readonly project: string;
}

/** A promise as the suite last wrote it, or is about to write it. */
export interface WrittenPromise {
  /** The real path of the project folder. */
  readonly project: string;
  readonly id: string;
  /** The SHA-256 of the file's bytes, in hexadecimal. */
  readonly digest: string;
  readonly outline: PromiseOutline;
  /** Where it lies, if not in the project folder. */
  readonly store?: StoreName | undefined;
}

/** The end of a ledger: how many bytes it has, and the SHA-256 of its last line. */
export interface LedgerHead {
  readonly bytes: number;
  readonly digest: string;
}

/** One line of a session's register. */
export type RegisterLine = { readonly at: string } & (
  | { readonly state: 'intended'; readonly promise: WrittenPromise }
  | { readonly state: 'made'; readonly promise: WrittenPromise; readonly ledger: LedgerHead | null }
  /** The session does not have it any more, by a command of the suite. */
  | { readonly state: 'left'; readonly project: string; readonly id: string; readonly how: string }
  /** The session and its user were told that the file was changed outside completion-promise; null: it is gone. */
  | {
      readonly state: 'told';
      readonly project: string;
      readonly id: string;
      readonly digest: string | null;
      readonly outline: PromiseOutline | null;
    }
  /**
   * A command of the suite is about to change a file that something else made less open before, so that its bytes
   * will not show that any more. `lessenings`: all that the session was not told of.
   */
  | {
      readonly state: 'altered';
      readonly project: string;
      readonly id: string;
      readonly lessenings: readonly Lessening[];
    }
);

/** What the register of a session says of one promise. */
export interface RegisteredPromise {
  readonly project: string;
  readonly id: string;
  /**
   * As it was last made, or as it was found when the session was told of a change. Undefined where it was only
   * intended, since its command may have been cut off before, and where the session was told that it is gone.
   */
  readonly made: Omit<WrittenPromise, 'project' | 'id'> | undefined;
  /** What a command was about to write; it may or may not have come to it. */
  readonly intended: Omit<WrittenPromise, 'project' | 'id'> | undefined;
  /** Its file was changed outside completion-promise, and the session was told. */
  readonly changedOutside: boolean;
  /** In what something else made it less open before a command changed it, as far as the session was not told. */
  readonly lessenings: readonly Lessening[];
}

/** Largest register that is read, in bytes: some 20,000 open promises of one session. */
export const LARGEST_REGISTER = 16 * 1024 * 1024;

/** What the next writer puts behind a line whose own writer was cut off, so that it is known for what it is. */
export const TORN_END = '#torn';

/**
 * The lines of a register. What stands behind the last line break is of a writer that was cut off, or is still
 * writing, and is left out, as are lines that a later writer marked as torn. `fault`: which line is none, in
 * words for a person; then the register as a whole says nothing that could be relied on.
 */
export function parseRegister(text: string): {
  readonly lines: readonly RegisterLine[];
  readonly fault: string | undefined;
} {
  const texts = text.split('\n').slice(0, -1);
  const lines: RegisterLine[] = [];
  for (const [index, one] of texts.entries()) {
    if (one === '' || one.endsWith(TORN_END)) continue;
    const parsed = parseDocument(one);
    const line = parsed.ok ? readLine(parsed.value) : undefined;
    if (line === undefined) return { lines: [], fault: `line ${index + 1} cannot be read` };
    lines.push(line);
  }
  return { lines, fault: undefined };
}

function readLine(value: unknown): RegisterLine | undefined {
  if (!isObject(value)) return undefined;
  const { at, ledger, promise, state } = value;
  if (typeof at !== 'string') return undefined;
  if (state === 'intended' || state === 'made') {
    const written = readWritten(promise);
    const head = readHead(ledger ?? null);
    if (written === undefined || head === undefined) return undefined;
    return state === 'made'
      ? { at, state, promise: written, ledger: head }
      : { at, state, promise: written };
  }
  return readEnd(at, value);
}

function readEnd(at: string, value: { readonly [key: string]: unknown }): RegisterLine | undefined {
  const { digest, how, outline, state } = value;
  const place = readPlace(value);
  if (place === undefined) return undefined;
  if (state === 'left') {
    return typeof how === 'string' ? { at, state, ...place, how } : undefined;
  }
  if (state === 'altered') {
    const lessenings = readLessenings(value['lessenings']);
    return lessenings === undefined ? undefined : { at, state, ...place, lessenings };
  }
  if (state !== 'told') return undefined;
  if (digest === null) return { at, state, ...place, digest, outline: null };
  const found = readOutline(outline);
  return typeof digest === 'string' && found !== undefined
    ? { at, state, ...place, digest, outline: found }
    : undefined;
}

function readWritten(value: unknown): WrittenPromise | undefined {
  if (!isObject(value)) return undefined;
  const place = readPlace(value);
  const outline = readOutline(value['outline']);
  const { digest } = value;
  const store = readStore(value['store']);
  return place !== undefined && outline !== undefined && typeof digest === 'string'
    ? { ...place, digest, outline, ...(store === undefined ? {} : { store }) }
    : undefined;
}

function readStore(value: unknown): StoreName | undefined {
  if (!isObject(value)) return undefined;
  const { address, project } = value;
  return typeof address === 'string' && typeof project === 'string'
    ? { address, project }
    : undefined;
}

function readPlace({ id, project }: { readonly [key: string]: unknown }) {
  const isPlace =
    typeof id === 'string' && isSafeId(id) && typeof project === 'string' && project !== '';
  return isPlace ? { project, id } : undefined;
}

function readOutline(value: unknown): PromiseOutline | undefined {
  if (!isObject(value)) return undefined;
  const { accepted, began, criteria, judged, status } = value;
  if (typeof status !== 'string' || !Array.isArray(criteria)) return undefined;
  const read = criteria.flatMap((criterion) => readCriterion(criterion) ?? []);
  if (read.length !== criteria.length) return undefined;
  return {
    status,
    criteria: read,
    ...(typeof judged === 'string' ? { judged } : {}),
    ...(typeof began === 'string' ? { began } : {}),
    ...(Array.isArray(accepted) ? { accepted: textsIn(accepted) } : {}),
  };
}

function readCriterion(value: unknown): CriterionOutline | undefined {
  if (!isObject(value)) return undefined;
  const { asks, hasEvidence: evidence, id, isMet: met, proved } = value;
  return typeof id === 'string' && typeof met === 'boolean' && typeof evidence === 'boolean'
    ? {
        id,
        isMet: met,
        hasEvidence: evidence,
        ...(typeof asks === 'string' ? { asks } : {}),
        ...(typeof proved === 'string' ? { proved } : {}),
      }
    : undefined;
}

function readLessenings(value: unknown): readonly Lessening[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const read = value.flatMap((one) => readLessening(one) ?? []);
  return read.length === value.length ? read : undefined;
}

function readLessening(value: unknown): Lessening | undefined {
  if (!isObject(value)) return undefined;
  const { before, id, now, what } = value;
  switch (what) {
    case 'status':
      return typeof before === 'string' && typeof now === 'string'
        ? { what, before, now }
        : undefined;
    case 'criterion-gone':
    case 'criterion-met':
    case 'criterion-changed':
    case 'criterion-proof':
    case 'accepted':
      return typeof id === 'string' ? { what, id } : undefined;
    case 'judgments':
    case 'beginning':
    case 'owner':
    case 'not-known':
      return { what };
    default:
      return undefined;
  }
}

/** Null where there was no ledger; undefined where it is no head of one. */
function readHead(value: unknown): LedgerHead | null | undefined {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  const { bytes, digest } = value;
  return typeof bytes === 'number' && typeof digest === 'string' ? { bytes, digest } : undefined;
}

/** What a register says of each promise that its session still has. */
export function registeredIn(lines: readonly RegisterLine[]): readonly RegisteredPromise[] {
  const registered = new Map<string, RegisteredPromise>();
  for (const line of lines) {
    const place = placeOf(line);
    const key = keyOf(place);
    const before = registered.get(key) ?? unknownAt(place);
    if (line.state === 'left' && before.lessenings.length === 0) registered.delete(key);
    else registered.set(key, followed(before, line));
  }
  return [...registered.values()];
}

function unknownAt({ id, project }: Place): RegisteredPromise {
  return {
    project,
    id,
    made: undefined,
    intended: undefined,
    changedOutside: false,
    lessenings: [],
  };
}

/** What is known of a promise after one more line. */
function followed(before: RegisteredPromise, line: RegisterLine): RegisteredPromise {
  switch (line.state) {
    case 'altered':
      return { ...before, lessenings: line.lessenings };
    case 'left':
      return { ...unknownAt(before), lessenings: before.lessenings };
    case 'intended':
      return { ...before, intended: contentOf(line.promise) };
    case 'made':
      return { ...before, made: contentOf(line.promise), intended: undefined };
    case 'told': {
      const { digest, outline } = line;
      const store = before.made?.store;
      const isThere = digest !== null && outline !== null;
      const made = isThere ? { digest, outline, ...(store && { store }) } : undefined;
      return { ...before, made, intended: undefined, changedOutside: true, lessenings: [] };
    }
  }
}

function contentOf({ digest, outline, store }: WrittenPromise): Omit<WrittenPromise, keyof Place> {
  return { digest, outline, ...(store && { store }) };
}

/** The heads of a project's ledger that a register has: of each promise the one behind its last change. */
export function ledgerHeadsIn(
  lines: readonly RegisterLine[],
  project: string,
): readonly (LedgerHead & { readonly at: string })[] {
  const heads = new Map<string, LedgerHead & { readonly at: string }>();
  for (const line of lines) {
    const place = placeOf(line);
    if (place.project !== project) continue;
    const isGone = line.state === 'left' || (line.state === 'told' && line.digest === null);
    if (isGone) heads.delete(place.id);
    if (line.state === 'made' && line.ledger !== null) {
      heads.set(place.id, { ...line.ledger, at: line.at });
    }
  }
  return [...heads.values()];
}

type Place = Pick<WrittenPromise, 'project' | 'id'>;

/** The promise that a line is about. */
export function placeOf(line: RegisterLine): Place {
  const { id, project } = 'promise' in line ? line.promise : line;
  return { project, id };
}

/** Ids have no slash, so no two places share a key. */
function keyOf({ id, project }: Place): string {
  return `${id}/${project}`;
}

/**
 * The lines that a register can be cut down to: of each promise that the session still has, the last line of
 * each kind, in their order. They fold to what all of the lines fold to.
 */
export function linesThatCount(lines: readonly RegisterLine[]): readonly RegisterLine[] {
  const last = new Map<string, Map<RegisterLine['state'], RegisterLine>>();
  for (const line of lines) {
    const key = keyOf(placeOf(line));
    const ofPromise = last.get(key) ?? new Map();
    // Each kind stands where its last line stood.
    ofPromise.delete(line.state);
    if (line.state !== 'left') last.set(key, ofPromise.set(line.state, line));
    else last.set(key, new Map([...toBeTold(ofPromise), [line.state, line]]));
  }
  const counting = new Set(
    [...last.values()]
      .filter((ofPromise) => ofPromise.size > 1 || !ofPromise.has('left'))
      .flatMap((ofPromise) => [...ofPromise.values()]),
  );
  return lines.filter((line) => counting.has(line));
}

/** Of the last lines of each kind on a promise the one that its session is still to be told of. */
function toBeTold(
  ofPromise: ReadonlyMap<RegisterLine['state'], RegisterLine>,
): readonly [RegisterLine['state'], RegisterLine][] {
  const kinds = [...ofPromise.keys()];
  const isTold = kinds.indexOf('told') > kinds.indexOf('altered');
  return isTold ? [] : [...ofPromise].filter(([kind]) => kind === 'altered');
}
