import { folderRefusal } from '../../adapters/access.ts';
import { NODE_DIGESTS } from '../../adapters/file-digest.ts';
import { userStateFolder } from '../../adapters/user-folder.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { shownAddress } from '../../domain/settings/store-address.ts';
import { auditJson, auditText } from '../../report/audit-text.ts';
import { EXIT } from '../../report/exit.ts';
import { oneLine } from '../../report/printable.ts';
import { storeCopyText, storeStatusText } from '../../report/store-text.ts';
import { type NamedStore, type ProjectStore, STORE_KINDS, storeOf } from '../../state/stores.ts';
import { openFileStore } from '../../store/files/file-store.ts';
import { stateFolderOf } from '../../store/files/state-folder.ts';
import type { StateAudit } from '../../store/state-audit.ts';
import type { Suite } from '../../suite.ts';
import { approvalOf } from '../approval.ts';
import { approveByPerson } from '../approving.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { faultOfPerson } from '../person.ts';
import { usage } from '../usage.ts';

const ACTIONS = ['status', 'migrate', 'copy'] as const;
const KINDS: readonly string[] = ['files', ...STORE_KINDS.map(({ name }) => name)];

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

/** The shared store that is configured. Fails where none is. */
async function sharedStoreOf(suite: Suite): Promise<Result<NamedStore>> {
  const found = await approvedStoreOf(suite);
  if (!found.ok) return found;
  return found.value.in === 'shared'
    ? success(found.value)
    : usage(
        'No database is configured',
        'Set CS_STORE or the setting store to its URL: docs/store.md',
      );
}

/** The store that is in force. A person is asked to approve one that is not; for anyone else it fails. */
async function approvedStoreOf(suite: Suite): Promise<Result<ProjectStore>> {
  const { environment, files } = suite;
  const found = storeOf(files, environment.projectFolder);
  const isToAsk = !found.ok && found.failure.kind === 'unapproved';
  if (!isToAsk || faultOfPerson(environment) !== undefined) return found;
  const approval = approvalOf(suite);
  if (!approval.ok) return approval;
  const pending = approval.value.pending.filter(({ setting: { acts } }) => acts === 'connects');
  const refused = await approveByPerson(approval.value, pending, suite);
  return refused === undefined ? storeOf(files, environment.projectFolder) : failed(refused);
}

async function showStatus(suite: Suite): Promise<Result<Report>> {
  const { environment } = suite;
  const found = await approvedStoreOf(suite);
  if (!found.ok) return found;
  const store = found.value;
  if (store.in === 'files') {
    const place = stateFolderOf(environment.projectFolder).root;
    const status = { store: 'files', place, project: null, tables: null, wanted: null } as const;
    return success({ text: storeStatusText(status), json: status });
  }
  const tables = await (await store.kind.load()).tables(suite, store.address);
  if (!tables.ok) return tables;
  const status = {
    store: store.kind.name,
    place: shownAddress(store.address),
    project: store.project.ok ? store.project.value : null,
    tables: tables.value.found,
    wanted: tables.value.wanted,
  };
  return success({
    text: storeStatusText(status),
    json: status,
    notes: passwordNotes(store),
    exitCode: status.tables === status.wanted && store.project.ok ? EXIT.ok : EXIT.failed,
  });
}

/** A password that everybody who has the repository can read. */
function passwordNotes({ passwordIn }: NamedStore): readonly string[] {
  if (passwordIn === undefined) return [];
  return [
    `Warning: ${oneLine(passwordIn)} holds a password and is committed with the project. Take it out, change it, and use CS_STORE, PGPASSWORD or ~/.pgpass.`,
  ];
}

async function makeTables(role: string | undefined, suite: Suite): Promise<Result<Report>> {
  const chosen = await sharedStoreOf(suite);
  if (!chosen.ok) return chosen;
  const { address, kind } = chosen.value;
  const place = shownAddress(address);
  const migrated = await (await kind.load()).migrate(suite, address, role);
  if (!migrated.ok) return migrated;
  const { before, found } = migrated.value;
  const done =
    before === found
      ? `The tables are of version ${found} already.`
      : `Made the tables of version ${found} in ${oneLine(place)}.`;
  const granted = role === undefined ? [] : [`${oneLine(role)} may use them.`];
  return success({
    text: [done, ...granted].join('\n'),
    json: { place, before, tables: found, role: role ?? null },
    notes: passwordNotes(chosen.value),
  });
}

async function copy(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const [from, to] = [args.text('from'), args.text('to')];
  const isKnown = KINDS.some((kind) => kind === from) && KINDS.some((kind) => kind === to);
  if (!isKnown || from === to || (from !== 'files' && to !== 'files')) {
    return usage('From where to where? --from files --to postgresql, or the other way');
  }
  const chosen = await sharedStoreOf(suite);
  if (!chosen.ok) return chosen;
  const { address, kind, project } = chosen.value;
  if (kind.name !== from && kind.name !== to) {
    return usage(`The store that is configured is of the kind ${kind.name}`);
  }
  if (!project.ok) return project;
  const shared = await kind.load();
  const folder = stateFolderOf(suite.environment.projectFolder);
  const state = { address, project: project.value, folder };
  const copied = await (from === 'files'
    ? shared.copyFromFolder(suite, state)
    : shared.copyIntoFolder(suite, state));
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
  chosen: NamedStore,
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
  if (to === 'files') return openFileStore(world, owner).audits;
  return (await chosen.kind.load()).openState(world, owner, chosen).audits;
}
