import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { NO_DEADLINE } from '../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../src/adapters/node-files.ts';
import {
  projectConfiguration,
  readConfigurationFile,
  readingOnce,
} from '../../src/settings/configuration-files.ts';
import { storeOf } from '../../src/state/stores.ts';
import { successOf } from '../rig/values/domain-values.ts';
import { writeApproval } from '../rig/worlds/approval.ts';
import { createProject } from '../rig/worlds/project.ts';

it('where the state lies and which settings are in force is read of one file once', () => {
  const { folder } = createProject();
  const path = projectConfiguration(folder);
  mkdirSync(join(folder, '.claude'), { recursive: true });
  const settings = { storeProject: 'shop', store: 'postgresql://db.example.com/x' };
  writeFileSync(path, JSON.stringify(settings));
  const home = join(folder, '..', 'home');
  writeApproval(folder, home, settings);
  vi.stubEnv('HOME', home);
  vi.stubEnv('USERPROFILE', home);
  vi.stubEnv('LOCALAPPDATA', '');
  vi.stubEnv('XDG_STATE_HOME', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const read: string[] = [];
  const files = createNodeFiles(NO_DEADLINE);
  const once = readingOnce({
    ...files,
    readFollowed(one, limit) {
      read.push(one);
      return files.readFollowed(one, limit);
    },
  });
  expect(successOf(storeOf(once, folder))).toMatchObject({ source: path, projectSource: path });
  expect(successOf(readConfigurationFile(once, path, true)).values.size).toBe(2);
  expect(read.filter((one) => one === path)).toEqual([path]);
});
