import { type ReadLine, readLedgerLine } from '../../domain/promise/ledger.ts';
import { createLedgerChain, type FileLine } from '../../domain/promise/ledger-chain.ts';
import {
  type AuditFinding,
  createHeadCheck,
  type External,
  type HeadClaim,
  type Misfit,
} from '../../domain/session/audit.ts';
import { createReplay, type LineMark, type Replay } from '../../domain/session/ledger-replay.ts';
import type { Digests } from '../../ports.ts';
import type { LedgerWalk } from './ledger-walk.ts';

/** One reading of a ledger from its first line to its last: what does not hold in it, and what it says of files. */
export interface LedgerPass {
  readonly replay: Replay;
  /** Reads what was added since. Gives why it cannot, in words for a person. */
  readOn(): string | undefined;
  /** Takes what only the end shows, once. */
  finish(): void;
  size(): number;
  lines(): number;
  /** The times of the first and the last line; null where they have none. */
  span(): { readonly since: string | null; readonly until: string | null };
}

interface PassWorld {
  readonly digests: Pick<Digests, 'of'>;
  /** The ledger, and the digest of its first bytes. */
  readonly lines: LedgerWalk;
  readonly ofStart: (bytes: number) => string | undefined;
  /** The heads that were kept of it, read before. */
  readonly heads: readonly HeadClaim[];
  readonly isCarriedOut: (end: number) => boolean;
  readonly onMisfit: (finding: AuditFinding<Misfit>) => void;
  readonly onExternal: (finding: AuditFinding<External>) => void;
}

/** The name of the ledger in findings. */
const LEDGER = 'events.jsonl';

export function createLedgerPass(world: PassWorld): LedgerPass {
  const { digests, isCarriedOut, lines, onExternal, onMisfit } = world;
  const chain = createLedgerChain(world.ofStart);
  const heads = createHeadCheck(world.heads);
  const replay = createReplay({ isCarriedOut, sha256: digests.of });
  const marks: { first?: LineMark; last?: LineMark } = {};
  let count = 0;
  let isChained = false;

  function take(line: FileLine): void {
    const read = readLedgerLine(line.text);
    const mark = markOf(count + 1, line, read);
    const fault = chain.follow(line, read);
    // Of the lines before the chain began, the first is meant.
    const at = fault === undefined || fault.line === count ? mark : (marks.first ?? mark);
    if (fault !== undefined) onMisfit(atLine(fault.why, LEDGER, at));
    for (const head of heads.pass(line)) onMisfit(ofHead('other-line', head, mark));
    isChained ||= read?.prev !== undefined;
    if (read !== undefined) {
      for (const { path: file, what } of replay.take(count + 1, line, read)) {
        if (what === 'less-open') onMisfit(atLine(what, file, mark));
        else onExternal(atLine(what, file, mark));
      }
      marks.first ??= mark;
      marks.last = mark;
    }
    count += 1;
  }

  return {
    replay,
    readOn() {
      for (const line of lines.lines()) take(line);
      return lines.fault();
    },
    finish() {
      const rest = lines.rest();
      if (rest !== undefined) take(rest);
      const fault = chain.finish();
      if (fault !== undefined) {
        onMisfit({ ...NOWHERE, what: fault.why, path: LEDGER, line: fault.line + 1 });
      }
      for (const head of heads.rest()) onMisfit(ofHead('cut-short', head, undefined));
      if (count > 0 && !isChained) onExternal({ ...NOWHERE, what: 'old-log', path: LEDGER });
    },
    size: lines.size,
    lines: () => count,
    span: () => ({ since: marks.first?.at ?? null, until: marks.last?.at ?? null }),
  };
}

const NOWHERE = { line: null, offset: null, since: null, event: null, detail: null };

function markOf(line: number, { end, start }: FileLine, read: ReadLine | undefined): LineMark {
  const at = read?.fields['timestamp'];
  return {
    line,
    offset: start,
    end,
    event: read?.event ?? null,
    at: typeof at === 'string' ? at : null,
  };
}

/** A finding at a line of the ledger. */
export function atLine<What>(
  what: What,
  path: string,
  { at, event, line, offset }: LineMark,
  detail: string | null = null,
): AuditFinding<What> {
  return { what, path, line, offset, since: at, event, detail };
}

function ofHead(
  what: Misfit,
  { at, bytes, source }: HeadClaim,
  mark: LineMark | undefined,
): AuditFinding<Misfit> {
  const line = mark?.line ?? null;
  return { what, path: LEDGER, line, offset: bytes, since: at, event: null, detail: source };
}
