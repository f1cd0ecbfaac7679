import { type Runner, runnerOf } from './runner.ts';
import type { Command } from './shell.ts';

const WEAK_WORDS = [
  /^--?(?:passWithNoTests|pass-with-no-tests|if-present|collect-only|co|listTests|list-tests|no-run|help|version|exit-zero|no-exit-code|allow-no-tests|dangerouslyIgnoreUnhandledErrors|suppress-no-test-exit-code|dry-run|fail-never|test-dry-run|no-verify)(?:=true)?$/,
  /^-(?:D|P)(?:skipTests|maven\.test\.skip|skipITs|skipUnitTests|maven\.test\.failure\.ignore|testFailureIgnore|skip\.?tests?)(?:=true)?$/,
  /^-fn$/,
];
/** Words by which each run takes its own results for right. */
const UPDATES =
  /^--(?:update|updateSnapshots?|update-snapshots?|snapshot-update|test-update-snapshots|update-goldens?|update-golden-files|force-regen|inline-snapshot=(?:fix|update).*)(?:=(?:true|all|always|changed|1))?$/;
/** The variables of the environment that do the same; the first group is the name. */
const UPDATES_BY_NAME =
  /^((?:\w+_)?UPDATE_(?:SNAPSHOTS?|GOLDENS?|GOLDEN_FILES|EXPECT(?:ED|ATIONS?)?|FIXTURES?|BASELINES?)|SNAPSHOT_UPDATE|GOLDEN_UPDATE|UPDATE|INSTA_UPDATE|INSTA_FORCE_PASS|TRYBUILD)=["']?(?:1|true|yes|always|all|overwrite|force)["']?$/;
const NOTHING = /^(?:true|:|exit 0|\/bin\/true)$/;
/** Commands that tell of a failure and end well themselves. */
const TELLS =
  /^(?:echo|printf|true|:|\/bin\/true|exit 0|logger|log|warn|notify-send|date|cat|touch)(?: |$)/;

export function setsErrexit({ text }: Pick<Command, 'text'>): boolean {
  if (!text.startsWith('set ')) return false;
  const [, ...words] = text.split(' ');
  return words.some(
    (word, at) => /^-[a-z]*e/.test(word) || (word === '-o' && words[at + 1] === 'errexit'),
  );
}

/** What keeps a run from failing by its own words: `--passWithNoTests`, or snapshots that it writes anew. */
export function wordWeaknesses(
  { identity, words }: Runner,
  written: readonly string[],
): readonly string[] {
  const weak = words.filter((word) => WEAK_WORDS.some((pattern) => pattern.test(word)));
  const excluded = words.findIndex(
    (word, index) =>
      /^(?:-x|--exclude-task)$/.test(word) &&
      /(?:^|:)(?:\w*[tT]est|check)$/.test(words[index + 1] ?? ''),
  );
  const lists =
    /^(?:jest|vitest|playwright test|ctest)$/.test(identity) &&
    words.some((word) => word === '--list' || word === 'list');
  return [
    ...weak,
    ...(excluded < 0 ? [] : [`-x ${words[excluded + 1] ?? ''}`]),
    ...(lists ? ['--list'] : []),
    ...words.filter((word) => isUpdate(identity, word)),
    ...written.filter((word) => UPDATES_BY_NAME.test(word)),
  ];
}

function isUpdate(identity: string, word: string): boolean {
  if (UPDATES.test(word)) return true;
  if (/^-{1,2}update(?:=true)?$/.test(word)) return /^(?:go test|gotestsum)/.test(identity);
  if (/^--accept(?:-unseen)?$/.test(word)) return identity.includes('insta');
  return word === '-u' && /^(?:jest|vitest|ava|playwright test|bun test|script )/.test(identity);
}

/** What keeps the failure of a command from being that of its script, or the command from being run. */
export function shellWeaknesses(
  commands: readonly Command[],
  index: number,
  errexit: boolean,
): readonly string[] {
  const before = commands.slice(0, index);
  const after = commands.slice(index + 1);
  return [
    ...alternativeWeakness(after),
    ...(isOverridden(after, errexit) ? [`; ${after.at(-1)?.text ?? ''}`] : []),
    ...groupWeakness(commands, index),
    ...conditionWeakness(commands, index),
    ...(isPiped(commands, index) ? [`| ${after[0]?.text.slice(0, 60) ?? ''}`] : []),
    ...earlierWeaknesses(before, after),
    ...guardWeakness(before.at(-1), commands[index]?.joined ?? ''),
  ];
}

function alternativeWeakness(after: readonly Command[]): readonly string[] {
  const at = alternativeAt(after);
  const alternative = after[at];
  return alternative !== undefined && isNothing(alternative, after.slice(at))
    ? [`|| ${alternative.text.slice(0, 60)}`]
    : [];
}

/** What runs instead when a chain of commands fails: `a && b || c`. */
function alternativeAt(after: readonly Command[]): number {
  const end = after.findIndex(({ joined }) => joined !== '&&' && joined !== '|' && joined !== '||');
  return after.findIndex(({ joined }, at) => joined === '||' && (end < 0 || at < end));
}

/** Whether what runs instead succeeds: it neither ends with an error, nor keeps the status, nor runs the tests again. */
function isNothing(alternative: Command, rest: readonly Command[]): boolean {
  if (NOTHING.test(alternative.text)) return true;
  if (!TELLS.test(alternative.text)) return false;
  return !rest
    .slice(0, 4)
    .some(
      ({ text, words }) =>
        /^(?:exit [1-9$"]|exit$|false$|return [1-9])/.test(text) ||
        /\b(?:status|rc|failed|code|ret|err\w*)=/i.test(text) ||
        runnerOf(words) !== undefined,
    );
}

function isOverridden(after: readonly Command[], errexit: boolean): boolean {
  const last = after.at(-1);
  if (last === undefined || last.isNested || after.slice(0, -1).some(usesStatus)) return false;
  if (!NOTHING.test(last.text)) return false;
  return last.joined === ';' || (last.joined === '\n' && !errexit);
}

/** `(pytest; true)` */
function groupWeakness(commands: readonly Command[], index: number): readonly string[] {
  const depth = commands[index]?.depth ?? 0;
  const next = commands[index + 1];
  const isEnd = (commands[index + 2]?.depth ?? 0) < depth;
  return depth > 0 &&
    next?.depth === depth &&
    next.joined === ';' &&
    isEnd &&
    NOTHING.test(next.text)
    ? [`; ${next.text}`]
    : [];
}

/** `if ! pytest; then echo failed; fi`: the command is a condition, and where it fails nothing does. */
function conditionWeakness(commands: readonly Command[], index: number): readonly string[] {
  const own = commands[index];
  if (own === undefined || !own.leading.some((word) => word === 'if' || word === 'elif')) return [];
  const end = commands.findIndex(
    ({ text, depth }, at) => at > index && text === 'fi' && depth <= own.depth,
  );
  const block = commands.slice(index + 1, end < 0 ? commands.length : end);
  const then = block.findIndex(
    ({ depth, leading }) => leading.includes('then') && depth === own.depth,
  );
  const otherwise = block.findIndex(
    ({ depth, leading }) => /^(?:else|elif)$/.test(leading[0] ?? '') && depth === own.depth,
  );
  if (then !== 0) return [];
  const onFailure = own.leading.includes('!')
    ? block.slice(0, otherwise < 0 ? block.length : otherwise)
    : otherwise < 0
      ? []
      : block.slice(otherwise);
  const follows = end < 0 ? [] : commands.slice(end + 1);
  return onFailure.every(({ text }) => TELLS.test(text)) && !follows.some(usesStatus)
    ? ['if without a failure']
    : [];
}

function isPiped(commands: readonly Command[], index: number): boolean {
  const next = commands[index + 1];
  if (
    next?.joined !== '|' ||
    !/^(?:tee|cat|head|tail|grep|sed|awk|ts|less|sort|tr|cut|wc)(?: |$)/.test(next.text)
  )
    return false;
  return !commands.some(({ text }) => /pipefail|PIPESTATUS/.test(text));
}

/** What was done before: errors are let go, the script has ended, or its status is set when it ends. */
function earlierWeaknesses(
  before: readonly Command[],
  after: readonly Command[],
): readonly string[] {
  const plus = before.findLastIndex(({ text }) => /^set \+(?:[a-z]*e|o errexit)/.test(text));
  const isOff = plus >= 0 && !before.slice(plus).some(setsErrexit) && !after.some(usesStatus);
  const hasEnded = before.some(
    ({ isNested, joined, text }) =>
      text === 'exit 0' && !isNested && joined !== '||' && joined !== '&&',
  );
  const updates = before.find(
    ({ text }) => text.startsWith('export ') && UPDATES_BY_NAME.test(text.slice(7)),
  );
  return [
    ...(isOff ? ['set +e'] : []),
    ...(hasEnded ? ['exit 0 before it'] : []),
    ...(before.some((one) => hidesStatus(one, before)) ? ['trap'] : []),
    ...(updates === undefined ? [] : [updates.text]),
  ];
}

/** A trap that ends the script well when it ends or fails; one that only cleans up keeps the status. */
function hidesStatus({ text, words }: Command, before: readonly Command[]): boolean {
  const [name, body = '', ...signals] = words;
  if (name !== 'trap' || !signals.some((signal) => /^(?:EXIT|0|ERR)$/.test(signal))) return false;
  if (/\bexit 0\b/.test(text)) return true;
  const from = before.findIndex(({ words: own }) => own[0] === `${body}()`);
  const rest = from < 0 ? [] : before.slice(from);
  const end = rest.findIndex(({ isNested }, at) => at > 0 && !isNested);
  return rest
    .slice(0, end < 0 ? rest.length : end + 1)
    .some(({ text: one }) => /(?:^|\{ )exit 0$/.test(one));
}

function guardWeakness(guard: Command | undefined, joined: string): readonly string[] {
  if (guard === undefined) return [];
  const isNever =
    (joined === '&&' && guard.text === 'false') || (joined === '||' && NOTHING.test(guard.text));
  return isNever ? [`${guard.text} ${joined}`] : [];
}

/** Whether a command ends with, or asks for, the status of one before it; to keep it alone does nothing. */
function usesStatus(command: Command): boolean {
  const { text } = command;
  return (
    (/\$\?|PIPESTATUS/.test(text) && !/^(?:(?:local|export|declare) )?\w+=\S*\$\S*$/.test(text)) ||
    /^(?:exit|return) ["$1-9]/.test(text) ||
    /^(?:\[|\[\[|test) .*\$/.test(text) ||
    setsErrexit(command)
  );
}
