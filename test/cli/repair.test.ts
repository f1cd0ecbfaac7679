import { readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BROKEN_CASES } from '../rig/values/broken-files.ts';
import { metCriterion, promiseFile } from '../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';
import {
  agentAbove,
  isRefusedToAgents,
  NOT_A_PERSON,
  runOnTerminal,
  whyNoPerson,
} from '../rig/worlds/pseudo-terminal.ts';

const PROMPT = 'Type "quarantine" to move ';
const CONFIRMED = { prompt: PROMPT, answer: 'quarantine' };

function brokenProject(): Project {
  const project = createProject();
  project.write(
    'promises/promise-0000aaaa.json',
    promiseFile('promise-0000aaaa', SESSION, {
      acceptance_criteria: [metCriterion('AC-1')],
    }),
  );
  project.write('promises/promise-0000bbbb.json', 'what somebody wrote');
  return project;
}

function promises(project: Project): readonly string[] {
  return project.list('promises');
}

/** The files of the quarantine: what was moved there, and the notes about it. */
function quarantine(project: Project): {
  readonly moved: readonly string[];
  readonly notes: readonly string[];
} {
  const names = project.list('quarantine');
  const isNote = (name: string) => name.endsWith('.note.json');
  return { moved: names.filter((name) => !isNote(name)), notes: names.filter(isNote) };
}

describe('only a person may repair', () => {
  it.each(NOT_A_PERSON)('%s it is refused, and nothing is moved', async (_name, env, reason) => {
    const project = brokenProject();
    const { code, stderr } = await project.run('cs', ['doctor', '--repair'], { env });
    expect(code).toBe(1);
    if (agentAbove === undefined || 'CLAUDECODE' in env) {
      expect(stderr).toContain(`Error: Only a person can repair the state folder: ${reason}.`);
    }
    expect(promises(project)).toEqual(['promise-0000aaaa.json', 'promise-0000bbbb.json']);
    expect(project.list('quarantine')).toEqual([]);
    expect((await project.run('cs-verify', ['--check'])).code).toBe(2);
  });

  isRefusedToAgents(brokenProject, ['cs', 'doctor', '--repair'], PROMPT);
});

