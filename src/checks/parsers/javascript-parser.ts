import { Parser } from 'acorn';
import jsx from 'acorn-jsx';
import { NotParsed } from './not-parsed.ts';

const JavaScript = Parser.extend(jsx());

/** What is wrong, and where, in characters. */
interface Fault {
  readonly message: string;
  readonly at: number;
}

/** The fault of a JavaScript text that is neither a module nor a script. */
export function findFault(text: string): string | undefined {
  const asModule = faultAs('module', text);
  if (asModule === undefined || faultAs('script', text) === undefined) return undefined;
  if (/@flow\b/.test(text.slice(0, 2000))) {
    throw new NotParsed('it is written in Flow, for which there is no parser');
  }
  if (isProposal(text, asModule.at)) {
    throw new NotParsed('it uses syntax not yet in the language, such as decorators');
  }
  return asModule.message;
}

/** What Babel and TypeScript take before it is in the language, at the place where the parser gives up. */
function isProposal(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 200), at);
  const rest = text.slice(at, at + 200);
  return (
    /^@[\w$(]/.test(rest) ||
    (/\baccessor\s+$/.test(before) && /^[#\w$[]/.test(rest)) ||
    (/\bimport\s+(?:defer|source)\s+$/.test(before) && /^[*\w${]/.test(rest))
  );
}

function faultAs(sourceType: 'module' | 'script', text: string): Fault | undefined {
  try {
    JavaScript.parse(text, {
      ecmaVersion: 'latest',
      sourceType,
      allowHashBang: true,
      allowReturnOutsideFunction: sourceType === 'script',
      allowAwaitOutsideFunction: sourceType === 'module',
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's own message for a text that is nested deeper than it can go.
    if (error.message.startsWith('Not enough stack space')) throw new NotParsed(error.message);
    const at = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
    return { message: error.message, at };
  }
}
