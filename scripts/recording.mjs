/**
 * `npm run recording`: runs the real commands in a scratch project and writes what they printed as an
 * animated picture of a terminal, docs/recording.svg. Ids, times and durations are replaced by fixed
 * ones, so that the same suite always gives the same file.
 *
 * `--suite <folder>`: where the commands are, instead of plugin/ of the checkout. `--out <file>`: what
 * to write.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * @typedef {'command' | 'comment' | 'bad' | 'good' | 'plain'} Tone
 * @typedef {{ readonly tone: Tone, readonly text: string, readonly at: number }} Line
 * @typedef {{ readonly say: string }
 *   | { readonly run: string, readonly args: readonly string[], readonly code: number, readonly isQuiet?: boolean }
 *   | { readonly write: string, readonly line: string }} Step
 */

const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), '..');
const SESSION = 'session-20260217-103000-4242';

/** @param {string} operator */
const sum = (operator) => `export const sum = (a, b) => a ${operator} b;`;

const TEST = [
  "import { sum } from './sum.mjs';",
  'const isRight = sum(1, 2) === 3;',
  "console.log(isRight ? 'ok: 1 + 2 is 3' : 'not ok: 1 + 2 is ' + sum(1, 2));",
  'process.exitCode = isRight ? 0 : 1;',
];

/** @type {readonly Step[]} */
const STEPS = [
  {
    run: 'cs do "Adding works" --ac "Tests pass" --check "node test.mjs"',
    args: ['do', 'Adding works', '--ac', 'Tests pass', '--check', 'node test.mjs'],
    code: 0,
  },
  { say: 'The agent says that it is done. May its session end?' },
  { run: 'cs check >/dev/null', args: ['check'], code: 2, isQuiet: true },
  { run: 'cs prove', args: ['prove'], code: 1 },
  { say: 'The agent fixes its mistake.' },
  { write: 'sum.mjs', line: sum('+') },
  { run: 'cs prove', args: ['prove'], code: 0 },
  { run: 'cs verify', args: ['verify'], code: 0 },
];

/** The columns of the shown terminal, as wide as README pages are. */
const COLUMNS = 97;
const CELL = { width: 8.43, height: 20 };
const MARGIN = { side: 20, top: 48, bottom: 20 };

/** Seconds: after a command line, for each line of output, before it all begins again. */
const PAUSE = { command: 1.2, output: 0.15, end: 6 };

/** @type {Readonly<Record<Tone, string>>} */
const COLOURS = {
  command: '#79c0ff',
  comment: '#8b949e',
  bad: '#ff7b72',
  good: '#7ee787',
  plain: '#e6edf3',
};

/** Variables of the caller that a program needs to run; everything else would change what it says. */
const KEPT = ['PATH', 'Path', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

/** @param {string} root */
function environmentIn(root) {
  const kept = KEPT.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(kept),
    HOME: root,
    USERPROFILE: root,
    CLAUDE_SESSION_ID: SESSION,
    NO_COLOR: '1',
  };
}

/**
 * What differs from run to run, replaced by what the documents use for it.
 *
 * @param {string} text
 */
const normalised = (text) =>
  text
    .replace(/promise-[0-9a-f]{8}/g, 'promise-1a2b3c4d')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '2026-02-17T10:30:00Z')
    .replace(/\b\d+(?:\.\d+)? s\b/g, '0.1 s');

/**
 * @param {string} text
 * @returns {Tone}
 */
function toneOf(text) {
  if (/\bFAIL(?:ED)?\b|^Blocked|BLOCKED|^Error/.test(text)) return 'bad';
  if (/\bPROVED\b|^VERIFIED|^ *(?:\[\d+\/\d+\] )?ok |^Gate 2: All/.test(text)) return 'good';
  return 'plain';
}

/**
 * Lines as a terminal of so many columns breaks them.
 *
 * @param {string} text
 * @returns {readonly string[]}
 */
function wrapped(text) {
  const rest = text.slice(COLUMNS);
  return rest === '' ? [text] : [text.slice(0, COLUMNS), ...wrapped(rest)];
}

/**
 * What one step shows: its command line and its output.
 *
 * @param {Step} step
 * @param {{ readonly folder: string, readonly suite: string, readonly env: NodeJS.ProcessEnv }} world
 * @returns {readonly { readonly tone: Tone, readonly text: string }[]}
 */
