import { counted } from '../domain/base/counted.ts';
import { isObject, textsIn } from '../domain/base/document.ts';
import { PROVER } from '../domain/judging/attempts.ts';
import type { StateEvent } from '../domain/promise/event.ts';
import { brief, oneLine } from './printable.ts';

/** What an event says, in plain words. Its keys come from a file that anybody may have written. */

/** An event as the ledger has it. */
type Told = (event: Event) => string;

/** Reads the keys of an event as words on one line; empty where there is none. */
interface Event {
  readonly word: (key: string) => string;
  readonly value: (key: string) => unknown;
}

/** The key for where something came from: a session, or a file. */
const ORIGIN = 'from';

/** Longest text of an event that is shown, in characters. */
const LONGEST = 160;

/** Events of this version, and one that versions beside it write. */
type Name = StateEvent['event'] | 'promise.give-up-requested';

const WORDS: Readonly<Record<Name, Told>> = {
  'promise.created': ({ word }) =>
    `created with ${counted(word('criteria'), 'criterion', 'criteria')}`,
  'promise.started': () => 'started',
  'promise.adopted': ({ word }) =>
    word(ORIGIN) === '' ? 'adopted; it had no owner' : `adopted from ${word(ORIGIN)}`,
  'promise.released': (event) => `released${byPerson(event)}`,
  'promise.cancelled': (event) => `cancelled${byPerson(event)}`,
  'promise.give-up-requested': ({ word }) =>
    `the owner asks to ${word('what')} it despite a judge's FAIL`,
  'promise.judged': judgedWords,
  'promise.verified': verifiedWords,
  'criterion.added': ({ word }) => `${word('ac_id')} added`,
  'criterion.met': ({ word }) => `${word('ac_id')} met with text (${word('evidence_type')})`,
  'criterion.answered': ({ word }) =>
    `${word('ac_id')} validated by ${word('by')}: ${word('verdict')}`,
  'criterion.proved': ({ word }) =>
    `${word('ac_id')} ${word('source') === 'self-chosen' ? 'self-chosen command' : 'checks'}: ${word('verdict')}`,
  'criterion.waived': ({ word }) => `${word('ac_id')} waived by a person: ${word('reason')}`,
  'tampering.accepted': ({ value, word }) =>
    `weakened tests accepted by a ${word('by')} (${brief(textsIn(value('digests')).map(oneLine).join(', '), LONGEST)}): ${word('reason')}`,
  'check.added': ({ word }) => `${word('ac_id')} check added (${word('kind')})`,
  'checks.trusted': ({ word }) => `${word('ac_id')} commands sealed on this machine`,
  'validation.stored': ({ word }) =>
    word('stored_by') === PROVER
      ? `${word('ac_id')} checks answer Gate 2: ${word('verdict')}`
      : `${word('ac_id')} validation ${word('verdict')} stored by ${word('stored_by')}`,
  'directive.added': ({ word }) => `directive ${word('directive')} kept (${word('type')})`,
  'directive.retired': ({ word }) => `directive ${word('directive')} retired`,
  'session.initialized': ({ word }) =>
    word('initiative') === '' ? 'session began' : `session began for ${word('initiative')}`,
  'session.ended': ({ word }) => `session ${word('session')} ended by a person: ${word('reason')}`,
  'session.continued': ({ word }) =>
    `session ${word('session')} continues ${word('from')} and inherits its end by a person`,
  'session.reopened': ({ word }) => `session ${word('session')} reopened`,
  'session.waits': ({ word }) => `asks its user (${word('needs')}): ${word('question')}`,
  'session.waited': ({ word }) =>
    word('until') === 'withdrawn' ? 'withdraws its question' : 'stops waiting: the user answered',
  'session.interrupted': ({ word }) =>
    `session ${word('session')}: its user interrupted, so its next stop is let through`,
  'gate.paused': ({ word }) => `stop gate paused by a person until ${word('until')}`,
  'gate.resumed': () => 'stop gate resumed by a person',
  'file.quarantined': ({ word }) => `unreadable file set aside: ${word(ORIGIN)} to ${word('to')}`,
  'ledger.started': ({ value }) => {
    const taken = value('taken_over');
    const bytes = isObject(taken) ? taken['bytes'] : undefined;
    return `the ledger begins and takes over a log of ${String(bytes)} bytes`;
  },
};

/** What an event says in words; for one that this version does not know, its name and its plain values. */
export function eventWords(document: { readonly [key: string]: unknown }): string {
  const name = document['event'];
  const word = (key: string): string => plainWord(document[key]);
  if (typeof name !== 'string') return 'not an event of completion-promise';
  return isKnown(name)
    ? WORDS[name]({ word, value: (key) => document[key] })
    : `${oneLine(name)} ${plainValues(document)}`.trim();
}

function isKnown(name: string): name is Name {
  return Object.hasOwn(WORDS, name);
}

function plainWord(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value)
    ? brief(String(value), LONGEST)
    : '';
}

/** Shown in columns of their own, or of the chain. */
const BESIDE: ReadonlySet<string> = new Set([
  'event',
  'timestamp',
  'session_id',
  'promise_id',
  'prev',
]);

function plainValues(document: { readonly [key: string]: unknown }): string {
  const values = Object.entries(document)
    .filter(([key, value]) => !BESIDE.has(key) && plainWord(value) !== '')
    .map(([key, value]) => `${oneLine(key)}=${plainWord(value)}`);
  return brief(values.join(' '), LONGEST);
}

function byPerson({ word }: Event): string {
  return word('by') === 'person' ? ' by a person' : '';
}

function judgedWords({ value, word }: Event): string {
  const failed = textsIn(value('failed')).map(oneLine).join(', ');
  const status = word('status');
  return [
    `judged ${word('verdict')}`,
    ...(status === 'success' ? [] : [` (${status})`]),
    ...(failed === '' ? [] : [`: ${brief(failed, LONGEST)}`]),
    ...(value('divergent') === true ? ['; the votes disagree'] : []),
  ].join('');
}

function verifiedWords({ value }: Event): string {
  const gates = value('gates');
  if (!isObject(gates)) return 'verified';
  const ways = Object.entries(gates).map(
    ([gate, way]) => `${oneLine(gate).replaceAll('_', ' ')} ${plainWord(way)}`,
  );
  return `verified: ${brief(ways.join(', '), LONGEST)}`;
}
