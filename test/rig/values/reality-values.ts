import type { RealityReply } from '../../../src/domain/judging/reality-check.ts';
import type { ChangedFile } from '../../../src/domain/promise/shown-changes.ts';
import type { Directive, DirectiveType } from '../../../src/domain/session/directive.ts';
import type { RealityFacts } from '../../../src/reviews/reality/facts.ts';
import { NOW } from './domain-values.ts';

/** Parts of a reality check for tests in the same process. */

/** A reply of a model that passes everything. */
export function realityReply(parts: Partial<RealityReply> = {}): RealityReply {
  return {
    pass: true,
    reason: 'As far as it goes.',
    missingItems: [],
    questionsForUser: [],
    forwardProgress: true,
    convergenceEstimate: null,
    suggestedNextSteps: ['Go on.'],
    ...parts,
  };
}

export function directiveValue(number: number, type: DirectiveType, text: string): Directive {
  return { id: `D-${number}`, type, text, at: NOW, status: 'active' };
}

/** Facts with one directive and these patches, a changed file for each. */
export function realityFacts(
  parts: Partial<RealityFacts> = {},
  patches: Readonly<Record<string, string>> = {},
): RealityFacts {
  const files = Object.keys(patches).map(
    (path): ChangedFile => ({ path, added: 1, removed: 0, isNew: false, content: 'text' }),
  );
  return {
    directives: [directiveValue(1, 'initial-request', 'Sign-in works')],
    changes: {
      ok: true,
      value: {
        files,
        patchOf: ({ path }) => ({ found: true, text: patches[path] ?? '' }),
        before: () => undefined,
      },
    },
    lastMessage: 'All done.',
    attempts: [],
    tree: { bound: true, digest: 'f1f1' },
    ...parts,
  };
}
