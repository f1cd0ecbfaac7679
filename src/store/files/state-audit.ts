import { join } from 'node:path';
import type { BrokenFile } from '../../domain/base/failure.ts';
import { idFault } from '../../domain/base/identifier.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import {
  type Audit,
  type AuditFinding,
  type External,
  type FileNow,
  type HeadClaim,
  type Misfit,
  recordedActFault,
  standingOf,
} from '../../domain/session/audit.ts';
import { isCarriedOut, type KeptHead } from '../../domain/session/kept-head.ts';
import type { Act, Trail } from '../../domain/session/ledger-replay.ts';
import { ledgerHeadsIn } from '../../domain/session/register.ts';
import type { StateAudit } from '../state-audit.ts';
import {
  type ActInFile,
  endsThere,
  isAbout,
  type LookedAt,
  lookAtFile,
  pathsThere,
} from './audited-files.ts';
import { headFile, type LedgerHeadsWorld, readKept } from './ledger-heads.ts';
import { atLine, createLedgerPass, type LedgerPass } from './ledger-pass.ts';
import { createLedgerWalk, type LedgerWalk } from './ledger-walk.ts';
import { faultOfFolder } from './reading.ts';
import { isOwnRegister, readRegisterFile, registerFolder, registerNames } from './register-view.ts';
import { type FolderWorld, realProject } from './state-folder.ts';

interface AuditWorld extends FolderWorld, LedgerHeadsWorld {}

/** Most findings of each kind that are given: a ledger that was written anew may break at every line. */
const MOST_LISTED = 100;

/** How often files are looked at that other writers change meanwhile. */
const MOST_LOOKS = 5;

/** Reads the whole ledger, and compares the files with it. Writes nothing and takes no lock. */
export function createStateAudit(world: AuditWorld): StateAudit {
  return {
    async audit(id) {
      const fault = id === undefined ? undefined : idFault('promise id', id);
      return fault === undefined ? auditState(world, id) : failed(fault);
    },
  };
}

function auditState(world: AuditWorld, id: string | undefined): Result<Audit> {
  const { digests, folder } = world;
  const linked = faultOfPlaces(world);
  if (linked !== undefined) return failed({ kind: 'broken-file', file: linked });
  // The heads before the ledger, and the ledger before the files: who writes meanwhile is never behind.
  const reading = readKept(world);
  const kept = 'head' in reading ? reading.head : undefined;
  const source: AuditSource = {
    ...world,
    ledger: folder.events,
    lines: createLedgerWalk(world, folder.events),
    ofStart: (bytes) => digests.ofStart(folder.events, bytes),
    headFile: headFile(world),
    kept,
    heads: headsOf(world, kept),
  };
  const audited = beginAudit(source, id).finish();
  if (!audited.ok || !('broken' in reading)) return audited;
  return success(withExternal(audited.value, unreadHead(reading.broken)));
}

/** What is audited: a ledger, the heads that were kept of it, and the files that it tells of. */
interface AuditSource extends FolderWorld {
  /** Where the ledger is, as a text for people. */
  readonly ledger: string;
  readonly lines: LedgerWalk;
  readonly ofStart: (bytes: number) => string | undefined;
  /** Where the head is kept, as a text for people. */
  readonly headFile: string;
  readonly kept: KeptHead | undefined;
  readonly heads: readonly HeadClaim[];
}

/** An audit under way. */
interface BegunAudit {
  /** Reads what there is of the ledger so far. Gives why it cannot, in words for a person. */
  readOn(): string | undefined;
  /** Reads the rest, and holds the files against all of it. */
  finish(): Result<Audit>;
  /**
   * For files that are not there all at once: holds some against a ledger that was read to its end. All that lies at
   * the path of one comes with it, as the ledger has its path.
   */
  takeFiles(page: FolderWorld): void;
  /** After all files were taken: tells of those that the ledger alone knows, too. */
  finishFiles(): Result<Audit>;
}

/** Begins to hold a ledger against the files. `id`: of the promise that is asked about. */
export function beginAudit(source: AuditSource, id: string | undefined): BegunAudit {
  const { kept } = source;
  const [misfits, externals] = [listOf<Misfit>(), listOf<External>()];
  const pass: LedgerPass = createLedgerPass({
    ...source,
    isCarriedOut: (end) => isCarriedOut(kept, end),
    onMisfit: (finding) => {
      if (isAbout(finding.path, id) || finding.what !== 'less-open') misfits.add(finding);
    },
    onExternal: (finding) => {
      if (isAbout(finding.path, id) || finding.what === 'old-log') externals.add(finding);
    },
  });
  const held = holdFiles(pass, kept);
  return {
    readOn: pass.readOn,
    finish() {
      const looked = holdAll(source, pass, held, id);
      if ('reason' in looked) {
        const { reason } = looked;
        return failed({ kind: 'broken-file', file: { path: source.ledger, reason } });
      }
      held.act(looked.ends);
      return conclude(source, id, pass, held, { misfits, externals });
    },
    takeFiles(page) {
      for (const path of pathsThere(page, id)) {
        held.take(path, lookAtFile(page, path));
        pass.replay.forget(path);
      }
      if (id === undefined) held.act(endsThere(page));
    },
    finishFiles() {
      for (const path of pass.replay.trails().keys()) {
        if (isAbout(path, id)) held.take(path, GONE);
      }
      return conclude(source, id, pass, held, { misfits, externals });
    },
  };
}

