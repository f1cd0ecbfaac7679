import type { CheckResult } from './check-result.ts';

/** A part of the state that cannot be read as what it should be. `path`: where it is, for people. */
export interface BrokenFile {
  readonly path: string;
  readonly reason: string;
}

/** A criterion that keeps Gate 1 closed: not met, or met without evidence. */
export interface OpenCriterion {
  readonly id: string;
  readonly description: string;
  readonly lacks: 'met' | 'evidence';
  /** Whether a program proved it, so that running that again gives its evidence. */
  readonly isProved?: boolean;
}

/** Why Gate 2 is closed for a criterion. */
export interface GateProblem {
  readonly criterion: string;
  readonly description: string;
  readonly why:
    | 'missing'
    | 'failed'
    | 'blocked'
    | 'unknown-verdict'
    | 'unreadable'
    | 'invalid-id'
    | 'shared-id';
  readonly reasoning: string;
  /** The validator whose answer keeps it shut, where it is known. */
  readonly by?: string | undefined;
}

/**
 * Whether a criterion's proof holds now.
 * - `none`: it has no checks, and was not met by running a command.
 * - `unproved`: it has checks, and no proof of them.
 * - `checks-changed`: its checks changed after they were proved.
 * - `stale`: a file that the proof depends on has changed since.
 * - `unknown`: the checkout cannot be examined now.
 * - `fresh`: it passed, and no file that it depends on has changed.
 * - `not-bound`: it passed, and cannot be compared with the checkout.
 */
export interface ProofStanding {
  readonly standing:
    | 'none'
    | 'unproved'
    | 'checks-changed'
    | 'stale'
    | 'unknown'
    | 'fresh'
    | 'not-bound';
  /** Details for a person; may be empty. */
  readonly reason: string;
  /** The absolute path of the other checkout that the proof does not hold in any more. */
  readonly checkout?: string | undefined;
  /** Of a stale proof: the files that changed since; empty where none of those that are there did. */
  readonly changed?: readonly string[] | undefined;
}

/** A criterion whose proof does not hold now. */
interface UnprovedCriterion {
  readonly id: string;
  readonly description: string;
  readonly proof: ProofStanding;
}

/** A proof that cannot be attested: it shows nothing of any files, or not what its criterion asks for now. */
export interface LeftOutProof {
  readonly ac_id: string;
  readonly why: 'not-bound' | 'checks-changed' | 'failed-since' | 'shared-id';
  /** Details for a person; may be empty. */
  readonly reason: string;
}

/** A test that may have been weakened, as a failure names it. */
export interface FoundTampering {
  readonly digest: string;
  readonly path: string;
  readonly line: number;
  readonly detail: string;
}

/** What became of the process of the session that owns a promise. */
export type OwnerFate = 'running' | 'gone' | 'unknown';

/** Why a directive cannot be retired. */
export type RetireFault = 'unknown' | 'retired-before';

/** Why a session's question to its user is not kept: one was used since the last prompt, or would not help. */
export type QuestionRefusal = 'used' | 'rejected' | 'unread';

/** What a proof is of: the criterion's own checks, or a command that its session chose. */
export type ProvedBy = 'checks' | 'self-chosen' | 'self-chosen-once';

/** What is wrong with a validator's response. */
export type ResponseFault =
  | { readonly fault: 'json'; readonly detail: string }
  | { readonly fault: 'missing'; readonly fields: readonly string[] }
  | { readonly fault: 'verdict'; readonly verdict: string };

/** A step for one criterion: proving it by its checks, or meeting it by a command that is run. */
export interface CriterionStep {
  readonly act: 'prove' | 'run';
  readonly id: string;
  readonly criterion: string;
}

