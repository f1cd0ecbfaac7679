/**
 * `npm run mutants -- --room <name> --count N --seed S`: changes of the sources by chance, each of which a test should
 * notice. How far it is goes to stderr, what became of them to stdout.
 */
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOMS = [
  'domain/standing',
  'domain/session',
  'domain/judging',
  'gates',
  'stop-gate',
  'store/files',
];

const HELP = `npm run mutants -- [options] [test file ...]

  --room <name>   a folder of src/, once for each; without it ${ROOMS.join(', ')}
  --count <n>     so many changes in each room (50)
  --seed <n>      which ones (1)
  --seconds <n>   so long tests run for a change at most, the nearest first (20)
  --folder <dir>  where the outcomes are kept; a run that was cut short goes on there
  --json          all changes and what became of them, as JSON

What survives says the same in other words, or lacks a test: read each one.
`;

/** So long tests may run for one mutant, in milliseconds, until they are taken to go round for ever. */
const HANGING = 60_000;

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    room: { type: 'string', multiple: true, default: ROOMS },
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '20' },
    folder: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
for (const name of /** @type {const} */ (['count', 'seed', 'seconds'])) {
  if (/^\d+$/.test(values[name])) continue;
  process.stderr.write(`Error: --${name} needs a whole number. See npm run mutants -- --help\n`);
  process.exit(1);
}
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'mutants-'));
mkdirSync(folder, { recursive: true });

/** Runs the tests, until they end or one of them hangs. @returns {Promise<number | undefined>} */
function run() {
  const manifest = createRequire(import.meta.url).resolve('vitest/package.json');
  const words = ['run', '--config', 'vitest.mutants.config.ts', ...positionals];
  const child = spawn(process.execPath, [join(dirname(manifest), 'vitest.mjs'), ...words], {
    cwd: checkout,
    env: {
      ...process.env,
      MUTANTS_FOLDER: folder,
      MUTANTS_ROOMS: values.room.join(' '),
      MUTANTS_COUNT: values.count,
      MUTANTS_SEED: values.seed,
      MUTANTS_SECONDS: values.seconds,
      MUTANTS_JSON: values.json ? '1' : '0',
    },
    stdio: 'inherit',
  });
  let hangs = false;
  const watch = setInterval(() => {
    const busy = readdirSync(folder).filter((name) => name.startsWith('busy-'));
    for (const name of busy) {
      const text = readFileSync(join(folder, name), 'utf8');
      if (text === '' || statSync(join(folder, name)).mtimeMs > Date.now() - HANGING) continue;
      const line = { ...JSON.parse(text), outcome: 'timed out', seconds: HANGING / 1000 };
      appendFileSync(join(folder, 'outcomes.jsonl'), `${JSON.stringify(line)}\n`);
      hangs = true;
    }
    if (!hangs) return;
    clearInterval(watch);
    child.kill('SIGKILL');
    for (const name of busy) {
      process.kill(Number(name.slice('busy-'.length)), 'SIGKILL');
      rmSync(join(folder, name));
    }
  }, 5000);
  return new Promise((resolve) => {
    child.on('exit', (status) => {
      clearInterval(watch);
      resolve(hangs ? undefined : (status ?? 1));
    });
  });
}

if (values.help) {
  process.stdout.write(HELP);
} else {
  let status = await run();
  while (status === undefined) status = await run();
  process.exitCode = status;
}
