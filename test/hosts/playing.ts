import { describe, expect, inject, it } from 'vitest';
import type { HostRig } from './host.ts';
import { hasScreens } from './install.mjs';
import type { HostScenario } from './scenarios/scenario.ts';
import { SCENARIOS } from './scenarios/scenarios.ts';
import { SCREENS } from './scenarios/screens.ts';
import { type Cell, SEEN } from './seen.ts';

/** Whether this run plays the sessions on screens, and no others: `npm run test:screens`. They take minutes each. */
const ON_SCREENS = process.env['HOSTS_SCREENS'] === '1';

/** Plays every scenario in a host, and holds what is seen against the table. */
export function playAll(rig: HostRig): void {
  const cells: Readonly<Record<string, Cell>> = SEEN[rig.key];
  const scenarios: Readonly<Record<string, HostScenario>> = SCENARIOS;
  describe.skipIf(inject('clients')[rig.key] === '')(rig.title, () => {
    for (const [name, { play, title }] of Object.entries(scenarios)) {
      const cell = cells[name] ?? '';
      const isPlayed =
        typeof cell !== 'object' && name in SCREENS === ON_SCREENS && (hasScreens || !ON_SCREENS);
      it.runIf(isPlayed)(title, { timeout: 600_000 }, async () => {
        expect(await play(rig)).toBe(cell);
      });
    }
  });
}
