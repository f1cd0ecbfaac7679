/**
 * `npm run quickstart`: one small piece of work from promise to verified, with the real commands in
 * a scratch project. Shows every command line with the line that counts of what it printed, with `--verbose` all of it,
 * and ends with 1 where anything was not as it should be. Nothing outside the scratch folder is touched, but for a
 * missing build (`dist/` and `plugin/`).
 * With `ANTHROPIC_API_KEY` set a model judges the work, which costs a few cents at most; without it
 * everything stays on this machine.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

/**
 * @typedef {{ readonly code: number | null, readonly stdout: string, readonly stderr: string }} Outcome
 * @typedef {{ readonly code?: number | readonly number[], readonly shows: RegExp }} Expectation `shows`: the line that
 *   counts of what is printed
 * @typedef {{
 *   cs(args: readonly string[], expected: Expectation, session?: string): Outcome,
 *   write(name: string, lines: readonly string[]): void,
 * }} Scratch
 */

class Unexpected extends Error {}

const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), '..');
const LANES = [
  'check.cjs',
  'cs.cjs',
  'judging.cjs',
  'judging.cjs.br',
  'messages-client.cjs',
  'messages-client.cjs.br',
  'proving.cjs',
  'jsonc-parser.cjs',
  'jsonc-parser.cjs.br',
  'yaml-parser.cjs',
  'yaml-parser.cjs.br',
  'javascript-parser.cjs',
  'javascript-parser.cjs.br',
  'sql-parser.cjs',
  'sql-parser.cjs.br',
  'tampering.cjs',
];

const isVerbose = process.argv.includes('--verbose');

const hasKey = Boolean(process.env['ANTHROPIC_API_KEY']);

/** Most that the judge may cost here, in US dollars. */
const MOST_USD = '0.50';

const isColourful =
  process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';

/**
 * @param {'bold' | 'cyan' | 'green' | 'red' | 'yellow'} style
 * @param {string} text
 */
const styled = (style, text) => (isColourful ? styleText(style, text) : text);

/** @param {string} text */
const print = (text) => process.stdout.write(`${text}\n`);

/** @param {string} title */
const heading = (title) => print(styled('bold', `# ${title}`));

function buildWhatIsMissing() {
  if (LANES.every((file) => existsSync(join(CHECKOUT, 'dist', file)))) return;
  if (!existsSync(join(CHECKOUT, 'node_modules', 'rolldown'))) {
    throw new Unexpected('The dependencies are not installed. Run: npm install');
  }
  print('dist/ is not there yet: building it with `npm run build`.');
  // npm says where it is; without it the shell finds it, which Windows needs for npm.cmd.
  const npm = process.env['npm_execpath'];
  const { status, stdout, stderr } =
    npm === undefined
      ? spawnSync('npm run build', { cwd: CHECKOUT, encoding: 'utf8', shell: true })
      : spawnSync(process.execPath, [npm, 'run', 'build'], { cwd: CHECKOUT, encoding: 'utf8' });
  if (status !== 0) throw new Unexpected(`\`npm run build\` failed:\n${stdout}${stderr}`);
}

/**
 * Variables for a command: what a program needs to run, what the judge needs where there is a key,
 * and nothing of the caller's sessions and settings.
 *
 * @param {string} home
 * @returns {NodeJS.ProcessEnv}
 */
function scrubbedEnvironment(home) {
  const ofTheJudge = ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', 'NODE_EXTRA_CA_CERTS'];
  const kept = ['PATH', 'Path', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  if (hasKey) kept.push(...ofTheJudge);
  const entries = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(entries), HOME: home, USERPROFILE: home };
}

/**
 * A project of its own in which commands run and are shown.
 *
 * @param {string} root
 * @returns {{ scratch: Scratch, environment: NodeJS.ProcessEnv, folder: string }}
 */
