import { rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { AGENT_SDK, CLIENTS, type Client, type ClientKey } from './clients.ts';
import { hasScreens, installClient } from './install.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The program of each client; empty where it could not be installed. */
    readonly clients: Readonly<Record<ClientKey, string>>;
    /** The module of the Agent SDK; empty where it could not be installed. */
    readonly agentSdk: string;
  }
}

/** How a run ends whose tests were skipped because there is no client: as the Autotools have it. */
const SKIPPED = 77;

/**
 * What the sandbox of Codex leaves in the folder for temporary files: empty folders, by which every project below that folder
 * seems to lie in a repository.
 */
const LEFT_BY_SANDBOX = ['.git', '.codex', '.agents', '.aws'];

function removeLeft(): void {
  for (const name of LEFT_BY_SANDBOX) {
    try {
      rmdirSync(join('/tmp', name));
    } catch {
      // The folder is not there, or it is not empty.
    }
  }
}

/** Installs the clients before any test runs, and says at the end where that was not possible. */
export default function setUpClients(project: TestProject): () => void {
  const missing: string[] = [];
  const isPrevious = project.config.env['HOSTS_PREVIOUS'] === '1';
  const isRecorded = project.config.env['HOSTS_RECORDING'] === '1';
  const isOnScreens = isRecorded || project.config.env['HOSTS_SCREENS'] === '1';
  const programOf = (key: ClientKey): string =>
    isRecorded && key !== 'claudeCode' ? '' : installedOf(CLIENTS[key]);
  const installedOf = (client: Client): string => {
    const { previous = client.version } = client;
    const installed = installClient(isPrevious ? { ...client, version: previous } : client);
    if ('program' in installed) return installed.program;
    missing.push(installed.missing);
    return '';
  };
  project.provide('clients', {
    claudeCode: programOf('claudeCode'),
    codex: programOf('codex'),
    gemini: programOf('gemini'),
    copilot: programOf('copilot'),
    opencode: programOf('opencode'),
  });
  project.provide('agentSdk', isOnScreens ? '' : installedOf(AGENT_SDK));
  if (isOnScreens && !hasScreens) missing.push('Sessions on a screen need Linux and tmux.');
  for (const why of missing) process.stderr.write(`${why}\n\n`);
  return () => {
    removeLeft();
    if (missing.length === 0) return;
    process.stderr.write(
      `SKIPPED: tests with real hosts did not run, since ${missing.length} of the programs that they need are not there (exit code ${SKIPPED}).\n`,
    );
    process.exitCode ||= SKIPPED;
  };
}
