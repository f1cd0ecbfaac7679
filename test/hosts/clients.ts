/** A real host program, as its registry has it. */
export interface Client {
  /** The name of its folder in the cache. */
  readonly name: string;
  /** The package that is installed. It brings the package for the platform along. */
  readonly package: string;
  readonly version: string;
  /** The one before: its words are accepted, too (`npm run test:hosts -- --mode previous`). */
  readonly previous?: string;
  /**
   * Where the program may lie below `node_modules`, the better place first: a `*` stands for any part of a name. Without
   * the ending of Windows. What ends in `.js` is run by Node.
   */
  readonly program: readonly string[];
  /** It is a library, and nothing that says its version. */
  readonly isLibrary?: true;
}

/** The clients that the tests run, each at the one version that they were last measured with. */
export const CLIENTS = {
  claudeCode: {
    name: 'claude-code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.332',
    previous: '2.1.331',
    program: ['@anthropic-ai/claude-code-*/claude'],
  },
  codex: {
    name: 'codex',
    package: '@openai/codex',
    version: '0.171.0',
    previous: '0.169.0',
    program: ['@openai/codex-*/vendor/*/bin/codex'],
  },
  gemini: {
    name: 'gemini-cli',
    package: '@google/gemini-cli',
    version: '0.61.0',
    previous: '0.60.0',
    program: ['@google/gemini-cli/bundle/gemini.js'],
  },
  copilot: {
    name: 'copilot-cli',
    package: '@github/copilot',
    version: '1.0.102',
    previous: '1.0.92',
    program: ['@github/copilot-*/copilot'],
  },
  // The baseline asks less of a processor.
  opencode: {
    name: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    previous: '1.18.32',
    program: ['opencode-*-baseline/bin/opencode', 'opencode-*/bin/opencode'],
  },
} as const satisfies Readonly<Record<string, Client>>;

/** The SDK by which programs run sessions of Claude Code. It is given the client of the table. */
export const AGENT_SDK: Client = {
  name: 'claude-agent-sdk',
  package: '@anthropic-ai/claude-agent-sdk',
  version: '0.3.332',
  previous: '0.3.331',
  program: ['@anthropic-ai/claude-agent-sdk/sdk.mjs'],
  isLibrary: true,
};

/** A client, as the table has it. */
export type ClientKey = keyof typeof CLIENTS;
