/**
 * Packs the package as it would be published, installs the tarball in an empty folder and works with
 * it there. Ends with 1 and says why where something is missing, is too much or does not run.
 * Needs a built `plugin/`.
 *
 * `--newest`: with the newest line of Node, and `plugin/` is packed as it is. Ends with 77 where that Node cannot be had.
 */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installNode } from '../test/hosts/nodes.mjs';

const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';

/** Every file of the package is one of these or lies below one that ends in a slash. */
const WANTED = [
  '.claude-plugin/marketplace.json',
  '.claude/settings.example.json',
  'LICENSE',
  'README.md',
  'docs/',
  'package.json',
  'plugin/.claude-plugin/plugin.json',
  'plugin/.claude/commands/',
  'plugin/.claude/skills/',
  'plugin/LICENSE',
  'plugin/THIRD-PARTY-NOTICES.md',
  'plugin/bin/',
  'plugin/dist/',
  'plugin/hooks/hooks.json',
  'plugin/hooks/opencode-plugin.js',
  'plugin/package.json',
  'plugin-tools/',
  'schemas/',
];

/** Most that an installation may take, in bytes. */
const MOST_BYTES = 6_000_000;

/** What must be among them. */
const NEEDED = [
  'plugin/hooks/opencode-plugin.js',
  ...[
    'check',
    'stop-gate',
    'cs',
    'judging',
    'messages-client',
    'programs',
    'proving',
    'check-output',
    'session-hooks',
    'meet',
    'stop-gate-response',
    'standing-at-stop',
    'tampering',
    'report',
    'attesting',
    'ci-comment',
    'mcp',
    'postgresql',
  ].map((name) => `plugin/dist/${name}.cjs`),
  ...['cjs', 'mjs', 'd.cts', 'd.mts'].map((end) => `plugin/dist/library.${end}`),
  ...['jsonc', 'yaml', 'javascript', 'sql', 'junit', 'tap'].map(
    (name) => `plugin/dist/${name}-parser.cjs`,
  ),
  'plugin/dist/libpg-query.wasm.br',
  'plugin/dist/web-tree-sitter.wasm.br',
  ...['python', 'javascript', 'typescript', 'tsx', 'go', 'rust', 'java', 'kotlin'].map(
    (name) => `plugin/dist/tree-sitter-${name}.wasm.br`,
  ),
  ...[
    'attestations',
    'checks',
    'ci',
    'commands',
    'configuration',
    'judge',
    'library',
    'migrating',
    'state',
    'stop-gate',
  ].map((name) => `docs/${name}.md`),
  ...['configuration', 'cost-line', 'judge-result', 'promise-definition', 'tampering'].map(
    (name) => `schemas/${name}.schema.json`,
  ),
];

/**
 * Runs a command to its end. On Windows npm and the installed commands are batch files, which need
 * a shell; no argument here needs quoting in one.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} environment
 */
function run(command, args, folder, environment = process.env) {
  const { error, status, stderr, stdout } = spawnSync(command, args, {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    input: '',
    shell: isWindows,
  });
  const line = [command, ...args].join(' ');
  if (error !== undefined) throw new Error(`\`${line}\` cannot be run: ${error.message}`);
  return { line, code: status, stdout, stderr };
}

/**
 * Runs a command that must succeed.
 *
 * @param {Parameters<typeof run>} call
 */
function must(...call) {
  const outcome = run(...call);
  const said = `\`${outcome.line}\` ended with ${outcome.code}:\n${outcome.stdout}${outcome.stderr}`;
  assert.equal(outcome.code, 0, said);
  return outcome;
}

/**
 * The files below a folder, with slashes, without `node_modules`.
 *
 * @param {string} folder
 * @param {string} prefix
 * @returns {string[]}
 */
function filesBelow(folder, prefix = '') {
  const entries = readdirSync(join(folder, prefix), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = posix.join(prefix, entry.name);
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : filesBelow(folder, path);
  });
}

/** @param {readonly string[]} files */
function checkFiles(files) {
  const isOf = (/** @type {string} */ file, /** @type {string} */ wanted) =>
    wanted.endsWith('/') ? file.startsWith(wanted) : file === wanted;
  const missing = [...WANTED, ...NEEDED].filter(
    (wanted) => !files.some((file) => isOf(file, wanted)),
  );
  const extra = files.filter((file) => !WANTED.some((wanted) => isOf(file, wanted)));
  assert.deepEqual({ missing, extra }, { missing: [], extra: [] }, 'what the tarball holds');
}