function play(step, { env, folder, suite }) {
  if ('say' in step) return [{ tone: 'comment', text: `# ${step.say}` }];
  if ('write' in step) {
    writeFileSync(join(folder, step.write), `${step.line}\n`);
    return [{ tone: 'command', text: `$ echo '${step.line}' > ${step.write}` }];
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(suite, 'bin', 'cs.cjs'), ...step.args],
    { cwd: folder, env, encoding: 'utf8', input: '' },
  );
  if (status !== step.code) {
    throw new Error(`\`${step.run}\` ended with ${status}, not ${step.code}:\n${stdout}${stderr}`);
  }
  const printed = normalised(`${step.isQuiet ? '' : stdout}${stderr}`)
    .trimEnd()
    .split('\n');
  return [
    { tone: 'command', text: `$ ${step.run}` },
    ...printed.map((text) => ({ tone: toneOf(text), text })),
  ];
}

/**
 * All lines with the second at which each is shown.
 *
 * @param {string} suite
 * @returns {{ readonly lines: readonly Line[], readonly seconds: number }}
 */
function record(suite) {
  const root = mkdtempSync(join(tmpdir(), 'completion-promise-recording-'));
  try {
    const folder = join(root, 'adder');
    const env = environmentIn(root);
    mkdirSync(folder);
    writeFileSync(join(folder, 'sum.mjs'), `${sum('-')}\n`);
    writeFileSync(join(folder, 'test.mjs'), `${TEST.join('\n')}\n`);
    spawnSync('git', ['init', '--quiet'], { cwd: folder, env });
    /** @type {Line[]} */
    const lines = [];
    let at = 0.5;
    for (const step of STEPS) {
      for (const { text, tone } of play(step, { env, folder, suite })) {
        for (const part of wrapped(text)) lines.push({ tone, text: part, at });
        at += tone === 'command' || tone === 'comment' ? PAUSE.command : PAUSE.output;
      }
    }
    return { lines, seconds: at + PAUSE.end };
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The picture. Without animation, or where the reader asked for none, it shows everything at once.
 *
 * @param {{ readonly lines: readonly Line[], readonly seconds: number }} recording
 */
function drawn({ lines, seconds }) {
  const width = Math.ceil(COLUMNS * CELL.width + 2 * MARGIN.side);
  const height = lines.length * CELL.height + MARGIN.top + MARGIN.bottom;
  const percent = (/** @type {number} */ at) => ((at / seconds) * 100).toFixed(2);
  const times = [...new Set(lines.map(({ at }) => at))];
  const steps = times.map(
    (at, step) =>
      `@keyframes s${step}{0%,${percent(at)}%{opacity:0}${percent(at + 0.01)}%,100%{opacity:1}}` +
      `.s${step}{animation:s${step} ${seconds.toFixed(2)}s step-end infinite}`,
  );
  const rows = lines.map(({ at, text, tone }, row) => {
    const y = MARGIN.top + row * CELL.height + 14;
    const classes = `${tone} s${times.indexOf(at)}`;
    return `<text class="${classes}" x="${MARGIN.side}" y="${y}">${escaped(text)}</text>`;
  });
  const tones = Object.entries(COLOURS).map(([tone, colour]) => `.${tone}{fill:${colour}}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>A session that says done too early is blocked, proves its work, and is verified</title>',
    '<style>',
    'text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}',
    ...tones,
    '@media (prefers-reduced-motion:no-preference){',
    ...steps,
    '}',
    '</style>',
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    '<g fill="#30363d"><circle cx="24" cy="22" r="6"/><circle cx="44" cy="22" r="6"/><circle cx="64" cy="22" r="6"/></g>',
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

function main() {
  const { values } = parseArgs({
    options: {
      suite: { type: 'string', default: join(CHECKOUT, 'plugin') },
      out: { type: 'string', default: join(CHECKOUT, 'docs', 'recording.svg') },
    },
  });
  const suite = resolve(values.suite);
  if (!existsSync(join(suite, 'bin', 'cs.cjs'))) {
    process.stderr.write(`${suite} has no commands. Run: npm run build\n`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(values.out, drawn(record(suite)));
  process.stdout.write(`Written: ${values.out}\n`);
}

main();
