import type {
  ArtifactAccount,
  CriterionAccount,
  JudgmentAccount,
  PromiseAccount,
  ProofAccount,
  TamperingAccount,
  TimelineEntry,
} from '../../domain/account/account.ts';
import type { Concern } from '../../domain/account/concern.ts';
import type { ProjectReport } from '../../domain/account/project-report.ts';
import { counted } from '../../domain/base/counted.ts';
import { withoutMiddle } from '../../domain/base/cutting.ts';
import { fileUrl } from '../../domain/base/forge.ts';
import { PROVER } from '../../domain/judging/attempts.ts';
import { dollars } from '../dollars.ts';
import {
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
  shortDigest,
  sourceWords,
  timeWords,
  verdictWords,
  votesWords,
} from '../report-words.ts';
import { ownEvidence, runOwners } from '../told-once.ts';
import { html, type Markup, type Part } from './markup.ts';
import type { Pictures } from './pictures.ts';
import { concernTone, criterionTone, standingTone, verdictTone } from './tones.ts';

/** One promise of the page: folded to its line at first, all that is known of it below. */

/** Longest text that the page holds of one piece of evidence or output, in characters. */
const LONGEST_TEXT = 12_000;

/** Longest text that stands open; a longer one is folded. */
const LONGEST_OPEN = 400;

/** `anchor`: by which other parts of the page lead to it. */
export function promiseSection(
  promise: PromiseAccount,
  anchor: string,
  report: ProjectReport,
  isOpen: boolean,
  pictures: Pictures,
): Markup {
  const owners = runOwners(promise.criteria);
  const { concerns, standing } = promise;
  const look = concerns.length > 0 ? ' look' : '';
  return html`<details class="promise s-${standing}${look}" id="${anchor}"${isOpen ? html` open` : ''}><summary><h3>${chip(STANDING_WORDS[standing], standingTone(standing))}${promise.title}</h3>${metaLine(promise)}</summary><div class="body">
${promise.summary === null ? '' : html`<p>${shown(promise.summary)}</p>`}${report.promises.length < 2 ? '' : concernNotes(concerns)}
${factsList(promise)}${gatesList(promise)}
<h4>Acceptance criteria</h4>${
    promise.criteria.length === 0
      ? html`<p class="soft">It has none.</p>`
      : promise.criteria.map((one) => criterionItem(one, owners.get(one) ?? one.id, pictures))
  }
${judgeItems(promise.judgments)}${tamperingItem(promise.tampering, report)}${timelineList(promise)}
</div></details>`;
}

function chip(label: string, tone: string): Markup {
  return html`<span class="chip ${tone}">${label}</span>`;
}

function metaLine(promise: PromiseAccount): Markup {
  const { concerns, criteria, id, owner, standing } = promise;
  const done = criteria.filter(({ standing }) => standing === 'proved' || standing === 'met');
  return html`<div class="meta"><code>${id}</code><span>${done.length} of ${counted(criteria.length, 'criterion', 'criteria')}</span>${
    owner === null ? '' : html`<span>${owner}</span>`
  }${placeWords(promise).map((words) => html`<span>${words}</span>`)}${concerns
    .filter(({ kind }) => kind !== standing)
    .map(({ kind }) => chip(CONCERN_WORDS[kind].label, concernTone(kind)))}</div>`;
}

function concernNotes(concerns: readonly Concern[]): Part {
  if (concerns.length === 0) return '';
  return html`<h4>What to look at</h4><ul class="notes">${concerns.map((concern) => {
    const { label, means } = CONCERN_WORDS[concern.kind];
    const detail = concernDetail(concern);
    return html`<li>${chip(label, concernTone(concern.kind))}${detail === '' ? '' : html`${shown(detail)} `}<span class="means">${means}</span></li>`;
  })}</ul>`;
}

function factsList(promise: PromiseAccount): Markup {
  const { cost, created_at, created_by, request, tier, verified_at, verified_by, waiting } =
    promise;
  const calls = cost === null || cost.calls === 0 ? null : cost;
  return html`<h4>Facts</h4><dl>${[
    row('Created', created_at && `${timeWords(created_at)}${by(created_by)}`),
    row('Verified', verified_at && `${timeWords(verified_at)}${by(verified_by)}`),
    row('Tier', tier),
    row('Judges cost', calls && costWords(calls)),
    row('Waits for', waiting && `${waiting.question} (needs: ${waiting.needs})`),
    row('A person must', request && `${request.what} it, asked ${timeWords(request.at)}`),
    row('Its file', promise.record === 'unrecorded' ? 'not recorded in the ledger' : null),
  ]}</dl>`;
}

function by(session: string | null): string {
  return session === null ? '' : ` by ${session}`;
}

