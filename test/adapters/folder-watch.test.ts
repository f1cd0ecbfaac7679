import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type FolderWatch, watchFolder } from '../../src/adapters/folder-watch.ts';

/** Longer than any test: a wait that nothing ends would fail it. */
const FOR_EVER_MS = 600_000;

function watched(): { readonly folder: string; readonly watch: FolderWatch } {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-watch-'));
  const watch = watchFolder(folder);
  onTestFinished(() => {
    watch.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, watch };
}

const NOBODY = new AbortController().signal;

it.runIf(process.platform === 'linux')('a change ends the wait', async () => {
  const { folder, watch } = watched();
  await watch.change(0, NOBODY);
  const waiting = watch.change(FOR_EVER_MS, NOBODY);
  writeFileSync(join(folder, 'file'), 'x');
  await waiting;
});

it.each<[string, string]>([
  ['the time is over', ''],
  ['the time is over, of a folder that is not there', 'nowhere'],
])('%s', async (_name, below) => {
  const { folder } = watched();
  const watch = watchFolder(join(folder, below));
  onTestFinished(() => watch.stop());
  await expect(watch.change(1, NOBODY)).resolves.toBeUndefined();
});

it('whoever waits can be cancelled, before and while', async () => {
  const { watch } = watched();
  await watch.change(FOR_EVER_MS, AbortSignal.abort());
  const controller = new AbortController();
  const waiting = watch.change(FOR_EVER_MS, controller.signal);
  controller.abort();
  await waiting;
});