/** Every kind of failure, and what there is to say of one. */
interface FailureDetails {
  /** `next`: what to do about a criterion instead. */
  usage: { message: string; hint?: string | undefined; next?: CriterionStep };
  'no-session': object;
  'invalid-id': { what: string; value: string };
  /** What `--project` names is not a folder. */
  'no-project-folder': { path: string };
  /** A promise would be made in another project than the session's. `found`: the folder that would have it. */
  'other-project': { found: string; session: string };
  /** `elsewhere`: another project folder that has it, where one is known. */
  'promise-not-found': { id: string; elsewhere?: string; store?: string };
  /** Something else than the suite made it less open, and its session was not told. */
  'changed-outside': { id: string };
  /** `fate`: what became of the owner's process, where that was looked up. */
  'not-owner': { id: string; owner: string | null; fate?: OwnerFate };
  /** `isOwn`: the session that wants to adopt it has it already. `ended`: the status of one that has ended. */
  'not-orphaned': { id: string; owner: string; isOwn: boolean; ended?: string; fate?: OwnerFate };
  /** Its session would give it up while a judge's FAIL stands: only a person can. The request is kept. */
  'person-to-give-up': {
    id: string;
    what: 'cancel' | 'release';
    owner: string;
    /** The criteria that stand rejected; empty where it was rejected as a whole. */
    failed: readonly string[];
  };
  /** A person would act for a session that still runs. */
  'session-running': { session: string };
  'wrong-status': { id: string; status: string; attempted: string };
  'unknown-criterion': { id: string; criterion: string; known: readonly string[] };
  'ambiguous-criterion': { id: string; criterion: string };
  /** `known`: the directives that could be retired. */
  'no-such-directive': { id: string; why: RetireFault; known: readonly string[] };
  'criteria-open': { id: string; status: string; open: readonly OpenCriterion[] };
  'proof-missing': { id: string };
  'validation-blocked': { id: string; problems: readonly GateProblem[] };
  /** Checks that did not pass, or proofs that no longer hold. */
  unproved: {
    id: string;
    criteria: readonly UnprovedCriterion[];
    /** The project's own commands ran since all of them were proved. */
    isAfterCommands?: boolean;
  };
  /** Commands that this user has not recorded on this machine. */
  'untrusted-checks': {
    id: string;
    commands: readonly UntrustedCommand[];
    act?: 'rerun';
  };
  /** Files that changed since the promise was made, and that cannot be parsed. */
  'changed-files-broken': {
    id: string;
    files: readonly { readonly path: string; readonly detail: string }[];
  };
  /** Commands that the project always runs before a promise is closed, and that did not pass. */
  'always-failed': {
    id: string;
    commands: readonly { readonly command: string; readonly results: readonly CheckResult[] }[];
  };
  /** Tests were weakened since the promise was made, and that is not accepted yet. */
  tampered: { id: string; findings: readonly FoundTampering[] };
  /** Criteria that are to show the work have checks that pass without it as well. */
  'not-shown': {
    id: string;
    criteria: readonly { readonly id: string; readonly description: string }[];
  };
  /** No finding of that name, or one that was accepted before. `known`: those that can be. */
  'unknown-finding': { id: string; finding: string; isAccepted: boolean; known: readonly string[] };
  /** The session whose work it is would accept what was found in it. `reason`: why it is taken for no person. */
  'own-findings': { id: string; findings: readonly string[]; reason: string };
  /** The command that was run to meet a criterion did not pass: the criterion is unchanged. */
  'check-failed': {
    id: string;
    criterion: string;
    troubles: readonly CheckResult[];
    output: string;
  };
  /** Words for a criterion whose checks failed when they last ran: the criterion is unchanged. */
  'words-after-failure': { id: string; criterion: string; findings: readonly string[] };
  /** Words for a criterion that a program proved: the criterion is unchanged. `by`: what can prove it again. */
  'words-over-proof': { id: string; criterion: string; by: ProvedBy };
  /** Words that show nothing: the criterion is unchanged. `needs`: what evidence of its type must name. */
  'only-a-claim': { id: string; criterion: string; type: string; needs: readonly string[] };
  'nothing-to-prove': { id: string; criteria: readonly string[] };
  /** No open promise is without an owner. */
  'nothing-to-adopt': unknown;
  /** It cannot be told what changed, and so not whether tests were weakened. `id`: the promise that this keeps open. */
  'tampering-unexamined': { reason: string; id?: string };
  /** No proof of a promise can be attested. `left`: those that it has. */
  'nothing-to-attest': { id: string; left: readonly LeftOutProof[] };
  /** A file that should hold a key for signatures. */
  'key-unusable': { path: string; reason: string };
  /** A file that should hold attestations. */
  'bundle-unusable': { path: string; reason: string };
  'invalid-definition': { path: string; problems: readonly string[] };
  /** A run that would run foreign code where it must not. `reason`: without a full stop. */
  'unsafe-run': { reason: string };
  /** It cannot be told what a change is held against. `tried`: the revisions that were looked for. */
  'base-missing': { reason: string; tried: readonly string[]; isShallow: boolean };
  /** Answers of a pipeline that are not about this promise as it is, or this checkout. Nothing was stored. */
  'answers-refused': { path: string; problems: readonly string[] };
  'invalid-response': { fault: ResponseFault };
  'broken-file': { file: BrokenFile };
  /** `what`: the kind of thing that is busy, where it is no promise. */
  busy: { id: string; what?: string; holder: string; waitedMs: number };
  'not-storable': { id: string; what?: string; reason: string };
  'file-system': { action: string; path: string; code: string };
  /** A promise would be made where gates would not find it without the register. `top`: where they would. */
  'register-unwritable': { path: string; code: string; top: string };
  'already-archived': { id: string; path: string };
  'person-needed': { action: string; reason: string };
  /** A question to the user that would let no stop through. `rejected`: the promise whose FAIL stands. */
  'question-refused': { why: QuestionRefusal; rejected?: string | undefined };
  /** A FAIL of this run, or of an earlier run of a judge that still stands. `at`: when; empty for this run. */
  'judge-rejected': {
    id: string;
    by: 'judge' | 'rubric';
    at: string;
    failed: readonly string[];
    /** Those of them that a program proved: words do not answer for them. */
    proved?: readonly string[];
    feedback: readonly JudgeFeedback[];
  };
  /** A judge passed it with less confidence than `judge.askPersonBelow`. `criteria`: those that it judged. */
  'person-to-look': { id: string; confidence: number; criteria: readonly string[] };
  /** The judge could not be asked, and is required. `votes`: how many are, where fewer were asked for. */
  unjudged: { id: string; reason: string; votes?: number };
  'changed-while-judged': { id: string };
  /** Models that did the work would judge it, and the configuration wants others. */
  'not-independent': { id: string; models: readonly string[] };
  /** A judge's FAIL of `at` stands on the same evidence. `votes`: how many can lift it all the same. */
  'unchanged-since-rejected': {
    id: string;
    at: string;
    criteria: readonly string[];
    votes: number;
  };
  'too-large-to-judge': { reason: string };
  /** A validator that cannot be run here. `reason`: a clause. */
  'no-validator': { name: string; reason: string };
  /** No copy of the work could be made for a validator. */
  'not-copied': { reason: string };
  'model-unusable': { model: string; reason: string; known: readonly string[] };
  /** `calls`: how many calls were to be made at once, where there were several. `isHeld`: by calls that are under way. */
  'spending-cap': {
    cap: SpendingCap;
    limitUsd: number;
    spentUsd: number;
    neededUsd: number;
    calls?: number;
    isHeld?: boolean;
  };
  /** The store that several machines share: `place` is its address, as it may be shown. */
  'store-unreachable': { place: string; reason: string };
  /** The connection broke during a commit, and it cannot be told whether the change was made. */
  'store-unknown': { place: string };
  /** `found`: the version of the tables there; null where there are none. */
  'store-schema': { place: string; found: number | null; wanted: number };
  /** The database refused a statement. `code`: its SQLSTATE. `action` completes "cannot …". */
  'store-refused': { place: string; action: string; code: string; detail: string };
  /** The project has no remote that could name it in a shared store. */
  'store-unnamed': { folder: string };
  /** A copy would be put over another state. `holds`: what is there. */
  'store-occupied': { place: string; holds: string };
  /** A state that cannot be copied as it is. */
  'store-uncopied': { place: string; reason: string };
  /**
   * A project's file names something that its user did not approve on this machine. `settings`: as they may be shown.
   * `for`: what is refused therefore.
   */
  unapproved: { path: string; for: 'store' | 'judge'; settings: readonly string[] };
  /** What this user approved of a project cannot be read. */
  'approval-broken': { path: string; reason: string };
  interrupted: { action: string };
  'invalid-configuration': { source: string; problems: readonly string[] };
  unexpected: { message: string };
}

