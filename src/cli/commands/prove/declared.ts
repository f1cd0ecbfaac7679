import { type Result, success } from '../../../domain/base/result.ts';
import {
  checksOf,
  criteriaOf,
  isClosed,
  isOwnedBy,
  type NamedPromise,
} from '../../../domain/promise/promise.ts';
import type { CommandLines } from '../../../report/command-lines.ts';
import { EXIT } from '../../../report/exit.ts';
import { oneLine } from '../../../report/printable.ts';
import { actorOf, type Suite } from '../../../suite.ts';
import { type Arguments, type Report, withValues } from '../../command.ts';
import { usage } from '../../usage.ts';

/** `cs prove -- npm test`: proves the criteria that declare this command, by its words. */
export async function proveDeclared(args: Arguments, suite: Suite): Promise<Result<Report>> {
  if (args.positionals.length > 0) return usage('Either name the promise, or the command after --');
  const actor = actorOf(suite);
  if (!actor.ok) return actor;
  const listing = await suite.promises.listActive();
  if (!listing.ok) return listing;
  const { session } = actor.value;
  const own = listing.value.promises.filter(
    ({ promise }) => !isClosed(promise) && isOwnedBy(promise, session),
  );
  const declaring = own.flatMap((named) => {
    const criteria = criteriaRunning(named, args.rest);
    return criteria.length === 0 ? [] : [{ id: named.id, criteria }];
  });
  return declaring.length === 0
    ? noneDeclares(args.rest, own, suite.commandLines)
    : proveAll(declaring, args, suite);
}

/** The command of a check, as words behind `--` or as one line; undefined where it is of another kind. */
function commandOf(check: { readonly kind?: unknown; readonly run?: unknown }): string | undefined {
  const { kind, run } = check;
  if (kind !== 'command') return undefined;
  return Array.isArray(run) ? run.map(String).join(' ') : typeof run === 'string' ? run : undefined;
}

/** The criteria of a promise that declare a command, which is given in words. */
function criteriaRunning({ promise }: NamedPromise, words: readonly string[]): readonly string[] {
  const line = words.join(' ');
  return criteriaOf(promise)
    .filter((criterion) => checksOf(criterion).some((check) => commandOf(check) === line))
    .map(({ id }) => id);
}

function noneDeclares(
  words: readonly string[],
  own: readonly NamedPromise[],
  lines: CommandLines,
): ReturnType<typeof usage> {
  const declared = own.flatMap(({ promise }) =>
    criteriaOf(promise).flatMap((criterion) =>
      checksOf(criterion).flatMap((check) => {
        const command = commandOf(check);
        return command === undefined ? [] : [`${oneLine(criterion.id)}: ${oneLine(command)}`];
      }),
    ),
  );
  return usage(
    `No open criterion of this session declares this command: ${oneLine(words.join(' '))}`,
    declared.length === 0
      ? `No criterion declares a command. To meet one with it: ${lines.of('cs meet [id] [AC-n] --run')} -- [command]`
      : `Declared: ${declared.join('; ')}`,
  );
}

/** Proves these criteria, promise by promise. */
async function proveAll(
  declaring: readonly { readonly id: string; readonly criteria: readonly string[] }[],
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  const { prove } = await import('../../proving.ts');
  const reports: Report[] = [];
  for (const { criteria, id } of declaring) {
    const proved = await prove(id, withValues(args, { 'ac-id': criteria }), suite);
    if (!proved.ok) return proved;
    reports.push(proved.value);
  }
  const [only] = reports;
  if (only !== undefined && reports.length === 1) return success(only);
  const failed = reports.find(({ exitCode = EXIT.ok }) => exitCode !== EXIT.ok);
  return success({
    text: reports.map(({ text }) => text).join('\n'),
    json: reports.map(({ json }) => json),
    notes: reports.flatMap(({ notes = [] }) => notes),
    exitCode: failed?.exitCode ?? EXIT.ok,
  });
}
