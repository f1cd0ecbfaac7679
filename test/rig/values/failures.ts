import type { Failure } from '../../../src/domain/base/failure.ts';

/** One sample of every kind of failure: a new kind does not compile until it has one. */
export const SAMPLE_FAILURES: {
  readonly [Kind in Failure['kind']]: Extract<Failure, { kind: Kind }>;
} = {
  usage: { kind: 'usage', message: '--ac-id is required', hint: 'Try: cs-promise --help' },
  'no-session': { kind: 'no-session' },
  'invalid-id': { kind: 'invalid-id', what: 'promise id', value: '../outside' },
  'no-project-folder': { kind: 'no-project-folder', path: '/nowhere' },
  'other-project': { kind: 'other-project', found: '/other', session: '/project' },
  'promise-not-found': { kind: 'promise-not-found', id: 'promise-1' },
  'not-owner': { kind: 'not-owner', id: 'promise-1', owner: 'session-b' },
  'not-orphaned': { kind: 'not-orphaned', id: 'promise-1', owner: 'session-b', isOwn: false },
  'nothing-to-adopt': { kind: 'nothing-to-adopt' },
  'session-running': { kind: 'session-running', session: 'session-b' },
  'unsafe-run': { kind: 'unsafe-run', reason: 'it would run foreign code' },
  'base-missing': {
    kind: 'base-missing',
    reason: 'the revision is not here',
    tried: ['origin/main'],
    isShallow: true,
  },
  'answers-refused': {
    kind: 'answers-refused',
    path: 'answers.json',
    problems: ['promise-1: the checkout has other files'],
  },
  'person-to-give-up': {
    kind: 'person-to-give-up',
    id: 'promise-1',
    what: 'cancel',
    owner: 'session-b',
    failed: ['AC-1', 'AC-2'],
  },
  'wrong-status': {
    kind: 'wrong-status',
    id: 'promise-1',
    status: 'verified',
    attempted: 'be started',
  },
  'ambiguous-criterion': { kind: 'ambiguous-criterion', id: 'promise-1', criterion: 'AC-1' },
  'no-such-directive': {
    kind: 'no-such-directive',
    id: 'D-9',
    why: 'unknown',
    known: ['D-1', 'D-2'],
  },
  'unknown-criterion': {
    kind: 'unknown-criterion',
    id: 'promise-1',
    criterion: 'AC-9',
    known: ['AC-1', 'AC-2'],
  },
  'criteria-open': {
    kind: 'criteria-open',
    id: 'promise-1',
    status: 'in_progress',
    open: [
      { id: 'AC-1', description: 'tests pass', lacks: 'met' },
      { id: 'AC-2', description: 'docs say so', lacks: 'evidence' },
    ],
  },
  'proof-missing': { kind: 'proof-missing', id: 'promise-1' },
  'validation-blocked': {
    kind: 'validation-blocked',
    id: 'promise-1',
    problems: [
      { criterion: 'AC-1', description: 'tests pass', why: 'missing', reasoning: '' },
      { criterion: 'AC-2', description: 'docs', why: 'failed', reasoning: 'they do not' },
    ],
  },
  unproved: {
    kind: 'unproved',
    id: 'promise-1',
    criteria: [{ id: 'AC-1', description: 'tests pass', proof: { standing: 'stale', reason: '' } }],
  },
  'untrusted-checks': {
    kind: 'untrusted-checks',
    id: 'promise-1',
    commands: [{ criterion: 'AC-1', command: 'npm test' }],
  },
  'changed-files-broken': {
    kind: 'changed-files-broken',
    id: 'promise-1',
    files: [{ path: 'a.json', detail: 'not valid json: it ends early at line 1' }],
  },
  tampered: {
    kind: 'tampered',
    id: 'promise-1',
    findings: [
      {
        digest: '3f2a9c01d4e5b678',
        path: 'test/cart.test.js',
        line: 12,
        detail: 'the test "adds" does not run any more',
      },
    ],
  },
  'unknown-finding': {
    kind: 'unknown-finding',
    id: 'promise-1',
    finding: 'ffffffffffffffff',
    isAccepted: false,
    known: ['3f2a9c01d4e5b678'],
  },
  'own-findings': {
    kind: 'own-findings',
    id: 'promise-1',
    findings: ['3f2a9c01d4e5b678'],
    reason: 'this is not a terminal',
  },
  'always-failed': {
    kind: 'always-failed',
    id: 'promise-1',
    commands: [
      {
        command: 'npm run lint',
        results: [{ name: 'command_npm run lint', status: 'FAIL', detail: 'exit code 1 in 0.5 s' }],
      },
    ],
  },
  'check-failed': {
    kind: 'check-failed',
    id: 'promise-1',
    criterion: 'AC-1',
    troubles: [{ name: 'command_npm test', status: 'FAIL', detail: 'exit code 1 in 0.5 s' }],
    output: '1 failed',
  },
  'words-after-failure': {
    kind: 'words-after-failure',
    id: 'promise-1',
    criterion: 'AC-1',
    findings: ['command_npm test: exit code 1 in 0.5 s'],
  },
  'words-over-proof': {
    kind: 'words-over-proof',
    id: 'promise-1',
    criterion: 'AC-1',
    by: 'self-chosen',
  },
  'tampering-unexamined': { kind: 'tampering-unexamined', reason: 'there is no commit nowhere' },
  'nothing-to-prove': { kind: 'nothing-to-prove', id: 'promise-1', criteria: ['AC-1'] },
  'nothing-to-attest': {
    kind: 'nothing-to-attest',
    id: 'promise-1',
    left: [{ ac_id: 'AC-1', why: 'not-bound', reason: 'a link leads out' }],
  },
  'key-unusable': { kind: 'key-unusable', path: 'ci.pem', reason: 'it holds no private key' },
  'bundle-unusable': { kind: 'bundle-unusable', path: 'a.intoto.jsonl', reason: 'it is empty' },
  'invalid-definition': {
    kind: 'invalid-definition',
    path: 'promise.yaml',
    problems: ['`title` is not text'],
  },
  'invalid-response': {
    kind: 'invalid-response',
    fault: { fault: 'missing', fields: ['verdict', 'timestamp'] },
  },
  'broken-file': {
    kind: 'broken-file',
    file: { path: '/state/promises/promise-1.json', reason: 'it is not valid JSON' },
  },
  busy: { kind: 'busy', id: 'promise-1', holder: 'process 4711 (cs)', waitedMs: 10_040 },
  'not-storable': { kind: 'not-storable', id: 'promise-1', reason: 'it is nested too deeply' },
  'file-system': {
    kind: 'file-system',
    action: 'change a promise',
    path: '/state/promises',
    code: 'ENOSPC',
  },
  'changed-outside': { kind: 'changed-outside', id: 'promise-1' },
  'register-unwritable': {
    kind: 'register-unwritable',
    path: '/home/user/.local/state/completion-promise',
    code: 'EACCES',
    top: '/work/project',
  },
  'already-archived': {
    kind: 'already-archived',
    id: 'promise-1',
    path: '/state/history/promise-1.json',
  },
  'person-needed': {
    kind: 'person-needed',
    action: 'repair the state folder',
    reason: 'this is not a terminal',
  },
  'question-refused': { kind: 'question-refused', why: 'rejected', rejected: 'promise-1' },
  'judge-rejected': {
    kind: 'judge-rejected',
    id: 'promise-1',
    by: 'judge',
    at: '2026-02-17T10:30:00Z',
    failed: ['AC-2'],
    feedback: [
      { ac_id: 'AC-2', finding: 'it is vague', would_satisfy: 'the output of the command' },
    ],
  },
  unjudged: { kind: 'unjudged', id: 'promise-1', reason: 'no API key set' },
  'not-independent': {
    kind: 'not-independent',
    id: 'promise-1',
    models: ['claude-sonnet-5-5'],
  },
  'changed-while-judged': { kind: 'changed-while-judged', id: 'promise-1' },
  'unchanged-since-rejected': {
    kind: 'unchanged-since-rejected',
    id: 'promise-1',
    at: '2026-02-17T10:30:00Z',
    criteria: ['AC-2'],
    votes: 3,
  },
  'too-large-to-judge': { kind: 'too-large-to-judge', reason: 'about 200000 tokens' },
  'model-unusable': {
    kind: 'model-unusable',
    model: 'claude-old',
    reason: 'it retired on 2026-01-01',
    known: ['sonnet', 'haiku'],
  },
  'spending-cap': {
    kind: 'spending-cap',
    cap: 'day',
    limitUsd: 1,
    spentUsd: 0.9,
    neededUsd: 0.2,
  },
  'store-unreachable': {
    kind: 'store-unreachable',
    place: 'postgresql://db/cs',
    reason: 'refused',
  },
  'store-unknown': { kind: 'store-unknown', place: 'postgresql://db/cs' },
  'store-schema': { kind: 'store-schema', place: 'postgresql://db/cs', found: null, wanted: 1 },
  'store-refused': {
    kind: 'store-refused',
    place: 'postgresql://db/cs',
    action: 'change a promise',
    code: '42501',
    detail: 'permission denied',
  },
  'store-unnamed': { kind: 'store-unnamed', folder: '/project' },
  'store-occupied': {
    kind: 'store-occupied',
    place: 'postgresql://db/states',
    holds: '3 documents',
  },
  'store-uncopied': { kind: 'store-uncopied', place: '/project', reason: 'it is torn' },
  unapproved: {
    kind: 'unapproved',
    path: '.claude/completion-promise.json',
    for: 'store',
    settings: ['store postgresql://db/cs'],
  },
  'approval-broken': {
    kind: 'approval-broken',
    path: '/state/approved/1.json',
    reason: 'it is not what an approval wrote',
  },
  interrupted: { kind: 'interrupted', action: 'the judge was called' },
  'invalid-configuration': {
    kind: 'invalid-configuration',
    source: '.claude/completion-promise.json',
    problems: ['`tier` takes 1 or 2, not 3'],
  },
  unexpected: { kind: 'unexpected', message: 'x is undefined' },
};

export const EVERY_FAILURE: readonly Failure[] = Object.values(SAMPLE_FAILURES);
