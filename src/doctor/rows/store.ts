import type { ReachedStore } from '../../domain/host/store-examination.ts';
import { parsedAddress } from '../../domain/settings/store-address.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { placeOf } from '../../store/files/state-folder.ts';
import { readRegister } from '../../store/register.ts';
import { type Examined, row } from '../examination.ts';
import type { SharedFacts } from '../seen-store.ts';

/** The store that machines share: whether it can be used, and by what right. */

function shared({ store }: Examined): readonly SharedFacts[] {
  return store.shared === undefined ? [] : [store.shared];
}

function reached(world: Examined): readonly (SharedFacts & ReachedStore)[] {
  return shared(world).flatMap((facts) =>
    facts.examination.reached ? [{ ...facts, ...facts.examination }] : [],
  );
}

/** Where the settings say that the state lies. What is wrong with a source of settings is said with all of them. */
export const named = row({
  check: 'store',
  look: ({ settings, store }) => [{ ...store, isSaid: settings.failures.length > 0 }],
  verdict({ failure, isSaid, shared: facts }) {
    if (failure === undefined) return facts && 'ok';
    if (isSaid) return undefined;
    return failure.kind === 'unapproved' ? 'fail unapproved' : 'fail';
  },
  words({ failure, shared: facts }) {
    const why = failure === undefined ? '' : failureMessage(failure).replace(/\.$/, '');
    return {
      ok: `${facts?.place}, by ${facts?.source}`,
      'fail unapproved': why,
      fail: `it is not known where the state is kept: ${why}`,
    };
  },
  mend: (_seen, found) =>
    found === 'fail'
      ? { words: 'Fix it', command: 'cs config' }
      : { words: 'To approve it, as a person in a terminal', command: 'cs config trust' },
});

export const project = row({
  check: 'store.project',
  look: (world) =>
    shared(world).map(({ project: name, projectSource }) =>
      name.ok
        ? { name: name.value, by: projectSource ?? 'its git remote', failure: undefined }
        : { name: '', by: '', failure: name.failure },
    ),
  verdict({ failure }) {
    if (failure === undefined) return 'ok';
    return failure.kind === 'store-unnamed' ? 'fail unnamed' : 'fail';
  },
  words({ by, failure, name }) {
    const folder = failure?.kind === 'store-unnamed' ? failure.folder : '';
    return {
      ok: `${name}, by ${by}`,
      'fail unnamed': `${folder} has no git remote, so the project has no name in the store`,
      fail: `the project's name cannot be found out (${failure?.kind})`,
    };
  },
  mend: () => ({ words: 'Give it one', command: 'cs config set storeProject <name>' }),
});

export const password = row({
  check: 'store.password',
  look: (world) => shared(world).flatMap(({ passwordIn }) => passwordIn ?? []),
  verdict: () => 'note',
  words: (file) => ({ note: `${file} has a password and is committed with the project` }),
  mend: () => 'Take it out, change it, and use CS_STORE, PGPASSWORD or ~/.pgpass',
});

/** What is wrong with a way to a server, by words that a system or a server says, and what helps. */
const WAYS: readonly (readonly [words: RegExp, advice: string])[] = [
  [/ECONNREFUSED|ENOENT/, 'Start the server, or correct the host and the port in $'],
  [/ENOTFOUND|EAI_AGAIN/, 'Correct the host in $, or connect this machine to its network'],
  [
    /timeout|timed out|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|no answer/i,
    'See whether a firewall or a proxy stands between, and whether the server answers others',
  ],
  [/no PostgreSQL user name/, 'Name the role in the URL in $, or set PGUSER'],
  [
    /password|authentication|pg_hba|role ".*" does not exist/i,
    'Correct the role or its password: docs/store.md#passwords',
  ],
  [/database ".*" does not exist/, 'Make the database, or correct its name in $'],
  [/SSL|certificate|self-signed|altname|TLS/i, 'See docs/store.md#tls'],
  [/(?:)/, 'Correct the address in $, or see what the server says'],
];

export const reach = row({
  check: 'store.reach',
  look: (world) =>
    shared(world).map(({ examination: found, place, source }) => {
      if (found.reached) return { ...found, place, source, reason: '', refusal: undefined };
      const { failure } = found;
      const reason = 'reason' in failure ? String(failure.reason) : failure.kind;
      const refusal = failure.kind === 'store-refused' ? failure : undefined;
      return { server: '', role: '', isTooOld: false, place, source, reason, refusal };
    }),
  verdict({ isTooOld, reason, refusal }) {
    if (refusal !== undefined) return 'fail refused';
    if (reason !== '') return 'fail';
    return isTooOld ? 'note' : 'ok';
  },
  words: ({ place, reason, refusal, role, server }) => ({
    ok: `${server} answers ${role}`,
    note: `${server} answers ${role}; it is older than 13`,
    fail: `${place} cannot be reached: ${reason}`,
    'fail refused': `${place} refused to ${refusal?.action}: ${refusal?.detail}`,
  }),
  follows: (_seen, found) =>
    found === 'fail'
      ? 'commands change nothing, and the gate goes by what this machine knows'
      : undefined,
  mend({ reason, source }, found) {
    if (found === 'note') return 'Use a newer server';
    if (found === 'fail refused') return 'See docs/store.md#roles';
    const [, advice = ''] = WAYS.find(([words]) => words.test(reason)) ?? [];
    return advice.replace('$', () => source);
  },
});

