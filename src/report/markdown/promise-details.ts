import type {
  CriterionAccount,
  JudgmentAccount,
  PromiseAccount,
  ProofAccount,
} from '../../domain/account/account.ts';
import type { ProjectReport } from '../../domain/account/project-report.ts';
import { counted } from '../../domain/base/counted.ts';
import { beginningOf, endingOf } from '../../domain/base/cutting.ts';
import { type ForgeCommit, fileUrl } from '../../domain/base/forge.ts';
import type { Artifact } from '../../domain/promise/artifact.ts';
import { dollars } from '../dollars.ts';
import { firstFew } from '../first-few.ts';
import {
  answerWords,
  artifactWords,
  CONCERN_WORDS,
  CRITERION_WORDS,
  concernDetail,
  freshnessWords,
  GATE_WORDS,
  passageWords,
  placeWords,
  runWords,
  STANDING_WORDS,
  sourceWords,
  timeWords,
  verdictWords,
  votesWords,
} from '../report-words.ts';
import { runOwners } from '../told-once.ts';
import { blocks, folded, list, table } from './blocks.ts';
import { code, fenced, inline, linked } from './escaping.ts';
import type { FittedPart } from './fitting.ts';

/** What is known of one promise, folded away below its title. */

/** How much of a promise is told: each leaves out what the one before it has. */
const DEPTHS = ['everything', 'without-output', 'without-timeline', 'criteria'] as const;

type Depth = (typeof DEPTHS)[number];

/** How much is lost by telling no more than this. What a reader should look at goes later. */
const LOSES: Readonly<Record<Depth, number>> = {
  everything: 0,
  'without-output': 10,
  'without-timeline': 20,
  criteria: 40,
};

/** How much is lost by telling nothing of it. */
const LOSES_ALL = 50;

/** The part of a report on one promise, with its shorter forms. */
export function promiseDetails(promise: PromiseAccount, report: ProjectReport): FittedPart {
  const weight = promise.concerns.length > 0 ? 5 : 0;
  return {
    text: detailsText(promise, report, 'everything'),
    shorter: [
      ...DEPTHS.slice(1).map((depth) => ({
        text: detailsText(promise, report, depth),
        loses: LOSES[depth] + weight,
      })),
      { text: '', loses: LOSES_ALL + weight },
    ],
  };
}

function detailsText(promise: PromiseAccount, { pushed }: ProjectReport, depth: Depth): string {
  const { concerns, criteria, id, standing, title } = promise;
  const isDeep = depth !== 'criteria';
  const isWithOutput = depth === 'everything';
  return folded(
    `<b>${inline(title)}</b> · ${STANDING_WORDS[standing]} · ${code(id)}`,
    blocks([
      promise.summary === null || !isDeep ? '' : inline(brief(promise.summary, 1000)),
      list(
        concerns.map((concern) => {
          const detail = concernDetail(concern);
          return `**${CONCERN_WORDS[concern.kind].label}**${detail === '' ? '' : `: ${inline(brief(detail, 600))}`}`;
        }),
      ),
      factsLine(promise),
      table(
        ['', 'Criterion', 'Proof or evidence', 'Validated'],
        criteria.map((criterion) => criterionRow(criterion, isDeep ? 400 : 120)),
      ),
      ...(isWithOutput ? outputParts(criteria) : []),
      isDeep ? judgePart(promise.judgments) : '',
      isDeep ? tamperingPart(promise, pushed) : '',
      isWithOutput || depth === 'without-output' ? timelinePart(promise) : '',
    ]),
  );
}

function factsLine(promise: PromiseAccount): string {
  const { cost, created_at, gates, owner, verified_at } = promise;
  const weak = gates.filter((gate) => gate.is_weak);
  const facts = [
    ...(created_at === null ? [] : [`created ${timeWords(created_at)}`]),
    ...(verified_at === null ? [] : [`verified ${timeWords(verified_at)}`]),
    ...(owner === null ? [] : [`session ${owner}`]),
    ...placeWords(promise),
    ...(cost === null || cost.calls === 0 ? [] : [`judges cost ${dollars(cost.cost_usd)}`]),
    ...weak.map((gate) => `${GATE_WORDS.get(gate.gate) ?? gate.gate} ${passageWords(gate)}`),
  ];
  return facts.length === 0 ? '' : inline(`${facts.join(' · ')}`);
}

function criterionRow(criterion: CriterionAccount, longest: number): readonly string[] {
  const { description, evidence, id, proof, source, standing, validation, waiver } = criterion;
  const from = source === null ? '' : `<br>from ${code(sourceWords(source))}`;
  return [
    CRITERION_WORDS[standing],
    `**${inline(id)}** ${inline(brief(description, longest))}${from}`,
    [
      ...(proof === null ? [] : [proofText(proof), ...artifactTexts(proof.artifacts)]),
      ...(proof === null && evidence.trim() !== '' ? [inline(brief(evidence, longest))] : []),
      ...(proof === null && evidence.trim() === '' ? ['no evidence'] : []),
      ...(waiver === null ? [] : [`waived: ${inline(brief(waiver.reason, longest))}`]),
    ].join('<br>'),
    validation === null ? '' : inline(answerWords(validation)),
  ];
}

