import { type HookWords, INSTALLATIONS, type Installation, NO_ANSWER } from './guarded-command.ts';

/**
 * The guard of a host's hooks: a file of POSIX sh that runs a hook where the suite is installed, and decides what
 * happens where it is not. There a host would otherwise be blocked at every stop, or at none.
 */

/** What a guard is written for. */
export interface Guard {
  /** The host as people call it, and as `--host` takes it; that of Claude Code needs no name. */
  readonly title: string;
  readonly host: string | undefined;
  readonly words: HookWords;
  readonly installation: Installation;
  /** Lines that set `program`, and `node` where that is named, if they find them. */
  readonly search: readonly string[];
}

/** What a guard is known by, whatever its version. */
const MARK = '# completion-promise: the guard of the hooks of ';

export function isGuardScript(text: string): boolean {
  return text.split('\n', 2)[1]?.startsWith(MARK) === true;
}

/** Finds the program by its name, but in no folder of the project: a project must not bring its own gate. */
export const SEARCH_BY_NAME: readonly string[] = [
  'named=$(command -v cs-hook)',
  'case $named in "$PWD"/* | "${CLAUDE_PROJECT_DIR:-$PWD}"/* | [!/]*) ;; *) program=$named ;; esac',
];

/** Finds it where it was when the guard was written. `program`, `node`: words of the shell. */
export function searchAt(program: string, node: string): readonly string[] {
  return [`[ -n "$program" ] || [ ! -f ${program} ] || { program=${program}; node=${node}; }`];
}

/** Finds it among the dependencies of the project that the guard is part of. `up`: from the guard's folder to the project's. */
export function searchDependency(up: string): readonly string[] {
  const program = `"\${0%/*}/${up}/node_modules/.bin/cs-hook"`;
  return [`[ ! -f ${program} ] || program=${program}`];
}

/** Leaves the hook to the guard of the user, where that knows where the suite lies on this machine. */
export function searchByUser({ guard }: HookWords): readonly string[] {
  const own = `~/${guard.user}`;
  return [`[ -n "$program" ] || [ ! -f ${own} ] || ! sh ${own} found || exec sh ${own} "$@"`];
}

export function guardScript({ host, installation, search, title, words }: Guard): string {
  const named = host === undefined ? '' : ` --host ${host}`;
  const run = `"$program" "$hook"${named} \${deadline:+--deadline "$deadline"} \${node:+--node "$node"}`;
  return `#!/bin/sh
${MARK}${title}.
# Runs a hook where completion-promise is installed, and decides where it is not. Written by: cs hooks install.
# Removed by: cs setup undo. Changes here are lost.
hook=$1 deadline= strict= program= node= again= in=
for word in "$@"; do
  case $word in strict) strict=1 ;; *[!0-9]*) ;; *) deadline=$word ;; esac
done

# Blocks, in the forms that hosts take: a text that holds nothing that JSON escapes.
refuse() {
  ${refusal(words)}
}

${search.join('\n')}
[ "$hook" != found ] || { [ -n "$program" ]; exit; }
${words.isCapped ? withProgram(run, words) : withProgramAndBound(run)}
${words.isCapped ? 'in=$(dd bs=65536 count=1 2>/dev/null)\n' : ''}# Something may be promised: in the project a file or something that cannot be looked into, as a link to a disk that is
# not there, or for the session a file of its register, wherever platforms keep it.
held=$strict id=\${in#*'"${words.sessionKey}"'} id=\${id#*'"'} id=\${id%%'"'*}
s=${words.project}/.claude/completion-state
[ ! -e "$s" ] && [ ! -L "$s" ] || [ -x "$s" ] || held=1
for d in promises register; do
  [ ! -e "$s/$d" ] && [ ! -L "$s/$d" ] || [ -z "$(ls "$s/$d" 2>&1)" ] || held=1
done
for d in "$XDG_STATE_HOME" "$LOCALAPPDATA" ~/.local/state ~/"Library/Application Support"; do
  for i in "$id" "$CLAUDE_SESSION_ID" "$CLAUDE_CODE_SESSION_ID"; do
    [ ! -e "$d/completion-promise/sessions/$i.jsonl" ] || held=1
  done
done
case $hook:$held:$again$in in
  stop:1:1*) echo '{"systemMessage":"${letGo(INSTALLATIONS[installation])}"}' ;;
  stop:1:*) refuse '${missing(INSTALLATIONS[installation])}' ;;
  session-start:*'"source":"compact"'*) ;; # A compaction goes on with a session whose user was told.
  session-start:1:*) echo '{"systemMessage":"${shut(INSTALLATIONS[installation])}"}' ;;
  session-start:*) echo '{"systemMessage":"${off(INSTALLATIONS[installation])}"}' ;;
esac
exit 0
`;
}

function refusal({ refusal: how }: HookWords): string {
  return how === 'follow-up'
    ? `echo '{"followup_message":"'"$1"'"}'
  exit 0`
    : `echo "$1" >&2
  echo '{"decision":"block","reason":"'"$1"'"}'
  exit 2`;
}

/** A host that ends a row of blocks itself can be blocked whenever there is no answer. */
function withProgram(run: string, { refusal: how }: HookWords): string {
  if (how === 'exit-code') return `[ -z "$program" ] || exec ${run}\n`;
  return `[ -z "$program" ] || [ "$hook" = stop ] || exec ${run}
[ -z "$program" ] || {
  ${run}
  code=$?
  case $code in 0 | 2) exit "$code" ;; esac
  refuse '${NO_ANSWER}'
}
`;
}

/** Any other is let go once it says that it was blocked before, where there still is no answer. */
function withProgramAndBound(run: string): string {
  return `[ -z "$program" ] || [ "$hook" = stop ] || exec ${run}
in=$(cat)
case $in in *'"stop_hook_active":true'*) again=1 ;; esac
[ -z "$program" ] || {
  export HOOK_BLOCKED_BEFORE="$again"
  out=$(printf '%s' "$in" | ${run})
  code=$?
  [ -z "$out" ] || printf '%s\\n' "$out"
  case $code:$out in 0:* | 2:?*) exit "$code" ;; esac
  [ -z "$again" ] || exit 0
  refuse '${NO_ANSWER}'
}
`;
}

const missing = (install: string): string =>
  `Blocked: there are promises here, and the stop gate (completion-promise) is not installed on this machine. Next: ${install}. If you cannot install it, tell the user.`;

const letGo = (install: string): string =>
  `NOT COMPLETE: there are promises here, and the stop gate (completion-promise) let the session go: it is not installed on this machine. To install it: ${install}`;

const off = (install: string): string =>
  `The stop gate of this project (completion-promise) is off: it is not installed on this machine. To install it: ${install}`;

const shut = (install: string): string =>
  `There are promises here, and the stop gate (completion-promise) is not installed on this machine: sessions cannot end. To install it: ${install}`;
