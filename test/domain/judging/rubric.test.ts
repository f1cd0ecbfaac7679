import { describe, expect, it } from 'vitest';
import { rubricJudgments } from '../../../src/domain/judging/rubric.ts';

const lacks = (evidence_type: string, evidence: string) =>
  rubricJudgments([{ id: 'AC-1', status: 'met', evidence, evidence_type }])[0]?.lacks ?? [];

describe('evidence that names what its type asks for', () => {
  it.each<[string, string]>([
    ['test', 'npm test: 42 passed'],
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
