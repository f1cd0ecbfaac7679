import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../hosts/clients.ts';
import { HOSTS } from '../../hosts/hosts.ts';
import { SCENARIOS } from '../../hosts/scenarios/scenarios.ts';
import { type Cell, SEEN } from '../../hosts/seen.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';

const OPENING = `# What the hosts were seen to do

What happens in each host? \`npm run test:hosts\` plays these sessions in its real program, with its model scripted on this machine and
the hooks that \`cs hooks install --host <name>\` writes, headless; the run fails where it sees something else. **held**: a hook sent the model
back to work; **at every stop** means for as long as it was tried. **its user reads**: it stands in what the headless program prints. Cursor
has no program that runs here.
`;

const titles: Readonly<Record<string, { readonly title: string }>> = SCENARIOS;

function page(): string {
  const versions = HOSTS.map(({ key, title }) => `${title} ${CLIENTS[key].version}`).join(', ');
  const sessions = Object.entries(titles).map(([name, { title }]) => {
    const seen = new Map<string, string[]>();
    for (const host of HOSTS) {
      const text = cellText(cellOf(SEEN[host.key], name));
      seen.set(text, [...(seen.get(text) ?? []), host.title]);
    }
    const lines = [...seen].map(
      ([text, hosts]) => `  - ${hosts.length === HOSTS.length ? 'All' : hosts.join(', ')}: ${text}`,
    );
    return [`- ${title}`, ...lines].join('\n');
  });
  return `${OPENING}\nMeasured with ${versions}.\n\n${sessions.join('\n')}\n`;
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
