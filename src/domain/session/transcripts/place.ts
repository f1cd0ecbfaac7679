/** Where a host keeps the transcripts of its sessions, for commands that are given no path. */
export interface TranscriptPlace {
  readonly folder: UserFolder;
  /** The names on the way from that folder to the file of a session, the file's own as the last one. */
  way(session: string): readonly Step[];
  /** The names on the way begin with a time: the last of them is looked at first, and the first file is the one. */
  readonly isDated?: true;
  /** Whether a file on that way is of the session by its first line, where its name does not tell. */
  isOf?(firstLine: string, session: string): boolean;
}

/** One name on the way, or which names it can be. */
export type Step = string | ((name: string) => boolean);

/** The folder in which a host keeps what is the user's. */
export interface UserFolder {
  readonly name: string;
  /** By which its user moves it: names the folder itself, or what is the home for it. */
  readonly variable: string;
  readonly names: 'itself' | 'home';
}

/** Any folder: hosts name them after projects, each in its own way. */
export const ANY: Step = () => true;
