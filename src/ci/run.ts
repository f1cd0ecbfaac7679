import { parseChangedFiles } from '../checks/changed-files.ts';
import type { CheckOutcome } from '../checks/check-kind.ts';
import { type RunnableCriterion, readDeclared } from '../checks/provable.ts';
import { redactedFinding, redactedResult } from '../checks/redaction.ts';
import { type CheckResult, verdictOfResults } from '../domain/base/check-result.ts';
import { lazily } from '../domain/base/lazily.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { redactSecrets } from '../domain/base/secrets.ts';
import { timestamp } from '../domain/base/time.ts';
import { causeOf, type Place, withoutFolder } from '../domain/ci/cause.ts';
import {
  type CiResult,
  decideOutcome,
  type JudgedCriterion,
  type JudgedDefinition,
  type JudgedTampering,
  RESULT_FORMAT,
} from '../domain/ci/ci-result.ts';
import {
  CONFIGURATION_PATH,
  DEFINITIONS_FOLDER,
  type DefinitionChange,
  definitionChanges,
  definitionText,
  isDefinitionPath,
} from '../domain/ci/definition-set.ts';
import { type DefinitionSource, decideTrust, type TrustPlan } from '../domain/ci/trust.ts';
import { type ChangedFiles, NO_CHANGED_FILES } from '../domain/closing/tier-one.ts';
import type { Criterion } from '../domain/promise/promise.ts';
import { criterionId } from '../domain/promise/promise-definition.ts';
import { PROOF_SOURCES } from '../domain/promise/proof.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import { cleanShown, isToShow } from '../domain/shown/fact.ts';
import type { ProvingRun } from '../domain/standing/proving.ts';
import { type RunWorld, runProvable } from '../gates/prove-promise.ts';
import { alwaysChecks, alwaysRuns } from '../gates/standing.ts';
import type { Git } from '../ports.ts';
import { LARGEST_CONFIGURATION } from '../settings/configuration-files.ts';
import { reasonUnread } from '../store/files/reading.ts';
import { lookForTampering } from '../tampering/looking.ts';
import type { CiWorld } from './ci-world.ts';
import {
  configurationAt,
  definitionsAt,
  definitionsInCheckout,
  type FoundDefinition,
  type FoundDefinitions,
} from './definitions.ts';
import { findCommits, type RunCommits } from './revisions.ts';

/** What a run is asked to do. */
interface CiRequest {
  /** The definitions that were named, by their paths from the project's folder; an empty list means all. */
  readonly files: readonly string[];
  /** The revision that the change is held against, where it was named. */
  readonly base: string | undefined;
  readonly definitions: Exclude<DefinitionSource, 'record'> | undefined;
  /** What a record that came along asks for, in place of committed definitions. */
  readonly record: FoundDefinitions | undefined;
  /** Whether a run that has nothing to check is one that held. */
  readonly allowsNothing: boolean;
}

/**
 * Checks the change that is checked out: by the definitions and the configuration that are trusted, and by nothing
 * that the change itself brings. Keeps nothing. Fails where it cannot be told what the change is.
 */
export async function runCi(request: CiRequest, world: CiWorld): Promise<Result<CiResult>> {
  const trusted = trustFor(request, world);
  if (!trusted.ok) return trusted;
  const { commits, plan, revision } = trusted.value;
  const text = revision === '' ? checkoutConfiguration(world) : configurationAt(revision, world);
  if (!text.ok) return text;
  const configuration = world.configurationOf(CONFIGURATION_PATH, text.value);
  if (!configuration.ok) return configuration;
  const found = await definitionsFor(request, revision, world);
  if (!found.ok) return found;
  const tools = world.runWith(configuration.value);
  const start = tools.checks.clock.elapsed();
  const started_at = timestamp(tools.checks.clock.now());
  const judged = await judge(found.value, commits, configuration.value, tools, world);
  if (tools.checks.signal.aborted) return failed({ kind: 'interrupted', action: 'the checks ran' });
  const changes = changesOf(commits, world);
  return success({
    format: RESULT_FORMAT,
    ...decideOutcome(judged.parts, request.allowsNothing),
    started_at,
    duration_ms: Math.round(tools.checks.clock.elapsed() - start),
    change: changeIn(commits, world),
    trust: { definitions: plan.definitions, revision, why: plan.why, changes },
    ...judged.parts,
    notes: [...world.cautions, ...judged.notes],
  });
}

