import type { PromiseAccount } from '../domain/account/account.ts';
import type { Accounts } from '../domain/account/project-report.ts';
import type { Spool, SpoolPlace } from '../ports.ts';
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

interface Kept {
  readonly key: OrderKey;
  readonly at: PromiseAccount | SpoolPlace;
}

/** `openSpool`: where those go that are not held. */
export function keepAccounts(openSpool: () => Spool): KeptAccounts {
  const all: Kept[] = [];
  let spool: Spool | undefined;
  const read = ({ at }: Kept): PromiseAccount => {
    if (!('start' in at)) return at;
    if (spool === undefined) throw new RangeError('nothing was spooled');
    // This process wrote it as what it is.
    const account: PromiseAccount = JSON.parse(spool.read(at));
    return account;
  };
  return {
    add(account) {
      if (all.length >= MOST_HELD) spool ??= openSpool();
      const at = spool?.add(JSON.stringify(account)) ?? account;
      all.push({ key: orderKeyOf(account), at });
    },
    inOrder() {
      all.sort((a, b) => compareKeys(a.key, b.key));
      return {
        length: all.length,
        *[Symbol.iterator]() {
          for (const one of all) yield read(one);
        },
      };
    },
    close: () => spool?.close(),
  };
}
