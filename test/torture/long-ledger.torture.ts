import { expect, it } from 'vitest';
import { sha256 } from '../rig/values/ledger-chain.ts';
import { createProject } from '../rig/worlds/project.ts';

const EVENTS = 100_000;

/** Memory for JavaScript's own values, in megabytes: half of what the ledger takes as text. */
const HEAP = '--max-old-space-size=20';

function ledgerOf(count: number): string {
  const lines: string[] = [];
  let prev: string | null = null;
  for (let index = 0; index < count; index += 1) {
    const id = `promise-${String(index % 1000).padStart(8, '0')}`;
    const file = { path: `promises/${id}.json`, before: 'a'.repeat(64), after: 'b'.repeat(64) };
    const event = { timestamp: '2026-03-01T00:00:00Z', session_id: 's', promise_id: id };
    const line: string = JSON.stringify({ ...event, event: 'promise.started', file, prev });
    lines.push(`${line}\n`);
    prev = sha256(Buffer.from(line));
  }
  return lines.join('');
}

it.each<[string, readonly string[], number]>([
  ['whole', [], EVENTS],
  ['of one promise', ['promise-00000007'], EVENTS / 1000],
  ['its end', ['-n', '10'], 10],
])('a ledger of 100,000 events is shown in little memory: %s', async (_name, args, count) => {
  const project = createProject();
  project.write('events.jsonl', ledgerOf(EVENTS));
  const env = { NODE_OPTIONS: HEAP };
  const { code, stderr, stdout } = await project.run('cs', ['promise', 'log', ...args], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(count);
  expect(lines.every((line) => line.endsWith('  started'))).toBe(true);
});
