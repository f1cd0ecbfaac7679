import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stopGateStateSchema } from '../../build/schemas/stop-gate-state.ts';
import { MOST_IN_ALL, MOST_SOON, MOST_UNCLOSED } from '../../src/domain/session/bound.ts';
import {
  CAP_REASONS,
  MOST_BUSY_BLOCKS,
  MOST_IDLE_BLOCKS,
  MOST_RESTS,
  USUAL_HOST_LIMIT,
} from '../../src/domain/session/liveness.ts';
import { SETTINGS } from '../../src/domain/settings/setting.ts';
import { CHECKERS } from '../../src/stop-gate/checkers.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { jsonSchema, propertiesIn, valuesIn } from './json-schema.ts';
import { sectionOf } from './markdown.ts';

const read = (path: string) => readFileSync(join(CHECKOUT, path), 'utf8');
const PAGE = read('docs/stop-gate.md');
const STATE = sectionOf(read('docs/state.md'), 'A session');

describe('docs/stop-gate.md names', () => {
  const asked = sectionOf(PAGE, 'What it asks');

  test('every checker that can block, in its order, and those that cannot', () => {
    const rows = [...asked.matchAll(/^\| P([\d.]+) \| ([a-z ]+) \|/gm)];
    const checkers = CHECKERS.map(({ name, priority }) => [String(priority), name]);
    expect(rows.map(([, priority, name]) => [priority, name])).toEqual([
      ['0', 'circuit breaker'],
      ...checkers,
    ]);
  });

  test.each(
    SETTINGS.map(({ key }) => key).filter((key) =>
      /^(?:stopGate|continuation|realityCheck)\./.test(key),
    ),
  )('the setting %s', (key) => {
    expect(asked).toContain(`\`${key}\``);
  });

  test('every reason to let a session go, and no other, with its limit', () => {
    const section = sectionOf(PAGE, 'How long it holds a session');
    const rows = [...section.matchAll(/^\| `([a-z-]+)` \| (?:(\d+) )?/gm)];
    const documented = rows.map(([, why, limit]) => [why, limit]);
    const limits = new Map([
      ['nothing-changed', MOST_IDLE_BLOCKS],
      ['no-progress', MOST_BUSY_BLOCKS],
      ['too-fast', MOST_SOON],
      ['none-closed', MOST_UNCLOSED],
      ['too-often', MOST_IN_ALL],
    ]);
    expect(documented.sort()).toEqual(
      CAP_REASONS.map((why) => [why, limits.get(why)?.toString()]).sort(),
    );
    expect(section).toContain(`rest, ${MOST_RESTS} times in a row without progress`);
    expect(section).toContain(`after ${USUAL_HOST_LIMIT} blocks in a row`);
  });

  test.each(['decision', 'reason', 'systemMessage'])('the key %s of the answer', (key) => {
    const row = `\n| \`${key}\` | `;
    expect(sectionOf(PAGE, 'What it answers')).toContain(row);
    expect(sectionOf(read('docs/commands.md'), 'cs-stop-gate')).toContain(row);
  });
});

describe("docs/state.md names of a session's file", () => {
  test('every key', () => {
    const keys = propertiesIn(jsonSchema(stopGateStateSchema));
    for (const key of keys) expect(STATE).toContain(`\`${key}\``);
    expect(keys).toContain('repeats');
  });

  test('every last answer, and what may have held the session', () => {
    const { properties = {} } = jsonSchema(stopGateStateSchema);
    for (const value of valuesIn(properties['liveness'] ?? {})) {
      expect(STATE).toContain(`\`${value}\``);
    }
    const checkers = read('src/stop-gate/checkers.ts').matchAll(/readonly checker: '([a-z-]+)'/g);
    for (const [, checker] of checkers) expect(STATE).toContain(`\`${checker}\``);
  });
});
