import { failed, success } from '../../base/result.ts';
import { shownDigests } from '../../judging/judged-facts.ts';
import { unacceptedOf } from '../../promise/acceptance.ts';
import { isHeldBy } from '../../promise/tampering.ts';
import { type ClosingFacts, runIn } from '../facts.ts';
import type { Gate } from '../gate.ts';
import { judgedFacts } from '../judged-facts.ts';
import { findingsIn, passedFindings, tamperingSetting } from '../tampering.ts';

/** Every weakened test that is held is accepted: a judge who sees them and passes the promise accepts them. */
export const tampering: Gate = (facts) => {
  const { id, promise, tierOne } = facts;
  const look = tierOne?.tampering;
  if (look?.examined === false) return success({ tampering: 'not-examined' });
  if (look === undefined) return success({});
  if (look.findings.length === 0) return success({ tampering: 'none' });
  const passed = passedNow(facts);
  const open = unacceptedOf(promise, findingsIn(look)).filter(
    ({ digest }) => !passed.includes(digest),
  );
  if (open.length === 0) return success({ tampering: 'accepted' });
  const setting = tamperingSetting(facts);
  const held = open.filter((finding) => isHeldBy(setting, finding));
  if (held.length === 0) return success({ tampering: 'warned' });
  const findings = held.map(({ detail, digest, line, path }) => ({ digest, path, line, detail }));
  return failed({ kind: 'tampered', id, findings });
};

function passedNow(facts: ClosingFacts): readonly string[] {
  return facts.judged === 'passes'
    ? shownDigests(judgedFacts(facts))
    : passedFindings(runIn(facts));
}
