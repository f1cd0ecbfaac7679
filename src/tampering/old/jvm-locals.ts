/** The local variables of a Java or Kotlin test, put in the place of their names. */

import type { JvmCode } from './jvm-source.ts';
import { isSymbol, jvmText, statementsOf } from './jvm-source.ts';
import type { Range } from './source.ts';

export interface Local {
  readonly value: Range;
  readonly text: string;
}

/** What is longer says more by its name. */
const SHORT_EXPRESSION = 120;
const DEEPEST = 3;
const MODIFIERS = new Set(['val', 'var', 'def', 'final']);
const NO_TYPE = new Set(['return', 'else', 'in', 'is', 'as', 'case', 'throw', 'new']);
const BUILDS =
  /^(?:new |(?:[a-z]\w*\.)*[A-Z]\w*(?:<[^>]*>)?\(|(?:Mockito\.)?(?:mock|mockk|spy|spyk|Mock|Stub)\b)/;
const NAMES = /"(?:[^"\\]|\\[\s\S])*"|(?<![\w.$@])[A-Za-z_$][\w$]*(?![\w$]*(?:\(|=(?!=)|:(?!:)))/g;

/** The variables that a body gives a value once. */
export function localsIn(code: JvmCode, { from, to }: Range): ReadonlyMap<string, Local> {
  const { source } = code;
  const locals = new Map<string, Local>();
  const changed = new Set<string>();
  for (let at = from + 1; at < to; at += 1) {
    const operator = source.tokens[at];
    if (operator?.kind !== 'symbol') continue;
    if (/^(?:\+\+|--|[-+*/%]=)$/.test(operator.text)) {
      changed.add(source.tokens[at - 1]?.text ?? '');
      changed.add(source.tokens[at + 1]?.text ?? '');
    }
    if (operator.text !== '=') continue;
    const name = declaredName(code, from, at);
    if (name === undefined) {
      changed.add(source.tokens[at - 1]?.text ?? '');
      continue;
    }
    if (name === '') continue;
    const [value] = statementsOf(code, { from: at + 1, to }, 1);
    if (locals.has(name) || value === undefined) changed.add(name);
    else {
      // What is left out where there is none is the value all the same.
      const text = jvmText(source, value).replace(/\?:(?:return|throw|error|fail)\b[\s\S]*$/, '');
      locals.set(name, { value, text });
    }
  }
  for (const name of changed) locals.delete(name);
  return locals;
}

/** The name that is declared before a `=`; empty for a named argument, undefined for another assignment. */
function declaredName({ dialect, source }: JvmCode, from: number, at: number): string | undefined {
  const { tokens } = source;
  const before = tokens[at - 1];
  const earlier = tokens[at - 2];
  if (before?.kind !== 'word' || earlier === undefined || at - 1 < from) return undefined;
  if (isSymbol(earlier, '(') || isSymbol(earlier, ',')) return '';
  if (at - 2 < from || isSymbol(earlier, '.')) return undefined;
  if (MODIFIERS.has(earlier.text)) return before.text;
  if (dialect === 'kotlin') {
    // `val total: Int = …`
    for (let place = at - 2; place > Math.max(from, at - 16); place -= 1) {
      const isDeclared =
        isSymbol(tokens[place + 1], ':') && MODIFIERS.has(tokens[place - 1]?.text ?? '');
      if (isDeclared) return tokens[place]?.text;
      if (tokens[place]?.isFirstOfLine) break;
    }
    return undefined;
  }
  const isType = earlier.kind === 'word' && !NO_TYPE.has(earlier.text);
  return isType || isSymbol(earlier, '>') || isSymbol(earlier, ']') || isSymbol(earlier, '>>')
    ? before.text
    : undefined;
}

/** A text with the variables in it replaced by their expressions, as far as these are short. */
export function withLocals(
  text: string,
  locals: ReadonlyMap<string, Local>,
  depth = DEEPEST,
): string {
  if (depth === 0 || locals.size === 0 || text.length > 4 * SHORT_EXPRESSION) return text;
  return text.replace(NAMES, (name) => {
    const local = locals.get(name);
    if (local === undefined || local.text.length > SHORT_EXPRESSION) return name;
    if (/[{}]|->|^"[\s\S]*\n/.test(local.text)) return name;
    // What is only built is the object that is acted on, and goes by its name.
    if (text !== name && BUILDS.test(local.text)) return name;
    const value = withLocals(local.text, locals, depth - 1);
    return text === name || /^[\w.]+$|^[\w.]+\([^()]*\)$|^"[^"]*"$/.test(value)
      ? value
      : bracketed(value);
  });
}

function bracketed(text: string): string {
  return /(?<![\w"'(,.])[-+*/%<>=&|?]|[\w)"] ?[-+*/%<>=&|?]+ ?[\w("]| (?:to|in|is|as) /.test(text)
    ? `(${text})`
    : text;
}
