import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClaudeOutput } from '../../../src/judge/claude/claude-reading.ts';
import { jsonText } from '../../rig/values/arbitraries.ts';

const ANSWER = JSON.stringify({ type: 'result', structured_output: { verdict: 'PASS' } });

const exitCode = fc.constantFrom<number | null>(0, 0, 1, 137, null);
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
  jsonText,
);
/** An envelope with keys that mean something, and anything in them. */
const envelope = fc
  .dictionary(
    fc.constantFrom(
      ...['type', 'subtype', 'is_error', 'stop_reason', 'result', 'structured_output', 'content'],
      ...['message', 'errors', 'api_error_status', 'total_cost_usd', 'usage', '__proto__'],
    ),
    fc.oneof(jsonText, fc.constantFrom('"result"', '"error_x"', 'true', '"refusal"', '429')),
  )
  .map((parts) => {
    const pairs = Object.entries(parts).map(([key, value]) => `${JSON.stringify(key)}:${value}`);
    return `{${pairs.join(',')}}`;
  });
const notBlank = words.filter((text) => /[^ \t\r\n]/.test(text));

describe('what claude printed', () => {
  it('is read whatever it is, and is an answer or none', () => {
    fc.assert(
      fc.property(fc.oneof(words, envelope), exitCode, words, (stdout, code, complaint) => {
        const reading = readClaudeOutput({ stdout, exitCode: code, complaint });
        expect('text' in reading).toBe(!('unjudged' in reading));
        if ('text' in reading) expect([code, reading.text.trim() === '']).toEqual([0, false]);
        for (const tokens of Object.values(reading.usage)) expect(tokens).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is no answer where anything stands before it', () => {
    fc.assert(
      fc.property(notBlank, (banner) => {
        const reading = readClaudeOutput({ stdout: banner + ANSWER, exitCode: 0, complaint: '' });
        expect(reading).toMatchObject({ unjudged: { cause: 'program-failed' } });
      }),
    );
  });

  it('is no answer where anything stands after it', () => {
    fc.assert(
      fc.property(notBlank, (banner) => {
        const reading = readClaudeOutput({ stdout: ANSWER + banner, exitCode: 0, complaint: '' });
        expect(reading).toMatchObject({ unjudged: { cause: 'program-failed' } });
      }),
    );
  });

  it('is no answer where any part of it is missing', () => {
    fc.assert(
      fc.property(fc.nat({ max: ANSWER.length - 1 }), (length) => {
        const stdout = ANSWER.slice(0, length);
        expect(readClaudeOutput({ stdout, exitCode: 0, complaint: '' })).toHaveProperty('unjudged');
      }),
    );
  });

  it('is no answer where it is marked as an error, or did not end with 0', () => {
    fc.assert(
      fc.property(jsonText, fc.integer({ min: 1, max: 255 }), (answer, code) => {
        const said = `"structured_output":${answer},"result":${answer}`;
        const marked = [`{${said},"is_error":true}`, `{${said},"subtype":"error_x"}`];
        for (const stdout of marked) {
          expect(readClaudeOutput({ stdout, exitCode: 0, complaint: '' })).toHaveProperty(
            'unjudged',
          );
        }
        const stdout = `{${said}}`;
        expect(readClaudeOutput({ stdout, exitCode: code, complaint: '' })).toHaveProperty(
          'unjudged',
        );
      }),
    );
  });
});
