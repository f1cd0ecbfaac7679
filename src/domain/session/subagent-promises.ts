import { isObject } from '../base/document.ts';
import type { CompletionPromise } from '../promise/promise.ts';
import type { StopGateState } from './stop-gate-state.ts';
import { readOwnLine, timeIn, toolCallsIn, toolResultsIn } from './transcript-line.ts';

/**
 * Tells which promises of a session one of its subagents made. The shells of a session and of its subagents have the
 * same variables, so the promises themselves do not say it: the subagent's transcript does.
 */

/** The creation of a promise as a transcript shows it, with the time that the command took, in milliseconds. */
export interface ShownCreation {
  readonly id: string;
  readonly from: number;
  readonly until: number;
}

/** What stands in every line with the result of a command that made a promise. */
export const CREATION_MARKS = ['Created promise: ', '--start promise-'];

/** What a command says of a promise that it made, as text or as JSON. */
const CREATIONS = [
  /Created promise: (promise-[0-9a-f]{8})/g,
  /"next": "[^"\n]* --start (promise-[0-9a-f]{8})/g,
];

/** A result that shows promises being made. */
interface ShownResult {
  /** The id of the call that it answers. */
  readonly call: string;
  readonly ids: readonly string[];
  readonly at: number;
}

/** The results in a line of a subagent's transcript that show promises being made. */
export function creationsIn(line: string): readonly ShownResult[] {
  const own = readOwnLine(line, CREATION_MARKS, 'subagent');
  const at = timeIn(own?.at);
  if (own === undefined || at === undefined) return [];
  return toolResultsIn(own).flatMap(({ call, content }) => {
    const ids = idsIn(textsOf(content).join('\n'));
    return ids.length === 0 ? [] : [{ call, ids, at }];
  });
}

/** The creations whose calls stand in some lines of the same transcript. */
export function withCalls(
  results: readonly ShownResult[],
  lines: readonly string[],
): readonly ShownCreation[] {
  const started = new Map<string, number>();
  for (const line of lines) {
    const own = readOwnLine(line, ['"tool_use"'], 'subagent');
    const at = timeIn(own?.at);
    if (own === undefined || at === undefined) continue;
    for (const { id } of toolCallsIn(own)) started.set(id, at);
  }
  return results.flatMap(({ at: until, call, ids }) => {
    const from = started.get(call);
    return from === undefined ? [] : ids.map((id) => ({ id, from, until }));
  });
}

/**
 * Whether one of the creations is that of a promise: a command that only printed what an earlier one said did not
 * make it. Files give times in whole seconds.
 */
export function isMadeIn(
  { id, ownership }: CompletionPromise,
  creations: readonly ShownCreation[],
): boolean {
  const at = timeIn(ownership.created_at);
  if (at === undefined) return false;
  return creations.some((one) => one.id === id && one.from < at + 1000 && at <= one.until);
}

/** The subagent that made a promise. */
export interface Maker {
  readonly agent: string;
  /** The kind of subagent, as the host names it; empty where it does not. */
  readonly type: string;
}

const KEY = 'made_by_subagents';

/** The subagents that made promises of a session, by the ids of the promises, as its file holds them. */
export function makersIn(state: StopGateState): ReadonlyMap<string, Maker> {
  const kept = state[KEY];
  if (!isObject(kept)) return new Map();
  return new Map(
    Object.entries(kept).flatMap(([id, maker]): readonly [string, Maker][] => {
      if (!isObject(maker) || typeof maker['agent'] !== 'string') return [];
      const { agent, type } = maker;
      return [[id, { agent, type: typeof type === 'string' ? type : '' }]];
    }),
  );
}

/** The state of a session with the subagent that made some of its promises. */
export function withMaker(
  state: StopGateState,
  ids: readonly string[],
  maker: Maker,
): StopGateState {
  const kept = isObject(state[KEY]) ? state[KEY] : {};
  return { ...state, [KEY]: { ...kept, ...Object.fromEntries(ids.map((id) => [id, maker])) } };
}

function idsIn(text: string): readonly string[] {
  const found = CREATIONS.flatMap((creation) => [...text.matchAll(creation)]);
  return [...new Set(found.flatMap(([, id]) => id ?? []))];
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.filter(isObject).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}
