import { counted } from '../domain/base/counted.ts';
import type { TestChanges } from '../domain/promise/tampering.ts';
import { RECEIPTS, type Receipt, type ReceiptKind } from '../domain/session/receipt.ts';
import type { ReceiptFact } from '../domain/session/receipt-facts.ts';
import { brief, oneLine } from './printable.ts';
import { limitWords } from './proof-text.ts';

/** The one line that tells a user, at the end of a turn, what was proved and how. */

const LONGEST_PART = 120;
const MOST_NAMED = 5;

const HEADS: Readonly<Record<ReceiptKind, string>> = {
  proved: 'Proved',
  verified: 'Verified',
  skipped: 'Skipped',
  accepted: 'Accepted weakened tests',
  waived: 'Waived by a person',
  answered: 'Answered by the session itself',
};

/** `Proved: npm test (14 tests, 1 newly skipped). Verified: Login.`; undefined where there is nothing to tell. */
export function receiptLine(receipts: readonly Receipt[]): string | undefined {
  const parts = RECEIPTS.flatMap((kind) => {
    const texts = new Set(receipts.filter(({ what }) => what === kind).map(({ text }) => text));
    if (texts.size === 0) return [];
    const named = [...texts].slice(0, MOST_NAMED).map((text) => brief(text, 2 * LONGEST_PART));
    const more = texts.size > MOST_NAMED ? ` and ${texts.size - MOST_NAMED} more` : '';
    return [`${HEADS[kind]}: ${named.join(', ')}${more}.`];
  });
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** One thing as it is kept. */
export function receiptOf(fact: ReceiptFact): Receipt {
  return { name: fact.name, what: fact.what, text: textOf(fact) };
}

function textOf(fact: ReceiptFact): string {
  switch (fact.what) {
    case 'proved': {
      const ran = fact.ran === undefined ? [] : [counted(fact.ran, 'test')];
      return said(fact.subject, [...ran, ...testWords(fact.tests), ...limitWords(fact)]);
    }
    case 'verified':
      return said(fact.title, [
        ...(fact.isPartial ? ['PARTIAL'] : []),
        ...(fact.isUnjudged ? ['unjudged'] : []),
        ...testWords(fact.tests),
      ]);
    case 'skipped':
      return `${fact.gate === 'validation' ? 'Gate 2' : 'Gate 3'} of ${brief(fact.title, LONGEST_PART)}`;
    case 'accepted':
      return `${oneLine(fact.finding)} by a ${oneLine(fact.by)}`;
    case 'waived':
      return said(fact.criterion, [brief(fact.reason, LONGEST_PART)]);
    case 'answered':
      return oneLine(fact.criterion);
  }
}

function said(what: string, more: readonly string[]): string {
  const about = brief(what, LONGEST_PART);
  return more.length === 0 ? about : `${about} (${more.join(', ')})`;
}

function testWords({ deleted, focused, skipped }: TestChanges): readonly string[] {
  return [
    ...(skipped > 0 ? [`${skipped} newly skipped`] : []),
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
    ...(focused > 0 ? [`${focused} focused, so that others do not run`] : []),
  ];
}
