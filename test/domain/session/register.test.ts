import { describe, expect, it } from 'vitest';
import { readPromise } from '../../../src/domain/promise/promise-reading.ts';
import { alterationsOf, type PromiseNow } from '../../../src/domain/session/alteration.ts';
import {
  type Lessening,
  lesseningsOf,
  lessOpen,
  outlineOf,
  type PromiseOutline,
} from '../../../src/domain/session/promise-outline.ts';
import {
  ledgerHeadsIn,
  linesThatCount,
  parseRegister,
  type RegisteredPromise,
  type RegisterLine,
  registeredIn,
} from '../../../src/domain/session/register.ts';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  promiseFile,
} from '../../rig/values/promises.ts';
import { LINES, outline, registerText, written } from '../../rig/values/register-values.ts';

const A = written('promise-a');
const LATER = written('promise-a', { digest: 'd2', outline: outline({ 'AC-1': true }) });
const B = written('promise-b');
const { altered, intended, left, made, told, toldGone } = LINES;

/** A line on a promise that something else made less open by these. */
const changed = (lessenings: readonly Lessening[]): RegisterLine => ({
  at: '2026-02-17T10:30:00Z',
  state: 'altered',
  project: A.project,
  id: A.id,
  lessenings,
});

/** A line on one change, as a file might have it. */
const lessened = (change: object): string =>
  `${JSON.stringify({ ...changed([]), lessenings: [change] })}\n`;

const LESSENINGS: readonly Lessening[] = [
  { what: 'status', before: 'pending', now: 'verified' },
  { what: 'criterion-gone', id: 'AC-1' },
  { what: 'criterion-met', id: 'AC-1' },
  { what: 'criterion-changed', id: 'AC-1' },
  { what: 'criterion-proof', id: 'AC-1' },
  { what: 'judgments' },
  { what: 'beginning' },
  { what: 'accepted', id: 'f1' },
  { what: 'owner' },
  { what: 'not-known' },
];

/** A registered promise of these lines, which are about one. */
function registered(...lines: Parameters<typeof registeredIn>[0]): RegisteredPromise {
  const [first] = registeredIn(lines);
  if (first === undefined) throw new Error('nothing is registered');
  return first;
}

