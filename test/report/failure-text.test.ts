import { describe, expect, it } from 'vitest';
import type { Failure } from '../../src/domain/base/failure.ts';
import { failureJson, failureLines, failureText } from '../../src/report/failure-text.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { EVERY_FAILURE, SAMPLE_FAILURES } from '../rig/values/failures.ts';

const UNSAFE = /[^\P{Cc}\n]|\p{Bidi_Control}|\p{Cs}|[\u2028\u2029\ufeff]/u;

describe('the texts that callers match on', () => {
  it.each<[Failure, string | RegExp]>([
    [SAMPLE_FAILURES['no-session'], /^Error: CLAUDE_SESSION_ID not set\. \S/],
    [
      { ...SAMPLE_FAILURES['tampering-unexamined'], id: 'promise-1' },
      /^Error: Promise promise-1 cannot be verified\. .* there is no commit nowhere/,
    ],
    [SAMPLE_FAILURES['not-owner'], "Error: You don't own this promise. Current owner: session-b"],
    [
      { kind: 'not-owner', id: 'promise-1', owner: null },
      "Error: You don't own this promise. Current owner: (orphaned)",
    ],
    [SAMPLE_FAILURES['promise-not-found'], 'Error: Promise not found: promise-1'],
    [SAMPLE_FAILURES['not-orphaned'], 'Error: Promise is not orphaned. Current owner: session-b'],
    [SAMPLE_FAILURES['validation-blocked'], /^Gate 2 BLOCKED: \S/],
    [{ kind: 'usage', message: '--promise is required' }, 'Error: --promise is required'],
    [
      { kind: 'invalid-response', fault: { fault: 'json', detail: 'x' } },
      /^Error: Invalid JSON in response/,
    ],
    [
      SAMPLE_FAILURES['invalid-response'],
      'Error: Response JSON missing required fields: verdict, timestamp',
    ],
    [
      { kind: 'invalid-response', fault: { fault: 'verdict', verdict: 'MAYBE' } },
      /^Error: Invalid verdict: MAYBE\b.*PASS, FAIL, PARTIAL, BLOCKED/,
    ],
  ])('$kind: %s', (failure, quoted) => {
    const [first] = failureLines(failure, LINES_HERE).split('\n');
    if (typeof quoted === 'string') expect(first).toBe(quoted);
    else expect(first).toMatch(quoted);
  });
});

