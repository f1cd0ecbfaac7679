import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from './checkout.ts';

const run = promisify(execFile);

/**
 * Bundles a script of the rig, so that plain Node can run it as a process of its own. The bundler is one, too: what it
 * takes of memory would make each later start of a program dearer for the tests beside it.
 */
export async function bundleScript(name: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'completion-promise-rig-')), `${name}.cjs`);
  await run(process.execPath, [
    join(CHECKOUT, 'node_modules', 'rolldown', 'bin', 'cli.mjs'),
    join(CHECKOUT, 'test', 'rig', 'worlds', `${name}.ts`),
    '--platform=node',
    '--format=cjs',
    '--no-code-splitting',
    `--file=${file}`,
  ]);
  return file;
}