function proofText(proof: ProofAccount): string {
  const command = proof.command === null ? '' : `${code(brief(proof.command, 300))} `;
  return `${command}${inline(`${runWords(proof)}; ${freshnessWords(proof)}`)}`;
}

/** How many artifacts of a criterion are named before they are only counted. */
const MOST_ARTIFACTS = 10;

/** The files that a run left, by name. */
export function artifactTexts(artifacts: readonly Artifact[]): readonly string[] {
  const { more, named } = firstFew(artifacts, MOST_ARTIFACTS);
  const texts = named.map((one) => `artifact: ${inline(brief(artifactWords(one), 300))}`);
  return more > 0 ? [...texts, `and ${counted(more, 'more artifact')}`] : texts;
}

/** How much of an output a comment shows, in characters. */
const LONGEST_OUTPUT = 1500;

/** The outputs of the runs that proved criteria, each once. */
function outputParts(criteria: readonly CriterionAccount[]): readonly string[] {
  const owners = runOwners(criteria);
  return criteria.map((criterion) => {
    const output = criterion.proof?.output_tail.trim() ?? '';
    if (output === '' || owners.get(criterion) !== criterion.id) return '';
    const sharing = criteria.filter((one) => owners.get(one) === criterion.id);
    const ids = sharing.map(({ id }) => id).join(', ');
    return folded(`Output of ${inline(ids)}`, fenced(endingOf(output, LONGEST_OUTPUT)));
  });
}

function judgePart(judgments: readonly JudgmentAccount[]): string {
  if (judgments.length === 0) return '';
  const entries = judgments.map((judgment) => {
    const { at, cost_usd, feedback, model, reasoning, votes } = judgment;
    const cost = cost_usd === null ? '' : `, ${dollars(cost_usd)}`;
    const lines = [
      `**${inline(verdictWords(judgment))}** ${inline(`${model}, ${votesWords(judgment)}, ${timeWords(at)}${cost}`)}${reasoning === '' ? '' : `: ${inline(brief(reasoning, 600))}`}`,
      ...feedback.map(({ ac_id, finding }) => `- ${inline(brief(`${ac_id}: ${finding}`, 400))}`),
      ...(votes?.dissent ?? []).map(
        ({ ac_id, judgment: word, reasoning: why, vote }) =>
          `- ${inline(brief(`dissent of vote ${vote} on ${ac_id}, ${word}: ${why}`, 400))}`,
      ),
    ];
    return lines.join('\n');
  });
  return blocks(['**Judge**', list(entries)]);
}

/** A weakened test and where it is. */
export function findingText(
  { detail, line, path }: PromiseAccount['tampering']['findings'][number],
  pushed: ForgeCommit,
): string {
  return `${linked(`${path}:${line}`, fileUrl(pushed, path, line))} ${inline(brief(detail, 300))}`;
}

function tamperingPart({ tampering }: PromiseAccount, pushed: ForgeCommit): string {
  const { acceptances, findings, notes, reason, source } = tampering;
  const entries = [
    ...(source === 'not-examined' ? [inline(`not examined: ${reason}`)] : []),
    ...notes.map((note) => inline(note)),
    ...findings.map(
      (finding) => `${finding.accepted ? 'accepted' : '**open**'} ${findingText(finding, pushed)}`,
    ),
    ...acceptances.map(
      ({ by, counts, digest, reason: why }) =>
        `${code(digest)} ${inline(`accepted by a ${by}${counts ? '' : ' (does not count)'}: ${brief(why, 300)}`)}`,
    ),
  ];
  return entries.length === 0 ? '' : blocks(['**Weakened tests**', list(entries)]);
}

/** How many of the last entries a comment shows. */
const MOST_EVENTS = 30;

function timelinePart({ timeline, timeline_left_out }: PromiseAccount): string {
  if (timeline.length === 0) return '';
  const shown = timeline.slice(-MOST_EVENTS);
  const earlier = timeline_left_out + timeline.length - shown.length;
  const entries = shown.map(({ at, words }) => `${inline(timeWords(at))} ${inline(words)}`);
  const note =
    earlier === 0 ? [] : [`${counted(earlier, 'earlier entry', 'earlier entries')} left out`];
  return folded(
    `Timeline (${counted(timeline.length + timeline_left_out, 'entry', 'entries')})`,
    list([...note, ...entries]),
  );
}

/** The beginning of a text that is longer than a comment has room for. */
function brief(text: string, longest: number): string {
  return text.length <= longest ? text : `${beginningOf(text, longest - 1)}…`;
}
