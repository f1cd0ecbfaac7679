import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Project } from '../worlds/project.ts';
import { promiseFile } from './promises.ts';

/** A way in which a promise file cannot be used, and the reason that the suite gives for it. */
export interface BrokenCase {
  readonly name: string;
  breakIt(project: Project, path: string): void;
  readonly reason: string;
}

const write = (content: unknown) => (project: Project, path: string) => {
  project.write(path, content);
};

function linkTo(target: (project: Project) => string): BrokenCase['breakIt'] {
  return (project, path) => {
    mkdirSync(dirname(join(project.state, path)), { recursive: true });
    symlinkSync(target(project), join(project.state, path));
  };
}

const GOOD = promiseFile('promise-0000bbbb', 'session-b');
const NOT_A_PROMISE = 'it is not a promise: ';

export const BROKEN_CASES: readonly BrokenCase[] = [
  { name: 'empty', breakIt: write(''), reason: 'it is empty' },
  { name: 'blank', breakIt: write('\r\n \n'), reason: 'it is empty' },
  {
    name: 'not JSON',
    breakIt: write('{"id": "promise-0000bbbb",'),
    reason: 'it is not valid JSON',
  },
  {
    name: 'zeros, as a crash leaves them',
    breakIt: write('\0'.repeat(512)),
    reason: 'it is not valid JSON',
  },
  { name: 'not an object', breakIt: write([GOOD]), reason: `${NOT_A_PROMISE}it is not an object` },
  { name: 'null', breakIt: write('null'), reason: `${NOT_A_PROMISE}it is not an object` },
  {
    name: 'not a promise',
    breakIt: write({ name: 'a package' }),
    reason: `${NOT_A_PROMISE}\`id\` is not a non-empty string`,
  },
  {
    name: 'a status of the wrong type',
    breakIt: write({ ...GOOD, status: 1 }),
    reason: `${NOT_A_PROMISE}\`status\` is not a non-empty string`,
  },
  {
    name: 'an owner of the wrong type',
    breakIt: write({ ...GOOD, ownership: { owned_by: {} } }),
    reason: `${NOT_A_PROMISE}\`ownership.owned_by\` is neither a string nor null`,
  },
  {
    name: 'criteria of the wrong type',
    breakIt: write({ ...GOOD, acceptance_criteria: 'all' }),
    reason: `${NOT_A_PROMISE}\`acceptance_criteria\` is not a list`,
  },
  {
    name: 'nested too deep',
    breakIt: write(`{"a": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    reason: 'it is nested deeper than 200 levels',
  },
  {
    name: 'invalid UTF-8',
    breakIt: write(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)),
    reason: 'it is not valid UTF-8',
  },
  {
    name: 'UTF-16, as some editors write',
    breakIt: write(Buffer.from('\ufeff{}', 'utf16le')),
    reason: 'it is not valid UTF-8',
  },
  {
    name: 'too large: 40 MB of nothing',
    breakIt: (project, path) => truncateSync(project.write(path, ''), 40 * 1024 * 1024),
    reason: 'it is too large (40 MB; at most 32 MB are read)',
  },
  {
    name: 'a folder',
    breakIt: (project, path) => void project.write(`${path}/inside`, ''),
    reason: 'it is a folder',
  },
  {
    name: 'a link that leads out of the state folder',
    breakIt: linkTo((project) =>
      join(dirname(project.write('../outside.json', GOOD)), 'outside.json'),
    ),
    reason: 'it is a link, and links to files are not followed',
  },
  {
    name: 'a link that leads nowhere',
    breakIt: linkTo(() => 'nowhere.json'),
    reason: 'it is a link, and links to files are not followed',
  },
  {
    name: 'a link to a promise within the state folder',
    breakIt: linkTo((project) => project.write('elsewhere/promise.json', GOOD)),
    reason: 'it is a link, and links to files are not followed',
  },
  {
    name: 'a link to itself',
    breakIt: linkTo(() => 'promise-0000bbbb.json'),
    reason: 'it is a link, and links to files are not followed',
  },
];
