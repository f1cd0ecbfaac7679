import { parseAllDocuments } from 'yaml';

/** What is wrong with a YAML text of one or several documents. */
export function findFault(text: string): string | undefined {
  const documents = parseAllDocuments(text, { logLevel: 'silent' });
  if ('empty' in documents) return undefined;
  const [error] = documents.flatMap(({ errors }) => errors);
  if (error !== undefined) return error.message.split('\n', 1)[0];
  try {
    // Only then it is seen whether every alias stands for something. Values are shared, not copied.
    for (const document of documents) document.toJS({ maxAliasCount: -1 });
    return undefined;
  } catch (unresolved) {
    return unresolved instanceof ReferenceError ? unresolved.message.split('\n', 1)[0] : undefined;
  }
}

/** A YAML text as a value, or what is wrong with it. JSON is YAML too. */
export function parseYaml(
  text: string,
):
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string } {
  const fault = findFault(text);
  if (fault !== undefined) return { ok: false, reason: fault };
  const [document, second] = parseAllDocuments(text, { logLevel: 'silent' });
  if (second !== undefined) return { ok: false, reason: 'it holds more than one document' };
  try {
    // Few aliases only: a small text can stand for gigabytes.
    return { ok: true, value: document?.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'it cannot be read' };
  }
}
