import type { Run } from '../../ports.ts';

/** The outcome of a look at a text's syntax. A text is `skipped`, and does not pass, where no parser could judge it. */
export type SyntaxOutcome =
  | { readonly outcome: 'whole' }
  | { readonly outcome: 'broken'; readonly detail: string }
  | { readonly outcome: 'skipped'; readonly detail: string };

/** The parts of the world that a parser in another program needs. */
export interface SyntaxWorld {
  readonly run: Run;
  readonly folder: string;
}