describe.skipIf(whyNoPerson !== undefined)('a person on a real terminal', () => {
  it('moves the broken file to the quarantine with a note, and the gate opens again', async () => {
    const project = brokenProject();
    const { code, shown } = await runOnTerminal(project, 'cs', ['doctor', '--repair'], CONFIRMED);
    expect(code).toBe(0);
    expect(shown).toContain('1 of 1 repaired; nothing was deleted');
    expect(promises(project)).toEqual(['promise-0000aaaa.json']);
    const { moved, notes } = quarantine(project);
    expect(moved).toEqual([expect.stringMatching(/^\d{8}-\d{6}-promise-0000bbbb\.json$/)]);
    expect(notes).toEqual([`${moved[0]}.note.json`]);
    expect(readFileSync(join(project.state, 'quarantine', moved[0] ?? ''), 'utf8')).toBe(
      'what somebody wrote',
    );
    expect(project.read(`quarantine/${notes[0]}`)).toEqual({
      moved_from: join(project.state, 'promises', 'promise-0000bbbb.json'),
      moved_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      reason: 'it is not valid JSON',
    });
    expect((await project.run('cs-verify', ['--check'])).code).toBe(0);
    const { stdout } = await project.run('cs', ['doctor']);
    expect(stdout).toContain('The state folder is in order.');
  });

  it('is shown what will be moved before it is asked', async () => {
    const { shown } = await runOnTerminal(brokenProject(), 'cs', ['doctor', '--repair'], CONFIRMED);
    const [before = ''] = shown.split(PROMPT);
    expect(before).toContain('promise-0000bbbb.json: it is not valid JSON');
  });

  it('leaves a line in the event log', async () => {
    const project = brokenProject();
    await runOnTerminal(project, 'cs', ['doctor', '--repair'], CONFIRMED);
    const events = readFileSync(join(project.state, 'events.jsonl'), 'utf8').trim().split('\n');
    expect(JSON.parse(events.at(-1) ?? '')).toMatchObject({
      event: 'file.quarantined',
      session_id: SESSION,
      from: join(project.state, 'promises', 'promise-0000bbbb.json'),
    });
  });

  it.each(['', 'y', 'yes', 'QUARANTINE', 'quarantine all'])(
    'who types %j moves nothing',
    async (answer) => {
      const project = brokenProject();
      const conversation = { prompt: PROMPT, answer };
      const { code, shown } = await runOnTerminal(
        project,
        'cs',
        ['doctor', '--repair'],
        conversation,
      );
      expect(code).toBe(1);
      expect(shown).toContain('it was not confirmed');
      expect(promises(project)).toEqual(['promise-0000aaaa.json', 'promise-0000bbbb.json']);
    },
  );

  it('all kinds of broken files are moved, none is deleted or followed', async () => {
    const project = createProject();
    const names = BROKEN_CASES.map((_case, index) => `promise-${index + 1000}.json`);
    for (const [index, { breakIt }] of BROKEN_CASES.entries())
      breakIt(project, `promises/${names[index]}`);
    const { code } = await runOnTerminal(project, 'cs', ['doctor', '--repair'], CONFIRMED);
    expect(code).toBe(0);
    expect(promises(project)).toEqual([]);
    expect(quarantine(project).moved.map((name) => name.slice('YYYYMMDD-HHMMSS-'.length))).toEqual(
      names,
    );
    expect(quarantine(project).notes).toHaveLength(names.length);
    expect(project.exists('../outside.json')).toBe(true);
    expect((await project.run('cs-verify', ['--check'])).code).toBe(0);
  });

  it('a link that stands for a folder is moved itself; where it leads nothing changes', async () => {
    const project = createProject();
    const outside = project.write('../outside/AC-1-validation.json', '{}');
    project.write('validations/x', '');
    symlinkSync(dirname(outside), join(project.state, 'validations', 'promise-0000aaaa'));
    const { code } = await runOnTerminal(project, 'cs', ['doctor', '--repair'], CONFIRMED);
    expect(code).toBe(0);
    expect(project.list('validations')).toEqual(['x']);
    expect(quarantine(project).moved).toHaveLength(1);
    expect(readFileSync(outside, 'utf8')).toBe('{}');
  });

  it('two files of one name are both kept', async () => {
    const project = brokenProject();
    project.write('history/promise-0000bbbb.json', 'another');
    await runOnTerminal(project, 'cs', ['doctor', '--repair'], CONFIRMED);
    const texts = quarantine(project).moved.map((name) =>
      readFileSync(join(project.state, 'quarantine', name), 'utf8'),
    );
    expect([...texts].sort()).toEqual(['another', 'what somebody wrote']);
  });

  it('a promise that ended is moved to the history', async () => {
    const project = createProject();
    const ended = promiseFile('promise-0000cccc', SESSION, { status: 'cancelled' });
    project.write('promises/promise-0000cccc.json', ended);
    const { code } = await runOnTerminal(project, 'cs', ['doctor', '--repair'], CONFIRMED);
    expect(code).toBe(0);
    expect(project.read('history/promise-0000cccc.json')).toEqual(ended);
    expect(promises(project)).toEqual([]);
  });

  it('but not over another that is in the history already', async () => {
    const project = createProject();
    const older = promiseFile('promise-0000cccc', SESSION, { status: 'verified' });
    project.write('history/promise-0000cccc.json', older);
    project.write('promises/promise-0000cccc.json', { ...older, status: 'cancelled' });
    const { code, shown } = await runOnTerminal(project, 'cs', ['doctor', '--repair'], CONFIRMED);
    expect(code).toBe(1);
    expect(shown).toContain('0 of 1 repaired');
    expect(project.read('history/promise-0000cccc.json')).toEqual(older);
    expect(promises(project)).toEqual(['promise-0000cccc.json']);
  });

  it('has a name with escapes shown safely', async () => {
    const project = createProject();
    project.write('promises/promise-\x1b[2J.json', '');
    const { shown } = await runOnTerminal(project, 'cs', ['doctor', '--repair'], CONFIRMED);
    expect(shown).toContain('promise-\\x1b[2J.json');
    expect(shown).not.toContain('\x1b[2J');
  });
});

describe.skipIf(whyNoPerson !== undefined)('a file that changes while the person is asked', () => {
  it('that was mended meanwhile is left alone', async () => {
    const project = brokenProject();
    const outcome = await runOnTerminal(project, 'cs', ['doctor', '--repair'], {
      prompt: PROMPT,
      get answer() {
        project.write('promises/promise-0000bbbb.json', promiseFile('promise-0000bbbb', SESSION));
        return 'quarantine';
      },
    });
    expect(outcome.shown).toContain('1 skipped: already in order.');
    expect(promises(project)).toEqual(['promise-0000aaaa.json', 'promise-0000bbbb.json']);
    expect((await project.run('cs-verify', ['--check'])).code).toBe(2);
  });

  it.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('%s at the question changes nothing, and is no bug', async (_key, answer) => {
    const project = brokenProject();
    const outcome = await runOnTerminal(project, 'cs', ['doctor', '--repair'], {
      prompt: PROMPT,
      answer,
    });
    expect(outcome.code).toBe(1);
    expect(outcome.shown).toContain('it was not confirmed');
    expect(promises(project)).toEqual(['promise-0000aaaa.json', 'promise-0000bbbb.json']);
  });
});
