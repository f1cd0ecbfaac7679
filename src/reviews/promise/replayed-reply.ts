import { isObject, textOf } from '../../domain/base/document.ts';
import { objectsIn } from '../../domain/base/reply-text.ts';
import { severityCounts, verdictOfFindings } from '../../domain/judging/findings-policy.ts';
import { reviewedCriteria, verdictOn } from '../../domain/judging/judge-policy.ts';
import { NO_FINDINGS, type ReplayedDocument } from '../../domain/judging/replayed-result.ts';
import { readPlainReply, readStructuredReply } from './reply-schema.ts';

/**
 * What a model's reply comes to by the policy; nothing where the document is no reply. Which criteria were asked about
 * is not known of it: those that it names are taken for all.
 */
export function replayReply(value: unknown): ReplayedDocument | undefined {
  const structured = readStructuredReply(value);
  if (structured !== undefined) {
    const { findings } = structured;
    const derived = verdictOfFindings(findings);
    return { ...ofReply(null), derived, findings: severityCounts(findings) };
  }
  const plain = readPlainReply(value);
  if (plain === undefined) return undefined;
  const ids = [...new Set(plain.said.map(({ ac_id }) => ac_id))];
  return {
    ...ofReply(plain.ownVerdict),
    derived: verdictOn(reviewedCriteria(ids, plain.said).said),
  };
}

function ofReply(ownVerdict: string | null): ReplayedDocument {
  const nothing = { recorded: null, derived: null, findings: NO_FINDINGS, faults: [] } as const;
  return { what: 'reply', ...nothing, ownVerdict, follows: true };
}

/** The documents in what a model wrote, or in a message of the API that holds it: those that could be replies. */
export function repliesIn(written: unknown): readonly unknown[] {
  if (typeof written === 'string') return objectsIn(written);
  if (!isObject(written) || written['type'] !== 'message') return [];
  const { content } = written;
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  return objectsIn(
    blocks
      .filter(({ type }) => type === 'text')
      .map(({ text }) => textOf(text))
      .join('\n'),
  );
}
