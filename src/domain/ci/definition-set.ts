import { canonicalText, inOrder } from '../base/canonical.ts';
import { type CompletionPromise, checksOf, criteriaOf, titleOf } from '../promise/promise.ts';
import type { PromiseDefinition } from '../promise/promise-definition.ts';

/** The folder of committed definitions, from the project's folder. */
export const DEFINITIONS_FOLDER = '.promises';

/** Where the project's configuration lies, from its folder. */
export const CONFIGURATION_PATH = '.claude/completion-promise.json';

/** A file of a revision. */
export interface RevisionEntry {
  readonly path: string;
  /** Git's mode of it: `120000` is a link. */
  readonly mode: string;
  readonly id: string;
  readonly size: number;
}

/** Whether a path names a definition: a YAML or JSON file right in the folder. */
export function isDefinitionPath(path: string): boolean {
  return /^\.promises\/[^/]+\.(?:ya?ml|json)$/i.test(path);
}

/** How a change treats what could judge it. */
export interface DefinitionChange {
  readonly path: string;
  readonly change: 'added' | 'changed' | 'deleted';
}

/** The definitions that differ between two revisions, in the order of their paths. */
export function definitionChanges(
  before: readonly RevisionEntry[],
  after: readonly RevisionEntry[],
): readonly DefinitionChange[] {
  const was = new Map(before.map((entry) => [entry.path, entry]));
  const is = new Map(after.map((entry) => [entry.path, entry]));
  const deleted = before.filter(({ path }) => !is.has(path));
  return [
    ...deleted.map(({ path }): DefinitionChange => ({ path, change: 'deleted' })),
    ...after.flatMap((entry): readonly DefinitionChange[] => {
      const former = was.get(entry.path);
      if (former === undefined) return [{ path: entry.path, change: 'added' }];
      const isSame = former.id === entry.id && former.mode === entry.mode;
      return isSame ? [] : [{ path: entry.path, change: 'changed' }];
    }),
  ].sort((a, b) => inOrder(a.path, b.path));
}

/** The text that stands for what a definition asks: its title, and each criterion with its checks. */
export function definitionText({ criteria, title }: PromiseDefinition): string {
  return canonicalText([title, criteria.map(({ checks, description }) => [description, checks])]);
}

/** The same of a promise, which has it from its definition. */
export function definitionTextOf(promise: CompletionPromise): string {
  return canonicalText([
    titleOf(promise),
    criteriaOf(promise).map((criterion) => [criterion.description ?? '', checksOf(criterion)]),
  ]);
}
