import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { type Advice, type Diagnosis, fail, note, ok } from './diagnosis.ts';
import type { ReachedStore, StoreExamination } from './store-examination.ts';

/** A store that machines share, as the settings name it and as it was found. */
export interface StoreFacts {
  /** Its address, without a password. */
  readonly place: string;
  /** The host in it; empty where it is a socket of this machine. */
  readonly host: string;
  /** What names it: a variable or a file. */
  readonly source: string;
  /** The name of the project there, or why it has none; and what gives it, undefined for the git remote. */
  readonly project: Result<string>;
  readonly projectSource: string | undefined;
  /** The file that holds a password and is committed. */
  readonly passwordIn: string | undefined;
  readonly examination: StoreExamination;
}

/** A promise that lies in another store than the settings name. */
interface StoredElsewhere {
  readonly id: string;
  readonly store: string;
}

/** Promises of the session that the gate cannot look at by the settings that are in force here. */
export function diagnoseElsewhere(promises: readonly StoredElsewhere[]): readonly Diagnosis[] {
  return promises.map(({ id, store }) =>
    fail(
      'store.elsewhere',
      `${id} lies in ${store}, and the settings here name another place`,
      'Set CS_STORE here as well, for the hooks too, or name the store in the configuration (setting store)',
    ),
  );
}

/** From how many milliseconds on a difference of the two clocks is named. */
const MOST_APART_MS = 30_000;

/** Says whether a store can be used, and by what right: of each part what follows, and the next step. */
export function diagnoseStore(facts: StoreFacts): readonly Diagnosis[] {
  const { examination, passwordIn, place, source } = facts;
  const named = ok('store', `${place}, by ${source}`);
  const committed =
    passwordIn === undefined
      ? []
      : [
          note(
            'store.password',
            `${passwordIn} has a password and is committed with the project`,
            'Take it out, change it, and use CS_STORE, PGPASSWORD or ~/.pgpass',
          ),
        ];
  const own = [named, diagnoseName(facts), ...committed];
  if (!examination.reached) return [...own, diagnoseUnreached(facts, examination.failure)];
  return [
    ...own,
    diagnoseServer(examination),
    diagnoseProtection(facts, examination),
    ...diagnoseTables(examination),
    ...diagnoseRights(examination),
    diagnoseClock(examination),
  ];
}

function diagnoseName({ project, projectSource }: StoreFacts): Diagnosis {
  const check = 'store.project';
  if (project.ok) return ok(check, `${project.value}, by ${projectSource ?? 'its git remote'}`);
  const { failure } = project;
  return failure.kind === 'store-unnamed'
    ? fail(check, `${failure.folder} has no git remote, so the project has no name in the store`, {
        words: 'Give it one',
        command: 'cs config set storeProject <name>',
      })
    : fail(check, `the project's name cannot be found out (${failure.kind})`, 'Set storeProject');
}

/** What is wrong with a way to a server, by words that a system or a server says, and what helps. */
const WAYS: readonly (readonly [words: RegExp, advice: (source: string) => string])[] = [
  [
    /ECONNREFUSED|ENOENT/,
    (source) => `Start the server, or correct the host and the port in ${source}`,
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    (source) => `Correct the host in ${source}, or connect this machine to its network`,
  ],
  [
    /timeout|timed out|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|no answer/i,
    () => 'See whether a firewall or a proxy stands between, and whether the server answers others',
  ],
  [/no PostgreSQL user name/, (source) => `Name the role in the URL in ${source}, or set PGUSER`],
  [
    /password|authentication|pg_hba|role ".*" does not exist/i,
    () => 'Correct the role or its password: docs/store.md#passwords',
  ],
  [
    /database ".*" does not exist/,
    (source) => `Make the database, or correct its name in ${source}`,
  ],
  [/SSL|certificate|self-signed|altname|TLS/i, () => 'See docs/store.md#tls'],
];