describe('a register is read', () => {
  const line = registerText([made(A)]);

  it.each<[string, string, number]>([
    ['nothing', '', 0],
    ['lines', registerText([intended(A), made(A), told(A), toldGone(B), left(B)]), 5],
    ['empty lines', `\n${line}\n`, 1],
    ['a last line that was cut off', `${line}{"at":"2026-`, 1],
    ['a last line without its end, whole as it may look', `${line}${line.trim()}`, 1],
    ['a line that a later writer marked as cut off', `{"at":"2026-#torn\n${line}`, 1],
    ['keys of a later version', `${line.trim().slice(0, -1)},"new":[1]}\n`, 1],
  ])('with %s', (_what, text, count) => {
    const read = parseRegister(text);
    expect(read.fault).toBeUndefined();
    expect(read.lines).toHaveLength(count);
  });

  it.each<[string, string]>([
    ['no JSON', 'made\n'],
    ['a cut line among others', `{"at":"2026-\n${line}`],
    ['an unknown state', line.replace('"made"', '"lost"')],
    ['no time', line.replace('"at"', '"when"')],
    ['no promise', `{"at":"","state":"made","ledger":null}\n`],
    ['an id that is a path', line.replace('promise-a', '../promise-a')],
    ['no folder', line.replace('/work/a', '')],
    ['no digest', line.replace('"d1"', '7')],
    ['a criterion that is none', line.replace('"isMet":false', '"isMet":"no"')],
    ['a head that is none', line.replace('"bytes":7', '"bytes":"7"')],
    ['a told promise of half', registerText([told(A)]).replace(/"outline":.*\}\]\}/, '"x":1')],
    ['changes that are no list', registerText([altered(A)]).replace(/"lessenings":.*\]/, '"x":1')],
    ['a change of no kind', registerText([altered(A)]).replace('criterion-met', 'better')],
    ['a change of no criterion', registerText([altered(A)]).replace('"id":"AC-1"', '"id":1')],
    ['a list', '[]\n'],
    ['null', 'null\n'],
    ['a promise in a word', line.replace(/"promise":.*\},"ledger"/, '"promise":"a","ledger"')],
    ['an id that is no text', line.replace('"promise-a"', '7')],
    ['a folder that is no text', line.replace('"/work/a"', '7')],
    ['no outline', line.replace('"outline"', '"out"')],
    ['an outline in a word', line.replace(/"outline":.*\}\]\}/, '"outline":"x"')],
    ['a status that is no text', line.replace('"in_progress"', '7')],
    ['criteria that are no list', line.replace(/"criteria":\[.*?\]/, '"criteria":{}')],
    ['a criterion in a word', line.replace(/"criteria":\[.*?\]/, '"criteria":["AC-1"]')],
    ['a criterion of no id', line.replace('"id":"AC-1"', '"id":7')],
    ['evidence that is none', line.replace('"hasEvidence":false', '"hasEvidence":"no"')],
    ['a head in a word', line.replace(/"ledger":\{.*?\}/, '"ledger":"head"')],
    ['a head of no digest', line.replace('"digest":"head"', '"digest":7')],
    ['an intention with a broken head', line.replace('made', 'intended').replace(':7', ':"7"')],
    ['no way of leaving', registerText([left(A)]).replace('"how"', '"why"')],
    ['a leaving of no promise', registerText([left(A)]).replace('"id"', '"ids"')],
    ['a told promise of no digest', registerText([told(A)]).replace('"d1"', '7')],
    ['a change in a word', registerText([altered(A)]).replace(/\{"what".*?\}/, '"better"')],
    ['a change of no status', lessened({ what: 'status', before: 'pending' })],
    ['a change from no status', lessened({ what: 'status', before: 7, now: 'verified' })],
    ['an acceptance of nothing', lessened({ what: 'accepted' })],
  ])('as broken with %s', (_what, text) => {
    expect(parseRegister(line + text)).toEqual({
      lines: [],
      fault: expect.stringMatching(/^line [23] cannot be read$/),
    });
  });

  it('gives back what was written', () => {
    const lines = [intended(A), made(A), told(A), toldGone(B), left(B), altered(B), made(B)];
    expect(parseRegister(registerText(lines)).lines).toEqual(lines);
  });

  const store = { address: 'postgres://db', project: 'shop' };
  const digests = { judged: 'j', began: 'b', accepted: ['f1'] };
  const proved = { id: 'AC-1', isMet: true, hasEvidence: true, asks: 'a', proved: 'p' };
  const whole = { ...outline(), ...digests, criteria: [proved] };
  it.each<[string, RegisterLine]>([
    ['in a store', made({ ...A, store })],
    ['with all of its digests', made({ ...A, outline: whole })],
    ['told of with all of its digests', told({ ...A, outline: whole })],
    ['before there was a ledger', { at: '', state: 'made', promise: A, ledger: null }],
    ['with every change', changed(LESSENINGS)],
    ['with no change', changed([])],
  ])('gives back a promise %s', (_what, one) => {
    const { lines } = parseRegister(registerText([one]));
    expect(lines).toEqual([one]);
    expect(registerText(lines)).toHaveLength(registerText([one]).length);
  });

  const [criterion1] = A.outline.criteria;
  it.each<[string, object, object]>([
    ['a store in a word', { store: 'db' }, {}],
    ['a store of no address', { store: { ...store, address: 7 } }, {}],
    ['a store of no project', { store: { address: 'db' } }, {}],
    [
      'digests that are none',
      { outline: { ...A.outline, judged: 7, began: null, accepted: 'f1' } },
      {},
    ],
    [
      'digests of a criterion that are none',
      { outline: { ...A.outline, criteria: [{ ...criterion1, asks: 7, proved: null }] } },
      {},
    ],
    [
      'acceptances that are none',
      { outline: { ...A.outline, accepted: [7, 'f1'] } },
      { outline: { ...A.outline, accepted: ['f1'] } },
    ],
  ])('leaves out %s', (_what, parts, expected) => {
    const text = JSON.stringify({ ...made(A), promise: { ...A, ...parts } });
    const { lines } = parseRegister(`${text}\n`);
    expect(registerText(lines)).toHaveLength(registerText([made({ ...A, ...expected })]).length);
    expect(lines).toEqual([made({ ...A, ...expected })]);
  });
});

