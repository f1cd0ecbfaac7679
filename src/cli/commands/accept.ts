import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import {
  type AcceptanceWords,
  acceptFindings,
  isOwnWork,
  unacceptedOf,
} from '../../domain/promise/acceptance.ts';
import { digestsNamed, FINDING_NAMES, findingName } from '../../domain/promise/finding-name.ts';
import { isClosed, type NamedPromise, titleOf } from '../../domain/promise/promise.ts';
import type { TamperingFinding } from '../../domain/promise/tampering.ts';
import { firstFew } from '../../report/first-few.ts';
import { indented, oneLine } from '../../report/printable.ts';
import { acceptedLines, unexaminedText } from '../../report/tampered-text.ts';
import type { Suite } from '../../suite.ts';
import type { TamperingLook } from '../../tampering/looking.ts';
import { type Command, JSON_OPTION, type Report } from '../command.ts';
import { type Confirmation, personRefusal } from '../person.ts';
import { warningOf } from '../print.ts';
import { tamperingLooks } from '../tampering-looks.ts';
import { usage } from '../usage.ts';

/** Most open findings that are named where one is not there. */
const MOST_NAMED = 5;

export const acceptCommand: Command = {
  summary:
    'Accepts findings in the tests of a promise. Only another session than its own can, or a person in a terminal.',
  usage: ['<finding>... --because "…" [--promise <id>] [--json]'],
  positional: { name: 'finding', isSeveral: true },
  effects: ['weakens'],
  options: {
    because: { takes: 'text', value: '"<why>"', summary: 'Why the findings are acceptable' },
    promise: {
      takes: 'word',
      summary: 'The promise with the findings, if several have them',
      completes: 'promise',
    },
    json: JSON_OPTION,
  },
  examples: [
    ['$0 3f2a9c01d4e5b678 --because "the rule was dropped with v2"', 'One finding'],
    [
      '$0 3f2a9c01d4e5b678 90ab12cd34ef5678 --because "…" --promise promise-1a2b3c4d',
      'Several, of this promise',
    ],
  ],
  async run(args, suite) {
    const names = [...new Set(args.positionals.map((text) => findingName(text) ?? ''))];
    const reason = (args.text('because') ?? '').trim();
    if (names.length === 0) return usage(`Which finding? ${FINDING_NAMES}`);
    const wrong = args.positionals.find((text) => findingName(text) === undefined);
    if (wrong !== undefined) return usage(`${oneLine(wrong)} is not a finding: ${FINDING_NAMES}`);
    if (reason === '') return usage('To accept a finding, --because is required: why?');
    const found = await promiseMeant(args.text('promise'), names, suite);
    if (!found.ok) return found;
    const digests = digestsMeant(names, found.value);
    return digests.ok ? accept(found.value, digests.value, reason, suite) : digests;
  },
};

/** A promise, and the findings in its tests. */
interface Examined {
  readonly named: NamedPromise;
  readonly findings: readonly TamperingFinding[];
}

/** The promise that is named, else the only open one in whose tests there are all of these findings. */
async function promiseMeant(
  id: string | undefined,
  names: readonly string[],
  suite: Suite,
): Promise<Result<Examined>> {
  const lookAt = tamperingLooks(suite);
  if (id !== undefined) {
    const found = await suite.promises.find(id);
    return found.ok ? examined({ id, promise: found.value.promise }, lookAt) : found;
  }
  const listed = await suite.promises.listActive();
  if (!listed.ok) return listed;
  const all = await Promise.all(
    listed.value.promises.map(async (named): Promise<Examined> => {
      const look = await lookAt(named.promise);
      return { named, findings: look.examined ? look.findings : [] };
    }),
  );
  const having = all.filter(({ findings }) => {
    const digests = findings.map(({ digest }) => digest);
    return names.every((name) => digestsNamed(name, digests).length > 0);
  });
  const [only, another] = having;
  if (only === undefined) {
    const missing = `No open promise has ${names.map(oneLine).join(', ')} in its tests`;
    return usage([missing, ...openText(all)].join('. '));
  }
  if (another !== undefined) {
    const ids = having.map(({ named }) => oneLine(named.id)).join(', ');
    return usage(`Several promises have this finding: ${ids}. Choose one with --promise`);
  }
  return success(only);
}

