import { join } from 'node:path';
import type { BrokenFile } from '../../domain/base/failure.ts';
import { idFault } from '../../domain/base/identifier.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import {
  type Audit,
  type AuditFinding,
  type External,
  type HeadClaim,
  type Misfit,
  recordedActFault,
  standingOf,
} from '../../domain/session/audit.ts';
import { isCarriedOut, type KeptHead } from '../../domain/session/kept-head.ts';
import type { Act } from '../../domain/session/ledger-replay.ts';
import { LARGEST_REGISTER, ledgerHeadsIn, parseRegister } from '../../domain/session/register.ts';
import type { StateAudit } from '../state-audit.ts';
import {
  type ActInFile,
  type AuditedWorld,
  endsThere,
  isAbout,
  type LookedAt,
  lookAtFile,
  pathsThere,
} from './audited-files.ts';
import { headFile, type LedgerHeadsWorld, readKept } from './ledger-heads.ts';
import { atLine, createLedgerPass, type LedgerPass } from './ledger-pass.ts';
import { faultOfFolder } from './reading.ts';
import { isOwnRegister, registerFolder, registerNames } from './register-view.ts';
import { realProject } from './state-folder.ts';

export interface AuditWorld extends AuditedWorld, LedgerHeadsWorld {}

/** Most findings of each kind that are given: a ledger that was written anew may break at every line. */
const MOST_LISTED = 100;

/** How often files are looked at that other writers change meanwhile. */
const MOST_LOOKS = 5;

/** Reads the whole ledger, and compares the files with it. Writes nothing and waits for nobody. */
export function createStateAudit(world: AuditWorld): StateAudit {
  return {
    async audit(id) {
      const fault = id === undefined ? undefined : idFault('promise id', id);
      return fault === undefined ? auditState(world, id) : failed(fault);
    },
  };
}

function auditState(world: AuditWorld, id: string | undefined): Result<Audit> {
  const { folder } = world;
  const linked = faultOfPlaces(world);
  if (linked !== undefined) return failed({ kind: 'broken-file', file: linked });
  // The heads before the ledger, and the ledger before the files: who writes meanwhile is never behind.
  const reading = readKept(world);
  const kept = 'head' in reading ? reading.head : undefined;
  const heads = headsOf(world, kept);
  const [misfits, externals] = [listOf<Misfit>(), listOf<External>()];
  const pass = createLedgerPass({
    ...world,
    path: folder.events,
    heads,
    isCarriedOut: (end) => isCarriedOut(kept, end),
    onMisfit: (finding) => {
      if (isAbout(finding.path, id) || finding.what !== 'less-open') misfits.add(finding);
    },
    onExternal: (finding) => {
      if (isAbout(finding.path, id) || finding.what === 'old-log') externals.add(finding);
    },
  });
  const looked = lookAtAll(world, pass, id);
  if ('reason' in looked) {
    return failed({ kind: 'broken-file', file: { path: folder.events, reason: looked.reason } });
  }
  pass.finish();
  if (id !== undefined && looked.files.size === 0) return failed({ kind: 'promise-not-found', id });
  const isLost = misfits.listed.some(({ detail }) => detail === headFile(world));
  for (const finding of fileFindings(pass, kept, looked.files)) {
    const { what } = finding;
    if (what === 'unrecorded') externals.add({ ...finding, what });
    else misfits.add({ ...finding, what });
  }
  const acts = [...looked.files.values()].flatMap((one) => one.acts);
  misfits.add(...[...acts, ...looked.ends].flatMap((act) => actFinding(pass, kept, act)));
  if ('broken' in reading) externals.add(unreadHead(reading.broken));
  return success({
    ledger: folder.events,
    lines: pass.lines(),
    bytes: pass.size(),
    ...pass.span(),
    head: isLost ? 'lost' : headState(kept, pass.size()),
    headFile: headFile(world),
    files: looked.files.size,
    misfits: misfits.listed,
    externals: externals.listed,
    leftOut: { misfits: misfits.leftOut(), externals: externals.leftOut() },
  });
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

/** Keeps the first findings, and counts the others. */
function listOf<What>() {
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
  const all = [...claims, ...inRegister(world)].map((claim) => [claim.digest, claim] as const);
  // The first of each: the register has the same head for the session's last change.
  return [...new Map(all.reverse()).values()];
}

function inRegister({ files, folder, userStateFolder }: AuditWorld): readonly HeadClaim[] {
  if (!isOwnRegister(files, userStateFolder)) return [];
  const project = realProject(files, folder);
  const place = registerFolder(userStateFolder);
  return registerNames(files, place).flatMap((name) => {
    const source = join(place, name);
    const reading = files.read(source, LARGEST_REGISTER);
    if (reading.found !== 'text') return [];
    const { lines } = parseRegister(reading.text);
    return ledgerHeadsIn(lines, project).map((head) => ({ ...head, source }));
  });
}

type Looked =
  | { readonly files: ReadonlyMap<string, LookedAt>; readonly ends: readonly ActInFile[] }
  | { readonly reason: string };

/**
 * Looks at every file that is there or that the ledger tells of. Where lines were added meanwhile, those that do not
 * fit are looked at again: they may have been changed between the one reading and the other.
 */
function lookAtAll(world: AuditWorld, pass: LedgerPass, id: string | undefined): Looked {
  const files = new Map<string, LookedAt>();
  let reason = pass.readOn();
  let paths = pathsThere(world, id);
  let ends: readonly ActInFile[] = [];
  for (let looks = 0; reason === undefined && looks < MOST_LOOKS; looks += 1) {
    const told = [...pass.replay.trails().keys()].filter((path) => isAbout(path, id));
    const unseen = told.filter((path) => !files.has(path));
    for (const path of new Set([...paths, ...unseen])) files.set(path, lookAtFile(world, path));
    if (id === undefined) ends = endsThere(world);
    const size = pass.size();
    // The line of what stands in a file by now is there, too.
    reason = pass.readOn();
    if (pass.size() === size) break;
    paths = [...files.keys()].filter((path) => {
      const now = files.get(path)?.now;
      const trail = pass.replay.trails().get(path);
      // Whether the change was carried out is not asked here: who acts now has not kept a head yet.
      return now !== undefined && standingOf(now, trail, () => true) !== undefined;
    });
  }
  return reason === undefined ? { files, ends } : { reason };
}

/** How the files stand to the last lines on them, in the order of their paths. */
function fileFindings(
  pass: LedgerPass,
  kept: KeptHead | undefined,
  files: ReadonlyMap<string, LookedAt>,
): readonly AuditFinding<Misfit | 'unrecorded'>[] {
  return [...files.keys()].sort().flatMap((path) => {
    const now = files.get(path)?.now ?? { there: 'nothing' };
    const trail = pass.replay.trails().get(path);
    const standing = standingOf(now, trail, (end) => isCarriedOut(kept, end));
    if (standing === undefined) return [];
    const { detail, what } = standing;
    return trail === undefined
      ? [{ what, path, line: null, offset: null, since: null, event: null, detail }]
      : [atLine(what, path, trail, detail)];
  });
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