describe('what a register says of a promise', () => {
  const of = ({ digest, outline: now }: typeof A) => ({ digest, outline: now });
  const nothing = {
    made: undefined,
    intended: undefined,
    changedOutside: false,
    lessenings: [],
  };
  const [lessenings, isTold] = [[{ what: 'criterion-met', id: 'AC-1' }], { changedOutside: true }];
  it.each<[string, Parameters<typeof registeredIn>[0], readonly object[]]>([
    ['intended', [intended(A)], [{ ...nothing, intended: of(A) }]],
    ['made', [intended(A), made(A)], [{ ...nothing, made: of(A) }]],
    ['made again', [made(A), made(LATER)], [{ ...nothing, made: of(LATER) }]],
    [
      'made, and intended anew',
      [made(A), intended(LATER)],
      [{ ...nothing, made: of(A), intended: of(LATER) }],
    ],
    ['left', [made(A), left(A)], []],
    ['left without ever being there', [left(A)], []],
    ['left and taken over again', [made(A), left(A), made(LATER)], [{ made: of(LATER) }]],
    ['told of', [made(A), told(LATER)], [{ made: of(LATER), changedOutside: true }]],
    ['told to be gone', [made(A), toldGone(A)], [{ made: undefined, changedOutside: true }]],
    [
      'made after it was told of',
      [toldGone(A), made(LATER)],
      [{ made: of(LATER), changedOutside: true }],
    ],
    ['altered', [made(A), altered(A), made(LATER)], [{ ...nothing, made: of(LATER), lessenings }]],
    ['altered, and left untold', [made(A), altered(A), left(A)], [{ ...nothing, lessenings }]],
    [
      'altered, and told of',
      [made(A), altered(A), made(LATER), told(LATER)],
      [{ ...nothing, ...isTold, made: of(LATER) }],
    ],
    [
      'altered, and told of once it was left',
      [made(A), altered(A), left(A), toldGone(A)],
      [{ ...nothing, ...isTold }],
    ],
    ['altered, told of, and left', [made(A), altered(A), told(A), left(A)], []],
    [
      'altered, left untold, and taken over again',
      [made(A), altered(A), left(A), intended(A), made(LATER)],
      [{ ...nothing, made: of(LATER), lessenings }],
    ],
  ])('that was %s', (_what, lines, expected) => {
    expect(registeredIn(lines)).toMatchObject(expected);
    expect(registeredIn(lines)).toHaveLength(expected.length);
  });

  it('is kept apart by its folder: two projects can hold the same id', () => {
    const copy = written('promise-a', { project: '/work/b' });
    const both = registeredIn([made(A), made(copy), left(A)]);
    expect(both.map(({ project }) => project)).toEqual(['/work/b']);
  });

  it('does not depend on the times of its lines, which come of clocks that jump', () => {
    const lines = [made(A), { ...made(LATER), at: '1970-01-01T00:00:00Z' }];
    expect(registered(...lines).made?.digest).toBe(LATER.digest);
  });
});