/** What each text must name: what is wrong and where, and what to do where something can be done. */
const NAMED: Readonly<Record<Failure['kind'], readonly string[]>> = {
  usage: ['--ac-id is required', 'Try: cs-promise --help'],
  'no-session': ['CLAUDE_SESSION_ID', 'eval "$(cs-init)"'],
  'invalid-id': ['promise id', '"../outside"', 'at most 128'],
  'no-project-folder': ['--project', '/nowhere'],
  'other-project': ['/other', '/project', 'add: -C /project', 'add: -C /other'],
  'promise-not-found': ['promise-1', 'cs-promise --list', 'cs-status --history'],
  'not-owner': ['session-b'],
  'not-orphaned': ['session-b', 'cs-promise --release promise-1', 'cs-promise --adopt promise-1'],
  'nothing-to-adopt': ['without an owner'],
  'session-running': ['session-b', 'is still running'],
  'unsafe-run': ['Nothing was run', 'it would run foreign code', 'pull_request', 'docs/ci.md'],
  'base-missing': ['the revision is not here', 'origin/main', 'fetch-depth: 0'],
  'answers-refused': ['answers.json', 'promise-1: the checkout has other files'],
  'person-to-give-up': [
    'promise-1 is not cancelled',
    "a judge's FAIL of AC-1, AC-2 stands",
    'Your request is recorded',
    'cs-promise --show promise-1',
    'cs-promise --cancel promise-1 --for session-b',
  ],
  'wrong-status': ['promise-1', 'verified', 'cannot be started'],
  'unknown-criterion': ['AC-9', 'promise-1', 'Criteria: AC-1, AC-2'],
  'ambiguous-criterion': ['AC-1', 'more than once', 'promise-1'],
  'no-such-directive': ['D-9', 'Active directives: D-1, D-2'],
  'criteria-open': [
    '[PENDING] AC-1: tests pass',
    '[MET] AC-2: docs say so (no evidence)',
    'Next: cs-promise --meet promise-1 --ac-id AC-1 ',
  ],
  unproved: [
    '[AC-1] tests pass: its proof is stale',
    'Next: cs prove promise-1',
    'cs-promise --waive promise-1 --ac-id AC-1',
  ],
  'untrusted-checks': ['promise-1', '[AC-1] npm test', 'cs prove promise-1 --trust'],
  'changed-files-broken': [
    'promise-1',
    'a.json: not valid json: it ends early at line 1',
    'Next, after fixing them: cs-verify --promise promise-1',
    'If a file is broken on purpose, a person can exempt it: see "Changed files" in docs/checks.md',
  ],
  'always-failed': [
    'npm run lint',
    'exit code 1 in 0.5 s',
    'Next, after fixing this: cs-verify --promise promise-1',
  ],
  tampered: [
    'promise-1 cannot be verified',
    '1 finding',
    '3f2a9c01d4e5b678 test/cart.test.js:12: the test "adds" does not run any more',
    'cs-verify --judge --promise promise-1',
    'cs promise accept 3f2a9c01d4e5b678 --because "[why]" --promise promise-1',
  ],
  'not-shown': [
    'promise-1 cannot be verified',
    'AC-1: It adds',
    'a test that fails without the work',
  ],
  'unknown-finding': ['ffffffffffffffff', 'promise-1', 'Findings: 3f2a9c01d4e5b678'],
  'own-findings': [
    'its own work on promise-1',
    'this is not a terminal',
    'cs-verify --judge --promise promise-1',
    'cs promise accept 3f2a9c01d4e5b678 --because "[why]" --promise promise-1',
  ],
  'check-failed': ['AC-1', 'promise-1', 'exit code 1', '1 failed'],
  'words-after-failure': ['AC-1', 'promise-1', 'exit code 1', 'cs prove promise-1'],
  'words-over-proof': [
    'AC-1',
    'promise-1',
    'cs prove promise-1',
    'cs meet promise-1 AC-1 --run -- [command]',
  ],
  'tampering-unexamined': ['there is no commit nowhere', 'cs promise tamper --base [REV]'],
  'nothing-to-attest': ['promise-1', 'AC-1', 'a link leads out', 'cs prove promise-1'],
  'key-unusable': ['ci.pem', 'it holds no private key'],
  'bundle-unusable': ['a.intoto.jsonl', 'it is empty'],
  'person-to-look': [
    'promise-1 waits for a person: the judge passed it with a confidence of 0.4',
    'cs-promise --show promise-1',
    'cs-promise --waive promise-1 --ac-id AC-1 --reason "[why]" ; cs-promise --waive promise-1',
  ],
  'only-a-claim': [
    'AC-1 of promise-1 is only a claim',
    'type api says the response status code, and the response content',
    'Next: cs-promise --meet promise-1 --ac-id AC-1 --evidence "[what shows it]" --type api',
    'cs meet promise-1 AC-1 --run -- [command]',
  ],
  'nothing-to-prove': ['promise-1', 'AC-1', 'cs-promise --add-check promise-1 --ac-id AC-1'],
  'invalid-definition': ['promise.yaml', '`title`', 'promise-definition.schema.json'],
  'proof-missing': ['promise-1', 'Next: cs-verify --promise promise-1 --proof'],
  'validation-blocked': [
    '[AC-1] tests pass: no validation response',
    '[AC-2] docs: verdict FAIL',
    'Reasoning: they do not',
    'Next: cs-store-validation --promise promise-1 --ac-id AC-1 ',
    'Error: promise-1 was not verified.',
  ],
  'invalid-response': ['verdict, timestamp'],
  'broken-file': ['/state/promises/promise-1.json', 'it is not valid JSON', 'cs doctor'],
  busy: ['promise-1', 'process 4711 (cs)', '10.0 s'],
  'not-storable': ['promise-1', 'it is nested too deeply'],
  'file-system': ['change a promise', 'the disk is full', 'ENOSPC', '/state/promises'],
  'changed-outside': ['promise-1', 'something other than completion-promise', 'Next: cs-status'],
  'register-unwritable': [
    'no permission',
    'EACCES, /home/user/.local/state/completion-promise',
    'the top of the checkout, add: -C /work/project',
  ],
  'already-archived': ['promise-1', '/state/history/promise-1.json', 'Rename'],
  'person-needed': ['repair the state folder', 'this is not a terminal'],
  'question-refused': ["A judge's FAIL stands", 'Next: cs-promise --show promise-1'],
  'judge-rejected': [
    'promise-1',
    '2026-02-17T10:30:00Z',
    '[AC-2] it is vague',
    'Needed: the output of the command',
    'Next: cs-promise --meet promise-1 --ac-id AC-2 ',
    'Then: cs-verify --judge --promise promise-1',
    'A person can waive it: cs-promise --waive promise-1 --ac-id AC-2 ',
  ],
  unjudged: ['promise-1', 'no API key set', 'cs-verify --judge --promise promise-1'],
  'changed-while-judged': ['promise-1', 'Next: cs-verify --judge --promise promise-1'],
  'not-independent': ['promise-1', 'claude-sonnet-5-5', '--model [model]'],
  'unchanged-since-rejected': [
    'promise-1',
    '2026-02-17T10:30:00Z',
    'cs-promise --meet promise-1 --ac-id AC-2',
    'cs-verify --judge --promise promise-1 --votes 3',
  ],
  'no-validator': ['codex cannot validate here', 'codex is not on PATH', 'validator.command'],
  'not-copied': ['not started', 'the project is not in a git repository'],
  'too-large-to-judge': ['about 200000 tokens', 'split it'],
  'model-unusable': ['claude-old', 'it retired on 2026-01-01', 'sonnet, haiku'],
  'spending-cap': ['$1.00', '$0.9000', '$0.2000', 'judge.maxUsdPerDay', 'cs judge cost'],
  'store-unreachable': ['refused', 'postgresql://db/cs', 'Nothing was changed'],
  'store-unknown': ['unknown', 'postgresql://db/cs', 'cs promise log'],
  'store-schema': ['no tables', 'version 1', 'postgresql://db/cs', 'cs store migrate'],
  'store-refused': ['change a promise', '42501', 'permission denied', 'docs/store.md'],
  'store-unnamed': ['/project', 'storeProject'],
  'store-occupied': ['postgresql://db/states', '3 documents'],
  'store-uncopied': ['/project', 'it is torn'],
  unapproved: [
    'The store is not used',
    'store postgresql://db/cs',
    'not approved',
    'cs config trust',
  ],
  'approval-broken': ['/state/approved/1.json', 'not what an approval wrote', 'cs config trust'],
  interrupted: ['the judge was called', 'Nothing was decided'],
  'invalid-configuration': ['.claude/completion-promise.json', '`tier` takes 1 or 2', 'cs config'],
  unexpected: ['x is undefined', 'This is a bug', 'CS_DEBUG=1'],
};