interface Trusted {
  readonly plan: TrustPlan;
  readonly commits: RunCommits;
  /** The commit that definitions and configuration come from; empty for the checkout as it lies. */
  readonly revision: string;
}

function trustFor(request: CiRequest, world: CiWorld): Result<Trusted> {
  const { event } = world;
  const definitions = request.record === undefined ? request.definitions : 'record';
  const head = world.revisions.head();
  const isProposalCheckedOut =
    head.ok && event.head !== '' ? world.revisions.holds(head.value, event.head) : undefined;
  const decision = decideTrust(event, { definitions, isProposalCheckedOut });
  if (!decision.ok) return failed({ kind: 'unsafe-run', reason: decision.reason });
  const { plan } = decision;
  const isBaseNeeded = plan.definitions !== 'head' && !plan.isHeadTrusted;
  const commits = findCommits(request.base, isBaseNeeded, world);
  if (!commits.ok) return commits;
  const { base, head: checkedOut } = commits.value;
  const trusted = plan.isHeadTrusted ? checkedOut : base;
  return success({
    plan,
    commits: commits.value,
    revision: plan.definitions === 'head' ? '' : trusted,
  });
}

function checkoutConfiguration({ files, folder }: CiWorld): Result<string | undefined> {
  const reading = files.read(`${folder}/${CONFIGURATION_PATH}`, LARGEST_CONFIGURATION);
  if (reading.found === 'text') return success(reading.text);
  if (reading.found === 'nothing') return success(undefined);
  const problems = [reasonUnread(reading, LARGEST_CONFIGURATION)];
  return failed({ kind: 'invalid-configuration', source: CONFIGURATION_PATH, problems });
}

function definitionsFor(
  { files, record }: CiRequest,
  revision: string,
  world: CiWorld,
): Promise<Result<FoundDefinitions>> {
  if (record !== undefined) return Promise.resolve(success(record));
  return revision === ''
    ? definitionsInCheckout(files, world)
    : definitionsAt(revision, files, world);
}

/** How the change treats the definitions and the configuration that could judge it. */
function changesOf(
  { head, mergeBase }: RunCommits,
  { revisions }: CiWorld,
): readonly DefinitionChange[] {
  if (mergeBase === '' || mergeBase === head) return [];
  const [before, after] = [mergeBase, head].map((commit) =>
    [`${DEFINITIONS_FOLDER}/`, CONFIGURATION_PATH].flatMap((path) => {
      const listed = revisions.entriesAt(commit, path);
      return listed.ok ? listed.value : [];
    }),
  );
  const isJudging = ({ path }: { readonly path: string }): boolean =>
    isDefinitionPath(path) || path === CONFIGURATION_PATH;
  return definitionChanges((before ?? []).filter(isJudging), (after ?? []).filter(isJudging));
}

function changeIn(
  { base, head, mergeBase }: RunCommits,
  { event, pushed, run }: CiWorld,
): CiResult['change'] {
  return {
    service: event.service,
    event: event.name,
    repository: event.repository,
    number: event.number ?? null,
    from_fork: event.fromFork ?? null,
    head,
    pushed,
    base,
    merge_base: mergeBase,
    ...run,
  };
}

type Parts = Pick<CiResult, 'definitions' | 'broken' | 'always' | 'changed_files' | 'tampering'>;

