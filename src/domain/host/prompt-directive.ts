import { isObject } from '../base/document.ts';
import { asItReads } from '../base/hidden-characters.ts';
import { redactSecrets } from '../base/secrets.ts';
import type { Beginning } from '../promise/beginning.ts';
import {
  activeDirectives,
  type Directive,
  LONGEST_DIRECTIVE,
  nextDirective,
} from '../session/directive.ts';
import { directivesIn, entriesOf, type StopGateState } from '../session/stop-gate-state.ts';
import type { HookPayload } from './hook-payload.ts';

/** Keeps the user's prompts as directives of the session. */

/** Sources that the payload names for prompts of the user. Prompts of other sources are the host's own. */
const SOURCES_OF_USERS = new Set(['user', 'sdk']);

/** Beginnings of texts that the host writes in the user's place. */
const INSERT = /^<(?:task-notification|system-reminder|command-[\w-]+|local-command-[\w-]+)[\s>]/;

/** `/name` alone. A text behind the name would be the user's own words. */
const COMMAND = /^\/[^\s/]*$/;

/** Whether a prompt asks for something in the user's own words. */
export function isOfUser(payload: HookPayload): boolean {
  return isByUser(payload) && !COMMAND.test(asItReads(payload.prompt ?? '').trim());
}

/** Whether the user gave a prompt, be it a command alone; the others are the host's own. */
export function isByUser({
  agentId,
  prompt,
  source,
}: Pick<HookPayload, 'agentId' | 'prompt' | 'source'>): boolean {
  if (agentId !== undefined || prompt === undefined) return false;
  if (source !== undefined && !SOURCES_OF_USERS.has(source)) return false;
  const text = asItReads(prompt).trim();
  return text !== '' && !INSERT.test(text);
}

/** How many characters are searched for secrets: far more than are kept, so that no secret is cut in two. */
const LOOKED_THROUGH = 10 * LONGEST_DIRECTIVE;

/** The length of the mark of a cut, with the digits of any number. */
const LONGEST_MARK = 60;

/** A prompt as it is kept: without secrets, and not longer than a directive may be. */
export function keptPrompt(prompt: string): string {
  const whole = prompt.trim();
  const clean = redactSecrets(beginningOf(whole)).text;
  if (whole.length <= LOOKED_THROUGH && clean.length <= LONGEST_DIRECTIVE) return clean;
  const kept = clean
    .slice(0, LONGEST_DIRECTIVE - LONGEST_MARK)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
  const unseen = Math.max(0, whole.length - LOOKED_THROUGH);
  const left = (clean.length - kept.length + unseen).toLocaleString('en');
  return `${kept}\n[… ${left} characters omitted]`;
}

/** The part that is searched, without its last word: a secret may be cut there. */
function beginningOf(text: string): string {
  if (text.length <= LOOKED_THROUGH) return text;
  const beginning = text.slice(0, LOOKED_THROUGH);
  const lastBlank = Math.max(...[' ', '\n', '\t'].map((blank) => beginning.lastIndexOf(blank)));
  return lastBlank > LONGEST_DIRECTIVE ? beginning.slice(0, lastBlank) : beginning;
}

/** How many prompts of a session are kept, and how many characters of all of them. */
export const MOST_PROMPTS = 1000;
export const MOST_PROMPT_CHARACTERS = 4_000_000;

/** The name by which directives of the hook are marked. */
const BY_HOOK = 'hook';

/**
 * The state with a prompt as its next directive, and the directive; nothing where it repeats the last one.
 * Where there are too many, the oldest follow-ups of the hook are removed, and counted.
 */
export function withPrompt(
  state: StopGateState,
  asked: Beginning & { readonly text: string },
): { readonly state: StopGateState; readonly directive: Directive } | undefined {
  const last = activeDirectives(directivesIn(state)).at(-1);
  if (last?.text === asked.text) return undefined;
  const entries = entriesOf(state, 'directives');
  const directive = nextDirective(entries, asked);
  const all = [...entries, { ...directive, by: BY_HOOK }];
  const directives = withinLimits(all);
  const dropped = all.length - directives.length;
  const before = typeof state['prompts_let_go'] === 'number' ? state['prompts_let_go'] : 0;
  const counted = dropped === 0 ? {} : { prompts_let_go: before + dropped };
  return { state: { ...state, directives, ...counted }, directive };
}

function withinLimits(entries: readonly unknown[]): readonly unknown[] {
  const prompts = entries.filter(isFollowUpOfHook);
  let count = prompts.length;
  let characters = prompts.reduce<number>((sum, entry) => sum + lengthOf(entry), 0);
  const dropped = new Set<unknown>();
  for (const entry of prompts) {
    if (count <= MOST_PROMPTS && characters <= MOST_PROMPT_CHARACTERS) break;
    count -= 1;
    characters -= lengthOf(entry);
    dropped.add(entry);
  }
  return entries.filter((entry) => !dropped.has(entry));
}

function isFollowUpOfHook(entry: unknown): boolean {
  return isObject(entry) && entry['by'] === BY_HOOK && entry['type'] === 'follow-up';
}

function lengthOf(entry: unknown): number {
  const text = isObject(entry) ? entry['text'] : undefined;
  return typeof text === 'string' ? text.length : 0;
}