export type FailureKind = keyof FailureDetails;

/** The failures of some kinds: the kind, and what there is to say of it. */
export type FailureOf<Kinds extends FailureKind> = {
  readonly [Kind in Kinds]: { readonly kind: Kind } & Readonly<FailureDetails[Kind]>;
}[Kinds];

/** All expected failures. Their texts and exit codes are made in one place each. */
export type Failure = FailureOf<FailureKind>;

/** A command that this user has not recorded, and its criterion. */
interface UntrustedCommand {
  readonly criterion: string;
  readonly command: string;
}

/** Which limit a call would break: that of the day, or that of this run. */
type SpendingCap = 'day' | 'run';

/** A judge's finding about a criterion, and what would satisfy it. */
export interface JudgeFeedback {
  readonly ac_id: string;
  readonly finding: string;
  readonly would_satisfy: string;
}

/**
 * What a failure does to the command that met it.
 * - `usage`: the caller's mistake; nothing was tried. The stop gate reports it and does not block.
 * - `refuse`: the command declines and changes nothing.
 * - `block`: the state cannot be trusted, so the stop gate stays shut: a broken state never opens a gate.
 */
export type FailureEffect = 'usage' | 'refuse' | 'block';

export const EFFECT_OF_FAILURE: Readonly<Record<FailureKind, FailureEffect>> = {
  usage: 'usage',
  'no-session': 'usage',
  'invalid-id': 'usage',
  'invalid-response': 'usage',
  'no-project-folder': 'block',
  'other-project': 'refuse',
  'promise-not-found': 'refuse',
  'changed-outside': 'refuse',
  'not-owner': 'refuse',
  'not-orphaned': 'refuse',
  'session-running': 'refuse',
  'person-to-give-up': 'refuse',
  'wrong-status': 'refuse',
  'unknown-criterion': 'refuse',
  'ambiguous-criterion': 'refuse',
  'no-such-directive': 'refuse',
  'criteria-open': 'refuse',
  'proof-missing': 'refuse',
  'validation-blocked': 'refuse',
  unproved: 'refuse',
  'untrusted-checks': 'refuse',
  'changed-files-broken': 'refuse',
  'always-failed': 'refuse',
  tampered: 'refuse',
  'not-shown': 'refuse',
  'unknown-finding': 'refuse',
  'own-findings': 'refuse',
  'check-failed': 'refuse',
  'words-after-failure': 'refuse',
  'words-over-proof': 'refuse',
  'only-a-claim': 'refuse',
  'nothing-to-prove': 'refuse',
  'nothing-to-adopt': 'refuse',
  'tampering-unexamined': 'refuse',
  'nothing-to-attest': 'refuse',
  'key-unusable': 'refuse',
  'bundle-unusable': 'refuse',
  'invalid-definition': 'usage',
  'unsafe-run': 'refuse',
  'base-missing': 'refuse',
  'answers-refused': 'refuse',
  'not-storable': 'refuse',
  'register-unwritable': 'refuse',
  'already-archived': 'refuse',
  'person-needed': 'refuse',
  'question-refused': 'refuse',
  'judge-rejected': 'refuse',
  'person-to-look': 'refuse',
  unjudged: 'refuse',
  'changed-while-judged': 'refuse',
  'not-independent': 'refuse',
  'unchanged-since-rejected': 'refuse',
  'too-large-to-judge': 'refuse',
  'no-validator': 'refuse',
  'not-copied': 'refuse',
  'model-unusable': 'refuse',
  'spending-cap': 'refuse',
  'store-unreachable': 'block',
  'store-unknown': 'block',
  'store-schema': 'block',
  'store-refused': 'block',
  'store-unnamed': 'block',
  'store-occupied': 'refuse',
  'store-uncopied': 'refuse',
  unapproved: 'refuse',
  'approval-broken': 'block',
  interrupted: 'refuse',
  'invalid-configuration': 'block',
  'broken-file': 'block',
  busy: 'block',
  'file-system': 'block',
  unexpected: 'block',
};
