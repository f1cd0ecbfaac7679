import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { TAMPERING_KINDS, type TamperingKind } from '../../../src/tampering/change.ts';
import { CHECKOUT } from '../worlds/checkout.ts';
import type { TamperingExample } from './tampering-example.ts';

/** Text that must be in a file exactly once, and what stands in its place. */
const EDIT = z.strictObject({ replace: z.string(), with: z.string() });

const EDITED_SOURCE = z.strictObject({ source: z.string(), edits: z.array(EDIT).optional() });

/** What a file holds: as it stands, or as one of the sources, with edits or without. */
const TEXT = z.union([z.string(), EDITED_SOURCE]);

const FILE = z
  .strictObject({
    movedFrom: z.string().optional(),
    /** What it held before: one of the sources. */
    source: z.string().optional(),
    /** What it held before, in place of `source`. With neither, it was not there. */
    before: TEXT.optional(),
    /** What it holds now; null where it is gone. */
    after: TEXT.nullable().optional(),
    /** What became of what it held before, in place of `after`. With neither, it only moved. */
    edits: z.array(EDIT).optional(),
  })
  .refine(({ source, before }) => source === undefined || before === undefined)
  .refine(({ after, edits }) => after === undefined || edits === undefined);

const EXAMPLE = z.strictObject({
  name: z.string(),
  expected: z.array(
    z.custom<TamperingKind>(
      (kind) => typeof kind === 'string' && Object.hasOwn(TAMPERING_KINDS, kind),
    ),
  ),
  files: z.record(z.string(), FILE),
});

/** A file of examples. What several of them change stands once, under a name. */
const EXAMPLES = z.strictObject({
  sources: z.record(z.string(), z.string()).default({}),
  examples: z.array(EXAMPLE),
});

type Sources = z.infer<typeof EXAMPLES>['sources'];
type Edits = readonly z.infer<typeof EDIT>[];

function edited(text: string, edits: Edits = []): string {
  return edits.reduce((current, { replace, with: instead }) => {
    const parts = current.split(replace);
    if (parts.length !== 2) throw new Error(`found ${parts.length - 1} times: ${replace}`);
    return parts.join(instead);
  }, text);
}

function sourceOf(sources: Sources, name: string): string {
  const text = sources[name];
  if (text === undefined) throw new Error(`no source has this name: ${name}`);
  return text;
}

function textOf(sources: Sources, text: z.infer<typeof TEXT>): string {
  return typeof text === 'string' ? text : edited(sourceOf(sources, text.source), text.edits);
}

function beforeOf(sources: Sources, { source, before }: z.infer<typeof FILE>): string | null {
  if (source !== undefined) return sourceOf(sources, source);
  return before === undefined ? null : textOf(sources, before);
}

function changeOfFile(
  sources: Sources,
  file: z.infer<typeof FILE>,
): readonly [before: string | null, after: string | null] {
  const before = beforeOf(sources, file);
  if (file.after !== undefined)
    return [before, file.after === null ? null : textOf(sources, file.after)];
  if (before === null) throw new Error('a file without a text');
  return [before, edited(before, file.edits)];
}

function exampleOf(
  sources: Sources,
  { name, expected, files }: z.infer<typeof EXAMPLE>,
): TamperingExample {
  const changes = Object.entries(files);
  const moves = changes.flatMap(([path, { movedFrom }]) =>
    movedFrom === undefined ? [] : [[path, movedFrom] as const],
  );
  return {
    name,
    expected,
    files: Object.fromEntries(
      changes.map(([path, file]) => [path, changeOfFile(sources, file)] as const),
    ),
    ...(moves.length > 0 && { moves: Object.fromEntries(moves) }),
  };
}

/** The examples of a collection in one language, from a file such as `test/tampering/cases/go.yaml`. */
export function readExamples(collection: string, language: string): readonly TamperingExample[] {
  const path = join(CHECKOUT, 'test', 'tampering', collection, `${language}.yaml`);
  const { sources, examples } = EXAMPLES.parse(parse(readFileSync(path, 'utf8')));
  return examples.map((example) => exampleOf(sources, example));
}
