/** What stands in for the real thing in tests of JavaScript. */

import type { Chain } from './javascript-syntax.ts';
import { dottedName, stringIn, textAt } from './javascript-syntax.ts';
import { bare, written } from './javascript-values.ts';
import type { Source } from './source.ts';

const MODULE_DOUBLES =
  /^(?:jest|vi|vitest)\.(?:mock|doMock|unstable_mockModule|setMock)$|^(?:t\.)?mock\.module$|^(?:td\.replace(?:Esm)?|proxyquire(?:\.\w+)*|esmock(?:\.\w+)*|rewiremock|quibble(?:\.\w+)*|t\.mock(?:Import|Require)?)$/;
const SPIES = /^(?:(?:jest|vi|vitest)\.)?(?:spyOn|replaceProperty)$/;
const STUBS =
  /^(?:sinon|sandbox|sb)\.(?:stub|replace|fake)$|^(?:t\.)?(?:mock|context\.mock)\.method$/;
const REPLACING =
  /^(?:mock(?:ReturnValue|ResolvedValue|RejectedValue|Implementation)(?:Once)?|replaceValue|returnValue|callFake|resolveTo|rejectWith|throwError|stub|returnValues)$/;

/** What a chain replaces; undefined where it replaces nothing. A spy that only looks on replaces nothing. */
export function doubledBy(source: Source, chain: Chain): string | undefined {
  const name = dottedName(chain.links);
  const call = chain.links.find((link) => link.kind === 'call');
  if (call?.kind !== 'call') return undefined;
  const [first, second, third] = call.args;
  if (MODULE_DOUBLES.test(name)) return first === undefined ? undefined : moduleIn(source, first);
  const isReplacing = chain.links.some((link) => link.kind === 'name' && REPLACING.test(link.name));
  const isSpy = SPIES.test(name) && (isReplacing || /replaceProperty$/.test(name));
  const isNodeStub = /\bmock\.method$/.test(name) && third === undefined;
  if (isSpy || (STUBS.test(name) && !isNodeStub)) {
    if (first === undefined || second === undefined) return undefined;
    const member = stringIn(source, second) ?? written(source, second);
    return `${written(source, bare(source, first))}.${member}`;
  }
  return isReplacing ? mockedTarget(source, chain) : undefined;
}

function moduleIn(source: Source, range: { from: number; to: number }): string {
  const text = stringIn(source, range);
  if (text !== undefined) return text;
  // `vi.mock(import('../../checks/tampering/languages/cart'))`
  return (
    source.tokens.slice(range.from, range.to).find(({ kind }) => kind === 'string')?.value ?? ''
  );
}

/** `vi.mocked(total).mockReturnValue(3)`, `cart.total.mockReturnValue(3)`. */
function mockedTarget(source: Source, { from, links }: Chain): string | undefined {
  const at = links.findIndex((link) => link.kind === 'name' && REPLACING.test(link.name));
  const name = dottedName(links.slice(0, at));
  const before = links[at - 1];
  if (/^(?:vi|jest)\.mocked$/.test(name)) {
    const call = links.find((link) => link.kind === 'call');
    const [value] = call?.kind === 'call' ? call.args : [];
    return value === undefined ? undefined : written(source, value);
  }
  // What the test has made itself stands in for nothing.
  if (/^(?:vi|jest)\.fn$/.test(name) || before === undefined || at < 1) return undefined;
  return before.kind === 'name' ? written(source, { from, to: before.to }) : undefined;
}

/** What an assignment replaces: `cart.total = jest.fn()`. */
export function replacedBy(source: Source, chain: Chain): string | undefined {
  if (textAt(source, chain.to) !== '=' || chain.links.length < 2) return undefined;
  const value = written(source, { from: chain.to + 1, to: chain.to + 4 });
  const isDouble =
    /^(?:(?:jest|vi)\.fn|sinon\.(?:stub|fake))/.test(value) || /^mock\.fn/.test(value);
  const first = chain.links[0];
  return isDouble && first?.kind === 'name' && first.name !== 'this'
    ? written(source, chain)
    : undefined;
}
