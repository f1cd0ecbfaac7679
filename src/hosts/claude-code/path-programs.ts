import { dirname, join } from 'node:path';
import { ownPrograms } from '../../adapters/own-programs.ts';
import { programsOnPath } from '../../adapters/program-path.ts';
import { isObject, parseDocument } from '../../domain/base/document.ts';
import { PLUGIN_FILE } from '../../domain/host/plugin-source.ts';
import {
  type ForeignProgram,
  type FoundProgram,
  ownerOf,
} from '../../domain/host/program-owner.ts';
import type { Files } from '../../ports.ts';
import type { HostWorld } from './places.ts';

/** The largest program that is read as a script, and the largest manifest of a package, in bytes. */
const LARGEST_SCRIPT = 64 * 1024;
const LARGEST_MANIFEST = 1024 * 1024;

/** How many folders above a program its package is looked for. */
const MOST_ABOVE = 6;

/** The name of the suite's package. */
export const SUITE = 'completion-promise';

/** Programs of others that a shell finds under the suite's names, before the suite's or without them. */
export function foreignPrograms(
  names: readonly string[],
  { environment, files }: HostWorld,
): readonly ForeignProgram[] {
  const suite = { name: SUITE, folder: dirname(ownPrograms()) };
  return names.flatMap((name): readonly ForeignProgram[] => {
    const found = programsOnPath(name, environment).map((path) => {
      const program = describe(files, name, path);
      return { program, owner: ownerOf(program, suite) };
    });
    const [first] = found;
    if (first === undefined || first.owner === 'suite' || first.owner === 'unknown') return [];
    const own = found.find(({ owner }) => owner === 'suite')?.program.path;
    const { owner, program } = first;
    return [{ program, owner, own: own === undefined ? undefined : dirname(own) }];
  });
}

function describe(files: Files, name: string, path: string): FoundProgram {
  const realPath = files.realPath(path) ?? path;
  const reading = files.readFollowed(path, LARGEST_SCRIPT);
  const text = reading.found === 'text' ? reading.text : undefined;
  return { name, path, realPath, package: packageOf(files, dirname(realPath)), text };
}

/** What names a package, or a plugin, which has no manifest of a package. */
const MANIFESTS = [['package.json'], PLUGIN_FILE] as const;

/** The name of the nearest package or plugin that a folder lies in. */
export function packageOf(files: Files, start: string): string | undefined {
  let folder = start;
  for (let level = 0; level < MOST_ABOVE; level += 1) {
    const [name] = MANIFESTS.flatMap((manifest) => nameIn(files, join(folder, ...manifest)) ?? []);
    if (name !== undefined) return name;
    folder = dirname(folder);
  }
  return undefined;
}

function nameIn(files: Files, manifest: string): string | undefined {
  const reading = files.readFollowed(manifest, LARGEST_MANIFEST);
  const document = reading.found === 'text' ? parseDocument(reading.text) : undefined;
  if (document?.ok !== true || !isObject(document.value)) return undefined;
  const { name } = document.value;
  return typeof name === 'string' ? name : undefined;
}
