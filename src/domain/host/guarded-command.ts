/**
 * The lines of the suite's hooks for POSIX shells. A line runs its guard, a file that knows what to do where the suite is
 * missing (`guard-script.ts`), and decides by itself where that file is missing: it holds a session where the project
 * has promises, and else lets go. Hosts show their model and their user the line at every block: so it is short.
 */

/** What a hook of the suite does, as the lines of hooks name it. */
export const HOOK_NAMES = ['stop', 'session-start', 'user-prompt', 'session-end'] as const;

export type HookName = (typeof HOOK_NAMES)[number];

/**
 * How people come to have the program of a hook, as its guard tells them. No registry is named: whoever took the name
 * of the package there would run on their machine.
 */
export const INSTALLATIONS = {
  /** On `PATH`. */
  global: 'npm install; npm link in its clone',
  /** In the project. */
  dependency: 'npm install',
} as const;

export type Installation = keyof typeof INSTALLATIONS;

/**
 * How a hook that its program leaves without an answer blocks.
 * - `exit-code`: exit code 2 alone.
 * - `words`: exit code 2, and why in the two forms that hosts read: without words, they let the session go on.
 * - `follow-up`: by the prompt that the host is to send the agent next.
 */
export type Refusal = 'exit-code' | 'words' | 'follow-up';

/** What the lines of a host's hooks have to go by. */
export interface HookWords {
  readonly refusal: Refusal;
  /** The member of its payload that names the session. */
  readonly sessionKey: string;
  /** The folder of the project, as a shell finds it. */
  readonly project: string;
  readonly guard: {
    /** The user's own guard, from the home on. */
    readonly user: string;
    /** The guard that a project has, from its folder on. */
    readonly project: string;
  };
  /** What a line of the project's guard runs first, because the host may start it elsewhere. */
  readonly enter: string;
  /** What stands before a path in the project, in a line of the user's guard. */
  readonly inProject: string;
  /** Whether the host itself ends a row of blocks. */
  readonly isCapped: boolean;
  /** The variable by which it gives its hooks the object that blocks, where it takes no exit code for a block. */
  readonly heldBy?: string;
  /** Whether it shows what a hook that passes says on stderr. */
  readonly showsErrors?: true;
}

/** The folder of the user's guards. The same on all systems, so that settings which several machines share lead there. */
export const GUARDS_OF_USER = '.local/state/completion-promise';

/** The words of most hosts. `name`: of the host, which its user's guard has; `ofProject`: the guard that a project has. */
export function usualWords(name: string, ofProject: string) {
  return {
    refusal: 'words',
    sessionKey: 'session_id',
    guard: { user: `${GUARDS_OF_USER}/${name}`, project: ofProject },
    enter: '',
    inProject: '',
    isCapped: false,
  } as const;
}

export const CLAUDE_CODE_WORDS: HookWords = {
  refusal: 'exit-code',
  sessionKey: 'session_id',
  project: '${CLAUDE_PROJECT_DIR:-.}',
  guard: { user: `${GUARDS_OF_USER}/cs`, project: '.claude/hooks/cs-hook' },
  // Its hooks run where the agent's shell stands.
  enter: 'cd "$CLAUDE_PROJECT_DIR";',
  inProject: '"$CLAUDE_PROJECT_DIR"/',
  isCapped: true,
};

/** Which file a line runs. `file`: a word of the shell. */
export interface GuardPlace {
  readonly file: string;
  readonly enter: string;
  readonly inProject: string;
}

/** The guard in the user's home. */
export function userGuard({ guard, inProject }: HookWords): GuardPlace {
  return { file: `~/${guard.user}`, enter: '', inProject };
}

/** The guard in the project's folder. */
export function projectGuard({ enter, guard }: HookWords): GuardPlace {
  return { file: guard.project, enter, inProject: '' };
}

/** What a line asks of its guard. */
export interface GuardWish {
  /** After how many seconds a gate that hangs is ended, where that is not the usual time. */
  readonly deadline?: number | undefined;
  /** The guard is taken off: where the suite is missing, every session is held. */
  readonly isStrict?: boolean;
}

/** The user's promises, or anyone's, in the project. */
const PROMISES = '.cl*/*/prom*/*';

const CURSOR_PROMPT = '{"followup_message":"cs setup"}';

/** The line of a hook. */
export function hookLine(
  hook: HookName,
  place: GuardPlace,
  words: HookWords,
  wish: GuardWish = {},
): string {
  const { enter, file } = place;
  const guard = file.startsWith('"') ? '"$g"' : '$g';
  const set = `${enter}g=${file};`;
  if (hook === 'stop') return stopLine(set, guard, place, words, wish);
  const isTold = hook === 'session-start' && words.refusal !== 'follow-up' && !words.heldBy;
  return isTold
    ? `${set}[ -f ${guard} ]&&exec sh ${guard} ${hook};echo '{"systemMessage":"No '${guard}'"}'`
    : `${set}[ ! -f ${guard} ]||sh ${guard} ${hook}`;
}

