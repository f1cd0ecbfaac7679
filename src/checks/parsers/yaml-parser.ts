import { parseAllDocuments } from 'yaml';
import type { ParsedDocument } from '../../domain/base/document.ts';

/** The first fault of a YAML text of one or several documents. */
export function findFault(text: string): string | undefined {
  const documents = parseAllDocuments(text, { logLevel: 'silent' });
  if ('empty' in documents) return undefined;
  const [error] = documents.flatMap(({ errors }) => errors);
  if (error !== undefined) return error.message.split('\n', 1)[0];
  try {
    // An alias without an anchor shows only when the document becomes a value. Aliases share values here,
    // so a text with very many of them costs little.
    for (const document of documents) document.toJS({ maxAliasCount: -1 });
    return undefined;
  } catch (unresolved) {
    return unresolved instanceof ReferenceError ? unresolved.message.split('\n', 1)[0] : undefined;
  }
}

/** A YAML text as a value, or what is wrong with it. JSON is YAML too. */
export function parseYaml(text: string): ParsedDocument {
  const fault = findFault(text);
  if (fault !== undefined) return { ok: false, reason: fault };
  const [document, second] = parseAllDocuments(text, { logLevel: 'silent' });
  if (second !== undefined) return { ok: false, reason: 'it contains more than one document' };
  try {
    // With more aliases a small text could become gigabytes.
    return { ok: true, value: document?.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'it cannot be read' };
  }
}
