import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import { type Said, SECTIONS } from './cases.ts';

const OPENING = `# Messages of the hooks

What the hooks say to the model and to the user. \`npm run texts\` writes this page with the functions that make the messages.
The promise in it is \`promise-1a2b3c4d\` of \`session-a\`, and "a word" stands for text from outside. A line that an earlier case of
the section has is left out as \`…\`; who is not told anything is not named. At a block the user is told why in a line as well,
behind \`The stop gate blocked the agent:\`, and \`To end this session anyway, …\`; where the host shows its user nothing at a
block (Codex, Cursor), the model is told that for its user.
`;

function page(): string {
  const ofHooks = SECTIONS.filter(({ isOfCommands }) => isOfCommands !== true);
  const sections = ofHooks.map(({ cases, likeTheFirst, title }) => {
    const told = new Set<string>();
    const shown = Object.entries(cases).slice(0, likeTheFirst === undefined ? undefined : 1);
    const texts = shown.flatMap((one) => caseText(one, told));
    return [`## ${title}`, ...texts, likeTheFirst ?? []].flat().join('\n\n');
  });
  return `${[OPENING.trimEnd(), ...sections].join('\n\n')}\n`;
}

/** A case with what nobody was told before it in its section; nothing where that is nothing. */
function caseText([when, { model, user }]: readonly [string, Said], told: Set<string>) {
  const texts = [
    ...quoted('The model:', model, told),
    ...quoted('The user:', ownWords(user, model), told),
  ];
  return texts.length === 0 ? [] : [[`**${when}**`, ...texts].join('\n\n')];
}

/** What the user is told beside what every block tells. */
function ownWords(user: string | undefined, model: string | undefined): string | undefined {
  const reason = (model ?? '').replaceAll(/\s+/g, ' ');
  const lines = (user ?? '').split('\n').filter((line) => {
    const [, said] = /^The stop gate blocked the agent: (.*?)\.?$/.exec(line) ?? [];
    const isReason = said !== undefined && reason.includes(said);
    return !isReason && !line.startsWith('To end this session anyway, ');
  });
  return lines.join('\n');
}

function quoted(who: string, text: string | undefined, told: Set<string>): readonly string[] {
  if (text === undefined || text === '') return [];
  const lines = text.split('\n').map((line) => (told.has(line) ? '…' : line));
  for (const line of text.split('\n')) told.add(line);
  const shown = lines.filter((line, index) => line !== '…' || lines[index - 1] !== '…');
  if (shown.every((line) => line === '…')) return [];
  return [who, shown.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')];
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
    '%s: the model is told nothing that a host would escape on the way to it',
    (_when, { model = '' }) => {
      expect(model).not.toMatch(/[<>&]/);
    },
  );

  it.each(Object.entries(cases))(
    '%s: the model is not told what only a person can do',
    (_when, { model = '' }) => {
      expect(model).not.toMatch(/end-session|--waive|--repair|hooks uninstall|release.* --for/);
    },
  );
});
