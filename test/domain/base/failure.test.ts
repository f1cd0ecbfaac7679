import { describe, expect, it } from 'vitest';
import {
  EFFECT_OF_FAILURE,
  type Failure,
  type FailureEffect,
} from '../../../src/domain/base/failure.ts';
import { exitCodeOf } from '../../../src/report/exit.ts';
import { SAMPLE_FAILURES } from '../../rig/values/failures.ts';

/** What each failure does: its effect, and the exit codes of the stop gate and of anything else. */
const EXPECTED: Readonly<
  Record<Failure['kind'], readonly [FailureEffect, gate: 1 | 2 | 130, other: 1 | 130]>
> = {
  usage: ['usage', 1, 1],
  'no-session': ['usage', 1, 1],
  'invalid-id': ['usage', 1, 1],
  'invalid-response': ['usage', 1, 1],
  'invalid-definition': ['usage', 1, 1],
  'unsafe-run': ['refuse', 1, 1],
  'base-missing': ['refuse', 1, 1],
  'answers-refused': ['refuse', 1, 1],
  unproved: ['refuse', 1, 1],
  'untrusted-checks': ['refuse', 1, 1],
  'changed-files-broken': ['refuse', 1, 1],
  'always-failed': ['refuse', 1, 1],
  tampered: ['refuse', 1, 1],
  'not-shown': ['refuse', 1, 1],
  'unknown-finding': ['refuse', 1, 1],
  'own-findings': ['refuse', 1, 1],
  'check-failed': ['refuse', 1, 1],
  'words-after-failure': ['refuse', 1, 1],
  'words-over-proof': ['refuse', 1, 1],
  'only-a-claim': ['refuse', 1, 1],
  'nothing-to-prove': ['refuse', 1, 1],
  'nothing-to-attest': ['refuse', 1, 1],
  'key-unusable': ['refuse', 1, 1],
  'bundle-unusable': ['refuse', 1, 1],
  'tampering-unexamined': ['refuse', 1, 1],
  'no-project-folder': ['block', 2, 1],
  'other-project': ['refuse', 1, 1],
  'promise-not-found': ['refuse', 1, 1],
  'not-owner': ['refuse', 1, 1],
  'not-orphaned': ['refuse', 1, 1],
  'nothing-to-adopt': ['refuse', 1, 1],
  'session-running': ['refuse', 1, 1],
  'person-to-give-up': ['refuse', 1, 1],
  'wrong-status': ['refuse', 1, 1],
  'unknown-criterion': ['refuse', 1, 1],
  'ambiguous-criterion': ['refuse', 1, 1],
  'no-such-directive': ['refuse', 1, 1],
  'criteria-open': ['refuse', 1, 1],
  'proof-missing': ['refuse', 1, 1],
  'validation-blocked': ['refuse', 1, 1],
  'not-storable': ['refuse', 1, 1],
  'changed-outside': ['refuse', 1, 1],
  'register-unwritable': ['refuse', 1, 1],
  'already-archived': ['refuse', 1, 1],
  'person-needed': ['refuse', 1, 1],
  'question-refused': ['refuse', 1, 1],
  'judge-rejected': ['refuse', 1, 1],
  'person-to-look': ['refuse', 1, 1],
  unjudged: ['refuse', 1, 1],
  'not-independent': ['refuse', 1, 1],
  'changed-while-judged': ['refuse', 1, 1],
  'unchanged-since-rejected': ['refuse', 1, 1],
  'too-large-to-judge': ['refuse', 1, 1],
  'no-validator': ['refuse', 1, 1],
  'not-copied': ['refuse', 1, 1],
  'model-unusable': ['refuse', 1, 1],
  'spending-cap': ['refuse', 1, 1],
  'store-unreachable': ['block', 2, 1],
  'store-unknown': ['block', 2, 1],
  'store-schema': ['block', 2, 1],
  'store-refused': ['block', 2, 1],
  'store-unnamed': ['block', 2, 1],
  'store-occupied': ['refuse', 1, 1],
  'store-uncopied': ['refuse', 1, 1],
  unapproved: ['refuse', 1, 1],
  'approval-broken': ['block', 2, 1],
  interrupted: ['refuse', 130, 130],
  'invalid-configuration': ['block', 2, 1],
  'broken-file': ['block', 2, 1],
  busy: ['block', 2, 1],
  'file-system': ['block', 2, 1],
  unexpected: ['block', 2, 1],
};

describe('what a failure does to whoever met it', () => {
  it.each(Object.values(SAMPLE_FAILURES))('$kind', (failure) => {
    const [effect, gate, other] = EXPECTED[failure.kind];
    expect(EFFECT_OF_FAILURE[failure.kind]).toBe(effect);
    expect(exitCodeOf(failure, 'may-the-session-end')).toBe(gate);
    expect(exitCodeOf(failure, 'anything-else')).toBe(other);
  });

  it('has an entry for every kind and for nothing else', () => {
    expect(Object.keys(EFFECT_OF_FAILURE).sort()).toEqual(Object.keys(EXPECTED).sort());
  });
});
