import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { type Said, SECTIONS } from './cases.ts';

const OPENING = `# What is said, to whom

Every text of the hooks that a model and a user can see. \`npm run texts\` writes this page by the functions that make
the texts; the promise in it is \`promise-1a2b3c4d\` of \`session-a\`, and "a word" stands for words of others. Where a
column of a case is missing, that reader is told nothing.
`;

function page(): string {
  const sections = SECTIONS.map(({ cases, title }) =>
    [`## ${title}`, ...Object.entries(cases).map(caseText)].join('\n\n'),
  );
  return `${[OPENING.trimEnd(), ...sections].join('\n\n')}\n`;
}

function caseText([when, { model, user }]: readonly [string, Said]): string {
  return [`### ${when}`, ...quoted('The model', model), ...quoted('The user', user)].join('\n\n');
}

function quoted(who: string, text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  const lines = text.split('\n').map((line) => (line === '' ? '' : `    ${line}`));
  return [`${who} is told:`, lines.join('\n')];
}

it('docs/texts.md is what the functions say', async () => {
  await expect(page()).toMatchFileSnapshot(join(CHECKOUT, 'docs', 'texts.md'));
});

describe.each(SECTIONS)('where $title', ({ cases }) => {
  it.each(Object.entries(cases))('%s: somebody is told something', (_when, { model, user }) => {
    expect(`${model ?? ''}${user ?? ''}`).not.toBe('');
  });

  it.each(Object.entries(cases))('%s: no way around a gate is named', (_when, { model, user }) => {
    expect(`${model}\n${user}`).not.toMatch(/--skip|--force|undefined\)/);
  });

  it.each(Object.entries(cases))(
    '%s: the model is not told what only a person can do',
    (_when, { model = '' }) => {
      expect(model).not.toMatch(/end-session|--waive|--repair|hooks uninstall|release.* --for/);
    },
  );
});
