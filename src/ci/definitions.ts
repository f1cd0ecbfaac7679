import { definitionIn } from '../checks/definition.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import type { BrokenDefinition } from '../domain/ci/ci-result.ts';
import {
  CONFIGURATION_PATH,
  DEFINITIONS_FOLDER,
  isDefinitionPath,
  type RevisionEntry,
} from '../domain/ci/definition-set.ts';
import type { DefinitionReading, PromiseDefinition } from '../domain/promise/promise-definition.ts';
import { reasonOfCode, reasonUnread, textRead } from '../store/files/reading.ts';
import type { CiWorld } from './ci-world.ts';

/** Largest definition that is read, in bytes. */
const LARGEST_DEFINITION = 1024 * 1024;
/** Most definitions of a run. */
const MOST_DEFINITIONS = 10_000;
/** Most text of all definitions together, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Longest time that one definition is parsed, in milliseconds. */
const LONGEST_PARSE_MS = 5000;

const LINK = '120000';

/** A definition that was read, and where it lies. */
export interface FoundDefinition {
  readonly path: string;
  readonly definition: PromiseDefinition;
  /** For one of a record: the id of the promise, those of its criteria, and the text of what it asks for. */
  readonly promiseId?: string;
  readonly ids?: readonly string[];
  readonly asks?: string;
}

export interface FoundDefinitions {
  readonly found: readonly FoundDefinition[];
  readonly broken: readonly BrokenDefinition[];
}

/** The text of a definition, or why there is none. */
type DefinitionText =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly problem: string };

/** The definitions of a commit: those in the folder, or the ones that were named. */
export async function definitionsAt(
  commit: string,
  named: readonly string[],
  world: Pick<CiWorld, 'revisions' | 'withinTime'>,
): Promise<Result<FoundDefinitions>> {
  const entries = entriesAt(commit, named, world);
  if (!entries.ok) return entries;
  const { absent, there } = entries.value;
  const isRead = ({ mode, size }: RevisionEntry) => mode !== LINK && size <= LARGEST_DEFINITION;
  const contents = world.revisions.contentsOf(there.filter(isRead));
  const texts = there.map((entry): DefinitionText => {
    const { mode, path, size } = entry;
    if (mode === LINK) return { path, problem: reasonUnread({ found: 'link' }, 0) };
    if (size > LARGEST_DEFINITION) {
      return { path, problem: reasonUnread({ found: 'too-large', size }, LARGEST_DEFINITION) };
    }
    return textOf(path, contents.get(entry.id));
  });
  return success(await parseAll([...absent, ...texts], world));
}

function entriesAt(
  commit: string,
  named: readonly string[],
  { revisions }: Pick<CiWorld, 'revisions'>,
): Result<{
  readonly there: readonly RevisionEntry[];
  readonly absent: readonly DefinitionText[];
}> {
  if (named.length === 0) {
    const listed = revisions.entriesAt(commit, `${DEFINITIONS_FOLDER}/`);
    if (!listed.ok) {
      const file = { path: DEFINITIONS_FOLDER, reason: listed.reason };
      return failed({ kind: 'broken-file', file });
    }
    const there = listed.value.filter(({ path }) => isDefinitionPath(path));
    return tooMany(there.map(({ size }) => size)) ?? success({ there, absent: [] });
  }
  const looks = named.map((path) => ({ path, listed: revisions.entriesAt(commit, path) }));
  const there = looks.flatMap(({ listed }) => (listed.ok ? listed.value : []));
  const absent = looks
    .filter(({ listed }) => !listed.ok || listed.value.length === 0)
    .map(({ path }) => ({ path, problem: `it is not in ${commit.slice(0, 12)}` }));
  return success({ there, absent });
}

function tooMany(sizes: readonly number[]): Result<never> | undefined {
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length <= MOST_DEFINITIONS && bytes <= MOST_BYTES) return undefined;
  const what = `${sizes.length} definitions of ${Math.ceil(bytes / 1024 / 1024)} MB`;
  return failed({
    kind: 'usage',
    message: `${DEFINITIONS_FOLDER} has ${what}: at most ${MOST_DEFINITIONS} of ${MOST_BYTES / 1024 / 1024} MB together are checked`,
  });
}

function textOf(path: string, bytes: Buffer | undefined): DefinitionText {
  if (bytes === undefined) return { path, problem: 'git cannot read it' };
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') && !Buffer.from(text).equals(bytes)
    ? { path, problem: reasonUnread({ found: 'not-utf-8' }, 0) }
    : { path, text };
}

/** The definitions as they lie in the checkout. Nothing but regular files is read, and no link is followed. */
export async function definitionsInCheckout(
  named: readonly string[],
  world: Pick<CiWorld, 'files' | 'folder' | 'withinTime'>,
): Promise<Result<FoundDefinitions>> {
  const { files, folder } = world;
  const paths = named.length > 0 ? success(named) : pathsInCheckout(world);
  if (!paths.ok) return paths;
  const texts = paths.value.map((path): DefinitionText => {
    const reading = textRead(
      files.read(`${folder}/${path}`, LARGEST_DEFINITION),
      LARGEST_DEFINITION,
    );
    return reading.ok ? { path, text: reading.text } : { path, problem: reading.reason };
  });
  return success(await parseAll(texts, world));
}

function pathsInCheckout({
  files,
  folder,
}: Pick<CiWorld, 'files' | 'folder'>): Result<readonly string[]> {
  const listing = files.list(`${folder}/${DEFINITIONS_FOLDER}`);
  if ('code' in listing) {
    if (listing.code === 'ENOENT') return success([]);
    const reason = reasonOfCode(listing.code);
    return failed({ kind: 'invalid-definition', path: DEFINITIONS_FOLDER, problems: [reason] });
  }
  const paths = listing.names.map((name) => `${DEFINITIONS_FOLDER}/${name}`);
  const there = paths.filter(isDefinitionPath).sort();
  return tooMany(there.map(() => 0)) ?? success(there);
}

async function parseAll(
  texts: readonly DefinitionText[],
  { withinTime }: Pick<CiWorld, 'withinTime'>,
): Promise<FoundDefinitions> {
  const found: FoundDefinition[] = [];
  const broken: BrokenDefinition[] = [];
  for (const one of texts) {
    const { path } = one;
    const read: DefinitionReading =
      'problem' in one
        ? { ok: false, problems: [one.problem] }
        : await definitionIn(path, one.text, (work) => withinTime(work, LONGEST_PARSE_MS)?.value);
    if (read.ok) found.push({ path, definition: read.definition });
    else broken.push({ path, problems: read.problems });
  }
  return { found, broken };
}

/** The text of the project's configuration at a commit; undefined where it has none. */
export function configurationAt(
  commit: string,
  { revisions }: Pick<CiWorld, 'revisions'>,
): Result<string | undefined> {
  const broken = (reason: string): Result<never> =>
    failed({
      kind: 'invalid-configuration',
      source: `${commit.slice(0, 12)}:${CONFIGURATION_PATH}`,
      problems: [reason],
    });
  const listed = revisions.entriesAt(commit, CONFIGURATION_PATH);
  if (!listed.ok) return broken(listed.reason);
  const [entry] = listed.value;
  if (entry === undefined) return success(undefined);
  if (entry.mode === LINK) return broken(reasonUnread({ found: 'link' }, 0));
  const text = textOf(entry.path, revisions.contentsOf([entry]).get(entry.id));
  return 'text' in text ? success(text.text) : broken(text.problem);
}
