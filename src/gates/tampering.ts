import { isObject } from '../domain/base/document.ts';
import type { Failure } from '../domain/base/failure.ts';
import type { TamperingFacts } from '../domain/judging/judged-facts.ts';
import { acceptedDigests, unacceptedOf } from '../domain/promise/acceptance.ts';
import { beginningOf } from '../domain/promise/beginning.ts';
import type { VerificationGates } from '../domain/promise/event.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { TamperingFinding } from '../domain/promise/tampering.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import type { TamperingLook } from '../tampering/looking.ts';

/** What a look for weakened tests means for a promise: it is taken apart from this, and decides nothing by itself. */

type TamperingSetting = Configuration['gates']['tampering'];

/** The findings of a look that count; none where nothing was examined. */
export function findingsIn(look: TamperingLook | undefined): readonly TamperingFinding[] {
  return look?.examined === true ? look.findings : [];
}

/** Most findings that a judge is shown: a judge who sees a hundred looks at none of them. */
const MOST_JUDGED = 20;

/** The findings that a judge is shown: the first that nobody accepted yet, then those that somebody did. */
export function judgedFindings(
  promise: CompletionPromise,
  look: TamperingLook | undefined,
): TamperingFacts {
  const findings = findingsIn(look);
  const open = unacceptedOf(promise, findings);
  const rest = findings.filter((finding) => !open.includes(finding));
  return [...open, ...rest].slice(0, MOST_JUDGED);
}

/** What a close goes by: the name of the promise, and the setting that is in force. */
interface TamperingGate {
  readonly id: string;
  readonly tampering: TamperingSetting;
}

/** The setting that counts for a promise: the stricter of the one in force and the one that it was made with. */
function settingFor(
  { tampering }: TamperingGate,
  { settings }: CompletionPromise,
): TamperingSetting {
  const isKept = isObject(settings) && settings['gates.tampering'] === 'block';
  return isKept ? 'block' : tampering;
}

/**
 * Why a promise cannot be closed whose tests cannot be examined. One that was made outside of git has no commit to
 * compare with, and one of an earlier version names none: they are not kept open.
 */
export function unexaminedFault(
  gate: TamperingGate,
  promise: CompletionPromise,
  look: TamperingLook | undefined,
): Failure | undefined {
  const { commit } = beginningOf(promise);
  if (look === undefined || commit === undefined) return undefined;
  if (settingFor(gate, promise) === 'warn') return undefined;
  const { id } = gate;
  if (!look.examined) return { kind: 'tampering-unexamined', id, reason: look.reason };
  // Where the commit is gone, the look went by the time, and began at another one.
  if (commit === null || look.base.startsWith(commit)) return undefined;
  const reason = `git no longer has commit ${commit.slice(0, 12)}, at which the promise was created`;
  return { kind: 'tampering-unexamined', id, reason };
}

/**
 * Why findings keep a promise from being closed, if they do. `passed`: the names of those with which a judge passed it
 * just now. Where nothing was examined, `unexaminedFault` decides.
 */
export function tamperedFault(
  gate: TamperingGate,
  promise: CompletionPromise,
  look: TamperingLook | undefined,
  passed: readonly string[],
): Failure | undefined {
  if (settingFor(gate, promise) === 'warn') return undefined;
  const { id } = gate;
  const open = unacceptedOf(promise, findingsIn(look));
  const findings = open.filter(({ digest }) => !passed.includes(digest));
  return findings.length === 0
    ? undefined
    : {
        kind: 'tampered',
        id,
        findings: findings.map(({ detail, digest, line, path }) => ({
          digest,
          path,
          line,
          detail,
        })),
      };
}

/** How the look let a promise through; nothing where nobody looked. */
export function tamperingPassage(
  promise: CompletionPromise,
  look: TamperingLook | undefined,
  passed: readonly string[],
): Pick<VerificationGates, 'tampering'> {
  if (look === undefined) return {};
  if (!look.examined) return { tampering: 'not-examined' };
  if (look.findings.length === 0) return { tampering: 'none' };
  const open = unacceptedOf(promise, look.findings);
  const isAccepted = open.every(({ digest }) => passed.includes(digest));
  return { tampering: isAccepted ? 'accepted' : 'warned' };
}

/** A look with the names of what may stand, as reports show it. */
interface StandingLook {
  readonly look: TamperingLook;
  readonly accepted: ReadonlySet<string>;
}

/** What reports show of a look; nothing where nobody looked. */
export function shownTampering(
  promise: CompletionPromise,
  look: TamperingLook | undefined,
  passed: readonly string[],
): StandingLook | undefined {
  return look && { look, accepted: new Set([...acceptedDigests(promise), ...passed]) };
}