describe('the heads of a ledger that a register has', () => {
  const C = written('promise-c', { project: '/work/b' });
  const head = { bytes: 7, digest: 'head', at: '2026-02-17T10:30:00Z' };
  const later: RegisterLine = {
    at: 'later',
    state: 'made',
    promise: A,
    ledger: { bytes: 9, digest: 'other' },
  };
  const without: RegisterLine = { at: '', state: 'made', promise: A, ledger: null };
  it.each<[string, readonly RegisterLine[], readonly object[]]>([
    ['none', [], []],
    ['one of each promise', [made(A), made(B)], [head, head]],
    ['the last one', [made(A), later], [{ bytes: 9, digest: 'other', at: 'later' }]],
    ['one of this project', [made(C)], []],
    ['none of what was intended', [intended(A)], []],
    ['one before another was intended', [made(A), intended(A)], [head]],
    ['none where there was no ledger', [without], []],
    ['one before there was no ledger', [made(A), without], [head]],
    ['none of what was left', [made(A), left(A)], []],
    ['none of what was told to be gone', [made(A), toldGone(A)], []],
    ['one of what was told to be changed', [made(A), told(A)], [head]],
    ['one of what was altered', [made(A), altered(A)], [head]],
    ['one of what was made again', [made(A), left(A), made(A)], [head]],
    ['one of another promise', [made(A), left(B)], [head]],
  ])('%s', (_what, lines, heads) => {
    expect(ledgerHeadsIn(lines, '/work/a')).toEqual(heads);
  });
});

describe('a register is cut down', () => {
  it.each<[string, Parameters<typeof registeredIn>[0], number]>([
    ['to the last line on each promise', [made(A), made(LATER), made(A), made(B)], 2],
    ['to what was told and made', [made(A), told(A), made(LATER)], 2],
    ['to what is still to be told', [altered(A), intended(A), made(A), left(A)], 2],
    ['to nothing where nothing is left', [intended(A), made(A), left(A)], 0],
    ['to nothing where it was told', [altered(A), told(A), left(A)], 0],
    ['to nothing where it was told to be gone', [altered(A), toldGone(A), left(A)], 0],
    ['to what is to be told after it was told', [told(A), altered(A), left(A)], 2],
    ['to what came after it was left', [made(A), left(A), made(LATER)], 2],
  ])('%s', (_what, lines, count) => {
    expect(linesThatCount(lines)).toHaveLength(count);
    expect(registeredIn(linesThatCount(lines))).toEqual(registeredIn(lines));
  });
});

