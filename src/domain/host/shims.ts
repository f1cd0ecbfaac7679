import { INSTALLATIONS } from './guarded-command.ts';

/** Small programs of the shell in place of the bash scripts that the suite replaces: they start the suite's commands. */

/** The companion that read a judge's request on stdin. Callers start it with Python, or by its path. */
const COMPANION = 'cs-verify-judge.py';

/** The names of the old scripts. */
export const SHIM_NAMES = [
  'cs-init',
  'cs-promise',
  'cs-verify',
  'cs-status',
  'cs-store-validation',
  COMPANION,
] as const;

export type ShimName = (typeof SHIM_NAMES)[number];

/** What a shim is known by. */
const MARK = '# Written by completion-promise: cs hooks install --shims.';

/** Behind the name of a script: where it is kept while a shim stands in its place. */
export const KEPT_SUFFIX = '.before-completion-promise';

/**
 * Finds the suite's program: as a dependency of the project, or in a folder of PATH outside of the project. There it
 * stands beside `completion-promise`, a name that no old script has: so a shim never finds itself.
 */
const find = (program: string): string => `project=\${CLAUDE_PROJECT_DIR:-$PWD}
project=\${project%/}
program=
if [ -f "$project/node_modules/completion-promise/package.json" ] && [ -x "$project/node_modules/.bin/${program}" ]; then
  program=$project/node_modules/.bin/${program}
else
  set -f
  IFS=:
  for folder in \${PATH:-}; do
    case $folder/ in
      [!/]* | "\${project:-//}"/*) continue ;;
    esac
    [ -x "$folder/completion-promise" ] && [ -x "$folder/${program}" ] || continue
    program=$folder/${program}
    break
  done
  unset IFS
  set +f
fi`;

const missing = (name: ShimName): string =>
  `completion-promise is not installed, and ${name} needs it. Next: ${INSTALLATIONS.global}`;

/** Runs the program, or says that it is missing. */
const plain = (name: ShimName): string => `[ -z "$program" ] || exec "$program" "$@"
echo 'Error: ${missing(name)}' >&2
exit 1`;

/** The same of the stop gate: whatever is no answer blocks, as a program that lacks Node would not. */
const gate = `refuse() {
  echo 'The stop gate could not answer.'
  echo "Error: $1" >&2
  exit 2
}
check=
for word in "$@"; do
  [ "$word" != --check ] || check=1
done
if [ -n "$check" ]; then
  [ -n "$program" ] || refuse '${missing('cs-verify')}'
  "$program" "$@"
  code=$?
  case $code in
    0 | 1 | 2) exit "$code" ;;
  esac
  refuse "cs-verify exited with $code and gave no answer. Next: cs doctor"
fi
${plain('cs-verify')}`;

/** Both a program of the shell and one of Python, since callers start it by either. A missing judge is an outage. */
const companion = `''':'
${find('completion-promise')}
[ -z "$program" ] || exec "$program" judge --request
reason='${missing(COMPANION)}'
echo "WARNING: $reason" >&2
cat <<END
{"status": "error", "error": "$reason", "verdict": "WARN", "reasoning": "$reason", "overall_confidence": 0.0, "criteria_judgments": [], "token_cost": {"input_tokens": 0, "output_tokens": 0}, "model": "unknown", "latency_ms": 0}
END
exit 0
'''
import os
import sys

os.execvp("sh", ["sh", os.path.abspath(__file__)] + sys.argv[1:])`;

/** The text of the shim of a name. */
export function shimText(name: ShimName): string {
  return `#!/bin/sh\n${MARK}\n${bodyOf(name)}\n`;
}

function bodyOf(name: ShimName): string {
  if (name === COMPANION) return companion;
  return `${find(name)}\n${name === 'cs-verify' ? gate : plain(name)}`;
}

/** What lies at the path of a script. `other`: no plain text file. */
export type ShimPlace =
  | { readonly found: 'nothing' }
  | { readonly found: 'text'; readonly text: string }
  | { readonly found: 'other'; readonly what: string };

/** A script's place, and that of the original that is kept beside it. */
export interface ShimFacts {
  readonly name: ShimName;
  readonly place: ShimPlace;
  readonly kept: ShimPlace;
}

/** What is done about one script. `replaced`: the original is kept beside the shim. `left`: nothing can be done. */
export interface ShimStep {
  readonly name: ShimName;
  readonly change: 'added' | 'replaced' | 'updated' | 'unchanged' | 'removed' | 'restored' | 'left';
  /** Why it is left. */
  readonly reason?: string;
}

function isOurs(place: ShimPlace): boolean {
  return place.found === 'text' && place.text.split('\n', 2)[1] === MARK;
}

/** What an installation does about a script. An original is replaced only where that is forced, and is kept. */
export function planShim({ kept, name, place }: ShimFacts, isForced: boolean): ShimStep {
  if (place.found === 'nothing') return { name, change: 'added' };
  if (place.found === 'other') {
    return { name, change: 'left', reason: `${place.what} is in its place; move it away` };
  }
  if (isOurs(place)) {
    return { name, change: place.text === shimText(name) ? 'unchanged' : 'updated' };
  }
  if (!isForced) {
    return {
      name,
      change: 'left',
      reason: 'another file is there; to keep and replace it: --force',
    };
  }
  const isKept = kept.found === 'text' && kept.text === place.text;
  return kept.found === 'nothing' || isKept
    ? { name, change: 'replaced' }
    : { name, change: 'left', reason: `${name}${KEPT_SUFFIX} exists already; move it away` };
}

/** What a removal does about a script: a shim goes, its original comes back, and all else stays. */
export function planShimRemoval({ kept, name, place }: ShimFacts): ShimStep {
  if (place.found !== 'nothing' && !isOurs(place)) {
    return { name, change: 'left', reason: 'not a shim of completion-promise' };
  }
  if (kept.found !== 'nothing') return { name, change: 'restored' };
  return { name, change: place.found === 'nothing' ? 'unchanged' : 'removed' };
}
