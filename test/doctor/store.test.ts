import { describe, expect, it } from 'vitest';
import * as store from '../../src/doctor/rows/store.ts';
import type { SharedFacts } from '../../src/doctor/seen-store.ts';
import { failed, success } from '../../src/domain/base/result.ts';
import type { ReachedStore } from '../../src/domain/host/store-examination.ts';
import { found } from '../rig/values/examined.ts';

const SOUND: ReachedStore = {
  reached: true,
  server: 'PostgreSQL 16.4',
  isTooOld: false,
  role: 'cs_user',
  protection: 'checked',
  found: 1,
  wanted: 1,
  missingRights: [],
  mayChangeTables: false,
  clockAheadMs: 20,
};

const FACTS: SharedFacts = {
  address: 'postgresql://cs_user:secret@db.example.com/promises',
  place: 'postgresql://cs_user@db.example.com/promises',
  source: 'CS_STORE',
  project: success('example.com/team/shop'),
  projectSource: undefined,
  passwordIn: undefined,
  examination: SOUND,
};

/** What the rows say of a store. */
async function said(facts: Partial<SharedFacts>) {
  const shared = { ...FACTS, ...facts };
  const parts = { store: { state: 'The state', isReached: true, shared } };
  const rows = [
    store.named,
    store.project,
    store.password,
    store.reach,
    store.tls,
    store.tables,
    store.rights,
    store.clock,
  ];
  return (await Promise.all(rows.map((row) => found(row, parts)))).flat();
}

/** What is not in order, as check, status, and the words for a person. */
async function troubles(facts: Partial<SharedFacts>) {
  return (await said(facts)).flatMap(({ advice, check, detail, status }) => {
    if (status === 'ok') return [];
    const words = typeof advice === 'string' ? advice : `${advice?.words}: ${advice?.command}`;
    return [[check, status, `${detail}. ${words}`]];
  });
}

describe('a store that machines share', () => {
  it('that is sound gives a reason for each part, and no trouble', async () => {
    expect((await said({})).map(({ check, detail }) => [check, detail])).toEqual([
      ['store', 'postgresql://cs_user@db.example.com/promises, by CS_STORE'],
      ['store.project', 'example.com/team/shop, by its git remote'],
      ['store.reach', 'PostgreSQL 16.4 answers cs_user'],
      ['store.tls', "TLS, with the server's certificate checked"],
      ['store.tables', 'version 1'],
      ['store.rights', 'cs_user has what is needed, and no more'],
      ['store.clock', "0.0 s behind the server's"],
    ]);
  });

  it.each<[string, string]>([
    ['connect ECONNREFUSED 10.0.0.1:5432', 'Start the server'],
    ['getaddrinfo ENOTFOUND db.example.com', 'connect this machine to its network'],
    ['timeout expired', 'a firewall or a proxy'],
    ['no answer came within 2.0 s', 'a firewall or a proxy'],
    ['password authentication failed for user "ada"', 'docs/store.md#passwords'],
    ['no pg_hba.conf entry for host "10.0.0.2"', 'docs/store.md#passwords'],
    ['database "shop" does not exist', 'Make the database'],
    ['role "ada" does not exist', 'docs/store.md#passwords'],
    ['no PostgreSQL user name specified in startup packet', 'set PGUSER'],
    ['self-signed certificate in certificate chain', 'docs/store.md#tls'],
    ['The server does not support SSL connections', 'docs/store.md#tls'],
    ['something new', 'Correct the address in CS_STORE'],
  ])('that cannot be reached (%s) names what helps: %s', async (reason, advice) => {
    const failure = { kind: 'store-unreachable', place: FACTS.place, reason } as const;
    const [trouble, ...others] = await troubles({ examination: { reached: false, failure } });
    expect(trouble?.slice(0, 2)).toEqual(['store.reach', 'fail']);
    expect(trouble?.[2]).toContain(reason);
    expect(trouble?.[2]).toContain(advice);
    expect(others).toEqual([]);
  });

  it.each<[string, Partial<ReachedStore>, string, string, string]>([
    ['without tables', { found: null }, 'store.tables', 'fail', 'cs store migrate'],
    ['with older tables', { wanted: 2 }, 'store.tables', 'fail', 'cs store migrate'],
    ['with newer tables', { found: 2 }, 'store.tables', 'fail', 'Update completion-promise'],
    [
      'that lets the role do too little',
      { missingRights: ['document UPDATE'] },
      'store.rights',
      'fail',
      'cs_user lacks document UPDATE. By the role that owns the tables: cs store migrate',
    ],
    [
      'that lets the role not even look',
      { found: null, missingRights: ['schema USAGE'] },
      'store.rights',
      'fail',
      'cs_user lacks schema USAGE',
    ],
    ['that lets it do too much', { mayChangeTables: true }, 'store.rights', 'note', 'a role of'],
    ['without TLS', { protection: 'none' }, 'store.tls', 'note', 'sslmode=verify-full'],
    ['with TLS of anybody', { protection: 'unchecked' }, 'store.tls', 'note', 'verify-full'],
    ['whose clock is ahead', { clockAheadMs: 60_000 }, 'store.clock', 'note', '60.0 s behind'],
    ['whose clock is behind', { clockAheadMs: -60_000 }, 'store.clock', 'note', '60.0 s ahead of'],
    ['that is too old', { isTooOld: true }, 'store.reach', 'note', 'Use a newer server'],
  ])('%s says so, and nothing else', async (_what, parts, check, status, words) => {
    expect(await troubles({ examination: { ...SOUND, ...parts } })).toEqual([
      [check, status, expect.stringContaining(words)],
    ]);
  });

  it.each<readonly [string, Partial<SharedFacts>, readonly string[]]>([
    [
      'in which the project has no name says how to give it one',
      { project: failed({ kind: 'store-unnamed', folder: '/work' }) },
      ['store.project', 'fail', 'cs config set storeProject <name>'],
    ],
    [
      'whose password everybody can read says where',
      { passwordIn: '/work/.claude/completion-promise.json' },
      ['store.password', 'note', 'is committed with the project'],
    ],
    ...(['none', 'unchecked'] as const).map(
      (protection) =>
        [
          `on this machine needs no TLS (${protection})`,
          {
            address: 'postgresql://localhost/promises',
            examination: { ...SOUND, protection },
          },
          [],
        ] as const,
    ),
  ])('%s', async (_what, facts, [check, status, words]) => {
    expect(await troubles(facts)).toEqual(
      words === undefined ? [] : [[check, status, expect.stringContaining(words)]],
    );
  });
});