function diagnoseUnreached({ place, source }: StoreFacts, failure: Failure): Diagnosis {
  const check = 'store.reach';
  if (failure.kind === 'store-refused') {
    const { action, detail } = failure;
    return fail(check, `${place} refused to ${action}: ${detail}`, 'See docs/store.md#roles');
  }
  const reason = 'reason' in failure ? String(failure.reason) : failure.kind;
  const [, advice] = WAYS.find(([words]) => words.test(reason)) ?? [];
  return {
    ...fail(
      check,
      `${place} cannot be reached: ${reason}`,
      advice?.(source) ?? `Correct the address in ${source}, or see what the server says`,
    ),
    follows: 'commands change nothing, and the gate goes by what this machine knows',
  };
}

function diagnoseServer({ isTooOld, role, server }: ReachedStore): Diagnosis {
  const check = 'store.reach';
  const found = `${server} answers ${role}`;
  return isTooOld
    ? note(check, `${found}; it is older than 13`, 'Use a newer server')
    : ok(check, found);
}

const LOOPBACK = ['', 'localhost', '127.0.0.1', '[::1]'];

function diagnoseProtection({ host, source }: StoreFacts, { protection }: ReachedStore): Diagnosis {
  const check = 'store.tls';
  const advice = `Add sslmode=verify-full to the URL in ${source}: docs/store.md#tls`;
  switch (protection) {
    case 'local':
      return ok(check, 'a socket of this machine');
    case 'checked':
      return ok(check, "TLS, with the server's certificate checked");
    case 'unchecked':
      return LOOPBACK.includes(host)
        ? ok(check, 'TLS, to this machine')
        : note(check, "TLS, but nobody checks the server's certificate", advice);
    case 'none':
      return LOOPBACK.includes(host)
        ? ok(check, 'none, to this machine')
        : note(
            check,
            `no TLS: programs between here and ${host} can read and change the state`,
            advice,
          );
  }
}

function diagnoseTables({ found, missingRights, wanted }: ReachedStore): readonly Diagnosis[] {
  // Who may not look knows nothing of them.
  if (found === null && missingRights.length > 0) return [];
  const check = 'store.tables';
  const migration: Advice = {
    words: 'Make them, by a role that may',
    command: 'cs store migrate',
    more: ' --grant <role>',
  };
  if (found === wanted) return [ok(check, `version ${wanted}`)];
  if (found === null) return [fail(check, 'it has no tables of the suite', migration)];
  const between = `they are of version ${found}, and this suite works with version ${wanted}`;
  return found > wanted
    ? [fail(check, between, 'Update completion-promise on this machine')]
    : [fail(check, between, { ...migration, words: 'Bring them up, by a role that may' })];
}

function diagnoseRights({
  found,
  mayChangeTables,
  missingRights,
  role,
  wanted,
}: ReachedStore): readonly Diagnosis[] {
  const check = 'store.rights';
  if (missingRights.length > 0) {
    const detail = `${role} lacks ${missingRights.join(', ')}`;
    return [
      fail(check, detail, {
        words: 'By the role that owns the tables',
        command: 'cs store migrate',
        more: ` --grant ${role}`,
      }),
    ];
  }
  if (found !== wanted) return [];
  return mayChangeTables
    ? [
        note(
          check,
          `${role} could change the tables, which agents need not`,
          'Give them a role of their own: docs/store.md#roles',
        ),
      ]
    : [ok(check, `${role} has what is needed, and no more`)];
}

function diagnoseClock({ clockAheadMs }: ReachedStore): Diagnosis {
  const check = 'store.clock';
  const seconds = (Math.abs(clockAheadMs) / 1000).toFixed(1);
  const side = clockAheadMs > 0 ? 'behind' : 'ahead of';
  if (Math.abs(clockAheadMs) < MOST_APART_MS) return ok(check, `${seconds} s ${side} the server's`);
  return {
    ...note(
      check,
      `this machine's clock is ${seconds} s ${side} the server's`,
      'Set the clock that is wrong',
    ),
    follows: 'the times of what happens here do not fit those of other machines',
  };
}