describe('the outline of a promise', () => {
  const outlineFor = (parts: PromiseParts): PromiseOutline => {
    const read = readPromise(promiseFile('promise-a', 'session-a', parts));
    if (!read.ok) throw new Error(read.reason);
    return outlineOf(read.promise);
  };
  const checks = [{ kind: 'command', run: 'npm test' }];
  const waived = { by: 'person', at: '2026-02-17T10:30:00Z', reason: 'not now' };
  it.each<[string, PromiseParts, { isMet: boolean; hasEvidence: boolean }]>([
    ['is not met', criterion('AC-1'), { isMet: false, hasEvidence: false }],
    ['is met with evidence', metCriterion('AC-1'), { isMet: true, hasEvidence: true }],
    [
      'is marked met without evidence',
      metCriterion('AC-1', { evidence: ' ' }),
      { isMet: false, hasEvidence: false },
    ],
    ['was waived by a person', criterion('AC-1', { waived }), { isMet: true, hasEvidence: false }],
    [
      'has checks and no proof',
      metCriterion('AC-1', { checks }),
      { isMet: false, hasEvidence: true },
    ],
    [
      'has checks and a proof',
      metCriterion('AC-1', { checks, proof: { source: 'checks', tree: null } }),
      { isMet: true, hasEvidence: true },
    ],
  ])('of which a criterion %s', (_what, one, expected) => {
    expect(outlineFor({ acceptance_criteria: [one] })).toEqual({
      status: 'in_progress',
      criteria: [{ id: 'AC-1', ...expected, asks: expect.any(String), proved: expect.any(String) }],
      judged: expect.any(String),
      began: expect.any(String),
    });
  });

  it.each<[string, PromiseParts]>([
    [
      'other words',
      { acceptance_criteria: [criterion('AC-1', { description: 'Something else' })] },
    ],
    ['no checks', { acceptance_criteria: [criterion('AC-1')] }],
    [
      'other checks',
      { acceptance_criteria: [criterion('AC-1', { checks: [{ kind: 'command', run: 'true' }] })] },
    ],
    ['another tier', { acceptance_criteria: [criterion('AC-1', { checks, tier: 1 })], tier: 2 }],
    [
      'another tier of the promise',
      { acceptance_criteria: [criterion('AC-1', { checks })], tier: 1 },
    ],
  ])('tells that a criterion has %s', (_what, parts) => {
    const before = outlineFor({ acceptance_criteria: [criterion('AC-1', { checks })], tier: 2 });
    expect(lesseningsOf(before, outlineFor(parts))).toEqual([
      { what: 'criterion-changed', id: 'AC-1' },
    ]);
  });

  const proof = { source: 'checks', tree: 'a', checks: 'b' };
  const FAIL = { status: 'success', verdict: 'FAIL', failed: ['AC-1'] };
  const madeAt = (created_at: string) => ({ owned_by: 'session-a', created_at });
  const settingsWith = (tampering: string) => ({ 'gates.tampering': tampering });
  const shown = {
    acceptance_criteria: [criterion('AC-1', { checks, proof })],
    judgments: [FAIL],
    base_commit: 'a'.repeat(40),
    settings: settingsWith('block'),
  };
  it.each<[string, PromiseParts, Lessening]>([
    [
      'the proof is bound to nothing',
      { acceptance_criteria: [criterion('AC-1', { checks, proof: { ...proof, tree: null } })] },
      { what: 'criterion-proof', id: 'AC-1' },
    ],
    [
      'the proof is of another tree',
      { acceptance_criteria: [criterion('AC-1', { checks, proof: { ...proof, tree: 'c' } })] },
      { what: 'criterion-proof', id: 'AC-1' },
    ],
    ['a judgment is gone', { judgments: [] }, { what: 'judgments' }],
    ['judgments are null', { judgments: null }, { what: 'judgments' }],
    [
      'a judgment became another',
      { judgments: [{ ...FAIL, verdict: 'PASS' }] },
      { what: 'judgments' },
    ],
    [
      'a judgment was added',
      { judgments: [FAIL, { ...FAIL, verdict: 'PASS' }] },
      { what: 'judgments' },
    ],
    ['another commit is its base', { base_commit: 'b'.repeat(40) }, { what: 'beginning' }],
    ['its base is no commit', { base_commit: 'HEAD' }, { what: 'beginning' }],
    ['its base is gone', { base_commit: undefined }, { what: 'beginning' }],
    ['there was no commit', { base_commit: null }, { what: 'beginning' }],
    [
      'it was made at another time',
      { ownership: madeAt('2026-03-01T10:30:00Z') },
      { what: 'beginning' },
    ],
    ['it was made at no time', { ownership: madeAt('') }, { what: 'beginning' }],
    ['it keeps weaker settings', { settings: settingsWith('warn') }, { what: 'beginning' }],
    ['it keeps no settings', { settings: undefined }, { what: 'beginning' }],
  ])('tells that %s', (_what, parts, lessening) => {
    const now = outlineFor({ ...shown, ...parts });
    expect(lesseningsOf(outlineFor(shown), now)).toEqual([lessening]);
  });

  it('tells of the findings in its tests that were accepted since', () => {
    const accepted = ['f1', 'f2'];
    const one = { ...outline({}), accepted: ['f1'] };
    expect(lesseningsOf(one, { ...outline({}), accepted })).toEqual([
      { what: 'accepted', id: 'f2' },
    ]);
    expect(lesseningsOf(outline({}), { ...outline({}), accepted })).toHaveLength(2);
    expect(lesseningsOf({ ...outline({}), accepted }, one)).toEqual([]);
  });

  it('is the same of no judgments and of an empty list of them', () => {
    expect(outlineFor({ judgments: undefined })).toEqual(outlineFor({ judgments: [] }));
  });

  it('tells apart three criteria of one id', () => {
    const thrice = outlineFor({ acceptance_criteria: Array(3).fill(criterion('AC-1')) });
    const twice = outlineFor({ acceptance_criteria: Array(2).fill(criterion('AC-1')) });
    expect(lesseningsOf(thrice, twice)).toEqual([{ what: 'criterion-gone', id: 'AC-1' }]);
  });

  it('of an earlier version says nothing of when it was made', () => {
    const { began: _, ...before } = outlineFor(shown);
    expect(lesseningsOf(before, outlineFor({ ...shown, base_commit: null }))).toEqual([]);
  });

  it('of an earlier version says nothing of what was asked', () => {
    const now = outlineFor({ acceptance_criteria: [criterion('AC-1')] });
    expect(lesseningsOf(outline({ 'AC-1': false }), now)).toEqual([]);
  });

  it('is of a promise without criteria, too', () => {
    expect(outlineFor({ acceptance_criteria: null, status: 'pending' })).toEqual({
      status: 'pending',
      criteria: [],
      judged: expect.any(String),
      began: expect.any(String),
    });
  });
});