/** Looks at the change and runs everything that is asked for. */
async function judge(
  { broken, found }: FoundDefinitions,
  { head, mergeBase }: RunCommits,
  { checks: settings, gates }: Configuration,
  tools: RunWorld,
  world: CiWorld,
): Promise<{ readonly parts: Parts; readonly notes: readonly string[] }> {
  const known = tools.checks.secretValues([]);
  const changed =
    settings.changedFiles === 'parse' ? await filesOf(mergeBase, tools) : NO_CHANGED_FILES;
  const look = await lookAtTests(mergeBase, gates.tampering, known, tools, world);
  const always = alwaysChecks(settings.always);
  const planned = found.map((one) => ({ ...one, criteria: criteriaOf(one) }));
  const provable = planned.flatMap(({ criteria }) => criteria.filter(isChecked));
  const written = provable.flatMap(({ checks }) => checks.flatMap(({ outputs }) => outputs));
  const beside = { always, changed: NO_CHANGED_FILES, written };
  const showing = {
    base: mergeBase || undefined,
    isLeftOut: false,
    isDemanded: (one: Criterion) => isToShow(one, {}, gates.shown),
  };
  const { outcomes, runs } = await runProvable(provable, showing, tools, beside);
  const ran = new Map(runs.map((run) => [run.provable.criterion, run]));
  const clean = (text: string): string =>
    withoutFolder(redactSecrets(text, known).text, world.folder);
  const telling = { clean, cause: createCauses(head, world) };
  return {
    parts: {
      definitions: planned.map((one) => judgedDefinition(one, ran, telling, world)),
      broken: broken.map(({ path, problems }) => ({ path, problems: problems.map(clean) })),
      always: judgedCommands(always, outcomes, known, telling),
      changed_files: { broken: changed.broken, parsed: changed.parsed },
      tampering: look.tampering,
    },
    notes: [...changed.notes, ...look.notes],
  };
}

/**
 * Parses the files that changed, told by their bytes: git itself would pass them through filters that a checkout names.
 * Where they come from makes no difference: what a merge of the change brings is the change.
 */
function filesOf(mergeBase: string, { checks, git }: RunWorld): Promise<ChangedFiles> {
  if (mergeBase === '') return Promise.resolve(NO_CHANGED_FILES);
  const changedSince: Git['changedSince'] = () => {
    const changed = git.changedTexts({ revision: mergeBase });
    if (!changed.ok) return changed;
    const there = changed.value.changes.filter(({ after }) => after !== undefined);
    const before = there.flatMap(({ before: text, path }) =>
      text === undefined ? [] : [[path, Buffer.from(text)] as const],
    );
    const value = {
      paths: there.map(({ path }) => path),
      notes: [],
      origins: () => new Map(),
      before: () => new Map(before),
    };
    return { ok: true, value };
  };
  return parseChangedFiles({ at: '', commit: mergeBase }, { changedSince }, checks);
}

async function lookAtTests(
  mergeBase: string,
  setting: JudgedTampering['setting'],
  known: readonly string[],
  { git }: RunWorld,
  { sha256, withinTime }: CiWorld,
): Promise<{ readonly tampering: JudgedTampering; readonly notes: readonly string[] }> {
  const unseen = (reason: string) => ({
    tampering: { setting, examined: false, reason, findings: [] },
    notes: [],
  });
  if (mergeBase === '') return unseen('there is no base to compare with');
  const look = await lookForTampering({ revision: mergeBase }, { git, sha256, withinTime });
  if (!look.examined) return unseen(look.reason);
  const findings = look.findings.map((finding) => {
    const { detail, digest, kind, line, path } = redactedFinding(finding, known);
    return { kind, path, line, detail, digest };
  });
  return { tampering: { setting, examined: true, reason: '', findings }, notes: look.notes };
}

/** The criteria of a definition as they can be run. */
function criteriaOf({ definition, ids = [] }: FoundDefinition): readonly RunnableCriterion[] {
  return definition.criteria.map(({ checks, description, mustShow = false }, index) =>
    readDeclared(
      {
        id: ids[index] ?? criterionId(index),
        status: 'pending',
        description,
        must_show: mustShow,
      },
      PROOF_SOURCES.checks,
      checks,
    ),
  );
}

