import { Parser } from 'acorn';
import jsx from 'acorn-jsx';
import { NotParsed } from './not-parsed.ts';

const JavaScript = Parser.extend(jsx());

/** The fault of a JavaScript text that is neither a module nor a script. */
export function findFault(text: string): string | undefined {
  const asModule = faultAs('module', text);
  if (asModule === undefined || faultAs('script', text) === undefined) return undefined;
  if (/@flow\b/.test(text.slice(0, 2000))) {
    throw new NotParsed('it is written in Flow, which no parser is there for');
  }
  return asModule;
}

function faultAs(sourceType: 'module' | 'script', text: string): string | undefined {
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
    return error.message;
  }
}
