import { folderRefusal } from '../../adapters/access.ts';
import { NODE_DIGESTS } from '../../adapters/file-digest.ts';
import { userStateFolder } from '../../adapters/user-folder.ts';
import { createDatabaseAsker, databaseFile } from '../../adapters/waiting-worker.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { shownAddress } from '../../domain/settings/store-address.ts';
import { auditJson, auditText } from '../../report/audit-text.ts';
import { EXIT } from '../../report/exit.ts';
import { oneLine } from '../../report/printable.ts';
import { storeCopyText, storeStatusText } from '../../report/store-text.ts';
import { type ChosenStore, chosenStore } from '../../settings/chosen-store.ts';
import { stateFolderOf } from '../../store/files/state-folder.ts';
import type { StateAudit } from '../../store/state-audit.ts';
import { STORES } from '../../store/stores.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { usage } from '../usage.ts';

const ACTIONS = ['status', 'migrate', 'copy'] as const;
const KINDS = ['files', 'postgresql'] as const;

export const storeCommand: Command = {
  summary:
    'Shows where the state is kept; makes the tables of a shared store; copies the state from one store to another.',
  usage: [
    'status [--json]',
    'migrate [--grant <role>] [--json]',
    'copy --from files --to postgresql [--json]',
    'copy --from postgresql --to files [--json]',
  ],
  effects: { status: [], migrate: ['weakens'], copy: ['weakens'] },
  options: {
    grant: {
      takes: 'word',
      value: '<role>',
      summary: 'With migrate: give a role the rights that using needs',
    },
    from: {
      takes: 'word',
      value: '<store>',
      completes: KINDS,
      summary: 'With copy: where the state is',
    },
    to: {
      takes: 'word',
      value: '<store>',
      completes: KINDS,
      summary: 'With copy: where it is to be',
    },
    json: JSON_OPTION,
  },
  positional: { name: 'action', completes: ACTIONS },
  examples: [
    ['$0 status', 'Where the state is kept'],
    ['$0 migrate --grant cs_user', 'Make the tables, for a role that uses them'],
    ['$0 copy --from files --to postgresql', 'Move into the database that CS_STORE names'],
  ],
  async run(args, suite) {
    const action = args.positional ?? 'status';
    switch (action) {
      case 'status':
        return showStatus(suite);
      case 'migrate':
        return makeTables(args.text('grant'), suite);
      case 'copy':
        return copy(args, suite);
      default:
        return usage(`Unknown action: ${oneLine(action)}. There are ${ACTIONS.join(', ')}`);
    }
  },
};

type DatabaseChoice = Extract<ChosenStore, { readonly kind: 'postgresql' }>;

/** The database that is configured. Fails where none is. */
function databaseOf({ environment, files }: Suite): Result<DatabaseChoice> {
  const chosen = chosenStore(files, environment.projectFolder);
  if (!chosen.ok) return chosen;
  return chosen.value.kind === 'postgresql'
    ? success(chosen.value)
    : usage(
        'No database is configured',
        'Set CS_STORE or the setting store to its URL: docs/store.md',
      );
}

async function showStatus({ environment, files, ...world }: Suite): Promise<Result<Report>> {
  const chosen = chosenStore(files, environment.projectFolder);
  if (!chosen.ok) return chosen;
  const store = chosen.value;
  if (store.kind === 'files') {
    const place = stateFolderOf(environment.projectFolder).root;
    const status = { store: 'files', place, project: null, tables: null, wanted: null } as const;
    return success({ text: storeStatusText(status), json: status });
  }
  const { openDatabase, tablesOf } = await import('../../shared-store.ts');
  const database = openDatabase(store.address, world, undefined, true);
  const tables = await tablesOf(database);
  if (!tables.ok) return tables;
  const { found, wanted } = tables.value;
  const status = {
    store: 'postgresql',
    place: database.place,
    project: store.project.ok ? store.project.value : null,
    tables: found,
    wanted,
  } as const;
  return success({
    text: storeStatusText(status),
    json: status,
    notes: passwordNotes(store),
    exitCode: found === wanted && store.project.ok ? EXIT.ok : EXIT.failed,
  });
}

/** A password that everybody who has the repository can read. */
function passwordNotes({ passwordIn }: DatabaseChoice): readonly string[] {
  if (passwordIn === undefined) return [];
  return [
    `Warning: ${oneLine(passwordIn)} holds a password and is committed with the project. Take it out, change it, and use CS_STORE, PGPASSWORD or ~/.pgpass.`,
  ];
}

async function makeTables(role: string | undefined, suite: Suite): Promise<Result<Report>> {
  const chosen = databaseOf(suite);
  if (!chosen.ok) return chosen;
  const { migrate, openDatabase } = await import('../../shared-store.ts');
  const database = openDatabase(chosen.value.address, suite, undefined, true);
  const migrated = await migrate(database, role);
  if (!migrated.ok) return migrated;
  const { before, found } = migrated.value;
  const done =
    before === found
      ? `The tables are of version ${found} already.`
      : `Made the tables of version ${found} in ${oneLine(database.place)}.`;
  const granted = role === undefined ? [] : [`${oneLine(role)} may use them.`];
  return success({
    text: [done, ...granted].join('\n'),
    json: { place: database.place, before, tables: found, role: role ?? null },
    notes: passwordNotes(chosen.value),
  });
}

async function copy(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const [from, to] = [args.text('from'), args.text('to')];
  const isKnown = KINDS.some((kind) => kind === from) && KINDS.some((kind) => kind === to);
  if (!isKnown || from === to) {
    return usage('From where to where? --from files --to postgresql, or the other way');
  }
  const chosen = databaseOf(suite);
  if (!chosen.ok) return chosen;
  const { address, project } = chosen.value;
  if (!project.ok) return project;
  const { copyIntoDatabase, copyIntoFolder, openDatabase } = await import('../../shared-store.ts');
  const { chance, clock, environment, files } = suite;
  const folder = stateFolderOf(environment.projectFolder);
  const database = openDatabase(address, { chance, clock });
  const world = { files, digests: NODE_DIGESTS, database, project: project.value, folder };
  const copied = await (from === 'files' ? copyIntoDatabase(world) : copyIntoFolder(world));
  if (!copied.ok) return copied;
  const audited = await (await auditsAt(to, chosen.value, suite)).audit();
  if (!audited.ok) return audited;
  const places = [folder.root, shownAddress(address)] as const;
  const [source, target] = from === 'files' ? places : [places[1], places[0]];
  const brought = { from: source, to: target, ...copied.value };
  return success({
    text: [storeCopyText(brought), auditText(audited.value, suite.style)].join('\n'),
    json: { ...brought, audit: auditJson(audited.value) },
    exitCode: audited.value.misfits.length === 0 ? EXIT.ok : EXIT.misfit,
  });
}

/** The audit of the store that was copied to. */
async function auditsAt(
  to: string | undefined,
  chosen: DatabaseChoice,
  suite: Suite,
): Promise<StateAudit> {
  const { environment, files } = suite;
  const world = {
    ...suite,
    files,
    digests: NODE_DIGESTS,
    folderRefusal,
    userStateFolder: userStateFolder(),
  };
  const sessionId = environment.session?.id ?? null;
  const owner = {
    projectFolder: environment.projectFolder,
    sessionId,
    activity: 'a copy of the state',
  };
  if (to === 'files') return STORES.files(world, owner).audits;
  const { openDatabaseStore } = await import('../../shared-store.ts');
  const ask = createDatabaseAsker(databaseFile(), () => 0);
  return openDatabaseStore(world, owner, chosen, ask).audits;
}
