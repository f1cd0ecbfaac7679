/**
 * The guard of hooks that stand in a file which others share: a line of POSIX sh that decides what happens on a
 * machine without the suite. There a host would otherwise be blocked at every stop, or at none. Claude Code shows its
 * model the line at every block, and runs it in the user's own shell: so it is as short as it can be, and zsh takes it.
 */

/** What a hook of the suite does, as the lines of hooks name it. */
export const HOOK_NAMES = ['stop', 'session-start', 'user-prompt', 'session-end'] as const;

export type HookName = (typeof HOOK_NAMES)[number];

const INSTALL_GLOBALLY = 'npm install -g completion-promise';

/** How people come to have the program of a hook, as the guard tells them. */
export const INSTALLATIONS = {
  /** On `PATH`. */
  global: INSTALL_GLOBALLY,
  /** In the project. */
  dependency: 'npm install',
  /** By a path of another machine, which the line must lose. */
  elsewhere: `${INSTALL_GLOBALLY} && cs hooks install --shared`,
} as const;

export type Installation = keyof typeof INSTALLATIONS;

const NAMES_OF_INSTALLATIONS: readonly Installation[] = ['global', 'dependency', 'elsewhere'];

/**
 * How a line that its program leaves without an answer blocks.
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
}

export const CLAUDE_CODE_WORDS: HookWords = {
  refusal: 'exit-code',
  sessionKey: 'session_id',
  project: '${CLAUDE_PROJECT_DIR:-.}',
};

/** A program as a word of the shell, and the line that runs it. */
export interface GuardedProgram {
  /** A name that `PATH` finds, or a path. */
  readonly program: string;
  readonly call: string;
  readonly installation: Installation;
}

/** The line of a hook without a guard: a gate that is missing or crashes blocks. */
export function plainCommand(
  hook: HookName,
  call: string,
  { refusal }: HookWords = CLAUDE_CODE_WORDS,
): string {
  return hook === 'stop' ? `${tested(call)}${SHUT[refusal]}` : call;
}

/**
 * A call that is made only where its program is there, if that is named by a path. Shells say of a path that is not
 * there `No such file or directory`. Claude Code takes a stop hook that says so for one that is not installed, and
 * lets the session end, whatever the exit code.
 */
function tested(call: string): string {
  const program = startedBy(call);
  return program.includes('/') ? `[ -f ${program} ] && ${call}` : call;
}

/** The program of a call, or the script that it gives to a shell, as it is written there. */
function startedBy(call: string): string {
  return STARTED.exec(call)?.[1] ?? '';
}

const STARTED = /^(?:sh )?((?:"(?:\\.|[^"\\])*"|[^\s"])+)/;

/** The line of a hook that runs the program where it is there, and else does what its guard says. */
export function guardedCommand(
  hook: HookName,
  guarded: GuardedProgram,
  words: HookWords = CLAUDE_CODE_WORDS,
): string {
  return around(
    hook,
    { ...guarded, call: hook === 'stop' ? inGuard(guarded) : guarded.call },
    words,
  );
}

/** The call as it stands in the guard, which has looked for its program. */
function inGuard({ call, program }: Pick<GuardedProgram, 'call' | 'program'>): string {
  return startedBy(call) === program ? call : tested(call);
}

/** The guard around a call. */
function around(
  hook: HookName,
  { call, installation, program }: GuardedProgram,
  words: HookWords,
): string {
  const isThere = program.includes('/')
    ? `[ -f ${program} ]`
    : `command -v ${program} >/dev/null 2>&1`;
  const otherwise = WITHOUT_PROGRAM[hook](INSTALLATIONS[installation], words);
  const line = `if ${isThere}; then ${call}; else ${otherwise}; fi`;
  return hook === 'stop' ? `${line}${SHUT[words.refusal]}` : line;
}

/** What blocks, in the forms that hosts take: a text of the shell's `why`, which holds nothing that JSON escapes. */
const BLOCKS: Readonly<Record<Refusal, string>> = {
  'exit-code': `echo "$why" >&2; echo '{"decision":"block","reason":"'"$why"'"}'; exit 2;`,
  words: `echo "$why" >&2; echo '{"decision":"block","reason":"'"$why"'"}'; exit 2;`,
  'follow-up': `echo '{"followup_message":"'"$why"'"}'; exit 0;`,
};

export const NO_ANSWER =
  'Blocked: the stop gate (completion-promise) gave no answer. Next: cs doctor';

/** The end of a line whose crash blocks. A program that ends with 2 has said why. */
const SHUT: Readonly<Record<Refusal, string>> = {
  'exit-code': ' || exit 2',
  words: ` || { [ $? != 2 ] || exit 2; why='${NO_ANSWER}'; ${BLOCKS.words} }`,
  'follow-up': ` || { [ $? != 2 ] || exit 2; why='${NO_ANSWER}'; ${BLOCKS['follow-up']} }`,
};