/** The first findings that are not accepted yet; nothing where there are none. */
function openText(all: readonly Examined[]): readonly string[] {
  const open = all.flatMap(({ findings, named }) =>
    unacceptedOf(named.promise, findings).map(({ digest }) => `${digest} (${oneLine(named.id)})`),
  );
  if (open.length === 0) return [];
  const { more, named } = firstFew(open, MOST_NAMED);
  return [`Findings: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

/** The digests that are named. A name of none stays as it is: accepting tells which there are. */
function digestsMeant(names: readonly string[], { findings }: Examined): Result<readonly string[]> {
  const digests = findings.map(({ digest }) => digest);
  const meant = names.map((name) => ({ name, found: digestsNamed(name, digests) }));
  const several = meant.find(({ found }) => found.length > 1);
  if (several !== undefined) {
    const { name, found } = several;
    return usage(`Several findings start with ${oneLine(name)}: ${found.join(', ')}`);
  }
  return success([...new Set(meant.map(({ found: [only], name }) => only ?? name))]);
}

async function examined(
  named: NamedPromise,
  lookAt: (promise: NamedPromise['promise']) => Promise<TamperingLook>,
): Promise<Result<Examined>> {
  const look = isClosed(named.promise) ? undefined : await lookAt(named.promise);
  if (look?.examined === false) return usage(unexaminedText(look));
  return success({ named, findings: look?.findings ?? [] });
}

async function accept(
  { findings, named }: Examined,
  digests: readonly string[],
  reason: string,
  suite: Suite,
): Promise<Result<Report>> {
  const { id, promise } = named;
  const { session } = suite.environment;
  const isOwn = session !== undefined && isOwnWork(promise, session);
  const by = session === undefined || isOwn ? 'person' : 'session';
  const words = (): AcceptanceWords => ({
    by,
    at: timestamp(suite.clock.now()),
    reason,
    session: session?.id ?? null,
  });
  // One that would fail anyway fails before a person is asked.
  const wouldBe = acceptFindings(id, promise, digests, findings, words());
  if (!wouldBe.ok) return wouldBe;
  if (by === 'person') {
    const shown = findings.filter(({ digest }) => digests.includes(digest));
    const refusal = await personRefusal(confirmation(named, shown, isOwn), suite);
    if (refusal !== undefined) return failed(isOwn ? ownRefusal(refusal, id, digests) : refusal);
  }
  const changed = await suite.promises.change(id, (current) =>
    acceptFindings(id, current, digests, findings, words()),
  );
  if (!changed.ok) return changed;
  const { after, warnings } = changed.value;
  return success({
    text: [
      ...digests.map((digest) => `Accepted: ${suite.style.bold(oneLine(digest))}`),
      `  Promise: ${oneLine(id)}`,
      `  Reason: ${indented(reason, 10)}`,
      `  By: ${by === 'person' ? 'a person' : `session ${oneLine(session?.id ?? '')}`}`,
    ].join('\n'),
    json: { id, accepted: (after.accepted ?? []).slice(-digests.length), promise: after },
    notes: warnings.map(warningOf),
  });
}

/** What a session is told that is no person and would accept what was found in its own work. */
function ownRefusal(refusal: Failure, id: string, findings: readonly string[]): Failure {
  return refusal.kind === 'person-needed'
    ? { kind: 'own-findings', id, findings, reason: refusal.reason }
    : refusal;
}

function confirmation(
  { id, promise }: NamedPromise,
  findings: readonly TamperingFinding[],
  isOwn: boolean,
): Confirmation {
  return {
    action: isOwn
      ? 'accept findings in the work of this session'
      : 'accept a finding without a session',
    shown: [
      `${oneLine(id)}: ${oneLine(titleOf(promise))}`,
      ...acceptedLines(findings),
      '  An accepted finding no longer blocks. The promise records it permanently.',
    ].join('\n'),
    question: `Type "${oneLine(id)}" to accept ${findings.length === 1 ? 'it' : 'them'}: `,
    typed: id,
  };
}
