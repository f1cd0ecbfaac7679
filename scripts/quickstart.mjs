/**
 * `npm run quickstart`: one small piece of work from promise to verified, with the real commands in
 * a scratch project. Shows every command line with what it printed, and ends with 1 where anything
 * was not as it should be. Nothing outside the scratch folder is touched, but for a missing build (`dist/` and `plugin/`).
 * With `ANTHROPIC_API_KEY` set a model judges the work, which costs a few cents at most; without it
 * everything stays on this machine.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

/**
 * @typedef {{ readonly code: number | null, readonly stdout: string, readonly stderr: string }} Outcome
 * @typedef {{ readonly code?: number | readonly number[], readonly shows: RegExp }} Expectation
 * @typedef {{
 *   cs(command: string, args: readonly string[], expected: Expectation): Outcome,
 *   node(args: readonly string[], expected: Expectation): Outcome,
 *   write(name: string, lines: readonly string[]): void,
 *   read(name: string): string,
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
  'yaml-parser.cjs',
  'yaml-parser.cjs.br',
  'javascript-parser.cjs',
  'javascript-parser.cjs.br',
  'sql-parser.cjs',
  'sql-parser.cjs.br',
  'tampering.cjs',
];

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
const heading = (title) => print(`\n${styled('bold', `# ${title}`)}`);

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
 * @returns {{ scratch: Scratch, environment: NodeJS.ProcessEnv }}
 */
