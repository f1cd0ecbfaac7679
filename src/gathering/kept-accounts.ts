import type { PromiseAccount } from '../domain/account/account.ts';
import type { Accounts } from '../domain/account/project-report.ts';
import type { Spool } from '../ports.ts';
import { type Kept, keepValues } from './kept-values.ts';
import { compareKeys, type OrderKey, orderKeyOf } from './order.ts';

/** How many accounts are held in memory. */
const MOST_HELD = 1000;

/** Accounts that may be more than memory holds. */
interface KeptAccounts {
  add(account: PromiseAccount): void;
  /** All that were added, in the order of a report. */
  inOrder(): Accounts;
  close(): void;
}

/** `openSpool`: where those go that are not held. */
export function keepAccounts(openSpool: () => Spool): KeptAccounts {
  const all: { readonly key: OrderKey; readonly account: Kept<PromiseAccount> }[] = [];
  const keeper = keepValues<PromiseAccount>(openSpool, MOST_HELD);
  return {
    add(account) {
      all.push({ key: orderKeyOf(account), account: keeper.keep(account) });
    },
    inOrder() {
      all.sort((a, b) => compareKeys(a.key, b.key));
      return {
        length: all.length,
        *[Symbol.iterator]() {
          for (const { account } of all) yield keeper.read(account);
        },
      };
    },
    close: keeper.close,
  };
}
