import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFailedTests } from '../../src/checks/failed-tests.ts';
import { createTestCount } from '../../src/checks/test-count.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';

/** What is read of a test run does not depend on how its output comes in pieces, of which most are passed over whole. */

const FOLDER = join(CHECKOUT, 'test/checks/runner-outputs');
const OUTPUTS = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

const IDLE = Buffer.from('line 1 of many\n'.repeat(300));

function read(pieces: readonly Buffer[]) {
  const count = createTestCount('npm test');
  const failing = createFailedTests();
  for (const piece of pieces) {
    count.add(piece, 'stdout');
    failing.add(piece, 'stdout');
  }
  return { empty: count.finish(), ran: count.ran(), failed: failing.finish() };
}

function cut(bytes: Buffer, size: number): readonly Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

describe.each(OUTPUTS.map((path) => [path.slice(FOLDER.length + 1), path] as const))(
  '%s',
  (_name, path) => {
    const bytes = readFileSync(path);
    // One piece is looked at line by line as soon as a line of it tells anything.
    const whole = read([Buffer.concat([bytes, Buffer.from('\n1 test passed, 0 failed\n')])]);

    it.each([7, 64, 4096])('says the same in pieces of %i bytes', (size) => {
      const end = Buffer.from('\n1 test passed, 0 failed\n');
      expect(read([...cut(bytes, size), end])).toEqual(whole);
    });

    it('says the same between pieces that tell nothing', () => {
      const lines = bytes.toString('utf8').split(/(?<=\n)/);
      const end = Buffer.from('\n1 test passed, 0 failed\n');
      expect(
        read([
          ...lines.flatMap((line) =>
            line.endsWith('\n') ? [Buffer.from(line), IDLE] : [Buffer.from(line)],
          ),
          end,
        ]),
      ).toEqual(whole);
    });
  },
);
