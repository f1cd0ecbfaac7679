import { dirname } from 'node:path';
import { ownPrograms } from '../../adapters/own-programs.ts';
import { programsOnPath } from '../../adapters/program-path.ts';
import {
  type ForeignProgram,
  type FoundProgram,
  ownerOf,
} from '../../domain/host/program-owner.ts';
import type { Files } from '../../ports.ts';
import type { HostWorld } from '../host-world.ts';
import { packageOf, SUITE } from '../manifests.ts';

/** The largest program that is read as a script, in bytes. */
const LARGEST_SCRIPT = 64 * 1024;

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
