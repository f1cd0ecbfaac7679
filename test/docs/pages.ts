import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../rig/worlds/checkout.ts';

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(CHECKOUT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

/** The pages for people, by their paths in the checkout. */
export const PAGES = ['README.md', ...markdownIn('docs')];

/** What agents read. */
export const AGENT_PAGES = [
  '.claude/skills/completion-promise/SKILL.md',
  ...markdownIn('.claude/commands'),
];