const REFUSALS: readonly Refusal[] = ['words', 'follow-up', 'exit-code'];

/** How a line refuses that its program leaves without an answer; undefined where it has none of the suite's ends. */
export function refusalOf(line: string): Refusal | undefined {
  return REFUSALS.find((refusal) => line.endsWith(SHUT[refusal]));
}

/**
 * A line in its plainest form: without its guard, and with exit code 2 alone at its end. A guard that the suite does
 * not write to the letter stays.
 */
export function plainestLine(line: string): string {
  return unguarded(line) ?? withPlainEnd(line);
}

function withPlainEnd(line: string): string {
  const refusal = refusalOf(line);
  return refusal === undefined
    ? line
    : `${line.slice(0, -SHUT[refusal].length)}${SHUT['exit-code']}`;
}

/**
 * The line that a guard stands around, as it would be without one; undefined where there is no guard, or one that
 * the suite does not write to the letter.
 */
export function unguarded(line: string): string | undefined {
  const [, program, call] = GUARDED.exec(line) ?? [];
  if (program === undefined || call === undefined) return undefined;
  const [, project = CLAUDE_CODE_WORDS.project] = PROJECT_IN.exec(line) ?? [];
  const [, sessionKey = CLAUDE_CODE_WORDS.sessionKey] = SESSION_IN.exec(line) ?? [];
  const hook = HOOK_NAMES.find((name) =>
    NAMES_OF_INSTALLATIONS.some((installation) =>
      REFUSALS.some(
        (refusal) =>
          around(name, { call, installation, program }, { refusal, sessionKey, project }) === line,
      ),
    ),
  );
  if (hook !== 'stop') return hook === undefined ? undefined : call;
  return startedBy(call) === program ? plainCommand(hook, call) : `${call}${SHUT['exit-code']}`;
}

/** A guard's beginning. Whether the line is the suite's own is seen by writing it again. */
const GUARDED = /^if (?:\[ -f|command -v) (.+?) (?:\]|>\/dev\/null 2>&1); then (.+?); else /;

/** Where a guard looks for the project, and for the name of the session. */
const PROJECT_IN = /; s=(.+?)\/\.claude\/completion-state;/;
const SESSION_IN = /; id=\$\{in#\*'"(\w+)"'\}/;

const missing = (install: string): string =>
  `Blocked: there are promises here, and the stop gate (completion-promise) is not installed on this machine. Next: ${install}. If you cannot install it, tell the user.`;

const off = (install: string): string =>
  `The stop gate of this project (completion-promise) is off: it is not installed on this machine. To install it: ${install}`;

const shut = (install: string): string =>
  `There are promises here, and the stop gate (completion-promise) is not installed on this machine: sessions cannot end. To install it: ${install}`;

/** Tells the user something that holds nothing that JSON or a quoted word of the shell escapes. */
const tell = (text: string): string => `echo '{"systemMessage":"${text}"}'`;

/** Reads what there is of the payload once: some hosts never close their side. */
const READ = 'in=$(dd bs=65536 count=1 2>/dev/null);';

/**
 * Sets `held` where something may be promised: in the project a file or something that cannot be looked into, as a
 * link to a disk that is not there, or for the session a file of its register, wherever platforms keep it. `~` is the
 * home also where `HOME` is not set.
 */
const look = ({ project, sessionKey }: HookWords): string =>
  [
    `${READ} held=; id=\${in#*'"${sessionKey}"'}; id=\${id#*'"'}; id=\${id%%'"'*};`,
    `s=${project}/.claude/completion-state; [ ! -e "$s" ] && [ ! -L "$s" ] || [ -x "$s" ] || held=1;`,
    'for d in promises register; do [ ! -e "$s/$d" ] && [ ! -L "$s/$d" ] || [ -z "$(ls "$s/$d" 2>&1)" ] || held=1; done;',
    'for d in "$XDG_STATE_HOME" "$LOCALAPPDATA" ~/.local/state ~/"Library/Application Support"; do',
    'for i in "$id" "$CLAUDE_SESSION_ID" "$CLAUDE_CODE_SESSION_ID"; do',
    '[ ! -e "$d/completion-promise/sessions/$i.jsonl" ] || held=1; done; done;',
  ].join(' ');

/** What each hook does without its program. `install`: the command that installs it. */
const WITHOUT_PROGRAM: Readonly<Record<HookName, (install: string, words: HookWords) => string>> = {
  stop: (install, words) =>
    `${look(words)} [ -z "$held" ] || { why='${missing(install)}'; ${BLOCKS[words.refusal]} }`,
  // A compaction goes on with a session whose user was told.
  'session-start': (install, words) =>
    `${look(words)} case $in in *'"source":"compact"'*) ;; *) if [ -n "$held" ]; then ${tell(shut(install))}; else ${tell(off(install))}; fi;; esac`,
  'user-prompt': () => `${READ} :`,
  'session-end': () => `${READ} :`,
};
