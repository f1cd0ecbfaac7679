import type { TestProject } from 'vitest/node';
import { CLIENTS } from './clients.ts';
import { installClient } from './install.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The program of Claude Code; empty where it could not be installed. */
    readonly claudeCode: string;
  }
}

/** How a run ends whose tests were skipped because there is no client: as the Autotools have it. */
const SKIPPED = 77;

/** Installs the clients before any test runs, and says at the end where that was not possible. */
export default function setUpClients(project: TestProject): () => void {
  const installed = installClient(CLIENTS.claudeCode);
  const missing = 'missing' in installed ? installed.missing : undefined;
  if (missing !== undefined) process.stderr.write(`${missing}\n\n`);
  project.provide('claudeCode', 'program' in installed ? installed.program : '');
  return () => {
    if (missing === undefined) return;
    process.stderr.write(
      `SKIPPED: the tests with real hosts did not run, since their clients are not there (exit code ${SKIPPED}).\n`,
    );
    process.exitCode ||= SKIPPED;
  };
}
