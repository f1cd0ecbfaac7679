import { type ParsedDocument, parseDocument } from '../domain/base/document.ts';
import { type DefinitionReading, readDefinition } from '../domain/promise/promise-definition.ts';
import { checkFault } from './kinds.ts';

/** Does the parsing, which may take long; undefined where it took too long. */
type Bounded = (work: () => ParsedDocument) => ParsedDocument | undefined;

/**
 * The definition of a promise that a YAML or JSON text holds, or all problems with it. `path` tells which it is;
 * `bounded` keeps the parser from taking for ever.
 */
export async function definitionIn(
  path: string,
  text: string,
  bounded: Bounded = (work) => work(),
): Promise<DefinitionReading> {
  const document = await parse(path, text, bounded);
  return document.ok
    ? readDefinition(document.value, checkFault)
    : { ok: false, problems: [document.reason] };
}

async function parse(path: string, text: string, bounded: Bounded): Promise<ParsedDocument> {
  if (/\.json$/i.test(path)) return parseDocument(text);
  const parser = await import('./parsers/yaml-parser.ts').catch(() => undefined);
  if (parser === undefined) {
    return { ok: false, reason: 'there is no YAML parser; write it as JSON' };
  }
  try {
    const parsed = bounded(() => parser.parseYaml(text));
    return parsed ?? { ok: false, reason: 'it takes too long to parse' };
  } catch (error) {
    // The parser calls itself for what is nested, and runs out of room.
    const isDeep = error instanceof RangeError;
    return { ok: false, reason: isDeep ? 'it is nested too deeply' : 'it cannot be parsed' };
  }
}
