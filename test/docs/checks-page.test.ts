import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSchema, promiseDefinitionSchema } from '../../build/schemas/promise-definition.ts';
import { FILE_TYPES } from '../../src/checks/kinds/file.ts';
import { CHECK_KINDS } from '../../src/checks/kinds.ts';
import { LANGUAGES } from '../../src/checks/languages.ts';
import { REPORT_FORMATS } from '../../src/checks/reports/formats.ts';
import { MOST_TESTS } from '../../src/checks/reports/tally.ts';
import { LARGEST_PARSED } from '../../src/checks/syntax.ts';
import { CHECK_DETAIL_OPTIONS } from '../../src/cli/commands/promise/check-options.ts';
import { MOST_ATTEMPTS } from '../../src/domain/judging/attempts.ts';
import { standingText } from '../../src/report/proof-text.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { createProject } from '../rig/worlds/project.ts';
import { branchesOf, jsonSchema, propertiesIn } from './json-schema.ts';
import { sectionOf } from './markdown.ts';

const read = (path: string) => readFileSync(join(CHECKOUT, path), 'utf8');
const PAGE = read('docs/checks.md');

/** The words in backticks in the first cell of every row of a section's tables. */
function firstCellsOf(section: string): readonly string[] {
  const cells = [...section.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));
}

/** A part of a section, by its own heading. */
function partOf(section: string, heading: string): string {
  const [, ...parts] = sectionOf(PAGE, section).split(/^### /m);
  const found = parts.find((part) => part.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`no part "${heading}"`);
  return found;
}

describe('docs/checks.md names', () => {
  test('every key of a definition, and no other', () => {
    const { properties = {} } = jsonSchema(promiseDefinitionSchema);
    const criterion = branchesOf(properties['acceptance_criteria']?.items ?? {});
    const known = [properties, ...criterion.map((one) => one.properties ?? {})].flatMap(
      Object.keys,
    );
    const [own = ''] = sectionOf(PAGE, 'Declaring checks').split(/^### /m);
    expect([...new Set(firstCellsOf(own))].sort()).toEqual([...new Set(known)].sort());
  });

  test.each([
    ['command', 'Commands'],
    ['file', 'Files'],
    ['report', 'Reports'],
    ['tool-results', 'Tool results'],
    ['ci', 'Pipelines'],
  ])('every key of a check of kind %s, and no other', (kind, heading) => {
    const isIt = (value: string | undefined) => value === kind;
    const schema = branchesOf(jsonSchema(checkSchema)).find(({ properties }) =>
      isIt(properties?.['kind']?.const),
    );
    const section = partOf('Declaring checks', heading);
    expect(firstCellsOf(section).toSorted()).toEqual(propertiesIn(schema ?? {}).toSorted());
    expect(section).toContain(`| \`--${kind}\``);
    expect(section).toContain(` | \`${kind}\`: `);
    expect(CHECK_KINDS.map(({ name }) => name)).toContain(kind);
    expect(CHECK_KINDS).toHaveLength(5);
  });

  test('every option that says more of a check', () => {
    for (const option of Object.keys(CHECK_DETAIL_OPTIONS)) {
      expect(PAGE).toMatch(new RegExp(`^\\|.*\`--${option}\``, 'm'));
    }
  });

  test('every format of reports, and what of a report is read', () => {
    const section = partOf('Declaring checks', 'Reports');
    for (const { name } of REPORT_FORMATS) expect(section).toContain(`\`${name}:report.`);
    expect(section).toContain(`1 to ${MOST_TESTS.toLocaleString('en-US')}`);
  });

  test('every type of file', () => {
    const section = partOf('Declaring checks', 'Files');
    for (const type of FILE_TYPES) expect(section).toContain(`\`${type}\``);
  });

  test('every extension that has a syntax, in the order of the syntaxes', () => {
    const rows = partOf('Declaring checks', 'Files').matchAll(/^- \w+: (.*)$/gm);
    const extensions = [...rows].flatMap(([, cells = '']) => cells.match(/\.[\w-]+/g) ?? []);
    const known = LANGUAGES.flatMap((language) => language.extensions.map((one) => `.${one}`));
    expect(extensions).toEqual(known);
  });

  test('every way in which a proof does not hold, in the words of the check', () => {
    const section = partOf('Proofs', 'Stale proofs');
    for (const standing of ['unproved', 'checks-changed', 'stale', 'unknown'] as const) {
      expect(section).toContain(`| ${standingText({ standing, reason: '' })}`);
      expect(section).toContain(`| \`${standing}\` |`);
    }
  });

  test('the limits', () => {
    expect(PAGE.replaceAll('\n', ' ')).toContain(`larger than ${LARGEST_PARSED >> 20} MB`);
    expect(PAGE.replaceAll('\n', ' ')).toContain(`The last ${MOST_ATTEMPTS} are kept`);
  });

  test('every key of a proof, and no other', async () => {
    const project = createProject();
    const id = await project.startedPromise('one', 'two');
    const file = join(project.folder, 'a.txt');
    writeFileSync(file, 'here\n');
    const add = [
      '--add-check',
      id,
      '--ac-id',
      'AC-1',
      '--command',
      'date > a.log',
      '--artifact',
      'a.log',
    ];
    await project.run('cs-promise', add);
    await project.run('cs', ['meet', id, '--ac-id', 'AC-2', '--file', 'a.txt']);
    rmSync(file);
    await project.run('cs', ['prove', id]);
    const keys = new Set(proofsIn(project.read(`promises/${id}.json`)).flatMap(Object.keys));
    expect(keys).toContain('failed_at');
    // What shows the work takes a repository, and another checkout a linked worktree.
    const known = [...keys, 'shown', 'checkout'].sort();
    const [own = ''] = sectionOf(PAGE, 'Proofs').split(/^### /m);
    expect(firstCellsOf(own).toSorted()).toEqual(known);
  });
});

function proofsIn({ acceptance_criteria: criteria }: Record<string, unknown>): readonly object[] {
  if (!Array.isArray(criteria)) return [];
  return criteria.map(({ proof }: { readonly proof: object }) => proof);
}
