/**
 * Commits the built plugin, the marketplace that offers it and the action that runs it to the branch `plugin` of this
 * checkout. Claude Code clones that branch: `claude plugin marketplace add completion-promise/completion-promise#plugin`;
 * a workflow uses it: `uses: completion-promise/completion-promise@plugin`. The sources hold no build. Needs a built `plugin/`, and the name of a committer; changes neither the index nor a file.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), '..');
const PARTS = [
  ...['.claude-plugin/marketplace.json', '.gitattributes', 'action.yml'],
  ...['plugin', 'plugin-tools'],
];
const BRANCH = 'refs/heads/plugin';

if (!existsSync(join(CHECKOUT, 'plugin', 'dist'))) {
  console.error('plugin/ is not built. Run: npm run build');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'completion-promise-branch-'));
try {
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: CHECKOUT, env, encoding: 'utf8' }).trim();
  const { version } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8'));
  // What git ignores here is what the branch is for. Compiled code must stay as it was built.
  git('-c', 'core.autocrlf=false', 'add', '--force', '--', ...PARTS);
  const [before = ''] = git('for-each-ref', '--format=%(objectname)', BRANCH).split('\n');
  const parent = before === '' ? [] : ['-p', before];
  const made = git('commit-tree', git('write-tree'), ...parent, '-m', `Plugin ${version}`);
  git('update-ref', BRANCH, made);
  console.log(`plugin: ${made} (${version})`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