function isChecked({ declared }: RunnableCriterion): boolean {
  return declared.length > 0;
}

interface PlannedDefinition extends FoundDefinition {
  readonly criteria: readonly RunnableCriterion[];
}

/** How what was found is told to readers who are elsewhere. */
interface Telling {
  readonly clean: (text: string) => string;
  readonly cause: (results: readonly CheckResult[], tail: string) => Place | null;
}

/** Finds causes among the files of a commit, each once: many criteria can share a check. */
function createCauses(head: string, { revisions }: CiWorld): Telling['cause'] {
  const files = lazily(() => revisions.pathsAt(head));
  const found = new Map<string, Place | null>();
  return (results, tail) => {
    if (verdictOfResults(results) === 'PASS') return null;
    const key = JSON.stringify([results, tail]);
    const known = found.get(key);
    if (known !== undefined) return known;
    const paths = files();
    const cause = causeOf(results, tail, paths.ok ? paths.value : []) ?? null;
    found.set(key, cause);
    return cause;
  };
}

/** Results in which a reader elsewhere finds the files. */
function toldResults(results: readonly CheckResult[], { clean }: Telling): readonly CheckResult[] {
  return results.map((one) => ({
    ...one,
    detail: clean(one.detail),
    ...(one.output === undefined ? {} : { output: clean(one.output) }),
  }));
}

function judgedDefinition(
  { asks, criteria, definition, path, promiseId }: PlannedDefinition,
  ran: ReadonlyMap<RunnableCriterion['criterion'], ProvingRun>,
  telling: Telling,
  { sha256 }: CiWorld,
): JudgedDefinition {
  const { clean } = telling;
  return {
    path,
    promise_id: promiseId ?? null,
    title: clean(definition.title),
    digest: sha256(asks ?? definitionText(definition)),
    criteria: criteria.map(({ criterion }) => {
      const said = { id: criterion.id, description: clean(criterion.description ?? '') };
      const run = ran.get(criterion);
      return run === undefined
        ? { ...said, ...UNCHECKED }
        : { ...said, ...judgedRun(run, telling) };
    }),
  };
}

type JudgedPart = Omit<JudgedCriterion, 'id' | 'description'>;

const UNCHECKED: JudgedPart = {
  verdict: 'UNCHECKED',
  results: [],
  tree: null,
  inputs: null,
  files: [],
  command: null,
  artifacts: [],
  shown: null,
  cause: null,
};

function judgedRun(run: ProvingRun, telling: Telling): JudgedPart {
  const { artifacts = [], binding, command, results, shown } = run;
  const told = toldResults(results, telling);
  const tail = telling.clean(command?.output_tail ?? '');
  return {
    verdict: verdictOfResults(results),
    results: told,
    cause: telling.cause(told, tail),
    artifacts: artifacts.map((one) => ({ ...one, path: telling.clean(one.path) })),
    shown: shown === undefined ? null : cleanShown(shown, telling.clean),
    tree: binding.bound ? binding.tree : null,
    inputs: binding.bound ? binding.inputs : null,
    files: binding.bound ? binding.files : [],
    command:
      command === undefined
        ? null
        : {
            argv: command.argv,
            exit_code: command.exit_code,
            duration_ms: command.duration_ms,
            output_tail: tail,
            output_sha256: command.output_sha256,
            program: command.program === undefined ? null : telling.clean(command.program.path),
          },
  };
}

function judgedCommands(
  always: Parameters<typeof alwaysRuns>[0],
  outcomes: readonly CheckOutcome[],
  known: readonly string[],
  telling: Telling,
): CiResult['always'] {
  return alwaysRuns(always, outcomes, known).map(({ command, results }) => {
    const told = toldResults(
      results.map((result) => redactedResult(result, known)),
      telling,
    );
    return {
      command,
      verdict: verdictOfResults(results),
      results: told,
      cause: telling.cause(told, ''),
    };
  });
}
