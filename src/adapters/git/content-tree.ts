import { createHash } from 'node:crypto';
import { readlinkSync, realpathSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { errorCode } from '../../domain/base/system-error.ts';
import type { TreeEntry } from '../../domain/promise/tree.ts';
import type { GitContent, GitResult } from '../../ports.ts';
import { errorOf, LARGEST_FILE, NO_DEADLINE, readBounded } from '../bounded-files.ts';
import { sha256 } from '../file-digest.ts';
import { createPatientCheckout } from './checkout.ts';
import { workTreeOf } from './folder.ts';
import { bytesOf, placeOf } from './latin-paths.ts';
import { askGit, lookMs } from './process.ts';

/** The path of a project's folder from the top of its checkout, with slashes; empty for the top, and outside of git. */
export function folderInCheckout(folder: string): string {
  const real = realpathSync(folder);
  return relative(workTreeOf(real) ?? real, real).replaceAll('\\', '/');
}

/**
 * The git tree that a commit of these files would have, byte for byte as they lie there, and the commit that is checked
 * out where its tree is just that. `entries`: all files of the checkout as a fingerprint was taken of them; a file that
 * changed since fails it. Git's index and its filters are not asked: what they say is not what a program reads.
 */
export function contentTree(folder: string, entries: readonly TreeEntry[]): GitResult<GitContent> {
  const head = headOf(folder);
  if (head === undefined) return { ok: false, reason: 'there is no commit' };
  const format = head.commit.length === 64 ? 'sha256' : 'sha1';
  try {
    const place = folderInCheckout(folder);
    const root: Folder = new Map();
    for (const entry of entries) {
      put(root, posix.normalize(posix.join(place, entry.path)).split('/'), {
        mode: entry.mode,
        id: objectId(format, 'blob', contentOf(folder, entry)),
      });
    }
    const tree = treeId(format, root);
    return { ok: true, value: { tree, commit: head.tree === tree ? head.commit : null } };
  } catch (error) {
    const reason =
      error instanceof ContentFault ? error.message : `a file cannot be read (${errorCode(error)})`;
    return { ok: false, reason };
  }
}

/** The commit that all files of a checkout are, byte for byte; or why they are none. */
export function commitHere(folder: string): GitResult<string> {
  const content = contentTree(folder, createPatientCheckout(folder).snapshot().committed());
  if (!content.ok) return content;
  const { commit } = content.value;
  return commit === null
    ? { ok: false, reason: 'the files here are not those of the commit that is checked out' }
    : { ok: true, value: commit };
}

/** What keeps a tree from being told. */
class ContentFault extends Error {}

/** The commit that is checked out, and its tree, whatever is to be taken in their place. */
function headOf(folder: string): { readonly commit: string; readonly tree: string } | undefined {
  const names = ['HEAD^{commit}', 'HEAD^{tree}'];
  const answer = askGit(folder, ['--no-replace-objects', 'rev-parse', ...names], {
    mostMs: lookMs(NO_DEADLINE),
  });
  const [commit = '', tree = ''] = answer.ok ? answer.output.toString('latin1').split('\n') : [];
  return /^[0-9a-f]{40,64}$/.test(commit) ? { commit, tree } : undefined;
}

/** The bytes of an entry, which must be those that its fingerprint was taken of. */
function contentOf(folder: string, { mode, object, path }: TreeEntry): Buffer {
  if (path.includes('\ufffd')) throw new ContentFault(`the name ${path} is not UTF-8`);
  const place = placeOf(folder, bytesOf(path));
  const [digest = ''] = object.split(' ');
  const bytes = mode === '120000' ? readlinkSync(place, { encoding: 'buffer' }) : bytesAt(place);
  if (sha256(bytes) !== digest) throw new ContentFault(`${path} changed meanwhile`);
  return bytes;
}

function bytesAt(place: string | Buffer): Buffer {
  const limits = { mostBytes: LARGEST_FILE, leftMs: NO_DEADLINE, follow: false };
  const reading = readBounded(place, limits);
  if (reading.found !== 'bytes') throw errorOf(reading);
  return reading.bytes;
}

interface Leaf {
  readonly mode: string;
  readonly id: string;
}

type Folder = Map<string, Leaf | Folder>;

function put(root: Folder, path: readonly string[], leaf: Leaf): void {
  let folder = root;
  for (const name of path.slice(0, -1)) {
    const known = folder.get(name);
    const next: Folder = known instanceof Map ? known : new Map();
    folder.set(name, next);
    folder = next;
  }
  folder.set(path.at(-1) ?? '', leaf);
}

/** Git sorts the names of a tree by their bytes, that of a folder as if a slash followed it. */
function treeId(format: string, folder: Folder): string {
  const rows = [...folder]
    .map(([name, what]) => ({
      key: Buffer.from(what instanceof Map ? `${name}/` : name),
      name,
      leaf: what instanceof Map ? { mode: '40000', id: treeId(format, what) } : what,
    }))
    .sort((a, b) => Buffer.compare(a.key, b.key));
  const parts = rows.flatMap(({ leaf, name }) => [
    Buffer.from(`${leaf.mode} ${name}\0`),
    Buffer.from(leaf.id, 'hex'),
  ]);
  return objectId(format, 'tree', Buffer.concat(parts));
}

function objectId(format: string, type: 'blob' | 'tree', content: Buffer): string {
  return createHash(format).update(`${type} ${content.length}\0`).update(content).digest('hex');
}
