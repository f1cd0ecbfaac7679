/**
 * The end of the build: puts what runs on a user's machine into `plugin/`, and nothing else. A host copies the whole
 * folder of a plugin, and npm links the commands from there. The folder is replaced at once, so that sessions which
 * run it meet the old one or the new one.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), '..');
const PLUGIN = join(CHECKOUT, 'plugin');

/** The parts, by the paths that they have here as well. */
const PARTS = [
  '.claude-plugin/plugin.json',
  '.claude/commands',
  '.claude/skills',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'bin',
  'dist',
  'hooks',
];

/** By which it is known where it lies alone: a user's PATH may lead to programs of the same names by others. */
function identity() {
  const { license, name, version } = JSON.parse(
    readFileSync(join(CHECKOUT, 'package.json'), 'utf8'),
  );
  return { name, version, license, private: true };
}

const making = mkdtempSync(join(CHECKOUT, '.plugin-'));
try {
  for (const part of PARTS) {
    cpSync(join(CHECKOUT, part), join(making, 'new', part), { recursive: true });
  }
  writeFileSync(join(making, 'new', 'package.json'), `${JSON.stringify(identity(), null, 2)}\n`);
  if (existsSync(PLUGIN)) renameSync(PLUGIN, join(making, 'old'));
  renameSync(join(making, 'new'), PLUGIN);
} finally {
  rmSync(making, { recursive: true, force: true, maxRetries: 5 });
}
