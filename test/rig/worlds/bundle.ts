import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { CHECKOUT } from './checkout.ts';

/** Bundles a script of the rig, so that plain Node can run it as a process of its own. */
export async function bundleScript(name: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'completion-promise-rig-')), `${name}.cjs`);
  await build({
    input: join(CHECKOUT, 'test', 'rig', 'worlds', `${name}.ts`),
    platform: 'node',
    logLevel: 'silent',
    output: { file, format: 'cjs', codeSplitting: false },
  });
  return file;
}
