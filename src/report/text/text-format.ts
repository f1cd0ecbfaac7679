import type {
  CriterionAccount,
  PromiseAccount,
  PromiseStanding,
} from '../../domain/account/account.ts';
import { CONCERNS } from '../../domain/account/concern.ts';
import type { ProjectReport } from '../../domain/account/project-report.ts';
import { counted } from '../../domain/base/counted.ts';
import { dollars } from '../dollars.ts';
import { firstFew } from '../first-few.ts';
import { brief, oneLine } from '../printable.ts';
import type { ReportFormat } from '../report-format.ts';
import {
  answerWords,
  artifactWords,
  CONCERN_WORDS,
  CRITERION_WORDS,
  concernDetail,
  freshnessWords,
  gapWords,
  headlineWords,
  placeWords,
  projectWords,
  runWords,
  STANDING_WORDS,
  sourceWords,
  timeWords,
} from '../report-words.ts';
import { sessionName } from '../session-name.ts';
import type { Style } from '../style.ts';

/** A short report for a terminal: what is verified, what to look at, and a few lines per promise. */
export const textFormat: ReportFormat = {
  option: '',
  summary: 'A short report for the terminal',
  endings: ['.txt'],
  *write(report, { style }) {
    yield [
      ...topLines(report, style),
      ...report.gaps.map((gap) => style.bad(oneLine(`Not complete: ${gapWords(gap)}`))),
      ...concernLines(report, style),
      ...unexaminedLines(report),
      ...costLines(report),
      ...projectLines(report, style),
    ].join('\n');
    for (const promise of report.promises) {
      yield ['', '', ...promiseLines(promise, style)].join('\n');
    }
  },
};

function topLines({ made_at, project, selection, totals }: ProjectReport, style: Style) {
  const { criteria, criterion_standings: by } = totals;
  return [
    style.bold(headlineWords(totals)),
    `${oneLine(project)}: ${oneLine(selection.words)}, ${timeWords(made_at)}`,
    ...(criteria === 0
      ? []
      : [
          `Criteria: ${criteria} in all, ${by.proved} proved, ${by.met} met, ${by.stale} stale, ${by.waived} waived, ${by.open} open`,
        ]),
  ];
}

function concernLines({ totals }: ProjectReport, style: Style): readonly string[] {
  const raised = CONCERNS.filter((kind) => totals.concerns[kind] > 0);
  if (raised.length === 0) return [];
  const widest = Math.max(...raised.map((kind) => CONCERN_WORDS[kind].label.length));
  return [
    '',
    style.bold('WHAT TO LOOK AT:'),
    ...raised.map((kind) => {
      const { label, means } = CONCERN_WORDS[kind];
      return `  ${style.caution(label.padEnd(widest))}  ${String(totals.concerns[kind]).padStart(3)}  ${means}`;
    }),
  ];
}

/** What was not looked at for weakened tests, and how the change was found: once, however many promises it concerns. */
function unexaminedLines({ promises }: ProjectReport): readonly string[] {
  const notes = new Set<string>();
  for (const { tampering } of promises) for (const note of tampering.notes) notes.add(note);
  return notes.size === 0 ? [] : ['', ...[...notes].map((note) => oneLine(`Note: ${note}`))];
}

function costLines({ totals: { cost, judge_runs: judge } }: ProjectReport): readonly string[] {
  if (cost === null || (cost.calls === 0 && judge.runs === 0)) return [];
  const unknown = cost.calls_of_unknown_cost;
  return [
    '',
    `Judges: ${counted(judge.runs, 'run')}, ${judge.passed} passed, ${judge.failed} failed, ${judge.could_not_judge} could not judge`,
    `Cost:   ${dollars(cost.cost_usd)} for ${counted(cost.calls, 'call')}${unknown === 0 ? '' : `, ${unknown} of unknown cost`}`,
  ];
}

function projectLines({ fleet }: ProjectReport, style: Style): readonly string[] {
  if (fleet === null || fleet.projects.length === 0) return [];
  return [
    '',
    style.bold('PROJECTS:'),
    ...fleet.projects.map((one) => `  ${oneLine(one.project)}: ${projectWords(one)}`),
  ];
}

function promiseLines(promise: PromiseAccount, style: Style): readonly string[] {
  const { concerns, criteria, id, owner, standing, title } = promise;
  const whose = [...(owner === null ? [] : [sessionName(owner)]), ...placeWords(promise)];
  const mark = styled(standing, `[${STANDING_WORDS[standing].toUpperCase()}]`, style);
  return [
    `${mark} ${style.bold(oneLine(id))}  ${brief(title, 100)}${whose.length === 0 ? '' : style.dim(`  ${oneLine(whose.join(' '))}`)}`,
    ...criteria.flatMap((criterion) => [
      `    ${criterionText(criterion, standing)}`,
      ...artifactLines(criterion),
    ]),
    ...concerns.map((concern) => {
      const detail = brief(concernDetail(concern), 200);
      const label = CONCERN_WORDS[concern.kind].label;
      return `    ${style.caution(`! ${label}`)}${detail === '' ? '' : `: ${detail}`}`;
    }),
    ...dissentLines(promise),
  ];
}

/** How many artifacts of a criterion are named before they are only counted. */
const MOST_ARTIFACTS = 5;

function artifactLines({ proof }: CriterionAccount): readonly string[] {
  const { more, named } = firstFew(proof?.artifacts ?? [], MOST_ARTIFACTS);
  const lines = named.map((one) => `           Artifact: ${brief(artifactWords(one), 160)}`);
  return more > 0 ? [...lines, `           and ${counted(more, 'more artifact')}`] : lines;
}

/** Why votes of the judge did not go with the last verdict. */
function dissentLines({ judgments }: PromiseAccount): readonly string[] {
  const dissent = judgments.at(-1)?.votes?.dissent ?? [];
  return dissent.map(({ ac_id, judgment, reasoning, vote }) => {
    const words = `vote ${vote} on ${ac_id}, ${judgment}: ${reasoning}`;
    return `      ${brief(words, 200)}`;
  });
}

function styled(standing: PromiseStanding, mark: string, style: Style): string {
  if (standing === 'verified') return style.good(mark);
  if (standing === 'rejected' || standing === 'changed') return style.bad(mark);
  return standing === 'cancelled' ? style.dim(mark) : style.caution(mark);
}

function criterionText(
  { description, id, proof, source, standing, validation }: CriterionAccount,
  promise: PromiseStanding,
): string {
  const from = source === null ? '' : `  (from ${brief(sourceWords(source), 100)})`;
  const proved =
    proof === null
      ? ''
      : `  (${brief(`${proof.command ?? 'checked'}: ${runWords(proof)}, ${freshnessWords(proof)}`, 160)})`;
  const answered =
    validation === null || validation.verdict === 'PASS' ? '' : brief(answerWords(validation), 160);
  const lacks = validation === null && promise === 'met' ? 'no validation response' : answered;
  const said = lacks === '' || standing === 'waived' ? '' : `  [${lacks}]`;
  return `${CRITERION_WORDS[standing].padEnd(6)} ${oneLine(id)}: ${brief(description, 100)}${from}${proved}${said}`;
}
