import { counted } from '../domain/base/counted.ts';
import type { Dissent, JudgeResult, VoteResult, VoteTally } from '../domain/judging/judgment.ts';
import { brief, indented, oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** How several votes fell, and what they are worth; empty where there was no vote. */
export function voteLines({ tally, votes }: JudgeResult, style: Style): readonly string[] {
  if (tally === undefined) return [];
  return [
    `Votes: ${countsText(tally)}`,
    ...votes.map((vote) => `  ${vote.vote}. ${voteText(vote, style)}`),
    ...judgesLine(tally),
    ...divergenceLine(tally, style),
    ...dissentLines(tally.dissent, LONGEST_REASON),
  ];
}

/** How much of a reason the block and a promise show; all of it stands in the answer's JSON. */
export const LONGEST_REASON = 300;

/** What those say who were overruled, one line for each: `  [AC-2] vote 3, claude-…, says FAIL: why`. */
export function dissentLines(dissent: readonly Dissent[], longest: number): readonly string[] {
  return dissent.map(({ ac_id, judgment, model, reasoning, vote }) => {
    const why = brief(reasoning, longest) || 'no reason given';
    return `  [${oneLine(ac_id)}] vote ${vote}, ${oneLine(model)}, says ${judgment}: ${why}`;
  });
}

function countsText({ asked, cancelled, failed, lost, passed }: VoteTally): string {
  const parts = [
    `${asked} asked`,
    `${passed} passed`,
    `${failed} failed`,
    ...(lost > 0 ? [`${lost} unavailable`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  return parts.join(', ');
}

function voteText(vote: VoteResult, style: Style): string {
  const model = oneLine(vote.model);
  if (vote.status === 'cancelled') return `cancelled  ${model}`;
  const mark = { PASS: style.good, FAIL: style.bad, WARN: style.caution }[vote.verdict];
  const failing = vote.criteria_judgments
    .filter(({ judgment }) => judgment === 'FAIL')
    .map(({ ac_id }) => oneLine(ac_id));
  const why = vote.error === undefined ? failing.join(', ') : indented(vote.error, 4);
  return `${mark(vote.verdict)}  ${model}${why === '' ? '' : `  (${why})`}`;
}

/** What the votes are worth: one model that is asked three times is no panel of three. */
function judgesLine({ independent_votes, judges }: VoteTally): readonly string[] {
  const models = Object.entries(judges);
  if (models.length === 0) return [];
  const all = models.map(([model, votes]) => `${oneLine(model)} x ${votes}`).join(', ');
  const kinds = counted(models.length, 'kind of judge', 'kinds of judge');
  const worth = counted(independent_votes, 'effective independent vote');
  return [`Judges: ${kinds} (${all}), about ${worth}`];
}

function divergenceLine({ disputed, divergent }: VoteTally, style: Style): readonly string[] {
  if (divergent === null) return ['Split vote: unknown, because not every vote arrived'];
  if (!divergent) return [];
  const ids = disputed.map(oneLine).join(', ');
  return [style.caution(`Split vote on ${ids}: needs human review`)];
}