function createScratch(root) {
  const folder = join(root, 'project');
  const environment = scrubbedEnvironment(join(root, 'home'));
  mkdirSync(folder);
  mkdirSync(join(root, 'home'));
  return {
    environment,
    folder,
    scratch: {
      cs(args, expected, session) {
        const named = session === undefined ? '' : `CLAUDE_SESSION_ID=${session} `;
        const line = `${named}${['cs', ...args].map(shellWord).join(' ')}`;
        print(styled('cyan', `$ ${line}`));
        const { status, stdout, stderr } = spawnSync(process.execPath, [CS, ...args], {
          cwd: folder,
          env: session === undefined ? environment : { ...environment, CLAUDE_SESSION_ID: session },
          encoding: 'utf8',
          input: '',
        });
        const outcome = { code: status, stdout, stderr };
        show(outcome, expected);
        return checked(line, expected, outcome);
      },
      write: (name, lines) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`),
    },
  };
}

const CS = join(CHECKOUT, 'bin', 'cs.cjs');

/** @param {string} text */
const shellWord = (text) =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Both streams go to stdout: on two, a pipe would mix up their order.
 *
 * @param {Outcome} outcome
 * @param {Expectation} expected
 */
function show({ code, stdout, stderr }, { shows }) {
  if (!isVerbose) {
    const lines = `${stderr}\n${stdout}`.split('\n');
    print(`  ${(lines.find((line) => shows.test(line)) ?? '').trim()}`);
    return;
  }
  process.stdout.write(stdout);
  if (stderr !== '') process.stdout.write(styled('yellow', stderr));
  if (code !== 0) print(styled('red', `(exit code ${code})`));
  print('');
}

/**
 * @param {string} line
 * @param {Expectation} expected
 * @param {Outcome} outcome
 */
function checked(line, { code = 0, shows }, outcome) {
  const expected = [code].flat();
  if (outcome.code === null || !expected.includes(outcome.code)) {
    const wanted = expected.join(' or ');
    throw new Unexpected(
      `\`${line}\` ended with exit code ${outcome.code}; ${wanted} was expected.`,
    );
  }
  if (!shows.test(`${outcome.stdout}${outcome.stderr}`)) {
    throw new Unexpected(`\`${line}\` did not print ${shows}.`);
  }
  return outcome;
}

/**
 * What `eval "$(cs session init)"` does in a shell: takes over the two variables.
 *
 * @param {string} exports
 * @returns {Record<string, string>}
 */
function variablesIn(exports) {
  const lines = exports.trim().split('\n');
  const found = lines.map((line) => /^export (CLAUDE_SESSION_(?:ID|DIR))="([\w.-]+)"$/.exec(line));
  const pairs = found.flatMap((match) => (match ? [[match[1], match[2]]] : []));
  if (lines.length !== 2 || pairs.length !== 2) {
    throw new Unexpected('`cs session init` did not print its two export lines and nothing else.');
  }
  return Object.fromEntries(pairs);
}

/** @param {string} greeting */
const script = (greeting) => [
  'const [name] = process.argv.slice(2);',
  `console.log('${greeting}, ' + name + '!');`,
];

const TEST = [
  "import { equal } from 'node:assert';",
  "import { execFileSync } from 'node:child_process';",
  "import { test } from 'node:test';",
  '',
  "test('greets by name', () => {",
  "  const greeting = execFileSync(process.execPath, ['greet.mjs', 'Ada'], { encoding: 'utf8' });",
  "  equal(greeting, 'Hello, Ada!\\n');",
  '});',
];

/**
 * @param {Scratch} scratch
 * @returns the id of the promise
 */
function makePromise({ cs }) {
  heading('Say what done means, before the work');
  const criteria = ['--ac', 'Its test passes', '--ac', 'README.md shows how to run it'];
  const { stdout } = cs(['do', 'A script that greets', ...criteria, '--check', 'node --test'], {
    shows: /^Promised and started: promise-[0-9a-f]{8}$/m,
  });
  heading('The agent says that it is done. May its session end?');
  cs(['check'], { code: 2, shows: /^Blocked: promise-[0-9a-f]{8} has 2 open criteria/m });
  return /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? '';
}

