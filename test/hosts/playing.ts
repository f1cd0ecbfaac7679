import { describe, expect, inject, it } from 'vitest';
import type { HostRig } from './host.ts';
import { hasScreens } from './install.mjs';
import type { HostScenario } from './scenarios/scenario.ts';
import { SCENARIOS } from './scenarios/scenarios.ts';
import { SCREENS } from './scenarios/screens.ts';
import { type Cell, SEEN } from './seen.ts';

/** Whether this run plays the sessions on screens, and no others: `npm run test:screens`. They take minutes each. */
const ON_SCREENS = process.env['HOSTS_SCREENS'] === '1';

/** Plays every scenario in a host. */
export function playAll(rig: HostRig): void {
  describe.skipIf(inject('clients')[rig.key] === '')(rig.title, () => {
    if (ON_SCREENS) playOnScreens(rig);
    else playHeadless(rig);
  });
}

/** Holds what is seen against the table. */
function playHeadless(rig: HostRig): void {
  const cells: Readonly<Record<string, Cell>> = SEEN[rig.key];
  const scenarios: Readonly<Record<string, HostScenario>> = SCENARIOS;
  for (const [name, { play, title }] of Object.entries(scenarios)) {
    const cell = cells[name] ?? '';
    it.skipIf(typeof cell === 'object')(title, { timeout: 600_000 }, async () => {
      expect(await play(rig)).toBe(cell);
    });
  }
}

/** How many requests a session makes differs by host; none goes on without end, and none has its prompt refused. */
function playOnScreens(rig: HostRig): void {
  const scenarios: Readonly<Record<string, HostScenario>> = SCREENS;
  for (const [name, { play, title }] of Object.entries(scenarios)) {
    const isPlayed = hasScreens && (name !== 'screenPluginGone' || rig.key === 'claudeCode');
    it.runIf(isPlayed)(title, { timeout: 600_000 }, async () => {
      const seen = await play(rig);
      process.stdout.write(`${rig.title}, ${name}: ${seen}\n`);
      expect(seen).not.toMatch(/without end|refused|no way out/);
    });
  }
}
