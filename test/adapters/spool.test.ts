import { expect, it, onTestFinished } from 'vitest';
import { openSpool } from '../../src/adapters/spool.ts';
import { keepAccounts } from '../../src/gathering/kept-accounts.ts';
import { compareKeys, orderKeyOf } from '../../src/gathering/order.ts';
import { jsonFormat } from '../../src/report/json/json-format.ts';
import { jsonText } from '../../src/report/printable.ts';
import {
  accountOf,
  MEANS,
  promiseFullOf,
  reportOf,
  writtenAs,
} from '../rig/values/report-values.ts';

it('a spool gives each text back, those that were not written yet too', () => {
  const spool = openSpool();
  onTestFinished(() => spool.close());
  const texts = ['', 'ä'.repeat(700_000), 'two\nlines', 'ü'.repeat(800_000), 'last'];
  const places = texts.map(spool.add);
  expect(places.map(spool.read)).toEqual(texts);
  expect(spool.read(spool.add('one more'))).toBe('one more');
});

it.each([1, 1000, 1200])('%i accounts come in the order of a report, as they were', (count) => {
  const accounts = Array.from({ length: count }, (_, index) => {
    const id = `promise-${((index * 7) % count).toString(16).padStart(8, '0')}`;
    return accountOf(promiseFullOf(`Promise ${index % 3}`, id));
  });
  let spools = 0;
  const kept = keepAccounts(() => {
    spools += 1;
    return openSpool();
  });
  onTestFinished(() => kept.close());
  for (const account of accounts) kept.add(account);
  const given = kept.inOrder();
  expect(given).toHaveLength(count);
  expect([...given]).toEqual(
    accounts.toSorted((a, b) => compareKeys(orderKeyOf(a), orderKeyOf(b))),
  );
  expect([...given]).toEqual([...given]);
  expect(spools).toBe(count > 1000 ? 1 : 0);
});

it.each([0, 1, 3])('a report of %i promises is the same JSON piece by piece as in one', (count) => {
  const accounts = Array.from({ length: count }, (_, index) =>
    accountOf(promiseFullOf(`Promise "${index}"\n\u202e`)),
  );
  const report = reportOf(accounts);
  expect(writtenAs(jsonFormat, report, MEANS)).toBe(jsonText(report));
});
