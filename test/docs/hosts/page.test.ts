import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../hosts/clients.ts';
import { HOSTS } from '../../hosts/hosts.ts';
import { SCENARIOS } from '../../hosts/scenarios/scenarios.ts';
import { type Cell, SEEN } from '../../hosts/seen.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';

const OPENING = `# What the hosts were seen to do

\`npm run test:hosts\` plays each of these sessions in the real program of each host, with its model scripted on this machine and the
hooks that \`cs hooks install --host <name>\` writes, headless. A cell is what was seen: the run fails where it sees
something else. \`npm run texts\` writes this page from the table that the run holds.

- **held**: a hook sent the model back to work. Where the suite is missing or hangs, some hosts would do so for ever: **at every
  stop** means for as long as it was tried.
- **its user reads**: it stands in what the headless program prints. On a screen, a host may show more.
- Cursor is not played: it has no program that runs here. What is said of it is from its documentation.
`;

const titles: Readonly<Record<string, { readonly title: string }>> = SCENARIOS;

function page(): string {
  const versions = HOSTS.map(({ key, title }) => `${title} ${CLIENTS[key].version}`).join(', ');
  const rows = [
    ['session', ...HOSTS.map(({ title }) => title)],
    ['---', ...HOSTS.map(() => '---')],
    ...Object.entries(titles).map(([name, { title }]) => [
      title,
      ...HOSTS.map(({ key }) => cellText(cellOf(SEEN[key], name))),
    ]),
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${OPENING}\nMeasured with ${versions}.\n\n${table}\n`;
}

function cellOf(cells: Readonly<Record<string, Cell>>, name: string): Cell | undefined {
  return cells[name];
}

function cellText(cell: Cell | undefined): string {
  if (typeof cell === 'object') return `not played: ${cell.notPlayed}`;
  return cell ?? '';
}

it('docs/hosts-tested.md is what the table says', async () => {
  await expect(page()).toMatchFileSnapshot(join(CHECKOUT, 'docs', 'hosts-tested.md'));
});

describe.each(HOSTS)('$title', ({ key }) => {
  it.each(Object.keys(titles))(
    'shows something in %s, or it is said why it is not played',
    (name) => {
      expect(cellText(cellOf(SEEN[key], name))).not.toBe('');
    },
  );
});
