import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, type PromiseParts, promiseFile } from '../rig/values/promises.ts';
import { filesUnder, ID, writeValidated } from '../rig/worlds/judged-project.ts';
import { personWaiver } from '../rig/worlds/person-acts.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';
import {
  agentAbove,
  isRefusedToAgents,
  NOT_A_PERSON,
  runOnTerminal,
  whyNoPerson,
} from '../rig/worlds/pseudo-terminal.ts';

const REASON = 'The page is gone since Monday';
const WAIVE = ['--waive', ID, '--ac-id', 'AC-2', '--reason', REASON];
const PROMPT = `Type "${ID}" to waive AC-2: `;
const CONFIRMED = { prompt: PROMPT, answer: ID };
const WAIVED = { by: 'person', at: '2026-02-17T10:30:00Z', reason: REASON };

const waiverOf = (project: Project, criterion: string) =>
  personWaiver(project, ID, criterion, REASON);

/** A promise of this session with one criterion that is met and one that is open. */
function openProject(secondOf: (project: Project) => PromiseParts = () => criterion('AC-2')) {
  const project = createProject();
  const acceptance_criteria = [metCriterion('AC-1'), secondOf(project)];
  writeValidated(project, ID, [metCriterion('AC-1')]);
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
  return project;
}

const waivedProject = (): Project =>
  openProject((project) => criterion('AC-2', { waived: waiverOf(project, 'AC-2') }));

describe('only a person may waive', () => {
  it.each(NOT_A_PERSON)('%s it is refused, and nothing is changed', async (_name, env, reason) => {
    const project = openProject();
    const before = [...filesUnder(project.state)];
    const { code, stdout, stderr } = await project.run('cs-promise', WAIVE, { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Error: Only a person can waive a criterion: ');
    if (agentAbove === undefined || Object.keys(env).length > 0) expect(stderr).toContain(reason);
    expect([...filesUnder(project.state)]).toEqual(before);
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 2 });
  });

  isRefusedToAgents(openProject, ['cs-promise', ...WAIVE], PROMPT);
});

describe('a waiver that cannot be is refused before anybody is asked', () => {
  it.each([
    {
      what: 'no criterion',
      args: ['--waive', ID, '--reason', REASON],
      says: '--ac-id is required',
    },
    { what: 'no reason', args: ['--waive', ID, '--ac-id', 'AC-2'], says: '--reason is required' },
    {
      what: 'an empty reason',
      args: ['--waive', ID, '--ac-id', 'AC-2', '--reason', '  '],
      says: '--reason is required',
    },
    {
      what: 'a criterion that is not there',
      args: ['--waive', ID, '--ac-id', 'AC-9', '--reason', REASON],
      says: 'Criterion not found: AC-9',
    },
    {
      what: 'a promise that is not there',
      args: ['--waive', 'promise-ffffffff', '--ac-id', 'AC-1', '--reason', REASON],
      says: 'Promise not found',
    },
    {
      what: 'a reason for something else',
      args: ['--start', ID, '--reason', REASON],
      says: '--reason goes with --waive',
    },
  ])('$what', async ({ args, says }) => {
    const { code, stderr } = await openProject().run('cs-promise', args);
    expect(code).toBe(1);
    expect(stderr).toContain('Error: ');
    expect(stderr).toContain(says);
  });
});

