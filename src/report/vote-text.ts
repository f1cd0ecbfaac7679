import type { JudgeResult, VoteResult, VoteTally } from '../domain/judging/judgment.ts';
import { indented, oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** How several votes fell, and what they are worth; empty where there was no vote. */
export function voteLines({ tally, votes }: JudgeResult, style: Style): readonly string[] {
  if (tally === undefined) return [];
  return [
    `Votes: ${countsText(tally)}`,
    ...votes.map((vote) => `  ${vote.vote}. ${voteText(vote, style)}`),
    ...judgesLine(tally),
    ...divergenceLine(tally, style),
  ];
}

function countsText({ asked, cancelled, failed, lost, passed }: VoteTally): string {
  const parts = [
    `${asked} asked`,
    `${passed} passed`,
    `${failed} failed`,
    ...(lost > 0 ? [`${lost} not to be had`] : []),
    ...(cancelled > 0 ? [`${cancelled} called off`] : []),
  ];
  return parts.join(', ');
}

function voteText(vote: VoteResult, style: Style): string {
  const model = oneLine(vote.model);
  if (vote.status === 'cancelled') return `called off  ${model}`;
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
  const kinds = models.length === 1 ? '1 kind of judge' : `${models.length} kinds of judge`;
  const worth =
    independent_votes === 1 ? '1 independent vote' : `${independent_votes} independent votes`;
  return [`Judges: ${kinds} (${all}), worth ${worth} at the most`];
}

function divergenceLine({ disputed, divergent }: VoteTally, style: Style): readonly string[] {
  if (divergent === null) return ['Divergent: not known, since not every vote was heard'];
  if (!divergent) return [];
  const ids = disputed.map(oneLine).join(', ');
  return [style.caution(`Divergent: the votes disagree on ${ids}, for a person to look at`)];
}
