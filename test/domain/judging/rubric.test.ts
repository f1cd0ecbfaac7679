import { describe, expect, it } from 'vitest';
import {
  evidenceNeeds,
  neededEvidence,
  rubricJudgments,
} from '../../../src/domain/judging/rubric.ts';

const TESTS = 'how many tests passed and failed';
const lacks = (evidence_type: string, evidence: string) =>
  rubricJudgments([{ id: 'AC-1', status: 'met', evidence, evidence_type }])[0]?.lacks ?? [];

describe('evidence that names what its type asks for', () => {
  it.each<[string, string]>([
    ['test', 'npm test: 42 passed'],
    ['test', 'the suite was run: all 12 passed'],
    ['test', 'src/login.ts: ran 7'],
    ['api', 'GET /users gave 404 not found, [ 1, 2 ]'],
    ['api', 'GET /users: status 200, the body was empty'],
    ['log', 'ready at 12:04'],
    ['log', 'the server said "ready"'],
    ['log', 'it is on line 42 of it'],
    ['log', 'as L42 of it shows'],
    ['review', 'read PR #17 with care'],
    ['review', 'commit 1a2b3c4 was read'],
    ['review', 'a1b2c3d was read with care'],
    ['review', 'what #17 changes was read'],
    ['manual', 'Opened http://localhost and it did show up'],
    ['manual', 'Opened /login and it did show up'],
    ['manual', 'Typed "ab" and it did come back'],
    ['manual', 'Six words 1 say it all'],
    ['test', 'npm test: 42 passed, 0 failed'],
    ['test', 'pytest tests/test_login.py: 12/12'],
    ['test', 'LoginTest ran 7 cases, no failures'],
    ['test', 'cargo test: test result: ok. 17 passed; 0 failed'],
    ['api', 'GET /users returned 200 with {"users": []}'],
    ['api', 'DELETE /users/1 -> 204 no content'],
    ['api', 'POST /login answered 401, body {"error": "wrong password"}'],
    ['browser', 'screenshot login.png'],
    ['browser', 'The button "Save" is disabled until the form is valid'],
    ['log', 'server.log line 42: "ready on :8080"'],
    ['review', 'src/auth.ts lines 10-80: no token is logged'],
    ['review', 'docs/login.md, "Signing in"'],
    ['manual', "docs/login.md, 'Signing in', lists the three steps"],
    ['manual', 'Opened /login, typed a wrong password, the form said "Try again"'],
    ['other', 'Opened /login, typed a wrong password, the form said "Try again"'],
  ])('%s: %j', (type, evidence) => {
    expect(lacks(type, evidence)).toEqual([]);
  });
});

describe('evidence that does not', () => {
  it.each<[string, string, string]>([
    ['test', 'npm test ran and all is well on this machine', 'how many'],
    ['test', '42 passed in three seconds somewhere', 'which tests'],
    ['test', 'npm test: 40 passed, 2 failed', 'without failures'],
    ['test', 'npm test: 40 passed, failed: 2', 'without failures'],
    ['test', 'npm test: 12 tests failed', 'without failures'],
    ['browser', 'The button is there', 'screenshot'],
    ['browser', 'It was clicked', 'screenshot'],
    ['manual', 'Opened /login and saw it', 'in a sentence'],
    ['toString', 'Opened /login and saw it', 'in a sentence'],
    ['api', 'GET /users gives {"users": []}', 'status code'],
    ['api', 'GET /users returned 200', 'the response content'],
    ['browser', 'I used Chrome for a while', 'screenshot'],
    ['log', 'The log looks normal throughout', 'the log lines'],
    ['review', 'Somebody read it with care', 'what was read'],
    ['manual', 'Clicked around for some time without problems', 'what exactly'],
    ['manual', 'docs/login.md', 'in a sentence'],
    ['test', 'it works', 'claim'],
    ['api', 'It works as expected.', 'claim'],
    ['manual', 'Done, tested, verified!', 'claim'],
    ['manual', 'LGTM', 'claim'],
    ['log', 'All criteria are met.', 'claim'],
    ['test', '', 'no evidence'],
    ['test', '   ', 'no evidence'],
  ])('%s: %j lacks %s', (type, evidence, what) => {
    expect(lacks(type, evidence).join('; ')).toContain(what);
  });
});

it('no evidence is slow', () => {
  for (const part of ['a/', 'a.', '1 ', '1 a ', 'body ', '"', '{ ', 'failed: ', 'it is ', ' ']) {
    expect(lacks('test', part.repeat(50_000))).toBeInstanceOf(Array);
    expect(lacks('manual', part.repeat(50_000))).toBeInstanceOf(Array);
    expect(lacks('api', part.repeat(50_000))).toBeInstanceOf(Array);
  }
}, 30_000);

describe('what evidence lacks', () => {
  const of = (parts: object) =>
    rubricJudgments([
      { id: 'AC-1', status: 'met', ...parts },
      { id: 'AC-2', status: 'pending' },
    ]);
  const proof = { source: 'checks', tree: null };
  const evidence = 'npm test ran and all is well on this machine';

  it.each<[string, object, readonly string[]]>([
    ['none at all', {}, ['no evidence']],
    ['words for a test', { evidence, evidence_type: 'test' }, ['how many tests passed and failed']],
    ['words beside no proof', { evidence, evidence_type: 'test', proof: null }, [TESTS]],
    ['words beside a proof', { evidence, evidence_type: 'test', proof }, []],
    [
      'words of failures beside a proof',
      { evidence: 'npm test: 2 failed', evidence_type: 'test', proof },
      ['a run without failures: it reports failures'],
    ],
    [
      'words of no type',
      { evidence: 'Clicked around for some time without problems' },
      ['what exactly was examined'],
    ],
    [
      'a claim',
      { evidence: 'it works' },
      ['evidence is only a claim: name what was run or examined'],
    ],
  ])('%s', (_what, parts, lacking) => {
    expect(of(parts)).toEqual([
      { ac_id: 'AC-1', lacks: lacking },
      { ac_id: 'AC-2', lacks: ['no evidence'] },
    ]);
  });

  it.each<[readonly string[], string]>([
    [['no evidence'], 'evidence with a result'],
    [
      ['evidence is only a claim: name what was run or examined'],
      'evidence with what was run or examined',
    ],
    [
      ['the response content', 'a run without failures: it reports failures'],
      'evidence with the response content, and a run without failures',
    ],
  ])('%j is made up for by %s', (lacking, needed) => {
    expect(neededEvidence(lacking)).toBe(needed);
  });

  it.each<[string, readonly string[]]>([
    ['test', ['which tests or command were run', TESTS]],
    ['api', ['the response status code', 'the response content']],
    ['browser', ['a screenshot, or the observed page state']],
    ['log', ['the log lines, or their location']],
    ['review', ['what was read: file, section or commit']],
    ['manual', ['what exactly was examined', 'what was done and observed, in a sentence']],
    ['other', ['what exactly was examined', 'what was done and observed, in a sentence']],
  ])('of type %s must name %j', (type, needs) => {
    expect(evidenceNeeds(type)).toEqual(needs);
  });
});