describe.skipIf(whyNoPerson !== undefined)('a person on a real terminal', () => {
  it('waives a criterion by typing the id: the record says who, when and why', async () => {
    const project = openProject();
    const { code, shown } = await runOnTerminal(project, 'cs-promise', WAIVE, CONFIRMED);
    expect(code).toBe(0);
    expect(shown).toContain('1/2 criteria met, 1 waived');
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [
        { id: 'AC-1', status: 'met' },
        {
          id: 'AC-2',
          status: 'pending',
          waived: {
            by: 'person',
            at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
            reason: REASON,
            event: { offset: 0, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
          },
        },
      ],
    });
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 0 });
    const events = readFileSync(join(project.state, 'events.jsonl'), 'utf8').trim().split('\n');
    expect(JSON.parse(events.at(-1) ?? '')).toMatchObject({
      event: 'criterion.waived',
      promise_id: ID,
      ac_id: 'AC-2',
      reason: REASON,
    });
  });

  it('is shown the promise and the criterion before the question', async () => {
    const { shown } = await runOnTerminal(openProject(), 'cs-promise', WAIVE, CONFIRMED);
    const [before = ''] = shown.split(PROMPT);
    expect(before).toContain(`Title of ${ID}`);
    expect(before).toContain('What AC-2 asks for');
    expect(before).not.toContain('What AC-1 asks for');
  });

  it('may do so for a promise of any session, and needs none', async () => {
    const project = openProject();
    const env = { CLAUDE_SESSION_ID: '' };
    expect(await runOnTerminal(project, 'cs-promise', WAIVE, CONFIRMED, env)).toMatchObject({
      code: 0,
    });
  });

  it.each(['', 'y', 'yes', 'AC-2', `${ID} `.toUpperCase(), '\x03', '\x04'])(
    'who types %j waives nothing',
    async (answer) => {
      const project = openProject();
      const conversation = { prompt: PROMPT, answer };
      const { code, shown } = await runOnTerminal(project, 'cs-promise', WAIVE, conversation);
      expect(code).toBe(1);
      expect(shown).toContain('it was not confirmed');
      expect(JSON.stringify(project.read(`promises/${ID}.json`))).not.toContain('waived');
    },
  );
});

it('a number alone is a criterion of the only open promise', async () => {
  const { code, stderr } = await openProject().run('cs', ['waive', '2']);
  expect(code).toBe(1);
  expect(stderr).toContain('To waive a criterion, --reason is required\nSuch as: cs promise waive');
});

describe('a waived criterion', () => {
  it('--show says by whom, when and why, and that it is not met', async () => {
    const { stdout } = await waivedProject().run('cs-promise', ['--show', ID]);
    expect(stdout).toContain('[PENDING] AC-2: What AC-2 asks for (waived)');
    expect(stdout).toContain(`Waived: 2026-02-17T10:30:00Z by a person: ${REASON}`);
    expect(stdout).toContain('Progress: 1/2 criteria met, 1 waived');
  });

  it.each(['--list', '--mine'])('%s counts it', async (option) => {
    const { stdout } = await waivedProject().run('cs-promise', [option]);
    expect(stdout).toContain('[1/2 AC met, 1 waived]');
  });

  it('--check does not wait for it', async () => {
    const project = waivedProject();
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('--check says so of a promise with something else that is open', async () => {
    const project = createProject();
    const waived = waiverOf(project, 'AC-2');
    const acceptance_criteria = [criterion('AC-1'), criterion('AC-2', { waived })];
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
    const { code, stdout, stderr } = await project.run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stdout).toContain('AC-2: What AC-2 asks for (waived)');
    expect(stdout).toContain('Progress: 0/2 criteria met, 1 waived');
    expect(stderr).toContain('AC-1');
    expect(stderr).not.toContain('AC-2');
  });

  it('verify asks for neither evidence nor validation of it, and says so', async () => {
    const project = waivedProject();
    const { code, stdout } = await project.run('cs-verify', ['--promise', ID]);
    expect(code).toBe(0);
    expect(stdout).toContain('Acceptance Criteria: 1/2 met, 1 waived');
    expect(project.read(`history/${ID}.json`)).toMatchObject({
      status: 'verified',
      acceptance_criteria: [{ status: 'met' }, { status: 'pending', waived: WAIVED }],
    });
  });

  it('where all are waived, the promise can be verified, and no judge is asked', async () => {
    const project = createProject();
    const acceptance_criteria = [criterion('AC-1', { waived: waiverOf(project, 'AC-1') })];
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
    const env = { ANTHROPIC_API_KEY: 'sk-ant-unused', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' };
    const { code, stdout } = await project.run('cs-verify', ['--judge', '--promise', ID], { env });
    expect(code).toBe(0);
    expect(stdout).toContain('Gate 3: Skipped (no criteria to judge)');
    expect(stdout).toContain('0/1 met, 1 waived');
  });

  it('cs-status --json gives it whole', async () => {
    const { stdout } = await waivedProject().run('cs-status', ['--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      promises: [{ acceptance_criteria: [{}, { waived: WAIVED }] }],
    });
  });
});
