/**
 * Says whether files of labelled cases can be used, and what words alone tell of them:
 *   node test/bench/check-cases.mjs <folder-or-file.jsonl>...
 * Ends with 1 where a case is wrong.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const SOURCE = fileURLToPath(
  new URL('../../src/domain/benchmark/corpus-check.ts', import.meta.url),
);

async function loadCheck() {
  const folder = mkdtempSync(join(tmpdir(), 'check-cases-'));
  try {
    const file = join(folder, 'check.mjs');
    const bundle = await rolldown({ input: SOURCE });
    await bundle.write({ file, format: 'esm' });
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} path */
function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(path, name));
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('usage: node test/bench/check-cases.mjs <folder-or-file.jsonl>...');
  process.exit(1);
}
const { corpusFigures, readCases } = await loadCheck();
const lines = paths.flatMap(filesOf).flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ at: `${basename(file)}:${index + 1}`, text })),
);
const { cases, faults } = readCases(lines);
const figures = corpusFigures(cases);
for (const fault of [...faults, ...figures.unknownPairs]) console.error(fault);
console.log(JSON.stringify(figures, null, 1));
process.exitCode = faults.length + figures.unknownPairs.length > 0 ? 1 : 0;