describe('every failure', () => {
  it.each(EVERY_FAILURE)('$kind: names what is wrong and what to do', (failure) => {
    const text = failureLines(failure, LINES_HERE);
    for (const words of NAMED[failure.kind]) expect(text).toContain(words);
  });

  it.each(EVERY_FAILURE)('$kind: says that it is an error, in one of its lines', (failure) => {
    expect(failureLines(failure, LINES_HERE)).toMatch(/^Error: \S/m);
  });

  it.each(EVERY_FAILURE)('$kind: suggests no way around a gate', (failure) => {
    expect(failureLines(failure, LINES_HERE)).not.toContain('--skip');
  });

  it.each(EVERY_FAILURE)('$kind: is the same as data', (failure) => {
    const { message, advice } = failureText(failure, LINES_HERE);
    expect(failureJson(failure, LINES_HERE)).toEqual({
      error: { kind: failure.kind, message, advice },
    });
  });
});

describe('what the system says, in words', () => {
  it.each([
    ['EACCES', 'no permission'],
    ['EPERM', 'no permission'],
    ['EROFS', 'no permission'],
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk is full'],
    ['ENOTDIR', 'a file is in place of a folder'],
    ['ENAMETOOLONG', 'the path is too long'],
    ['EIO', 'the operating system refused'],
  ])('%s: %s', (code, words) => {
    const failure: Failure = { kind: 'file-system', action: 'do this', path: '/x', code };
    expect(failureLines(failure, LINES_HERE)).toContain(`Cannot do this: ${words} (${code}, /x)`);
  });
});

