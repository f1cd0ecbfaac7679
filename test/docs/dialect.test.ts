import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headingOf, OLD_NAMES, WORDS } from '../../src/cli/command-names.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';

/** One language: everything that is printed or written names commands by the nine words, or by a noun and a word. */

/** What is searched: sources with their texts, pages, and what agents and hosts are given. */
const SEARCHED = [
  'src',
  'docs',
  '.claude',
  'hooks',
  'plugin/hooks',
  'scripts',
  'README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'CLAUDE.md',
  'action.yml',
];

/** The pages that speak of other names as well, and the table of these names. */
const BILINGUAL: ReadonlySet<string> = new Set([
  'docs/migrating.md',
  'src/cli/command-names.ts',
  'src/report/command-lines.ts',
]);

/** Where the names of the scripts are the subject: who puts them in place, looks for them, or speaks of both. */
const OF_DROP_INS =
  /^(?:docs\/(?:commands|install|comparison)\.md|src\/(?:domain\/host\/shims|doctor\/rows\/programs)\.ts|scripts\/smoke-pack\.mjs)$/;

function filesBelow(path: string): readonly string[] {
  const whole = join(CHECKOUT, path);
  if (!statSync(whole).isDirectory()) return [path];
  return readdirSync(whole).flatMap((name) => filesBelow(join(path, name)));
}

const FILES = SEARCHED.flatMap(filesBelow).filter(
  (path) => /\.(?:ts|mts|mjs|js|md|json|yml|sh)$/.test(path) && !BILINGUAL.has(path),
);

const NAMES = Object.keys(COMMANDS);
const NOUNS = new Set(NAMES.map((name) => name.split(' ')[0] ?? ''));

/** A command line of the suite: its first word, and the second. */
const CALL = /(?:(?<![\w./-])cs|(?<=\$ )completion-promise) ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g;

/** A name of the scripts, called with something or named as a command. */
const DROP_IN = /(?<![\w./#-])cs-(?:init|promise|verify|status|store-validation)(?= -| "|`|\))/g;

/** What a text calls in another dialect. */
export function strayCalls(text: string): readonly string[] {
  return [...text.matchAll(CALL)].flatMap(([call, first = '', second]) => {
    if (first === 'help') return [];
    if (Object.hasOwn(OLD_NAMES, first)) return [call];
    if (NAMES.includes(first)) return [];
    return NOUNS.has(first) && NAMES.includes(`${first} ${second}`) ? [] : [call];
  });
}

describe('the nine words', () => {
  it('are these, and everything else that people call stands under a noun', () => {
    expect(Object.keys(WORDS)).toEqual([
      'do',
      'prove',
      'meet',
      'check',
      'verify',
      'status',
      'report',
      'setup',
      'doctor',
    ]);
    const nouns = new Set(NAMES.flatMap((name) => headingOf(name) ?? []));
    expect([...nouns]).toEqual([
      'Every day',
      'promise',
      'judge',
      'session',
      'store',
      'hooks',
      'config',
      'setup',
      'ci',
      'mcp',
      'completion',
    ]);
  });

  it('no old name is a command, and each leads to one', () => {
    for (const [old, name] of Object.entries(OLD_NAMES)) {
      expect(NAMES).not.toContain(old);
      expect(NAMES).toContain(name);
    }
  });
});

describe('the test itself', () => {
  it.each([
    ['Run `cs show` now.', ['cs show']],
    ['cs run -- npm test', ['cs run']],
    ['eval "$(cs init)"', ['cs init']],
    ['cs session unheard-of', ['cs session unheard-of']],
    ['cs status 1a2b, then cs promise start', []],
    ['cs hooks install --user', []],
  ])('finds in %j what it should', (text, stray) => {
    expect(strayCalls(text)).toEqual(stray);
  });
});

it('no text speaks another dialect', () => {
  const found = FILES.flatMap((path) => {
    const whole = readFileSync(join(CHECKOUT, path), 'utf8');
    // A page that shows how a word is refused calls it.
    const text = whole.replace(/^\$ .*\nError: Unknown command/gm, '');
    const said = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    const scripts = OF_DROP_INS.test(path) ? [] : (said.match(DROP_IN) ?? []);
    return [...strayCalls(text), ...scripts].map((call) => `${path}: ${call}`);
  });
  expect(found).toEqual([]);
});
