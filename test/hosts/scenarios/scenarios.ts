import { AGENTS } from './agents.ts';
import { EVERYDAY } from './everyday.ts';
import { FAULTS } from './faults.ts';
import { PLACES } from './places.ts';
import type { HostScenario } from './scenario.ts';

/** All that happens in every host. */
export const SCENARIOS = {
  ...EVERYDAY,
  ...PLACES,
  ...AGENTS,
  ...FAULTS,
} as const satisfies Readonly<Record<string, HostScenario>>;

export type ScenarioName = keyof typeof SCENARIOS;