describe('a promise is less open', () => {
  const two = outline({ 'AC-1': false, 'AC-2': true });
  const doubled = { ...two, criteria: [...two.criteria, ...two.criteria] };
  it.each<[string, PromiseOutline, PromiseOutline, readonly object[]]>([
    ['as it was', two, two, []],
    ['started', outline({}, 'pending'), outline({}), []],
    ['of an unknown status', two, { ...two, status: 'done' }, []],
    ['not met any more', two, outline({ 'AC-1': false, 'AC-2': false }), []],
    ['with one more criterion', two, outline({ 'AC-1': false, 'AC-2': true, 'AC-3': true }), []],
    ['opened again', outline({}, 'verified'), outline({}), []],
    [
      'verified',
      two,
      { ...two, status: 'verified' },
      [{ what: 'status', before: 'in_progress', now: 'verified' }],
    ],
    ['cancelled', two, { ...two, status: 'cancelled' }, [{ what: 'status' }]],
    [
      'without criteria',
      two,
      outline({}),
      [
        { what: 'criterion-gone', id: 'AC-1' },
        { what: 'criterion-gone', id: 'AC-2' },
      ],
    ],
    ['met', two, outline({ 'AC-1': true, 'AC-2': true }), [{ what: 'criterion-met', id: 'AC-1' }]],
    ['short of one of two of the same id', doubled, two, [{ id: 'AC-1' }, { id: 'AC-2' }]],
  ])('or not: %s', (_what, before, now, expected) => {
    expect(lesseningsOf(before, now)).toMatchObject(expected);
    expect(lesseningsOf(before, now)).toHaveLength(expected.length);
    expect(lessOpen(before, now)).toBe(expected.length > 0);
  });
});

