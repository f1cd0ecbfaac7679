/** A real host program, as its registry has it. */
export interface Client {
  /** The name of its folder in the cache. */
  readonly name: string;
  /** The package, whose package for this platform holds the program. */
  readonly package: string;
  readonly version: string;
  /** The program's path within the package for the platform, without the ending of Windows. */
  readonly program: string;
}

/** The clients that the tests run, each at the one version that they were last measured with. */
export const CLIENTS = {
  claudeCode: {
    name: 'claude-code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.330',
    program: 'claude',
  },
} as const satisfies Readonly<Record<string, Client>>;
