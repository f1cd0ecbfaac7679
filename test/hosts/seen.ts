import type { ClientKey } from './clients.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';

/** What a scenario shows in a host, in the words of the scenario, or why it is not played there. */
export type Cell = string | { readonly notPlayed: string };

/** What every scenario shows in every host: the tests with real hosts hold it, and the documentation is made of it. */
export const SEEN: Readonly<Record<ClientKey, Readonly<Partial<Record<ScenarioName, Cell>>>>> = {
  claudeCode: {},
  codex: {},
  gemini: {},
  copilot: {},
  opencode: {},
};
