import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OFFERED_RULES } from '../../../src/cli/permissions.ts';
import { outcomeOf } from '../../rig/worlds/project.ts';
import { runs, says } from '../scripted-model.ts';
import { claudeCodeProject, describeClaudeCode } from './claude-project.ts';

/** What the rules that `cs setup` offers let an agent run unasked, in the host's default mode of permissions. */

/** How the host says that its user would be asked: no one can be, so the command does not run. */
const ASKED = /(?:requires|needs) approval|can't be checked before it runs/;

/** Has a session run each line, its user having taken the rules, and gives what its agent was told of each. */
async function toldOf(lines: readonly string[]) {
  const told: string[] = [];
  const { client, project } = await claudeCodeProject(({ latest, tools, turn }) => {
    if (!tools.includes('Bash')) return says('Something aside.');
    if (turn > 0) told.push(latest);
    const line = lines[turn];
    return line === undefined ? says('Done.') : runs(line);
  });
  project.put('kept', 'as it was\n');
  const settings = join(project.folder, '.claude', 'settings.local.json');
  const hooks: object = JSON.parse(readFileSync(settings, 'utf8'));
  writeFileSync(settings, JSON.stringify({ ...hooks, permissions: { allow: OFFERED_RULES } }));
  const before = readdirSync(project.folder);
  const { code, stderr } = await outcomeOf(client(['-p', 'Look', '--permission-mode', 'default']));
  expect(code, stderr).toBe(0);
  const isAsOld = existsSync(join(project.folder, 'kept'));
  return {
    told,
    isAsOld,
    made: readdirSync(project.folder).filter((one) => !before.includes(one)),
  };
}

describeClaudeCode('in a session of Claude Code whose user took the rules of cs setup', () => {
  it('what they name runs unasked', { timeout: 300_000 }, async () => {
    const lines: Readonly<Record<string, RegExp>> = {
      'cs check': /^\(Bash completed with no output\)$/,
      'cs verify --check': /^\(Bash completed with no output\)$/,
      'cs status': /Nothing is open/,
      'cs status --json': /"may_end": true/,
      'cs status --mine 2>&1': /No promises found/,
      'cs session ask "Which one?"': /Nothing blocks this session/,
      'cs prove --standing': /no standing checks/,
    };
    const { told } = await toldOf(Object.keys(lines));
    expect(told).toEqual(Object.values(lines).map((words) => expect.stringMatching(words)));
  });

  it('what goes with it, or only looks like it, does not', { timeout: 300_000 }, async () => {
    const lines = [
      'cs status > made',
      'cs status; rm kept',
      'cs status && touch made',
      'cs status || touch made',
      'cs status & touch made',
      'cs status | tee made',
      'cs status\ntouch made',
      'cs status $(rm kept)',
      'cs status `rm kept`',
      'cs status <(touch made)',
      'cs session ask "$(touch made)"',
      'FOO=1 cs status',
      'PATH=.:$PATH cs status',
      'NODE_OPTIONS=--require=./evil.cjs cs status',
      'cs statuses',
      'cs-verify --check',
      'cs check --verbose',
      'cs prove --standing --json',
      'cs prove promise-0000aaaa',
      'cs do "More" --ac "It works" --command "AC-1=touch made"',
      'cs meet promise-0000aaaa AC-1 --evidence "Done"',
      'cs trust',
    ];
    const { isAsOld, made, told } = await toldOf(lines);
    const unasked = lines.filter((_line, index) => !ASKED.test(told[index] ?? ''));
    expect({ unasked, made, isAsOld }).toEqual({ unasked: [], made: [], isAsOld: true });
  });
});
