import { describe, expect, it } from 'vitest';
import {
  isAbout,
  type LoggedLine,
  readLoggedLine,
} from '../../../src/domain/promise/logged-line.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);

describe('how a line stands to the one before it', () => {
  it.each<[string, string, string | null | undefined, LoggedLine['chain']]>([
    ['the first', '{"event":"e","prev":null}', null, 'follows'],
    ['with the digest of the line before', `{"event":"e","prev":"${A}"}`, A, 'follows'],
    ['where that line is not known', `{"event":"e","prev":"${A}"}`, undefined, 'follows'],
    ['with another digest', `{"event":"e","prev":"${A}"}`, B, 'differs'],
    ['first by its own word, in the middle', '{"event":"e","prev":null}', A, 'differs'],
    ['that takes over an older log', '{"event":"ledger.started","prev":null}', A, 'follows'],
    ['of a version without the chain', '{"event":"e"}', A, 'unchained'],
    ['cut off', '{"event":"e","pre', A, 'unreadable'],
    ['a list', '[1]', null, 'unreadable'],
    ['longer than any of the suite', `{"a":"${'x'.repeat(70_000)}"}`, null, 'unreadable'],
    ['nested too deep', '['.repeat(5000), null, 'unreadable'],
  ])('%s', (_name, text, before, chain) => {
    expect(readLoggedLine(text, before).chain).toBe(chain);
  });
});

describe('whether a line is about a promise', () => {
  const ID = 'promise-1a2b3c4d';

  it.each<[string, object, boolean]>([
    ['an event of it', { promise_id: ID }, true],
    ['an event of another', { promise_id: 'promise-00000000' }, false],
    ['of one whose id begins so', { promise_id: `${ID}5` }, false],
    ['a change of its file', { file: { path: `promises/${ID}.json` } }, true],
    ['of its file among the ended', { file: { path: `history/${ID}.json` } }, true],
    [
      'of an answer for it',
      { file: {}, also: [{ path: `validations/${ID}/AC-1-answers.jsonl` }] },
      true,
    ],
    ['its file set aside', { event: 'file.quarantined', from: `promises/${ID}.json` }, true],
    ['a session of that name', { session: ID }, false],
    ['nothing of the kind', { file: 7, also: 'x', from: null }, false],
  ])('%s', (_name, document, is) => {
    expect(isAbout({ ...document }, ID)).toBe(is);
  });
});
