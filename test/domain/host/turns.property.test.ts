import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTurns } from '../../../src/adapters/transcript/turns.ts';
import { lastTurns, MOST_TURNS, withLastMessage } from '../../../src/domain/host/turns.ts';
import { jsonText } from '../../rig/values/arbitraries.ts';
import { agentLine, resultLine, text, tool, userLine } from '../../rig/values/transcripts.ts';
import { scratchFolder } from '../../rig/worlds/repository.ts';

const words = fc.constantFrom('go', 'Done.', '<command-name>x', '<system-reminder>', '', ' ');
const id = fc.constantFrom('1', '2', '3');
const line = fc.oneof(
  words.map((said) => userLine(said)),
  fc.tuple(words, id).map(([said, message]) => agentLine([text(said)], message)),
  fc.tuple(id, jsonText).map(([call, input]) => agentLine([tool(call, 'Bash', JSON.parse(input))])),
  fc.tuple(id, fc.boolean()).map(([call, failed]) => resultLine(call, failed)),
  jsonText,
  fc.tuple(jsonText, fc.nat(40)).map(([json, length]) => `{"message":${json}`.slice(0, length)),
  jsonText.map((json) => `{"type":"assistant","message":{"content":${json}}}`),
  jsonText.map((json) => `{"type":"user","message":{"content":[${json}]}}`),
);

it('any lines give at most five turns, each but the first with a message of the user', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.option(words), (lines, message) => {
      const { turns } = lastTurns(lines.toReversed());
      expect(turns.length).toBeLessThanOrEqual(MOST_TURNS);
      expect(turns.slice(1).every(({ user }) => user !== undefined && user !== '')).toBe(true);
      const last = withLastMessage(turns, message ?? undefined);
      expect(last.length).toBe(Math.max(turns.length, message?.trim() ? 1 : 0));
      const texts = last.at(-1)?.reply.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
      if (message?.trim()) expect(texts?.at(-1)?.trim().endsWith(message.trim())).toBe(true);
    }),
  );
});

it('what comes before the last five turns changes nothing', () => {
  const five = Array.from({ length: MOST_TURNS }, (_, number) => [
    userLine(`message ${number}`),
    agentLine([text(`answer ${number}`)], `m${number}`),
  ]).flat();
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (before) => {
      const whole = lastTurns([...before, ...five].toReversed());
      expect(whole).toEqual(lastTurns(five.toReversed()));
    }),
  );
});

it('a transcript of any bytes is read, or has no turns', () => {
  const path = join(scratchFolder(), 'a.jsonl');
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(line, { maxLength: 5 }),
      (bytes, lines) => {
        writeFileSync(path, Buffer.concat([Buffer.from(lines.join('\n')), bytes]));
        expect(readTurns(path)?.turns.length).toBeLessThanOrEqual(MOST_TURNS);
      },
    ),
  );
});
