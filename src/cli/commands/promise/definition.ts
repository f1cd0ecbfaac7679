import { CHECK_KINDS, runsCommand } from '../../../checks/kinds.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import {
  type CriterionDefinition,
  criterionId,
  type PromiseDefinition,
} from '../../../domain/promise/promise-definition.ts';
import { TIERS } from '../../../domain/promise/tier.ts';
import type { Suite } from '../../../suite.ts';
import { type Arguments, withValues } from '../../command.ts';
import { usage } from '../../usage.ts';
import { checkOf } from './check-options.ts';

/** The definition that `--create` makes of its options, of a file, or of both. */
export async function definitionOf(
  args: Arguments,
  suite: Suite,
): Promise<Result<PromiseDefinition>> {
  const base = await baseOf(args, suite);
  if (!base.ok) return base;
  const tiered = withTiers(base.value, args.texts('tier'));
  const fault = args.texts('artifact').find((text) => !hasCommandFor(text, args));
  if (fault !== undefined) {
    return usage(`--artifact ${fault}: no criterion it could be of has a command that leaves it`);
  }
  const checked = tiered.ok ? withChecks(tiered.value, args) : tiered;
  return checked.ok && args.given('must-show') ? withMustShow(checked.value) : checked;
}

async function baseOf(args: Arguments, suite: Suite): Promise<Result<PromiseDefinition>> {
  const title = args.text('create') ?? '';
  const added = args.texts('ac').map((description) => ({ description, checks: [] }));
  const path = args.text('from');
  if (path === undefined) return checked({ title, criteria: added });
  const { readDefinitionFile } = await import('../../proving.ts');
  const read = await readDefinitionFile(path, suite);
  if (!read.ok) return read;
  const criteria = [...read.value.criteria, ...added];
  return checked({ ...read.value, criteria, ...(title === '' ? {} : { title }) });
}

function checked(definition: PromiseDefinition): Result<PromiseDefinition> {
  const { criteria, title } = definition;
  if (title.trim() === '') return usage('The title is empty');
  if (criteria.length === 0) {
    return usage('At least one --ac is required: what must hold for this to be done?');
  }
  return criteria.some(({ description }) => description.trim() === '')
    ? usage('A criterion (--ac) is empty')
    : success(definition);
}

/** `--tier 2` for the promise, `--tier AC-1=3` for one of its criteria. */
function withTiers(
  definition: PromiseDefinition,
  texts: readonly string[],
): Result<PromiseDefinition> {
  let result = definition;
  for (const text of texts) {
    const [, criterion, value = text] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const tier = TIERS.find((one) => String(one) === value);
    if (tier === undefined) return usage('--tier takes 1, 2 or 3, or AC-1=2 for one criterion');
    if (criterion === undefined) result = { ...result, tier };
    else {
      const changed = withCriterionOf(result, 'tier', criterion, (one) => ({ ...one, tier }));
      if (!changed.ok) return changed;
      result = changed.value;
    }
  }
  return success(result);
}

function withChecks(definition: PromiseDefinition, args: Arguments): Result<PromiseDefinition> {
  let result = definition;
  for (const kind of CHECK_KINDS) {
    const { name } = kind;
    for (const text of args.texts(name)) {
      const [, criterion, subject] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
      if (criterion === undefined || subject === undefined) {
        return usage(`--${name} needs the criterion first: --${name} AC-1="..."`);
      }
      const check = checkOf(kind, subject, withOwnArtifacts(args, criterion));
      if (!check.ok) return check;
      const { declared } = check.value;
      const changed = withCriterionOf(result, name, criterion, (one) => ({
        ...one,
        checks: [...one.checks, declared],
      }));
      if (!changed.ok) return changed;
      result = changed.value;
    }
  }
  return success(result);
}

/** A file that a command leaves: `AC-1=shot.png` for the commands of one criterion, without it for all. */
const OF_CRITERION = /^(AC-\d+)=(.*)$/s;

function withOwnArtifacts(args: Arguments, criterion: string): Arguments {
  if (!args.given('artifact')) return args;
  const artifact = args.texts('artifact').flatMap((text) => {
    const [, owner = criterion, path = text] = OF_CRITERION.exec(text) ?? [];
    return owner === criterion ? [path] : [];
  });
  return withValues(args, { artifact });
}

function hasCommandFor(artifact: string, args: Arguments): boolean {
  const [, owner = ''] = OF_CRITERION.exec(artifact) ?? [];
  return args.texts('command').some((text) => text.startsWith(owner === '' ? '' : `${owner}=`));
}

/** `--must-show`: of every criterion that a command proves. */
function withMustShow(definition: PromiseDefinition): Result<PromiseDefinition> {
  const criteria = definition.criteria.map((one) =>
    one.checks.some(runsCommand) ? { ...one, mustShow: true as const } : one,
  );
  return criteria.some(({ mustShow }) => mustShow === true)
    ? success({ ...definition, criteria })
    : usage('--must-show needs a criterion with a command that proves it');
}

function withCriterionOf(
  definition: PromiseDefinition,
  option: string,
  criterion: string,
  change: (one: CriterionDefinition) => CriterionDefinition,
): Result<PromiseDefinition> {
  const { criteria } = definition;
  const at = criteria.findIndex((_one, index) => criterionId(index) === criterion);
  if (at < 0) {
    return usage(
      `--${option}: there is no criterion ${criterion}; there are AC-1 to AC-${criteria.length}`,
    );
  }
  return success({
    ...definition,
    criteria: criteria.map((one, index) => (index === at ? change(one) : one)),
  });
}