describe('what became of a registered promise outside of the suite', () => {
  const never = () => {
    throw new Error('the ledger was asked for nothing');
  };
  const file = (parts: Partial<Extract<PromiseNow, { found: 'file' }>> = {}): PromiseNow => ({
    found: 'file',
    project: A.project,
    digest: 'other',
    outline: A.outline,
    isOwn: true,
    isRecorded: never,
    ...parts,
  });
  const verified = outline({ 'AC-1': false }, 'verified');
  const isUnrecorded = () => false;
  const isRecorded = () => true;
  const gone: PromiseNow = { found: 'nothing', isRecorded: isUnrecorded };
  const edited = file({ outline: verified, isRecorded: isUnrecorded });
  it.each<[string, RegisteredPromise, PromiseNow, readonly object[]]>([
    ['only intended and not there', registered(intended(A)), { ...gone, isRecorded: never }, []],
    ['only intended and otherwise there', registered(intended(A)), edited, []],
    ['told to be gone', registered(made(A), toldGone(A)), gone, []],
    ['unreadable', registered(made(A)), { found: 'unread' }, []],
    ['as it was made', registered(made(A)), file({ digest: 'd1' }), []],
    ['as it was intended', registered(made(A), intended(LATER)), file({ digest: 'd2' }), []],
    ['changed, and as open as before', registered(made(A)), file(), []],
    [
      'as it was made before it was intended',
      registered(made(A), intended(LATER)),
      file({ digest: 'd1', outline: verified }),
      [],
    ],
    [
      'less open as it was intended',
      registered(made(A), intended(LATER)),
      file({ digest: 'd2', outline: verified }),
      [],
    ],
    [
      'as it was made',
      registered(made(A)),
      file({ digest: 'd1', outline: verified, isOwn: false }),
      [],
    ],
    [
      'unreadable after a change that it was not told of',
      registered(made(A), altered(A)),
      { found: 'unread' },
      [],
    ],
    [
      'gone after a change that it was not told of',
      registered(made(A), altered(A)),
      gone,
      [{ how: 'vanished' }],
    ],
    [
      'moved after a change that it was not told of',
      registered(made(A), altered(A)),
      file({ project: '/work/b', digest: 'd1' }),
      [
        { how: 'moved', to: '/work/b', now: { digest: 'd1', outline: A.outline } },
        { how: 'changed-outside', project: A.project, lessenings: [{ what: 'criterion-met' }] },
      ],
    ],
    ['less open by a command', registered(made(A)), file({ outline: verified, isRecorded }), []],
    ['removed by a command', registered(made(A)), { found: 'nothing', isRecorded }, []],
    ['told of', registered(made(A), told(LATER)), file({ digest: 'd2' }), []],
    ['gone', registered(made(A)), gone, [{ how: 'vanished', project: A.project, id: A.id }]],
    [
      'less open',
      registered(made(A)),
      edited,
      [
        {
          how: 'changed-outside',
          now: { digest: 'other', outline: verified },
          lessenings: [{ what: 'status' }],
        },
      ],
    ],
    [
      'taken from the session',
      registered(made(A)),
      file({ isOwn: false, isRecorded: isUnrecorded }),
      [{ how: 'changed-outside', lessenings: [{ what: 'owner' }] }],
    ],
    [
      'changed again after it was told of',
      registered(made(A), told(LATER)),
      file({ outline: outline({}), isRecorded: isUnrecorded }),
      [{ how: 'changed-outside' }],
    ],
    [
      'as a command made it after a change that the session was not told of',
      registered(made(A), altered(A), made(LATER)),
      file({ digest: 'd2', outline: LATER.outline }),
      [
        {
          how: 'changed-outside',
          now: { digest: 'd2' },
          lessenings: [{ what: 'criterion-met', id: 'AC-1' }],
        },
      ],
    ],
    [
      'less open since a change that the session was not told of',
      registered(made(A), altered(A)),
      edited,
      [{ lessenings: [{ what: 'criterion-met' }, { what: 'status' }] }],
    ],
    [
      'not its own any more, after a change that it was not told of',
      registered(made(A), altered(A), left(A)),
      gone,
      [{ how: 'changed-outside', now: undefined }],
    ],
    [
      'in another folder',
      registered(made(A)),
      file({ project: '/work/b', digest: 'd1' }),
      [{ how: 'moved', from: A.project, to: '/work/b', id: A.id }],
    ],
    [
      'in another folder and less open',
      registered(made(A)),
      file({ project: '/work/b', outline: verified, isRecorded: isUnrecorded }),
      [{ how: 'moved' }, { how: 'changed-outside', project: '/work/b' }],
    ],
  ])('where it is %s', (_what, promise, now, expected) => {
    const found = alterationsOf(promise, now);
    expect(found).toMatchObject(expected);
    expect(found).toHaveLength(expected.length);
  });
});