/** @param {Scratch} scratch */
function doTheWork({ cs, write }) {
  heading('Its first try has a mistake: the check fails, and words do not meet the criterion');
  write('greet.test.mjs', TEST);
  write('greet.mjs', script('Helo'));
  cs(['prove'], { code: 1, shows: /^\[FAILED\] AC-1: /m });
  cs(['meet', '1', '--evidence', 'all tests pass'], { code: 1, shows: /^Error: Text evidence/m });
  heading('Without the mistake it is proved, and met by that');
  write('greet.mjs', script('Hello'));
  cs(['prove'], { shows: /^\[PROVED\] AC-1: /m });
}

/** @param {Scratch} scratch */
function meetTheRest({ cs, write }) {
  heading('What no program can check needs evidence that can be looked up');
  write('README.md', ['# Greetings', '', 'Run it with a name: `node greet.mjs Ada`']);
  const evidence = 'README.md, line 3: Run it with a name: node greet.mjs Ada';
  cs(['meet', '2', '--evidence', evidence, '--type', 'review'], {
    shows: /^Progress: 2\/2 criteria met$/m,
  });
  heading('May it end now? Not after an edit: the proof is of the files as they were before');
  cs(['check'], { code: 2, shows: /its proof is stale, changed since: README\.md/ });
  cs(['prove'], { shows: /^\[PROVED\] AC-1: /m });
}

/**
 * @param {Scratch} scratch
 * @param {string} id
 */
function closeIt({ cs }, id) {
  heading('To close it, another looks at what no check answers for');
  cs(['verify'], { code: 1, shows: /^Gate 2 BLOCKED: .* AC-2\.$/m });
  cs(
    ['promise', 'validate', id, '2', '--pass', '--reason', 'read README.md'],
    { shows: /^STORED: /m },
    'reviewer',
  );
  heading('What would a model be asked? See it before anything is sent');
  cs(['judge', '--dry-run'], { shows: /^Estimated cost: /m });
  if (hasKey) return closeByJudge({ cs });
  heading('Close it (ANTHROPIC_API_KEY is not set: nothing is sent, nothing is charged)');
  cs(['verify'], { shows: /^VERIFIED: promise-[0-9a-f]{8}/m });
}

/**
 * A judge may see it otherwise: then the promise stays open, as it should.
 *
 * @param {Pick<Scratch, 'cs'>} scratch
 */
function closeByJudge({ cs }) {
  heading(
    `Close it by a judge (ANTHROPIC_API_KEY is set: it is asked now, for at most $${MOST_USD})`,
  );
  const { code } = cs(['judge', '--max-usd', MOST_USD], {
    code: [0, 1],
    shows: /^Verdict: (?:PASS|FAIL|WARN)$/m,
  });
  if (code === 0) return;
  heading('The judge said no. May the session end? No: a FAIL stands until new evidence passes');
  cs(['check'], { code: 2, shows: /the judge rejected promise-/ });
}

/** @param {string} root */
function demonstrate(root) {
  const { environment, folder, scratch } = createScratch(root);
  spawnSync('git', ['init', '--quiet'], { cwd: folder, env: environment });
  const init = spawnSync(process.execPath, [CS, 'init'], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  Object.assign(environment, variablesIn(init.stdout));
  const id = makePromise(scratch);
  doTheWork(scratch);
  meetTheRest(scratch);
  closeIt(scratch, id);
}

function main() {
  /** @type {string | undefined} */
  let root;
  try {
    buildWhatIsMissing();
    root = mkdtempSync(join(tmpdir(), 'completion-promise-quickstart-'));
    demonstrate(root);
    print(styled('green', 'Quickstart: every step was as expected. Its folder is removed.'));
    if (!isVerbose) print('All that the commands print: npm run quickstart -- --verbose');
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    process.stderr.write(`\n${styled('red', `Quickstart failed: ${error.message}`)}\n`);
    process.exitCode = 1;
  } finally {
    if (root !== undefined) rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

main();
