/**
 * Names the packages of others that the bundles contain, with their licences, in `THIRD-PARTY-NOTICES.md`. Asks the
 * bundler which modules it takes, so that no list is kept by hand. Ends with 1 where the file is not as it should be;
 * or where a licence is none of those that may be bundled; with `--write` it writes the file.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { loadConfig } from 'rolldown/config';
import { isAllowed } from './licences.mjs';

const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), '..');
const FILE = join(CHECKOUT, 'THIRD-PARTY-NOTICES.md');

/** @typedef {{ name: string, version: string, license: string, homepage: string, folder: string }} Package */

/**
 * The files of others that the bundles take, each with the names of those bundles.
 *
 * @returns {Promise<Map<string, Set<string>>>}
 */
async function bundledModules() {
  const config = await loadConfig(join(CHECKOUT, 'rolldown.config.ts'));
  if (typeof config === 'function') throw new Error('rolldown.config.ts has no plain options');
  /** @type {Map<string, Set<string>>} */
  const modules = new Map();
  for (const { output, ...options } of [config].flat()) {
    const bundle = await rolldown({ ...options, logLevel: 'warn' });
    const made = await bundle.generate([output].flat()[0]);
    await bundle.close();
    for (const chunk of made.output) {
      const ids = chunk.type === 'chunk' ? chunk.moduleIds : chunk.originalFileNames;
      for (const id of ids.filter((one) => one.includes('node_modules'))) {
        modules.set(id, new Set([...(modules.get(id) ?? []), chunk.fileName]));
      }
    }
  }
  return modules;
}

/**
 * The package that a file belongs to: the nearest folder above it with a name and a version.
 *
 * @param {string} file
 * @returns {Package}
 */
function packageOf(file) {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    const manifest = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    const { homepage = '', license = 'not stated', name, version } = manifest;
    if (typeof name === 'string' && typeof version === 'string') {
      return { name, version, license, homepage, folder };
    }
  }
  throw new Error(`${file} belongs to no package`);
}

/**
 * What a package says of its licence; its manifest alone names it where it has no such file.
 *
 * @param {string} folder
 */
function licenceText(folder) {
  const name = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.|$)/i.test(one));
  return name === undefined ? undefined : readFileSync(join(folder, name), 'utf8').trim();
}

/**
 * What a package holds in compiled form, which no bundler sees: kept by hand.
 *
 * @param {string} name
 */
function compiledParts(name) {
  const file = join(CHECKOUT, 'build', 'licences', `${name}.md`);
  return existsSync(file) ? ['', readFileSync(file, 'utf8').trim()] : [];
}

/**
 * @param {Package} one
 * @param {ReadonlySet<string>} bundles
 * @param {Map<string, string>} printed the texts that were printed before, as words, and whose they are
 */
function notice({ folder, homepage, license, name, version }, bundles, printed) {
  const text = licenceText(folder);
  const words = text?.replace(/\s+/g, ' ') ?? '';
  const same = printed.get(words);
  if (same === undefined) printed.set(words, name);
  const fenced =
    text === undefined
      ? []
      : same === undefined
        ? ['', '```text', text.replaceAll('\r\n', '\n'), '```']
        : ['', `Its text is that of ${same}, above.`];
  const place = homepage === '' ? '' : `, ${homepage.replace(/^http:/, 'https:')}`;
  const part = `Part of: ${[...bundles].sort().join(', ')}`;
  const head = [`## ${name} ${version}`, '', `Licence: ${license}${place}`, '', part];
  return [...head, ...fenced, ...compiledParts(name)].join('\n');
}

/** @param {ReadonlyMap<string, ReadonlySet<string>>} modules */
function noticesOf(modules) {
  /** @type {Map<string, { one: Package, bundles: Set<string> }>} */
  const packages = new Map();
  for (const [file, bundles] of modules) {
    const one = packageOf(file);
    const known = packages.get(`${one.name} ${one.version}`)?.bundles ?? [];
    packages.set(`${one.name} ${one.version}`, { one, bundles: new Set([...known, ...bundles]) });
  }
  /** @type {Map<string, string>} */
  const printed = new Map();
  const sorted = [...packages.entries()]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, { bundles, one }]) => notice(one, bundles, printed));
  return [
    '# Third-party notices',
    '',
    `The programs in \`plugin/dist\` contain parts of these ${sorted.length} packages. \`npm run notices\` makes this file.`,
    'completion-promise itself is under the MIT licence, as `LICENSE` says. A package below keeps its own licence, which',
    'applies to the files that it is part of.',
    '',
    `${sorted.join('\n\n')}\n`,
  ].join('\n');
}

const wanted = noticesOf(await bundledModules());
const refused = [...wanted.matchAll(/^##+ (.*)\n\nLicence: ([^,\n]+)/gm)].filter(
  ([, , licence = '']) => !isAllowed(licence),
);
for (const [, name, licence] of refused) {
  console.error(`${name} must not be bundled: its licence is ${licence}`);
  process.exitCode = 1;
}
if (process.argv.includes('--write')) {
  writeFileSync(FILE, wanted);
} else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== wanted) {
  console.error('THIRD-PARTY-NOTICES.md is not up to date. Run: npm run notices');
  process.exitCode = 1;
}