describe('why a criterion keeps Gate 2 shut, in words', () => {
  it.each([
    ['missing', 'no validation response'],
    ['failed', 'verdict FAIL'],
    ['blocked', 'verdict BLOCKED'],
    ['unknown-verdict', 'a verdict other than PASS, PARTIAL, FAIL or BLOCKED'],
    ['unreadable', 'its validation response cannot be read'],
    ['invalid-id', 'its id is invalid'],
  ] as const)('%s: %s', (why, words) => {
    const problem = { criterion: 'AC-1', description: 'docs', why, reasoning: '' };
    const failure: Failure = { kind: 'validation-blocked', id: 'promise-1', problems: [problem] };
    expect(failureLines(failure, LINES_HERE)).toContain(`[AC-1] docs: ${words}`);
  });
});

describe('advice that depends on the case', () => {
  it.each<[string, Failure, string]>([
    [
      'what a judge rejected and a program proved is proved again',
      { ...SAMPLE_FAILURES['judge-rejected'], proved: SAMPLE_FAILURES['judge-rejected'].failed },
      'Next: cs prove promise-1',
    ],
    [
      'what lacks evidence and a program proved is proved again',
      {
        ...SAMPLE_FAILURES['criteria-open'],
        open: [{ id: 'AC-1', description: 'd', lacks: 'evidence', isProved: true }],
      },
      'Next: cs prove promise-1',
    ],
    [
      'what its checks proved is proved by nothing else',
      { ...SAMPLE_FAILURES['words-over-proof'], by: 'checks' },
      'To run it again: cs prove promise-1',
    ],
    [
      'what a command proved that is not kept is proved by another run',
      { ...SAMPLE_FAILURES['words-over-proof'], by: 'self-chosen-once' },
      'To prove it with another command: cs meet promise-1 AC-1 --run -- [command]',
    ],
    [
      'a promise that was rejected as a whole',
      { ...SAMPLE_FAILURES['person-to-give-up'], what: 'release', failed: [] },
      'Tell the user that you want to release it, and why. A person can, in a terminal: cs-promise --release promise-1 --for session-b',
    ],
    [
      'an orphan can be adopted',
      { kind: 'not-owner', id: 'promise-1', owner: null },
      'cs-promise --adopt promise-1',
    ],
    [
      'a promise of a session that is gone is freed by a person',
      { kind: 'not-owner', id: 'promise-1', owner: 'session-b', fate: 'gone' },
      'a person can release it in a terminal: cs-promise --release promise-1 --for session-b',
    ],
    [
      'a promise of a session that runs is handed on by that one',
      { kind: 'not-orphaned', id: 'promise-1', owner: 'session-b', isOwn: false, fate: 'running' },
      'Session session-b can release it itself: cs-promise --release promise-1',
    ],
    [
      'a promise that the session has already is shown',
      { kind: 'not-orphaned', id: 'promise-1', owner: 'session-b', isOwn: true },
      'cs-promise --show promise-1',
    ],
    [
      'a promise that has ended cannot be taken over, whoever owned it',
      { kind: 'not-orphaned', id: 'promise-1', owner: 'a', isOwn: true, ended: 'cancelled' },
      'It is cancelled: no session can adopt it.\nTo see its status: cs-promise --show promise-1',
    ],
    [
      'a promise that has ended is shown',
      { kind: 'wrong-status', id: 'promise-1', status: 'verified', attempted: 'be released' },
      'cs-promise --show promise-1',
    ],
    [
      'a pending promise is started first',
      { ...SAMPLE_FAILURES['criteria-open'], status: 'pending' },
      'Next: cs-promise --start promise-1',
    ],
    [
      'no criteria to choose from',
      { ...SAMPLE_FAILURES['unknown-criterion'], known: [] },
      'The promise has no criteria.',
    ],
  ])('%s', (_name, failure, advice) => {
    expect(failureLines(failure, LINES_HERE)).toContain(advice);
  });
});

