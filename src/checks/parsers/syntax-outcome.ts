import type { ProjectFiles, Run, WithinTime } from '../../ports.ts';

/** The outcome of a look at a text's syntax. A text is `skipped`, and does not pass, where no parser could judge it. */
export type SyntaxOutcome =
  | { readonly outcome: 'whole' }
  | { readonly outcome: 'broken'; readonly detail: string }
  | { readonly outcome: 'skipped'; readonly detail: string };

/** The parts of the world that a parser in another program needs. */
export interface SyntaxWorld {
  readonly run: Run;
  readonly folder: string;
  /** The files of the project, which say for which version of a language it is. */
  readonly files: Pick<ProjectFiles, 'bytes'>;
  /** Where a program lies that the suite starts for itself: never in the project. */
  readonly findProgram: (name: string) => string | undefined;
  /** What ends a parser that needs too long. */
  readonly withinTime: WithinTime;
}

/** Gives the fault of a text, with its place; undefined where the text can be parsed. */
export type FindSyntaxFault = (
  text: string,
  world: Pick<SyntaxWorld, 'withinTime'>,
) => string | undefined;
