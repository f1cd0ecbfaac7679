import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { type Said, SECTIONS } from './cases.ts';

const OPENING = `# Messages of the hooks

Every message of the hooks to the model and to the user. \`npm run texts\` writes this page with the functions that
make the messages. The promise in it is \`promise-1a2b3c4d\` of \`session-a\`, and "a word" stands for text from outside.
A reader that is missing in a case gets no message.
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