const LOOPBACK = ['', 'localhost', '127.0.0.1', '[::1]'];

export const tls = row({
  check: 'store.tls',
  look: (world) =>
    reached(world).map(({ address, protection, source }) => {
      const host = parsedAddress(address)?.hostname ?? '';
      return { host, isHere: LOOPBACK.includes(host), protection, source };
    }),
  verdict({ isHere, protection }) {
    if (protection === 'local' || protection === 'checked') return `ok ${protection}`;
    return `${isHere ? 'ok' : 'note'} ${protection}`;
  },
  words: ({ host }) => ({
    'ok local': 'a socket of this machine',
    'ok checked': "TLS, with the server's certificate checked",
    'ok unchecked': 'TLS, to this machine',
    'ok none': 'none, to this machine',
    'note unchecked': "TLS, but nobody checks the server's certificate",
    'note none': `no TLS: programs between here and ${host} can read and change the state`,
  }),
  mend: ({ source }) => `Add sslmode=verify-full to the URL in ${source}: docs/store.md#tls`,
});

export const tables = row({
  check: 'store.tables',
  look: reached,
  verdict({ found, missingRights, wanted }) {
    // A role that may not look knows nothing of them.
    if (found === null) return missingRights.length > 0 ? undefined : 'fail missing';
    if (found === wanted) return 'ok';
    return found > wanted ? 'fail newer' : 'fail older';
  },
  words({ found, wanted }) {
    const between = `they are of version ${found}, and this suite works with version ${wanted}`;
    return {
      ok: `version ${wanted}`,
      'fail missing': 'it has no tables of the suite',
      'fail newer': between,
      'fail older': between,
    };
  },
  mend(_seen, found) {
    if (found === 'fail newer') return 'Update completion-promise on this machine';
    const words = `${found === 'fail missing' ? 'Make them' : 'Bring them up'}, by a role that may`;
    return { words, command: 'cs store migrate', more: ' --grant <role>' };
  },
});

export const rights = row({
  check: 'store.rights',
  look: reached,
  verdict({ found, mayChangeTables, missingRights, wanted }) {
    if (missingRights.length > 0) return 'fail';
    if (found !== wanted) return undefined;
    return mayChangeTables ? 'note' : 'ok';
  },
  words: ({ missingRights, role }) => ({
    ok: `${role} has what is needed, and no more`,
    note: `${role} could change the tables, which agents need not`,
    fail: `${role} lacks ${missingRights.join(', ')}`,
  }),
  mend({ role }, found) {
    if (found === 'note') return 'Give them a role of their own: docs/store.md#roles';
    const words = 'By the role that owns the tables';
    return { words, command: 'cs store migrate', more: ` --grant ${role}` };
  },
});

/** From how many milliseconds on a difference of the two clocks is named. */
const MOST_APART_MS = 30_000;

export const clock = row({
  check: 'store.clock',
  look: reached,
  verdict: ({ clockAheadMs }) => (Math.abs(clockAheadMs) < MOST_APART_MS ? 'ok' : 'note'),
  words({ clockAheadMs }) {
    const side = clockAheadMs > 0 ? 'behind' : 'ahead of';
    const apart = `${(Math.abs(clockAheadMs) / 1000).toFixed(1)} s ${side} the server's`;
    return { ok: apart, note: `this machine's clock is ${apart}` };
  },
  follows: () => 'the times of what happens here do not fit those of other machines',
  mend: () => 'Set the clock that is wrong',
});

/** The session's promises in this project that the gate cannot look at by the settings that are in force here. */
export const elsewhere = row({
  check: 'store.elsewhere',
  look({ environment: { projectFolder, session }, files, health, register }) {
    const here = placeOf(files, projectFolder) ?? projectFolder;
    const promises = session === undefined ? [] : readRegister(register, session.ids).promises;
    return promises.flatMap(({ id, made, project: folder }) => {
      const store = made?.store;
      const isElsewhere = folder === here && store !== undefined && store.address !== health.place;
      return isElsewhere ? [{ id, store }] : [];
    });
  },
  verdict: () => 'fail',
  words: ({ id, store }) => ({
    fail: `${id} lies in ${store.address}, project ${store.project}, and the settings here name another place`,
  }),
  mend: () =>
    'Set CS_STORE here as well, for the hooks too, or name the store in the configuration (setting store)',
});
