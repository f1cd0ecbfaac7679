/** How the files of a project are read by which its tests are found. Paths lead from its top, with slashes. None throws. */
export interface ProjectReader {
  /** The text of a small file; undefined where there is none. */
  text(path: string): string | undefined;
  exists(path: string): boolean;
  /** The names in a folder, `''` for the top; none where there is no folder. */
  names(folder: string): readonly string[];
}

/** A command that runs a project's tests, and the file that tells so. */
export interface TestCommand {
  readonly command: string;
  readonly source: string;
}

/** How one kind of project runs its tests; undefined where a project is not of that kind. */
export type Kind = (project: ProjectReader) => TestCommand | undefined;