describe('text from the files cannot reach a terminal, nor forge a line', () => {
  const EVIL = '\x1b[2J\u202ex\nVERIFIED: promise-1';

  it.each<Failure>([
    { kind: 'invalid-id', what: 'promise id', value: EVIL },
    { kind: 'promise-not-found', id: EVIL },
    { kind: 'not-owner', id: 'promise-1', owner: EVIL },
    { kind: 'not-orphaned', id: 'promise-1', owner: EVIL, isOwn: false, fate: 'gone' },
    { kind: 'session-running', session: EVIL },
    { kind: 'person-to-give-up', id: EVIL, what: 'release', owner: EVIL, failed: [EVIL] },
    { kind: 'words-over-proof', id: 'promise-1', criterion: EVIL, by: 'checks' },
    { kind: 'wrong-status', id: 'promise-1', status: EVIL, attempted: 'be started' },
    { kind: 'unknown-criterion', id: 'promise-1', criterion: EVIL, known: [EVIL] },
    {
      kind: 'criteria-open',
      id: 'promise-1',
      status: EVIL,
      open: [{ id: EVIL, description: EVIL, lacks: 'met' }],
    },
    {
      kind: 'validation-blocked',
      id: 'promise-1',
      problems: [{ criterion: EVIL, description: EVIL, why: 'failed', reasoning: EVIL }],
    },
    { kind: 'invalid-response', fault: { fault: 'json', detail: EVIL } },
    { kind: 'invalid-response', fault: { fault: 'verdict', verdict: EVIL } },
    { kind: 'broken-file', file: { path: EVIL, reason: EVIL } },
    { kind: 'busy', id: 'promise-1', holder: EVIL, waitedMs: 1 },
    { kind: 'file-system', action: 'do this', path: EVIL, code: 'EIO' },
    { kind: 'register-unwritable', path: EVIL, code: 'EIO', top: EVIL },
    { kind: 'already-archived', id: 'promise-1', path: EVIL },
    { kind: 'unexpected', message: EVIL },
  ])('$kind', (failure) => {
    const text = failureLines(failure, LINES_HERE);
    expect(text).not.toMatch(UNSAFE);
    expect(text).not.toMatch(/^VERIFIED/m);
  });

  it('usage: what was typed is shown as it was, but for what a terminal would obey', () => {
    const text = failureLines({ kind: 'usage', message: `Unknown option: ${EVIL}` }, LINES_HERE);
    expect(text).toMatch(/^Error: Unknown option: /);
    expect(text).not.toMatch(UNSAFE);
  });
});
