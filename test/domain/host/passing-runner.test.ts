import { expect, it } from 'vitest';
import { npxFolder, passingRunner } from '../../../src/domain/host/passing-runner.ts';

const PROGRAMS = 'node_modules/completion-promise/plugin/bin';

it.each<[folder: string, runner: string | undefined]>([
  [`/home/me/.npm/_npx/1f2e3d/${PROGRAMS}`, 'npx'],
  ['C:\\Users\\me\\AppData\\Local\\npm-cache\\_npx\\1f2e\\node_modules\\x\\bin', 'npx'],
  [`/home/me/.cache/pnpm/dlx/ab12/19-3f/${PROGRAMS}`, 'pnpm dlx'],
  [`/home/me/.local/share/pnpm/store/v3/tmp/dlx-4242/${PROGRAMS}`, 'pnpm dlx'],
  [`/tmp/xfs-12ab34cd/dlx-4242/${PROGRAMS}`, 'yarn dlx'],
  [`/tmp/bunx-1000-completion-promise@latest/${PROGRAMS}`, 'bunx'],
  [`/usr/lib/${PROGRAMS}`, undefined],
  [`/home/me/project/${PROGRAMS}`, undefined],
  [`/home/me/dlx-notes/${PROGRAMS}`, undefined],
])('%s', (folder, runner) => {
  expect(passingRunner(folder)).toBe(runner);
});

it('knows the folder that npx fetched a package into', () => {
  expect(npxFolder(`/home/me/.npm/_npx/1f2e3d/${PROGRAMS}`)).toBe('/home/me/.npm/_npx/1f2e3d');
  expect(npxFolder(`/usr/lib/${PROGRAMS}`)).toBeUndefined();
});