function stopLine(
  set: string,
  guard: string,
  { enter, file, inProject }: GuardPlace,
  { heldBy, isCapped, refusal, showsErrors }: HookWords,
  { deadline, isStrict = false }: GuardWish,
): string {
  const given = `${deadline === undefined ? '' : ` ${deadline}`}${isStrict ? ' strict' : ''}`;
  const hasPromises = `ls ${inProject}${PROMISES}`;
  if (refusal === 'follow-up') {
    const isHeld = isStrict ? '' : `${hasPromises}>&2&&`;
    return `${enter}! sh ${file} stop${given}&&${isHeld}echo '${CURSOR_PROMPT}';:`;
  }
  if (heldBy !== undefined) {
    const isHeld = isStrict ? '' : `${hasPromises}>&2&&`;
    return `${set}[ -f ${guard} ]&&exec sh ${guard} stop${given};${isHeld}echo "$${heldBy}";:`;
  }
  // What is on stdout keeps Claude Code from taking the shell's own words for those of a hook that is not installed.
  const isLetGo = isStrict
    ? `[ -f ${guard} ]||echo no ${guard};`
    : `[ ! -f ${guard} ]&&! ${hasPromises}${showsErrors === true ? ' 2>&-' : ''}||`;
  const again = isCapped ? '' : `||${BLOCKED_BEFORE}`;
  return `${set}${isLetGo}sh ${guard} stop${given}${again}||exit 2`;
}

/** Whether the payload says that the host was blocked before. A quote within a text of it has a backslash before it. */
const BLOCKED_BEFORE = 'grep -q e\\":t';

/** A line that runs a guard. */
export interface GuardedLine {
  readonly hook: HookName;
  /** The guard as a word of the shell. */
  readonly file: string;
  readonly deadline: number | undefined;
  readonly isStrict: boolean;
}

/** Reads a line that runs a guard; undefined for any other. */
export function readGuarded(line: string): GuardedLine | undefined {
  const [, file = '', rest = ''] = SET.exec(line) ?? UNSET.exec(line) ?? [];
  const [, hook, deadline, strict] =
    FORMS.map((form) => form.exec(rest)).find((found) => found !== null) ?? [];
  const name = HOOK_NAMES.find((one) => one === hook);
  if (file === '' || name === undefined) return undefined;
  return {
    hook: name,
    file,
    deadline: deadline === undefined ? undefined : Number(deadline),
    isStrict: strict !== undefined,
  };
}

const ENTER = String.raw`(?:cd (?:"\$\w+"|\$\(git rev-parse --show-cdup\)\.);)?`;
const FILE = String.raw`("[^"]+"|[^\s;"]+)`;
const SET = new RegExp(`^${ENTER}g=${FILE};(.+)$`);
const UNSET = new RegExp(`^${ENTER}! sh (?=\\S+ stop)${FILE}( .+)$`);
const GUARD = String.raw`"?\$g"?`;
const HAS_PROMISES = String.raw`ls (?:"\$\w+"\/)?\.cl\*\/\*\/prom\*\/\*`;
const STOP = String.raw`(stop)(?: (\d+))?( strict)?`;

/** What can follow the name of the guard. */
const FORMS = [
  String.raw`(?:\[ ! -f ${GUARD} \]&&! ${HAS_PROMISES}(?: 2>&-)?\|\||\[ -f ${GUARD} \]\|\|echo no ${GUARD};)sh ${GUARD} ${STOP}(?:\|\|grep -q e\\":t)?\|\|exit 2`,
  String.raw`\[ -f ${GUARD} \]&&exec sh ${GUARD} ${STOP};(?:${HAS_PROMISES}>&2&&)?echo "\$\w+";:`,
  ` ${STOP}&&(?:${HAS_PROMISES}>&2&&)?echo '${CURSOR_PROMPT}';:`,
  String.raw`\[ -f ${GUARD} \]&&exec sh ${GUARD} (session-start);echo '[^']*'${GUARD}'[^']*'`,
  String.raw`\[ ! -f ${GUARD} \]\|\|sh ${GUARD} (session-start|user-prompt|session-end)`,
].map((form) => new RegExp(`^${form}$`));

/** Whether a line says why it blocks where its program gives no answer. */
export function saysWhy(line: string): boolean {
  return readGuarded(line) !== undefined || / why='[^']*'; echo .* exit [02]; \}$/.test(line);
}

export const NO_ANSWER =
  'Blocked: the stop gate (completion-promise) gave no answer. Next: cs doctor';

/** A line in its plainest form: the program that it calls, and exit code 2 alone at the end of a gate's. */
export function plainestLine(line: string): string {
  return unguarded(line) ?? withPlainEnd(line);
}

/** The line that a guard stands around, as it would be without one; undefined where there is no guard. */
export function unguarded(line: string): string | undefined {
  const found = readGuarded(line);
  if (found === undefined) return withoutEarlierGuard(line);
  const { deadline, hook } = found;
  const call = `cs-hook ${hook}${deadline === undefined ? '' : ` --deadline ${deadline}`}`;
  return hook === 'stop' ? `${call} || exit 2` : call;
}

/** The line of version 1, whose guard is in it. */
function withoutEarlierGuard(line: string): string | undefined {
  const [, call, end] = EARLIER.exec(line) ?? [];
  if (call === undefined) return undefined;
  return end === undefined ? call : `${call} || exit 2`;
}

const EARLIER_END = String.raw`( \|\| (?:exit 2|\{ \[ \$\? != 2 \] \|\| exit 2; why='[^']*'; echo .* exit [02]; \}))`;

const EARLIER = new RegExp(
  String.raw`^if (?:\[ -f|command -v) .+? (?:\]|>\/dev\/null 2>&1); then (.+?); else in=\$\(dd bs=65536 count=1 2>\/dev\/null\); (?::|.*'[^']*completion-promise[^']*'.*(?:\}|esac)); fi${EARLIER_END}?$`,
);

/** The end of an earlier line without a guard, which says why it blocks. */
const withPlainEnd = (line: string): string =>
  line.replace(new RegExp(`${EARLIER_END}$`), ' || exit 2');
