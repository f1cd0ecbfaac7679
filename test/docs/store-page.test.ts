import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { fencesIn } from './markdown.ts';

const read = (name: string) => readFileSync(join(CHECKOUT, 'docs', name), 'utf8');

describe('the compose file for trying the store', () => {
  const file: unknown = parse(read('store-compose.yaml'));

  it('has one database, reachable from this machine alone, on the port that the page names', () => {
    expect(file).toMatchObject({
      services: {
        database: {
          image: expect.stringMatching(/^postgres:\d+$/),
          ports: [expect.stringMatching(/^127\.0\.0\.1:5433:5432$/)],
          configs: [{ source: 'roles', target: '/docker-entrypoint-initdb.d/roles.sql' }],
        },
      },
    });
    expect(read('store.md')).toContain('@127.0.0.1:5433/promises');
  });

  it('makes the roles of the page', () => {
    const [roles] = fencesIn(read('store.md')).filter(({ language }) => language === 'sql');
    const content = `${roles?.lines.join('\n')}\n`;
    expect(file).toMatchObject({ configs: { roles: { content } } });
  });
});