function costWords({
  calls,
  calls_of_unknown_cost: unknown,
  cost_usd,
}: NonNullable<PromiseAccount['cost']>): string {
  const more = unknown === 0 ? '' : `, and ${counted(unknown, 'call')} of unknown cost`;
  return `${dollars(cost_usd)} for ${counted(calls, 'call')}${more}`;
}

/** A row of a list of facts; nothing where there is nothing to say. */
function row(name: string, value: Part): Part {
  return value === null || value === undefined || value === ''
    ? ''
    : html`<dt>${name}</dt><dd>${value}</dd>`;
}

function gatesList({ gates }: PromiseAccount): Part {
  if (gates.length === 0) return '';
  return html`<h4>Gates</h4><ol class="gates">${gates.map(
    (gate) =>
      html`<li${gate.is_weak ? html` class="weak"` : ''}>${GATE_WORDS.get(gate.gate) ?? gate.gate}: ${passageWords(gate)}</li>`,
  )}</ol>`;
}

/** `owner`: the criterion with whose run it was proved. */
function criterionItem(criterion: CriterionAccount, owner: string, pictures: Pictures): Markup {
  const { checks, description, feedback, id, proof, source, standing } = criterion;
  const { validation, waiver } = criterion;
  const judged = validation?.verdict;
  return html`<section class="item"><h5>${chip(CRITERION_WORDS[standing], criterionTone(standing))}<span class="id">${id}</span>${description}</h5><dl>${[
    row('From', source && html`<code>${sourceWords(source)}</code>`),
    proof === null ? '' : proofRows(proof, owner === id ? '' : owner),
    row(
      'Checks',
      proof === null && checks.length > 0
        ? checks.map((check, index) => html`${index > 0 ? html`<br>` : ''}<code>${check}</code>`)
        : null,
    ),
    row(
      'Validated',
      // Its answer stands with the criterion as its proof, or as what is missing.
      validation === null || validation.by === PROVER
        ? null
        : validation.unreadable === null
          ? html`${chip(judged ?? 'unknown', verdictTone(judged ?? ''))} by ${validation.by ?? 'another program'}${validation.self_validated ? ' (the session itself)' : ''}${validation.is_about_other_evidence ? ', about other evidence' : ''}${validation.reasoning === '' ? '' : html`: ${shown(validation.reasoning)}`}`
          : `cannot be read: ${validation.unreadable}`,
    ),
    row(
      'Waived',
      waiver &&
        `by a ${waiver.by} on ${timeWords(waiver.at)}: ${waiver.reason}${waiver.counts ? '' : ' (not in the ledger: it does not count)'}`,
    ),
    feedback.map(({ finding, would_satisfy }) =>
      row(
        'Missing',
        html`${shown(finding)}${would_satisfy === '' ? '' : html`<br><span class="soft">Would satisfy: ${shown(would_satisfy)}</span>`}`,
      ),
    ),
  ]}</dl>${evidencePart(criterion)}${
    proof === null || owner !== id || proof.output_tail.trim() === ''
      ? ''
      : html`<details><summary>Output</summary><pre>${shown(proof.output_tail)}</pre></details>`
  }${proof === null ? '' : proof.artifacts.map((one) => artifactItem(one, pictures))}</section>`;
}

/** A file that a run left: its name, and what of it a page can show. */
function artifactItem(artifact: ArtifactAccount, pictures: Pictures): Markup {
  const { kept, tail } = artifact;
  const picture = pictures.pictureOf(artifact);
  const shownAs = tail === '' ? picture : html`<pre>${shown(tail)}</pre>`;
  const words = html`Artifact: ${artifactWords(artifact)}`;
  const place = kept === null ? '' : html`<p class="soft"><code>${kept}</code></p>`;
  return html`<details${picture === '' ? '' : html` open`}><summary>${words}</summary>${shownAs}${place}</details>`;
}

/** `sharedWith`: the criterion whose run it was, where that is another one. */
function proofRows(proof: ProofAccount, sharedWith: string): Part {
  const { checkout, command, results, started_at, tree } = proof;
  return [
    row(
      'Proof',
      html`${command === null ? '' : html`<code>${command}</code> `}${sharedWith === '' ? runWords(proof) : `in the same run as ${sharedWith}`}`,
    ),
    row('Proved', sharedWith === '' && started_at ? timeWords(started_at) : null),
    row(
      'Files',
      html`${freshnessWords(proof)}${tree === null ? '' : html` <code>${shortDigest(tree)}</code>`}`,
    ),
    row('Checkout', checkout),
    row(
      'Checked',
      results.length > 1 || (command === null && results.length > 0)
        ? results.map(
            ({ detail, name, status }, index) =>
              html`${index > 0 ? html`<br>` : ''}${status}: ${name}${detail === '' ? '' : `: ${detail}`}`,
          )
        : null,
    ),
  ];
}

