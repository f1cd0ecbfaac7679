import type { Failure } from '../../domain/base/failure.ts';
import { isSafeId } from '../../domain/base/identifier.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { memoryIdOf } from '../../domain/session/gate-memory.ts';
import { shownAddress } from '../../domain/settings/store-address.ts';
import type { AskDatabase, AskedStatement, Digests, Files } from '../../ports.ts';
import { stateFolderOf } from '../files/state-folder.ts';
import { createFileView } from '../files/state-view.ts';
import type { Expected } from '../lane-question.ts';
import type { StateView } from '../state-view.ts';
import { createDocumentFiles } from './document-files.ts';
import { type Choice, type Chosen, choosing, chosenOf } from './documents.ts';

interface DatabaseViewWorld {
  readonly digests: Digests;
  readonly files: Files;
  readonly ask: AskDatabase;
}

/** The state that is viewed. */
interface ViewedState {
  readonly address: string;
  /** The name of the project in the database, or why it has none. */
  readonly project: Result<string>;
  readonly projectFolder: string;
}

/**
 * What the fast lanes read, from a database: what is read once stays as it was read, so that all that one process
 * decides is decided on the same. Where the database cannot be read, the state is broken, which keeps a gate shut.
 */
export function createDatabaseView(
  world: DatabaseViewWorld,
  state: ViewedState,
  expected?: Expected,
): StateView {
  const folder = stateFolderOf(state.projectFolder);
  const reads = createReads(world, state, expected);
  const viewOf = (chosen: Chosen): StateView =>
    createFileView(
      { digests: world.digests, files: createDocumentFiles(world.files, folder, chosen).files },
      state.projectFolder,
    );
  const place = shownAddress(state.address);
  const brokenBy = (failure: Failure) => ({ path: place, reason: reasonOf(failure) });
  /** A view of what is chosen, or of nothing where it cannot be read: the listing says so. */
  const sure = (choice: Choice): StateView | undefined => {
    const chosen = reads.at(choice);
    return chosen.ok ? viewOf(chosen.value) : undefined;
  };
  return {
    ...(state.project.ok ? { sharedAs: `${place} ${state.project.value}` } : {}),
    isThere() {
      const chosen = reads.any();
      return !chosen.ok || chosen.value.project !== undefined;
    },
    listActive(isWanted, owners) {
      const chosen = reads.at({ of: 'open', owners });
      if (!chosen.ok) return { promises: [], broken: [brokenBy(chosen.failure)] };
      const { broken, promises } = viewOf(chosen.value).listActive(isWanted);
      const shown = broken.map(({ path, reason }) => ({
        path: `${place}#${path.slice(folder.root.length + 1).replaceAll('\\', '/')}`,
        reason,
      }));
      return { promises, broken: shown };
    },
    whereaboutsOf(id) {
      if (!isSafeId(id)) return { place: 'nowhere' };
      const view = sure({ of: 'promises', ids: [id] });
      return view?.whereaboutsOf(id) ?? { place: 'broken', among: 'active' };
    },
    recordOf(id, made) {
      const view = sure({ of: 'promises', ids: isSafeId(id) ? [id] : [] });
      return view?.recordOf(id, made) ?? { digest: undefined, isRecorded: false };
    },
    stopGateState(session) {
      const chosen = reads.at({ of: 'memories', names: [memoryIdOf(session)] });
      if (!chosen.ok) return chosen;
      const found = viewOf(chosen.value).stopGateState(session);
      if (found.ok || found.failure.kind !== 'broken-file') return found;
      const { path, reason } = found.failure.file;
      const name = path.slice(folder.root.length + 1).replaceAll('\\', '/');
      return failed({ kind: 'broken-file', file: { path: `${place}#${name}`, reason } });
    },
    endOf: (session) =>
      sure({ of: 'memories', names: session.ids.map(memoryIdOf) })?.endOf(session),
    unconfirmedEndOf: (session) =>
      sure({ of: 'memories', names: session.ids.map(memoryIdOf) })?.unconfirmedEndOf(session),
  };
}

/** Why a state in a database cannot be read, in words for people. */
function reasonOf(failure: Failure): string {
  switch (failure.kind) {
    case 'store-unreachable':
      return `the database cannot be reached: ${failure.reason}`;
    case 'store-schema':
      return failure.found === null
        ? 'the database has no tables of the suite'
        : `its tables are of version ${failure.found}, and ${failure.wanted} is needed`;
    case 'store-refused':
      return `the database refused to ${failure.action}: ${failure.detail}`;
    case 'store-unnamed':
      return 'the project has no name there: set storeProject';
    default:
      return `it cannot be read (${failure.kind})`;
  }
}

/** Reads what is asked for, and keeps what was read. */
function createReads(
  { ask }: DatabaseViewWorld,
  { address, project }: ViewedState,
  expected: Expected | undefined,
) {
  let known: Chosen | undefined;
  let fault: Failure | undefined;
  let covered: readonly Choice[] = [];

  function readNow(choices: readonly Choice[]): Result<Chosen> {
    if (!project.ok) return project;
    const { text, values } = choosing(project.value, choices);
    const rows = ask({ address, action: 'read the state', text, values });
    if (!rows.ok) return rows;
    const chosen = chosenOf(rows.value);
    known = known === undefined ? chosen : together(known, chosen);
    covered = [...covered, ...choices];
    return success(known);
  }

  function at(choice: Choice | undefined): Result<Chosen> {
    // A database that does not answer is not waited for again.
    if (fault !== undefined) return failed(fault);
    if (
      known !== undefined &&
      (choice === undefined || covered.some((one) => covers(one, choice)))
    ) {
      return success(known);
    }
    const own = choice === undefined ? [] : [choice];
    const wished = known === undefined && expected !== undefined ? expectedChoices(expected) : [];
    const isIncluded = choice !== undefined && wished.some((one) => covers(one, choice));
    const read = readNow(isIncluded ? wished : [...wished, ...own]);
    if (!read.ok) fault = read.failure;
    return read;
  }

  return { at: (choice: Choice) => at(choice), any: () => at(undefined) };
}

/** The statement by which such a view begins: who has run it before need not ask for it. */
export function expectedStatement(
  address: string,
  project: string,
  expected: Expected,
): AskedStatement {
  return { address, action: 'read the state', ...choosing(project, expectedChoices(expected)) };
}

function expectedChoices({ owners, promises }: Expected): readonly Choice[] {
  return [
    { of: 'open', owners },
    { of: 'memories', names: owners.map(memoryIdOf) },
    { of: 'promises', ids: promises.filter(isSafeId) },
  ];
}

/** Whether everything of one choice is in another that was read. */
function covers(read: Choice, choice: Choice): boolean {
  const isAmong = (some: readonly string[], all: readonly string[]) =>
    some.every((one) => all.includes(one));
  if (read.of === 'open' && choice.of === 'open') {
    if (read.owners === undefined) return true;
    return choice.owners !== undefined && isAmong(choice.owners, read.owners);
  }
  if (read.of === 'memories' && choice.of === 'memories') return isAmong(choice.names, read.names);
  return read.of === 'promises' && choice.of === 'promises' && isAmong(choice.ids, read.ids);
}

function together(one: Chosen, other: Chosen): Chosen {
  const documents = new Map(
    [...one.documents, ...other.documents].map((each) => [each.path, each]),
  );
  const lines = new Map([...one.lines, ...other.lines].map((each) => [each.line, each]));
  const inOrder = [...lines.values()].sort((a, b) => a.line - b.line);
  return { documents: [...documents.values()], lines: inOrder, project: other.project };
}
