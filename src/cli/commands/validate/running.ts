import { listenForInterrupts } from '../../../adapters/interrupts.ts';
import { programOnPath } from '../../../adapters/program-path.ts';
import { commandsShown } from '../../../checks/kinds.ts';
import { planProving } from '../../../checks/provable.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { timestamp } from '../../../domain/base/time.ts';
import { agentValidator, responseOf } from '../../../domain/judging/agent-answers.ts';
import { evidenceDigest } from '../../../domain/judging/evidence-digest.ts';
import type { JudgedFacts } from '../../../domain/judging/judged-facts.ts';
import {
  criteriaToProve,
  criterionOf,
  isMetWithEvidence,
  type NamedPromise,
} from '../../../domain/promise/promise.ts';
import type { Configuration } from '../../../domain/settings/configuration.ts';
import { standingCommand } from '../../../domain/settings/standing-checks.ts';
import { commandsToTrust } from '../../../gates/trust.ts';
import { knownHosts } from '../../../hosts/hosts.ts';
import type { ValidationRun, ValidationWish } from '../../../reviews/validation/run.ts';
import type { FoundValidator } from '../../../reviews/validation/session.ts';
import type { Suite } from '../../../suite.ts';
import { showProgress } from '../../progress.ts';
import { storeAnswer } from '../store-validation/storing.ts';

/** How long is looked at the work itself for a validator, in milliseconds. */
const LOOKING_AT_WORK_MS = 15_000;

/** The word of `--by` for `validator.command`. */
const COMMAND = 'command';

/** The words that `--by` takes. */
export function validatorNames(): readonly string[] {
  return [...knownHosts().map(({ host }) => host.name), COMMAND];
}

/**
 * A validator by its name, or by that of the host's program. Fails where it cannot be run here; `isDry`: where it could
 * not be run anywhere.
 */
export async function findValidator(
  name: string,
  { validator }: Configuration,
  { environment }: Suite,
  isDry = false,
): Promise<Result<FoundValidator>> {
  const none = (reason: string) => failed({ kind: 'no-validator', name, reason } as const);
  if (name === COMMAND) {
    if (validator.command === null) return none('validator.command is not set, or not approved');
    const { commandValidator } = await import('../../judging.ts');
    const how = commandValidator(validator.command);
    return success({ name, title: 'validator.command', program: undefined, how });
  }
  const known = knownHosts().find(
    ({ host, setup }) => host.name === name || setup.programs.includes(name),
  );
  if (known === undefined) return none(`it is none of ${validatorNames().join(', ')}`);
  const { host, setup } = known;
  if ('unlimited' in setup.validator) return none(setup.validator.unlimited);
  const [called = name] = setup.programs;
  const { passedOver, program } = programOnPath(called, environment);
  if (program !== undefined || isDry) {
    const found = program ?? called;
    return success({ name: host.name, title: host.title, program: found, how: setup.validator });
  }
  return passedOver === undefined
    ? none(`${called} is not on PATH`)
    : none(`${passedOver} is in the project, which must not supply its own validator`);
}

/** What a validator is to be asked about a promise, and with which of its commands. */
export interface AskedValidation {
  readonly facts: JudgedFacts;
  readonly commands: readonly string[];
  /** The criteria that are left out, since they have no evidence. */
  readonly unmet: readonly string[];
}

/** @param wanted the ids of criteria; none for all */
export async function askedOf(
  { id, promise }: NamedPromise,
  wanted: readonly string[],
  { checks }: Configuration,
  suite: Suite,
): Promise<AskedValidation> {
  const meant = criteriaToProve(promise).filter(
    (criterion) => wanted.length === 0 || wanted.includes(criterion.id),
  );
  const met = new Set(meant.filter(isMetWithEvidence).map((criterion) => criterion.id));
  const { substanceLook } = await import('../../judging.ts');
  const substance = substanceLook(['diff'], suite, LOOKING_AT_WORK_MS)(promise);
  const facts: JudgedFacts = {
    id,
    promise,
    answerFor: () => ({ found: 'none' }),
    isAsked: (criterion) => met.has(criterion.id),
    ...(substance === undefined ? {} : { substance }),
  };
  const commands = [
    ...checks.always.map(standingCommand),
    ...(await recordedCommands(id, [...met], facts, suite)),
  ];
  const unmet = meant.map((criterion) => criterion.id).filter((one) => !met.has(one));
  return { facts, commands: [...new Set(commands)], unmet };
}

/** The commands of checks that this user recorded on this machine: no other is run for a promise. */
async function recordedCommands(
  id: string,
  ids: readonly string[],
  { promise }: JudgedFacts,
  suite: Suite,
): Promise<readonly string[]> {
  const { provable } = planProving(promise, ids);
  if (provable.length === 0) return [];
  const { createTrustWorld } = await import('../../proving.ts');
  const trust = createTrustWorld(suite);
  if (!trust.ok) return [];
  const strange = new Set(
    commandsToTrust(id, provable, trust.value).map(({ criterion }) => criterion),
  );
  return provable
    .filter(({ criterion }) => !strange.has(criterion.id))
    .flatMap(({ declared }) => commandsShown(declared));
}

/** A run whose answers are stored. `stale`: criteria whose evidence changed meanwhile, for which nothing is. */
export interface StoredRun extends ValidationRun {
  readonly stale: readonly string[];
  readonly notes: readonly string[];
}

/** Runs a validator, while a line on a terminal says so and an interrupt ends it, and stores what it answers. */
export async function runAndStore(
  { facts }: AskedValidation,
  wish: ValidationWish,
  suite: Suite,
): Promise<Result<StoredRun>> {
  const { runValidation } = await import('../../judging.ts');
  const interruption = listenForInterrupts();
  const about = `${wish.validator.title} validates ${facts.id}`;
  const progress = showProgress(about, suite.environment.plainText);
  try {
    const votesIn = (votes: number): void =>
      progress.change(
        wish.votes === 1 ? about : `${about}, ${votes} of ${wish.votes} votes are in`,
      );
    const run = await runValidation(facts, wish, interruption.signal, votesIn, suite);
    return run.ok ? await store(run.value, wish, facts.id, suite) : run;
  } finally {
    progress.stop();
    interruption.stop();
  }
}

async function store(
  run: ValidationRun,
  { validator }: ValidationWish,
  id: string,
  suite: Suite,
): Promise<Result<StoredRun>> {
  const notes: string[] = [];
  const stale: string[] = [];
  const by = agentValidator(validator.name);
  for (const { answer, record } of run.answers) {
    const found = await suite.promises.find(id);
    if (!found.ok) return found;
    const criterion = criterionOf(found.value.promise, answer.ac_id);
    if (criterion === undefined || evidenceDigest(criterion) !== record.evidence) {
      stale.push(answer.ac_id);
      continue;
    }
    const at = timestamp(suite.clock.now());
    const response = responseOf(id, answer, record, at);
    const given = { by, response, verdict: answer.verdict };
    const sessionId = record.sessions[0] ?? null;
    const stored = await storeAnswer(id, answer.ac_id, given, at, suite, { sessionId });
    if (!stored.ok) return stored;
    notes.push(...(stored.value.notes ?? []));
  }
  return success({ ...run, stale, notes });
}