const GONE: LookedAt = { now: { there: 'nothing' }, acts: [] };

/** Files that were held against a ledger: of those that fit nothing is kept but their paths. */
interface HeldFiles {
  /** Holds a file against the last line on it. The last time that it is taken counts. */
  take(path: string, looked: LookedAt): void;
  /** Takes acts of persons that stand in files on which the ledger has no lines. */
  act(acts: readonly ActInFile[]): void;
  has(path: string): boolean;
  /** The paths of the files that do not fit, even if the changes of all lines were carried out. */
  unfit(): readonly string[];
  count(): number;
  /** How they stand to the last lines on them, in the order of their paths. */
  findings(): readonly AuditFinding<Misfit | 'unrecorded'>[];
  /** What is wrong with acts in them. */
  actFindings(): readonly AuditFinding<Misfit>[];
}

function holdFiles(pass: LedgerPass, kept: KeptHead | undefined): HeldFiles {
  const seen = new Set<string>();
  const unfit = new Set<string>();
  const findings = new Map<string, AuditFinding<Misfit | 'unrecorded'>>();
  const actsOf = new Map<string, readonly ActInFile[]>();
  const others: ActInFile[] = [];
  return {
    take(path, { acts, now }) {
      const trail = pass.replay.trails().get(path);
      seen.add(path);
      keep(actsOf, path, acts.length > 0 ? acts : undefined);
      keep(findings, path, fileFinding(trail, kept, path, now));
      // Whether the change was carried out is not asked here: a session that acts now has not kept a head yet.
      if (standingOf(now, trail, () => true) === undefined) unfit.delete(path);
      else unfit.add(path);
    },
    act: (acts) => void others.push(...acts),
    has: (path) => seen.has(path),
    unfit: () => [...unfit],
    count: () => seen.size,
    findings: () => [...findings.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    actFindings: () =>
      [...[...actsOf.values()].flat(), ...others].flatMap((act) => actFinding(pass, kept, act)),
  };
}

function keep<Kept>(all: Map<string, Kept>, path: string, value: Kept | undefined): void {
  if (value === undefined) all.delete(path);
  else all.set(path, value);
}

function conclude(
  source: AuditSource,
  id: string | undefined,
  pass: LedgerPass,
  held: HeldFiles,
  {
    externals,
    misfits,
  }: { readonly misfits: FindingList<Misfit>; readonly externals: FindingList<External> },
): Result<Audit> {
  const { kept, ledger } = source;
  pass.finish();
  if (id !== undefined && held.count() === 0) return failed({ kind: 'promise-not-found', id });
  const isLost = misfits.listed.some(({ detail }) => detail === source.headFile);
  for (const finding of held.findings()) {
    const { what } = finding;
    if (what === 'unrecorded') externals.add({ ...finding, what });
    else misfits.add({ ...finding, what });
  }
  misfits.add(...held.actFindings());
  return success({
    ledger,
    lines: pass.lines(),
    bytes: pass.size(),
    ...pass.span(),
    head: isLost ? 'lost' : headState(kept, pass.size()),
    headFile: source.headFile,
    files: held.count(),
    misfits: misfits.listed,
    externals: externals.listed,
    leftOut: { misfits: misfits.leftOut(), externals: externals.leftOut() },
  });
}

/** An audit with one finding more, where there is place for it. */
function withExternal(audit: Audit, finding: AuditFinding<External>): Audit {
  const { externals, leftOut } = audit;
  return externals.length < MOST_LISTED
    ? { ...audit, externals: [...externals, finding] }
    : { ...audit, leftOut: { ...leftOut, externals: leftOut.externals + 1 } };
}

/** A folder of the state that leads out of it, which no file is read through. */
function faultOfPlaces({ files, folder }: AuditWorld): BrokenFile | undefined {
  const { history, promises, root, stopGate, validations } = folder;
  for (const place of [promises, history, validations, stopGate]) {
    const fault = faultOfFolder(files, root, place);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function headState(kept: KeptHead | undefined, bytes: number): Audit['head'] {
  if (kept === undefined) return 'missing';
  return kept.bytes === bytes ? 'at-end' : 'behind';
}

interface FindingList<What> {
  readonly listed: readonly AuditFinding<What>[];
  leftOut(): number;
  add(...findings: readonly AuditFinding<What>[]): void;
}

/** Keeps the first findings, and counts the others. */
function listOf<What>(): FindingList<What> {
  const listed: AuditFinding<What>[] = [];
  let leftOut = 0;
  return {
    listed,
    leftOut: () => leftOut,
    add(...findings: readonly AuditFinding<What>[]) {
      for (const finding of findings) {
        if (listed.length < MOST_LISTED) listed.push(finding);
        else leftOut += 1;
      }
    },
  };
}

/** The heads that are kept of the ledger outside of the project, each once. */
function headsOf(world: AuditWorld, kept: KeptHead | undefined): readonly HeadClaim[] {
  const source = headFile(world);
  const missed = kept?.missed ?? null;
  const own = [...(kept === undefined ? [] : [kept]), ...(missed === null ? [] : [missed])];
  const claims = own.map(({ at, bytes, digest }) => ({ at, bytes, digest, source }));
  const all = [...claims, ...headsInRegister(world)].map((claim) => [claim.digest, claim] as const);
  // The first of each: the register has the same head for the session's last change.
  return [...new Map(all.reverse()).values()];
}

/** The ends that a user's register has of a project's ledger. */
export function headsInRegister({
  files,
  folder,
  userStateFolder,
}: Pick<LedgerHeadsWorld, 'files' | 'folder' | 'userStateFolder'>): readonly HeadClaim[] {
  if (!isOwnRegister(files, userStateFolder)) return [];
  const project = realProject(files, folder);
  const place = registerFolder(userStateFolder);
  return registerNames(files, place).flatMap((name) => {
    const source = join(place, name);
    const { lines } = readRegisterFile(files, source);
    return ledgerHeadsIn(lines, project).map((head) => ({ ...head, source }));
  });
}

/**
 * Holds every file that is there or that the ledger tells of against the ledger. Where lines were added meanwhile, their
 * files and those that do not fit are looked at again: they may have been changed between the one reading and the
 * other. Gives the ends of sessions as they stood before the last lines were read, or why the ledger cannot be read, in
 * words for a person.
 */
function holdAll(
  world: FolderWorld,
  pass: LedgerPass,
  held: HeldFiles,
  id: string | undefined,
): { readonly ends: readonly ActInFile[] } | { readonly reason: string } {
  let reason = pass.readOn();
  let ends: readonly ActInFile[] = [];
  for (
    let looks = 0, size = Number.POSITIVE_INFINITY;
    reason === undefined && looks < MOST_LOOKS;
    looks += 1
  ) {
    const again = looks === 0 ? pathsThere(world, id) : held.unfit();
    for (const path of again) held.take(path, lookAtFile(world, path));
    for (const [path, { end }] of pass.replay.trails()) {
      if (!isAbout(path, id) || (held.has(path) && end <= size)) continue;
      held.take(path, lookAtFile(world, path));
    }
    if (id === undefined) ends = endsThere(world);
    size = pass.size();
    // The line of what stands in a file by now is there, too.
    reason = pass.readOn();
    if (pass.size() === size) break;
  }
  return reason === undefined ? { ends } : { reason };
}

/** How a file stands to the last line on it. */
function fileFinding(
  trail: Trail | undefined,
  kept: KeptHead | undefined,
  path: string,
  now: FileNow,
): AuditFinding<Misfit | 'unrecorded'> | undefined {
  const standing = standingOf(now, trail, (end) => isCarriedOut(kept, end));
  if (standing === undefined) return undefined;
  const { detail, what } = standing;
  return trail === undefined
    ? { what, path, line: null, offset: null, since: null, event: null, detail }
    : atLine(what, path, trail, detail);
}

function actFinding(
  { replay }: LedgerPass,
  kept: KeptHead | undefined,
  { act, inherited, path, reference }: ActInFile,
): readonly AuditFinding<Misfit>[] {
  const told = {
    told: replay.actsOf(act),
    ...(inherited && {
      inherited: {
        ends: replay.actsOf({ act: 'ended', memory: inherited.by }),
        told: replay.actsOf({ act: 'continued', memory: inherited.by }),
        reference: inherited.reference,
      },
    }),
  };
  const found = recordedActFault(told, reference, kept);
  if (found === undefined) return [];
  const detail = aboutOf(act);
  if ('by' in found) return [atLine(SHOWN[found.fault], path, found.by, detail)];
  const what = unrecordedOf(act, found.fault);
  return [{ what, path, line: null, offset: null, since: null, event: null, detail }];
}

function aboutOf(act: Act): string {
  switch (act.act) {
    case 'waived':
      return act.criterion;
    case 'accepted':
      return act.finding;
    default:
      return act.memory;
  }
}

function unrecordedOf({ act }: Act, fault: keyof typeof ENDS): Misfit {
  if (act === 'waived') return 'waiver-unrecorded';
  return act === 'accepted' ? 'acceptance-unrecorded' : ENDS[fault];
}

const SHOWN = {
  'taken-back': 'end-taken-back',
  'added-elsewhere': 'act-added-elsewhere',
} as const;

const ENDS = { unrecorded: 'end-unrecorded', 'not-inherited': 'end-not-inherited' } as const;

function unreadHead(reason: string): AuditFinding<External> {
  return {
    what: 'head-unread',
    path: 'events.jsonl',
    line: null,
    offset: null,
    since: null,
    event: null,
    detail: reason,
  };
}
