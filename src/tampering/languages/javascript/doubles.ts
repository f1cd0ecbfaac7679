import type { SyntaxNode } from '../../syntax/node.ts';
import { canonical, dottedName, firstArguments, type Link, linksOf, stringIn } from './dialect.ts';

/** What stands in for the real thing in tests of JavaScript. */

const MODULE_DOUBLES =
  /^(?:jest|vi|vitest)\.(?:mock|doMock|unstable_mockModule|setMock)$|^(?:t\.)?mock\.module$|^(?:td\.replace(?:Esm)?|proxyquire(?:\.\w+)*|esmock(?:\.\w+)*|rewiremock|quibble(?:\.\w+)*|t\.mock(?:Import|Require)?)$/;
const SPIES = /^(?:(?:jest|vi|vitest)\.)?(?:spyOn|replaceProperty)$/;
const STUBS =
  /^(?:sinon|sandbox|sb)\.(?:stub|replace|fake)$|^(?:t\.)?(?:mock|context\.mock)\.method$/;
const REPLACING =
  /^(?:mock(?:ReturnValue|ResolvedValue|RejectedValue|Implementation)(?:Once)?|replaceValue|returnValue|callFake|resolveTo|rejectWith|throwError|stub|returnValues)$/;

/** What a chain replaces; undefined where it replaces nothing. A spy that only looks on replaces nothing. */
export function doubledBy(links: readonly Link[]): string | undefined {
  const name = dottedName(links);
  const args = firstArguments(links);
  if (args === undefined) return undefined;
  const [first, second, third] = args;
  if (MODULE_DOUBLES.test(name)) return first === undefined ? undefined : moduleIn(first);
  const isReplacing = links.some((link) => link.kind === 'name' && REPLACING.test(link.name));
  const isSpy = SPIES.test(name) && (isReplacing || name.endsWith('replaceProperty'));
  const isNodeStub = /\bmock\.method$/.test(name) && third === undefined;
  if (isSpy || (STUBS.test(name) && !isNodeStub)) {
    if (first === undefined || second === undefined) return undefined;
    return `${canonical(first)}.${stringIn(second) ?? canonical(second)}`;
  }
  return isReplacing ? mockedTarget(links) : undefined;
}

function moduleIn(node: SyntaxNode): string {
  // `vi.mock(import('./cart'))`
  const path = [...node.within()].find(({ type }) => type === 'string');
  return stringIn(node) ?? stringIn(path) ?? '';
}

/** `vi.mocked(total).mockReturnValue(3)`, `cart.total.mockReturnValue(3)`. */
function mockedTarget(links: readonly Link[]): string | undefined {
  const at = links.findIndex((link) => link.kind === 'name' && REPLACING.test(link.name));
  const name = dottedName(links.slice(0, at));
  const before = links[at - 1];
  if (/^(?:vi|jest)\.mocked$/.test(name)) {
    const [value] = firstArguments(links) ?? [];
    return value === undefined ? undefined : canonical(value);
  }
  // What the test has made itself stands in for nothing.
  if (/^(?:vi|jest)\.fn$/.test(name) || before?.kind !== 'name') return undefined;
  return canonical(before.node);
}

/** What an assignment replaces: `cart.total = jest.fn()`. */
export function replacedBy(target: SyntaxNode, value: SyntaxNode): string | undefined {
  const [root, ...others] = linksOf(target);
  if (root?.kind !== 'name' || root.name === 'this' || others.length === 0) return undefined;
  const isDouble = /^(?:(?:jest|vi)\.fn|sinon\.(?:stub|fake)|mock\.fn)\b/.test(canonical(value));
  return isDouble ? canonical(target) : undefined;
}