/**
 * How many bytes the files below a folder have.
 *
 * @param {string} folder
 * @param {readonly string[]} files
 */
function bytesOf(folder, files) {
  return files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

/**
 * Packs the checkout as it is published, and installs the tarball in an empty folder.
 *
 * @param {string} root
 * @param {readonly string[]} how options for npm
 */
function installPacked(root, how) {
  must('npm', ['pack', ...how, '--pack-destination', root], CHECKOUT);
  const [tarball = ''] = readdirSync(root).filter((name) => name.endsWith('.tgz'));
  const folder = join(root, 'installed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // Everything is bundled: what had to be fetched would be missing here.
  must('npm', ['install', '--offline', '--no-audit', '--no-fund', join('..', tarball)], folder);
  const beside = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(beside, ['completion-promise'], 'what is installed');
  return folder;
}

/**
 * Asks every installed command for its help, then makes a promise, has the stop gate block it, meets
 * it and sees what a judge would be asked and says without a key; then proves what a file defines.
 *
 * @param {string} folder
 * @param {readonly string[]} names
 * @param {string} node the program that runs them
 */
function useInstalled(folder, names, node) {
  const bins = join(folder, 'node_modules', '.bin');
  // Nothing of the caller's sessions, settings and keys: nobody may be asked.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:CLAUDE|ANTHROPIC|CS)_|^XDG_\w+_HOME$|_COMPILE_CACHE$/.test(name),
  );
  const environment = {
    ...Object.fromEntries(inherited),
    PATH: [dirname(node), process.env['PATH']].join(delimiter),
    CLAUDE_SESSION_ID: 'smoke',
    HOME: folder,
    USERPROFILE: folder,
  };
  const cs = (/** @type {string} */ name, /** @type {string[]} */ ...args) =>
    run(join(bins, isWindows ? `${name}.cmd` : name), args, folder, environment);
  for (const name of names) {
    const { code, stderr, stdout } = cs(name, '--help');
    assert.equal(code, 0, `${name} --help: ${stderr}`);
    assert.match(stdout, new RegExp(`^Usage: ${name} `, 'm'), `${name} --help`);
  }
  const created = cs('cs-promise', '--create', 'Packed', '--ac', 'Runs');
  assert.equal(created.code, 0, created.stderr);
  assert.match(created.stdout, /^Created promise: promise-[0-9a-f]{8}$/m);
  const check = cs('cs-verify', '--check');
  assert.equal(check.code, 2, `cs-verify --check: ${check.stdout}${check.stderr}`);
  assert.match(check.stdout, /^COMPLETION CRITERIA NOT MET$/m);
  const [id = ''] = /promise-[0-9a-f]{8}/.exec(created.stdout) ?? [];
  const met = cs('cs', 'meet', id, '--ac-id', 'AC-1', '--evidence', 'npm-test:1-passed');
  assert.equal(met.code, 0, met.stderr);
  const hooks = cs('cs', 'hooks', 'install', '--dry-run');
  assert.equal(hooks.code, 0, `cs hooks install: ${hooks.stderr}`);
  assert.match(
    hooks.stdout,
    isWindows
      ? /^\[ADDED\] Stop: .*cs-stop-gate.* \|\| exit 2 /m
      : /^\[ADDED\] Stop: .*cs-hook.* stop .*\|\| exit 2 /m,
  );
  // Elsewhere the guard knows where the programs are.
  if (isWindows) assert.match(hooks.stdout, /"\$CLAUDE_PROJECT_DIR"\/node_modules\/\.bin\/cs-/);
  const judge = ['--judge', '--promise', id];
  const dryRun = cs('cs-verify', ...judge, '--dry-run');
  assert.equal(dryRun.code, 0, `cs-verify --judge --dry-run: ${dryRun.stderr}`);
  assert.match(dryRun.stdout, /^DRY RUN: nothing is sent or written\.$/m);
  assert.match(dryRun.stdout, /^# Criterion AC-1$/m);
  const unjudged = cs('cs-verify', ...judge, '--skip-validation-check', '--json');
  assert.equal(unjudged.code, 0, `cs-verify --judge: ${unjudged.stderr}`);
  assert.match(unjudged.stdout, /"error": "no API key set/);
  proveInstalled(folder, cs);
  return keepsCompiled(node, folder);
}

/**
 * Whether that Node keeps what it compiles; if so, what it kept must be there.
 *
 * @param {string} node
 * @param {string} home
 */
function keepsCompiled(node, home) {
  const asked = must(node, ['-p', 'typeof module.constructor.enableCompileCache'], home);
  if (asked.stdout.trim() === 'undefined' || isWindows) return false;
  const caches = process.platform === 'darwin' ? 'Library/Caches' : '.cache';
  const kept = join(home, caches, 'completion-promise', 'compiled');
  assert.ok(existsSync(kept) && readdirSync(kept).length > 0, `${kept} holds nothing`);
  return true;
}

/** A promise with one command, and one file of each syntax that a parser of the package reads. */
const DEFINITION = `title: Proved
acceptance_criteria:
  - description: Node runs
    checks:
      - kind: command
        run: [node, --version]
        matches: ['^v[0-9]']
  - description: Files are whole
    checks:
      - { kind: file, path: whole.mjs }
      - { kind: file, path: whole.yaml }
      - { kind: file, path: whole.jsonc }
      - { kind: file, path: whole.sql }
      - { kind: file, path: package.json }
`;

/**
 * Has the promise of a YAML file proved, which takes every file of the package that is loaded apart.
 *
 * @param {string} folder
 * @param {(name: string, ...args: string[]) => ReturnType<typeof run>} cs
 */
function proveInstalled(folder, cs) {
  const files = {
    'promise.yaml': DEFINITION,
    'whole.mjs': 'export const whole = true;\n',
    'whole.yaml': 'whole: true\n',
    'whole.jsonc': '{ "whole": true, /* and said so */ }\n',
    'whole.sql': 'SELECT whole FROM files;\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const created = cs('cs-promise', '--create', '--from', 'promise.yaml');
  assert.equal(created.code, 0, `cs-promise --create --from: ${created.stderr}`);
  const [id = ''] = /promise-[0-9a-f]{8}/.exec(created.stdout) ?? [];
  const proved = cs('cs', 'prove', id);
  assert.equal(proved.code, 0, `cs prove: ${proved.stdout}${proved.stderr}`);
  for (const name of ['whole.mjs', 'whole.yaml', 'whole.jsonc', 'whole.sql', 'package.json']) {
    assert.ok(proved.stdout.includes(`ok ${name} (syntax): valid `), proved.stdout);
  }
  writeFileSync(join(folder, 'whole.mjs'), 'export const whole = ;\n');
  const broken = cs('cs', 'prove', id);
  assert.equal(broken.code, 1, `cs prove with a broken file: ${broken.stdout}`);
  assert.match(broken.stdout, /FAIL whole\.mjs \(syntax\): not valid javascript/);
}

/**
 * @param {string} root
 * @param {string} node
 * @param {readonly string[]} how
 */
function tryPacked(root, node, how) {
  const folder = installPacked(root, how);
  const installed = join(folder, 'node_modules', 'completion-promise');
  const files = filesBelow(installed);
  checkFiles(files);
  const bytes = bytesOf(installed, files);
  assert.ok(
    bytes <= MOST_BYTES,
    `the package takes ${bytes} bytes, at most ${MOST_BYTES} are allowed`,
  );
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  // The front is for POSIX systems; hooks on Windows do without it.
  const names = Object.keys(manifest.bin).filter((name) => !isWindows || name !== 'cs-hook');
  const compiled = useInstalled(folder, names, node) ? 'keeps' : 'does not keep';
  const { stdout } = must(node, ['--version'], folder);
  process.stdout.write(
    `The tarball holds ${files.length} files of ${(bytes / 1e6).toFixed(2)} MB; ${names.join(', ')} run with Node ${stdout.trim()}, which ${compiled} what it compiles.\n`,
  );
}

const { newest } = parseArgs({ options: { newest: { type: 'boolean', default: false } } }).values;
const wanted = newest ? installNode('newest') : { program: process.execPath };
if ('missing' in wanted) {
  process.stderr.write(`${wanted.missing}\nNothing was tried with the newest line of Node.\n`);
  process.exit(77);
}
const root = mkdtempSync(join(tmpdir(), 'completion-promise-smoke-'));
try {
  tryPacked(root, wanted.program, newest ? ['--ignore-scripts'] : []);
} catch (error) {
  process.stderr.write(`Smoke test failed: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
