import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
import { sectionOf } from './markdown.ts';

const PAGE = readFileSync(join(CHECKOUT, 'docs', 'stop-gate.md'), 'utf8');

describe('docs/stop-gate.md names', () => {
  const asked = sectionOf(PAGE, 'What it asks');

  test('every checker, in the order of their priorities', () => {
    const rows = [...asked.matchAll(/^- P([\d.]+) ([a-z ]+)$/gm)];
    const checkers = CHECKERS.map(({ name, priority }) => [String(priority), name]);
    expect(rows.map(([, priority, name]) => [priority, name])).toEqual(checkers);
  });

  test.each(
    SETTINGS.map(({ key }) => key).filter((key) =>
      /^(?:stopGate|continuation|realityCheck)\./.test(key),
    ),
  )('the setting %s, or all of its family', (key) => {
    const family = `\`${key.split('.')[0]}.*\``;
    expect(
      PAGE.includes(family) || PAGE.includes(`\`${key}\``) || PAGE.includes(`\`${key}: `),
    ).toBe(true);
  });

  test('every reason to let a session go, and no other, with its limit', () => {
    const section = sectionOf(PAGE, 'How long it holds a session');
    const documented = [...section.matchAll(/^- `([a-z-]+)`: .*?(\d+)?(?: |$)/gm)].map(
      ([, why]) => why,
    );
    expect(documented.sort()).toEqual([...CAP_REASONS].sort());
    for (const limit of [
      MOST_IDLE_BLOCKS,
      MOST_BUSY_BLOCKS,
      MOST_SOON,
      MOST_UNCLOSED,
      MOST_IN_ALL,
    ]) {
      expect(section).toContain(`after ${limit} blocks`);
    }
    expect(section.replaceAll('\n', ' ')).toContain(`rest, ${MOST_RESTS} times in a row`);
    expect(USUAL_HOST_LIMIT).toBe(8);
    expect(section).toContain('overrides the ninth block');
  });

  test.each(['decision', 'reason', 'systemMessage'])('the key %s of the answer', (key) => {
    expect(sectionOf(PAGE, 'What it answers')).toContain(`\`${key}\``);
  });
});