function evidencePart(criterion: CriterionAccount): Part {
  const evidence = ownEvidence(criterion);
  if (evidence.trim() === '') {
    return criterion.evidence === '' ? html`<p class="soft">No evidence.</p>` : '';
  }
  if (evidence.length <= LONGEST_OPEN) return html`<p>${evidence}</p>`;
  return html`<details><summary>Evidence (${counted(evidence.length, 'character')})</summary><pre>${shown(evidence)}</pre></details>`;
}

/** A text that the page has room for. */
function shown(text: string): string {
  return withoutMiddle(text, LONGEST_TEXT);
}

function judgeItems(judgments: readonly JudgmentAccount[]): Part {
  if (judgments.length === 0) return '';
  return html`<h4>Judge</h4>${judgments.map(judgmentItem)}`;
}

function judgmentItem(judgment: JudgmentAccount): Markup {
  const { at, backend, confidence, cost_usd, criteria, feedback, model, reasoning, votes } =
    judgment;
  const notes = [
    ...(confidence === null ? [] : [`confidence ${Math.round(confidence * 100) / 100}`]),
    ...(judgment.same_model ? ['the model that did the work'] : []),
    ...(judgment.for_person ? ['for a person to look at'] : []),
    ...(cost_usd === null ? [] : [dollars(cost_usd)]),
  ];
  return html`<section class="item"><h5>${chip(verdictWords(judgment), verdictTone(judgment.verdict))}${model || backend}</h5>
<p class="soft">${[timeWords(at), votesWords(judgment), ...notes].filter(Boolean).join(', ')}</p>${
    reasoning === '' ? '' : html`<p>${shown(reasoning)}</p>`
  }${
    feedback.length === 0
      ? ''
      : html`<dl>${feedback.map(({ ac_id, finding, would_satisfy }) =>
          row(
            ac_id || 'All',
            html`${shown(finding)}${would_satisfy === '' ? '' : html`<br><span class="soft">Would satisfy: ${shown(would_satisfy)}</span>`}`,
          ),
        )}</dl>`
  }${
    votes === null || votes.dissent.length === 0
      ? ''
      : html`<details open><summary>Dissent on ${votes.disputed.join(', ')}</summary><dl>${votes.dissent.map(
          (one) =>
            row(
              `${one.ac_id}, vote ${one.vote}`,
              `${one.judgment} by ${one.model}: ${one.reasoning}`,
            ),
        )}</dl></details>`
  }${
    criteria.length === 0
      ? ''
      : html`<details><summary>Each criterion</summary><dl>${criteria.map(
          ({ ac_id, judgment: word, reasoning: why }) =>
            row(ac_id, `${word}${why === '' ? '' : `: ${why}`}`),
        )}</dl></details>`
  }</section>`;
}

/** A place in a file, which leads there where its forge shows these files. */
export function placeLink({ pushed }: ProjectReport, path: string, line: number): Markup {
  const [url, place] = [fileUrl(pushed, path, line), html`<code>${path}:${line}</code>`];
  return url === undefined ? place : html`<a href="${url}">${place}</a>`;
}

function tamperingItem(
  { acceptances, findings, notes, reason, source }: TamperingAccount,
  report: ProjectReport,
): Part {
  const isSilent = findings.length + acceptances.length + notes.length === 0;
  if (isSilent && source !== 'not-examined') return '';
  return html`<h4>Weakened tests</h4>${
    source === 'not-examined' ? html`<p class="soft">Not examined: ${reason}</p>` : ''
  }${notes.map((note) => html`<p class="soft">${note}</p>`)}<ul class="notes">${findings.map(
    ({ accepted, detail, digest, line, path }) =>
      html`<li>${chip(accepted ? 'Accepted' : 'Open', accepted ? 'info' : 'bad')}${placeLink(report, path, line)} ${detail} <span class="soft">${digest}</span></li>`,
  )}${acceptances.map(
    ({ at, by: who, counts, digest, reason: why }) =>
      html`<li>${chip(counts ? 'Accepted' : 'Does not count', counts ? 'info' : 'bad')}<code>${digest}</code> by a ${who} on ${timeWords(at)}: ${shown(why)}</li>`,
  )}</ul>`;
}

function timelineList({ timeline, timeline_left_out: leftOut }: PromiseAccount): Part {
  if (timeline.length === 0) return '';
  return html`<details><summary>Timeline (${counted(timeline.length + leftOut, 'entry', 'entries')})</summary>${
    leftOut === 0
      ? ''
      : html`<p class="soft">${counted(leftOut, 'earlier entry', 'earlier entries')} left out.</p>`
  }<ol class="events">${timeline.map(eventItem)}</ol></details>`;
}

function eventItem({ at, event, session_id, words }: TimelineEntry): Markup {
  const kind = event.replace(/[^a-z]+/g, '-');
  return html`<li class="e-${kind}"><time>${timeWords(at)}</time><span>${words}${session_id === null ? '' : html` <span class="soft">${session_id}</span>`}</span></li>`;
}
