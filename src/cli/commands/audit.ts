import type { Failure } from '../../domain/base/failure.ts';
import { success } from '../../domain/base/result.ts';
import type { NamedPromise } from '../../domain/promise/promise.ts';
import { weakerSettings } from '../../domain/settings/weaker.ts';
import { auditJson, auditText } from '../../report/audit-text.ts';
import { EXIT } from '../../report/exit.ts';
import { type WeakenedPromise, weakerJson, weakerText } from '../../report/weaker-text.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION } from '../command.ts';
import { settingsFor } from '../option-settings.ts';
import { warningOf } from '../print.ts';

export const auditCommand: Command = {
  summary:
    "Checks the ledger's chain and compares it with the state files and the recorded end; exit code 3 on a mismatch.",
  usage: ['[<id>] [--json]'],
  effects: [],
  options: { json: JSON_OPTION },
  subject: { names: 'promise', leftOut: 'all-of-them' },
  examples: [
    ['$0', 'Check the whole record'],
    ['$0 promise-1a2b3c4d', 'Check the files of one promise'],
  ],
  async run(args, suite) {
    const id = args.text('promise');
    const audited = await suite.audits.audit(id);
    if (!audited.ok) return audited;
    const audit = audited.value;
    const { failures, weakened } = weakerSince(await promisesOf(id, suite), args, suite);
    return success({
      text: [auditText(audit, suite.style), ...weakened.flatMap(weakerText)].join('\n'),
      json: { ...auditJson(audit), weaker_settings: weakerJson(weakened) },
      notes: failures.map(warningOf),
      exitCode: audit.misfits.length === 0 ? EXIT.ok : EXIT.misfit,
    });
  },
};

/** The promise that is asked about, or all, as far as they are open; none where they cannot be read. */
async function promisesOf(
  id: string | undefined,
  { promises }: Suite,
): Promise<readonly NamedPromise[]> {
  if (id === undefined) {
    const active = await promises.listActive();
    return active.ok ? active.value.promises : [];
  }
  const found = await promises.find(id);
  return found.ok && !found.value.ended ? [found.value] : [];
}

/** The settings that ask for less now than when each of these promises was made. Where they cannot be read, why. */
function weakerSince(
  promises: readonly NamedPromise[],
  args: Arguments,
  suite: Suite,
): { readonly weakened: readonly WeakenedPromise[]; readonly failures: readonly Failure[] } {
  if (promises.length === 0) return { weakened: [], failures: [] };
  const settings = settingsFor(suite, args, {});
  if (!settings.ok) return { weakened: [], failures: [settings.failure] };
  const { effective } = settings.value;
  const weakened = promises
    .map(({ id, promise }) => ({ id, weaker: weakerSettings(promise, effective) }))
    .filter(({ weaker }) => weaker.length > 0);
  return { weakened, failures: [] };
}