function createScratch(root) {
  const folder = join(root, 'project');
  const environment = scrubbedEnvironment(join(root, 'home'));
  mkdirSync(folder);
  mkdirSync(join(root, 'home'));
  /** @type {(shown: readonly string[], args: readonly string[], expected: Expectation) => Outcome} */
  const run = (shown, args, expected) => {
    const line = shown.map(shellWord).join(' ');
    print(`\n${styled('cyan', `$ ${line}`)}`);
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      input: '',
    });
    const outcome = { code: status, stdout, stderr };
    show(outcome);
    return checked(line, expected, outcome);
  };
  return {
    environment,
    scratch: {
      cs: (command, args, expected) => run([command, ...args], [binOf(command), ...args], expected),
      node: (args, expected) => run(['node', ...args], args, expected),
      write: (name, lines) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`),
      read: (name) => readFileSync(join(folder, name), 'utf8'),
    },
  };
}

/** @param {string} command */
const binOf = (command) => join(CHECKOUT, 'bin', `${command}.cjs`);

/** @param {string} text */
const shellWord = (text) =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Both streams go to stdout: on two, a pipe would mix up their order.
 *
 * @param {Outcome} outcome
 */
function show({ code, stdout, stderr }) {
  process.stdout.write(stdout);
  if (stderr !== '') process.stdout.write(styled('yellow', stderr));
  if (code !== 0) print(styled('red', `(exit code ${code})`));
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
 * What `eval "$(cs-init)"` does in a shell: takes over the two variables.
 *
 * @param {string} exports
 * @returns {Record<string, string>}
 */
function variablesIn(exports) {
  const lines = exports.trim().split('\n');
  const found = lines.map((line) => /^export (CLAUDE_SESSION_(?:ID|DIR))="([\w.-]+)"$/.exec(line));
  const pairs = found.flatMap((match) => (match ? [[match[1], match[2]]] : []));
  if (lines.length !== 2 || pairs.length !== 2) {
    throw new Unexpected('`cs-init` did not print its two export lines and nothing else.');
  }
  return Object.fromEntries(pairs);
}

/** What is promised: a small script and its test, its behaviour without a name, a word on how to use it. */
const CRITERIA = [
  'greet.mjs greets by name, and its test passes',
  'Without a name it ends with code 1 and says how it is called',
  'README.md shows how to run it',
];

/** What a program can see of the first criterion. It depends on the scripts and on nothing else. */
const CHECK = [
  ...['--command', 'AC-1=node --test --test-reporter=tap'],
  ...['--matches', '^# fail 0$'],
  ...['--inputs', '*.mjs'],
];

/** @param {string} greeting */
const script = (greeting) => [
  'const [name] = process.argv.slice(2);',
  "if (name === undefined) console.error('Usage: node greet.mjs <name>');",
  `else console.log('${greeting}, ' + name + '!');`,
  'process.exitCode = name === undefined ? 1 : 0;',
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

/** @param {Scratch} scratch */
function makePromise({ cs }) {
  heading('Say what done means, before the work');
  const options = CRITERIA.flatMap((criterion) => ['--ac', criterion]);
  const created = cs('cs-promise', ['--create', 'A script that greets', ...options, ...CHECK], {
    shows: /^Created promise: promise-[0-9a-f]{8}$/m,
  });
  const id = /promise-[0-9a-f]{8}/.exec(created.stdout)?.[0] ?? '';
  cs('cs-promise', ['--start', id], { shows: /^Started promise: /m });
  return id;
}

/** @param {Scratch} scratch */
function tryToStopEarly({ cs }) {
  heading('Stop now? The stop gate says no: exit code 2, the reason and the next command');
  cs('cs-verify', ['--check'], { code: 2, shows: /^COMPLETION CRITERIA NOT MET$/m });
}

/**
 * @param {Scratch} scratch
 * @param {string} id
 */
function doTheWork({ cs, write }, id) {
  heading('Do the work. The first criterion has a check: it fails while there is a mistake in it');
  write('greet.test.mjs', TEST);
  write('greet.mjs', script('Helo'));
  cs('cs', ['prove', id], { code: 1, shows: /^\[FAILED\] AC-1: /m });
  heading('Without the mistake it is proved, and met by that');
  write('greet.mjs', script('Hello'));
  cs('cs', ['prove', id], { shows: /^\[PROVED\] AC-1: /m });
}

/**
 * @param {Scratch} scratch
 * @param {string} id
 */
function meetTheRest({ cs, node, read, write }, id) {
  heading('Meet the others with what shows them');
  write('README.md', ['# Greetings', '', 'Run it with a name: `node greet.mjs Ada`']);
  const complaint = node(['greet.mjs'], { code: 1, shows: /^Usage: / });
  const sentence = read('README.md').trim().split('\n').at(-1) ?? '';
  /** @type {readonly (readonly [type: string, evidence: string])[]} */
  const evidence = [
    ['manual', `node greet.mjs ended with ${complaint.code}: ${complaint.stderr.trim()}`],
    ['review', 'it works'],
  ];
  /** @type {(criterion: string, type: string, text: string, met: number) => void} */
  const meet = (criterion, type, text, met) => {
    cs('cs-promise', ['--meet', id, '--ac-id', criterion, '--evidence', text, '--type', type], {
      shows: new RegExp(`^Progress: ${met}/3 criteria met$`, 'm'),
    });
  };
  evidence.forEach(([type, text], index) => {
    meet(`AC-${index + 2}`, type, text, index + 2);
  });
  heading('"It works" shows nothing: rules alone can tell. Give evidence that can be looked up');
  cs('cs', ['lint', id], { code: 1, shows: /^\[INCOMPLETE\] AC-3$/m });
  meet('AC-3', 'review', `README.md, line 3: ${sentence}`, 3);
  cs('cs', ['lint', id], { shows: /^\[OK\] AC-3$/m });
}

/**
 * @param {Scratch} scratch
 * @param {string} id
 */
function haveItValidated({ cs }, id) {
  heading('Have somebody else look at what no check answers for (here: answers of a validator)');
  CRITERIA.slice(1).forEach((name, index) => {
    const response = {
      task_id: `look-at-${index + 2}`,
      verdict: 'PASS',
      criteria_results: [{ name, status: 'PASS' }],
      timestamp: new Date().toISOString(),
    };
    const criterion = `AC-${index + 2}`;
    cs(
      'cs-store-validation',
      ['--promise', id, '--ac-id', criterion, '--response', JSON.stringify(response)],
      { shows: new RegExp(`^STORED: Validation response for ${id} / ${criterion}$`, 'm') },
    );
  });
}

/**
 * @param {Scratch} scratch
 * @param {string} id
 */
function tryToStop({ cs, write }, id) {
  heading('Stop now? Not after one more edit: the proof is of the files as they were before');
  write('greet.mjs', ['// Greets whoever is named.', ...script('Hello')]);
  cs('cs-verify', ['--check'], { code: 2, shows: /its proof is stale/ });
  cs('cs', ['prove', id], { shows: /^\[PROVED\] AC-1: /m });
  heading('Stop now? Yes');
  cs('cs-verify', ['--check', '--verbose'], {
    shows: /^All criteria are met in 1 active promise/m,
  });
}

/**
 * @param {Scratch} scratch
 * @param {string} id
 */
function closeIt({ cs }, id) {
  heading('See what a model would be asked, before anything is sent');
  const judge = ['--judge', '--promise', id];
  cs('cs-verify', [...judge, '--dry-run'], { shows: /^DRY RUN: nothing is sent/m });
  heading('Close the promise through all three gates');
  print(
    hasKey
      ? `(ANTHROPIC_API_KEY is set: the API is asked now, for at most $${MOST_USD}.)`
      : '(ANTHROPIC_API_KEY is not set: no call is made, nothing is sent, nothing is charged.)',
  );
  const { code, stdout } = cs('cs-verify', [...judge, '--type', 'test', '--max-usd', MOST_USD], {
    code: hasKey ? [0, 1] : 0,
    shows: hasKey
      ? /^Verdict: (?:PASS|FAIL|WARN)$/m
      : /^Rubric \(offline\): all evidence contains what the rules/m,
  });
  cs('cs', ['cost'], { shows: /^total +\d/m });
  if (code !== 0) return tellOfRejection({ cs }, id);
  const isJudged = /^Gate 3: PASSED$/m.test(stdout);
  print(
    isJudged
      ? '\n(Judged: PASS. The promise is closed.)'
      : `\n(Nothing was judged${hasKey ? '' : ' and nothing was charged'}. The promise is closed, and shows as unjudged.)`,
  );
  cs('cs-promise', ['--show', id], { shows: isJudged ? /judge: passed$/m : /\(unjudged\)$/m });
  cs('cs-status', [], { shows: /^Summary: 0 active promise/m });
  cs('cs-status', ['--history'], { shows: new RegExp(`\\[VERIFIED\\] ${id}`) });
}

/**
 * A judge may see it otherwise: then the promise stays open, as it should.
 *
 * @param {Pick<Scratch, 'cs'>} scratch
 * @param {string} id
 */
function tellOfRejection({ cs }, id) {
  heading('The judge said no. Stop now? No: a FAIL stands until new evidence passes');
  cs('cs-verify', ['--check'], { code: 2, shows: new RegExp(`the judge rejected ${id}`) });
}

/** @param {string} root */
function demonstrate(root) {
  const { environment, scratch } = createScratch(root);
  heading('Start a session');
  const init = scratch.cs('cs-init', ['--initiative', 'quickstart'], {
    shows: /^export CLAUDE_SESSION_ID=/m,
  });
  Object.assign(environment, variablesIn(init.stdout));
  print('(In a shell: eval "$(cs-init)". Everything below runs with these two variables set.)');
  const id = makePromise(scratch);
  tryToStopEarly(scratch);
  doTheWork(scratch, id);
  meetTheRest(scratch, id);
  tryToStop(scratch, id);
  haveItValidated(scratch, id);
  closeIt(scratch, id);
}

function main() {
  /** @type {string | undefined} */
  let root;
  try {
    buildWhatIsMissing();
    root = mkdtempSync(join(tmpdir(), 'completion-promise-quickstart-'));
    demonstrate(root);
    print(`\n${styled('green', 'Quickstart: every step was as expected. Its folder is removed.')}`);
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    process.stderr.write(`\n${styled('red', `Quickstart failed: ${error.message}`)}\n`);
    process.exitCode = 1;
  } finally {
    if (root !== undefined) rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

main();
