import { withinTime } from '../../adapters/bounded-work.ts';
import { sha256 } from '../../adapters/file-digest.ts';
import { createNodeGit } from '../../adapters/git/node-git.ts';
import { firstOf } from '../../adapters/git/text-changes.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { beginningOf } from '../../domain/promise/beginning.ts';
import { digestsNamed, FINDING_NAMES, findingName } from '../../domain/promise/finding-name.ts';
import type { TamperingFinding } from '../../domain/promise/tampering.ts';
import type { ChangeStart } from '../../ports.ts';
import { EXIT } from '../../report/exit.ts';
import { oneLine, shellWord } from '../../report/printable.ts';
import { isMine } from '../../report/status-text.ts';
import { findingText, tamperingJson, tamperingText } from '../../report/tampering-text.ts';
import type { Suite } from '../../suite.ts';
import { TAMPERING_KINDS } from '../../tampering/change.ts';
import type { TamperingLook } from '../../tampering/looking.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { usage } from '../usage.ts';

/** How long git may take to find a commit, in milliseconds. */
const COMMIT_MS = 10_000;

export const tamperCommand: Command = {
  summary:
    'Finds tests weakened since the promises of this session were created, or since a commit; exit code 2 if any.',
  usage: ['[--base <REV> | --promise <id>] [--explain <finding>] [--json]'],
  effects: [],
  options: {
    base: { takes: 'word', summary: 'Base commit of the change' },
    promise: {
      takes: 'word',
      summary: 'The change since promise <id> was created',
      completes: 'promise',
    },
    explain: { takes: 'word', value: '<finding>', summary: 'One finding, and how to accept it' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0', 'Since the oldest open promise of this session was created'],
    ['$0 --base main', 'Compare a branch with main'],
  ],
  async run(args, suite) {
    const explained = args.text('explain');
    const name = explained === undefined ? undefined : findingName(explained);
    if (explained !== undefined && name === undefined) {
      return usage(`${oneLine(explained)} is not a finding: ${FINDING_NAMES}`);
    }
    const since = await startOf(args, suite);
    if (!since.ok) return since;
    // Loaded only here: it reads several languages, and most commands read none.
    const { lookForTampering } = await import('../../tampering/looking.ts');
    const git = createNodeGit(suite.environment.checkout, COMMIT_MS);
    const look = await lookForTampering(since.value, { git, sha256, withinTime });
    if (!look.examined) return failed({ kind: 'tampering-unexamined', reason: look.reason });
    if (name !== undefined) return explain(name, look, args.text('promise'), suite);
    return success({
      text: tamperingText(look, suite.style),
      json: tamperingJson(look),
      notes: look.notes.map((note) => `Note: ${note}`),
      exitCode: look.findings.length === 0 ? EXIT.ok : EXIT.blocked,
    });
  },
};

/** One finding of a look, alone. */
function explain(
  name: string,
  look: Extract<TamperingLook, { readonly examined: true }>,
  promise: string | undefined,
  { commandLines, style }: Suite,
): Result<Report> {
  const { base, findings, named } = look;
  const all = [...findings, ...named];
  const meant = digestsNamed(
    name,
    all.map(({ digest }) => digest),
  );
  const [digest, another] = meant;
  if (another !== undefined)
    return usage(`Several findings start with ${name}: ${meant.join(', ')}`);
  const finding = all.find((one) => one.digest === digest);
  if (finding === undefined) return usage(`There is no finding ${name} in this change`);
  const of = promise === undefined ? '' : ` --promise ${shellWord(promise)}`;
  const accept = commandLines.of(`cs promise accept ${finding.digest} --because "[why]"${of}`);
  const isOne = (one: TamperingFinding): boolean => one === finding;
  const rule =
    Object.entries(TAMPERING_KINDS).find(([kind]) => kind === finding.kind)?.[1] ?? finding.detail;
  return success({
    text: findingText({ ...finding, base, rule }, accept, style),
    json: tamperingJson({ ...look, findings: findings.filter(isOne), named: named.filter(isOne) }),
    notes: [],
  });
}

/** Where the change begins that is asked about. */
async function startOf(args: Arguments, suite: Suite): Promise<Result<ChangeStart>> {
  const revision = args.text('base');
  const id = args.text('promise');
  if (revision !== undefined && id !== undefined) {
    return usage('--base and --promise cannot be given together');
  }
  if (revision !== undefined) return success({ revision });
  if (id === undefined) return startOfSession(suite);
  const found = await suite.promises.find(id);
  return found.ok ? success(beginningOf(found.value.promise)) : found;
}

/** Where the oldest open promise of the session was made. */
async function startOfSession({ environment, promises }: Suite): Promise<Result<ChangeStart>> {
  const listed = await promises.listActive();
  if (!listed.ok) return listed;
  const mine = listed.value.promises.filter((named) => isMine(named, environment.session));
  const first = firstOf(
    environment.checkout,
    mine.map(({ promise }) => beginningOf(promise)),
  );
  if (first !== undefined) return success(first);
  const reason =
    environment.session === undefined
      ? 'no session is set, so there is no promise to start from'
      : 'this session has no open promise to start from';
  return failed({ kind: 'tampering-unexamined', reason });
}
