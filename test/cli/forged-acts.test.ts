import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { criterion, promiseFile } from '../rig/values/promises.ts';
import { personEnd, personWaiver, recordAct } from '../rig/worlds/person-acts.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';
import { hostedSession } from '../rig/worlds/stop-gate.ts';

/** What stands in a file as a person's act counts only with its line in the ledger. */

const ID = 'promise-0000aaaa';
const MEMORY = `stop-gate/${SESSION}.json`;

function projectWith(waived: (project: Project) => object | undefined): Project {
  const project = createProject();
  const first = waived(project);
  const acceptance_criteria = [criterion('AC-1', first === undefined ? {} : { waived: first })];
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
  return project;
}

const ledgerOf = ({ state }: Project) => join(state, 'events.jsonl');

/** Ways in which a waiver in a file has no line of its own. */
const FORGED: readonly (readonly [string, (project: Project) => object])[] = [
  ['written by hand', () => ({ by: 'person', at: '2026-02-17T10:30:00Z', reason: 'x' })],
  ['of another criterion', (project) => personWaiver(project, ID, 'AC-2')],
  ['of another promise', (project) => personWaiver(project, 'promise-0000bbbb', 'AC-1')],
  [
    'that names a line of something else',
    (project) => ({
      ...personWaiver(project, ID, 'AC-1'),
      event: recordAct(project, { event: 'criterion.met', promise_id: ID, ac_id: 'AC-1' }),
    }),
  ],
  [
    'whose line was edited',
    (project) => {
      const waiver = personWaiver(project, ID, 'AC-1');
      const text = readFileSync(ledgerOf(project), 'utf8');
      writeFileSync(ledgerOf(project), text.replace('no longer', 'not any'));
      return waiver;
    },
  ],
  [
    'that names the middle of a line',
    (project) => {
      const { event, ...waiver } = Object(personWaiver(project, ID, 'AC-1'));
      const line = readFileSync(ledgerOf(project), 'utf8');
      writeFileSync(ledgerOf(project), `{"x":1} ${line}`);
      return { ...waiver, event: { ...event, offset: 8 } };
    },
  ],
  [
    'whose line has no end',
    (project) => {
      const waiver = personWaiver(project, ID, 'AC-1');
      writeFileSync(ledgerOf(project), readFileSync(ledgerOf(project), 'utf8').trimEnd());
      return waiver;
    },
  ],
  [
    'whose ledger is gone',
    (project) => {
      const waiver = personWaiver(project, ID, 'AC-1');
      rmSync(ledgerOf(project));
      return waiver;
    },
  ],
  [
    'whose ledger is a link',
    (project) => {
      const waiver = personWaiver(project, ID, 'AC-1');
      const other = join(project.folder, 'elsewhere');
      writeFileSync(other, readFileSync(ledgerOf(project)));
      rmSync(ledgerOf(project));
      symlinkSync(other, ledgerOf(project));
      return waiver;
    },
  ],
];

describe('a waiver', () => {
  it.each(FORGED)('%s does not count for any gate', async (_what, waived) => {
    const project = projectWith(waived);
    const { code, stdout } = await project.run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stdout).toContain('(waived in the file: does not count)');
    expect(stdout).toContain(
      `Note: AC-1 of ${ID} is waived in its file, but the ledger does not confirm it`,
    );
    expect(stdout).toContain(`cs-promise --waive ${ID} --ac-id AC-1`);
    expect((await project.run('cs-verify', ['--promise', ID])).code).toBe(1);
    const status = await project.run('cs-status', ['--json']);
    expect(JSON.parse(status.stdout).unconfirmed).toEqual([expect.stringContaining(ID)]);
  });

  it('whose ledger is a pipe does not count, and nothing waits for it', async () => {
    const project = projectWith((one) => personWaiver(one, ID, 'AC-1'));
    rmSync(ledgerOf(project));
    spawnSync('mkfifo', [ledgerOf(project)]);
    expect((await project.run('cs-verify', ['--check'])).code).toBe(2);
  });

  it('counts with its line, and goes on counting when the ledger grows', async () => {
    const project = projectWith((one) => personWaiver(one, ID, 'AC-1'));
    expect((await project.run('cs-verify', ['--check'])).code).toBe(0);
    appendFileSync(ledgerOf(project), '{"event":"of another program"}\n');
    expect((await project.run('cs-verify', ['--check'])).code).toBe(0);
    expect(JSON.parse((await project.run('cs-status', ['--json'])).stdout).unconfirmed).toEqual([]);
  });

  it('that does not count tells the user once in a turn, and the model only that it is open', async () => {
    const project = projectWith(() => ({ by: 'person', at: '2026-02-17T10:30:00Z', reason: 'x' }));
    const session = hostedSession(project);
    const first = await session.stop();
    expect(first.decision).toBe('block');
    expect(first.reason).not.toContain('waive');
    expect(first.systemMessage).toContain('the ledger does not confirm it');
    expect(first.systemMessage).toContain(`cs promise waive ${ID} AC-1`);
    expect((await session.stop()).systemMessage ?? '').not.toContain('no such act');
  });

  it('that does not count is kept as it was by every change of its promise', async () => {
    const waived = { by: 'person', at: '2026-02-17T10:30:00Z', reason: 'x', more: 1 };
    const project = projectWith(() => waived);
    const words = ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'npm test: 42 passed'];
    expect(await project.run('cs-promise', [...words, '--type', 'test'])).toMatchObject({
      code: 0,
    });
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [{ status: 'met', waived }],
    });
    expect(JSON.stringify(project.read(`promises/${ID}.json`))).not.toContain('unconfirmed');
  });

  it('that does not count is shown with why', async () => {
    const project = projectWith(() => ({ by: 'person', at: '2026-02-17T10:30:00Z', reason: 'x' }));
    const { stdout } = await project.run('cs-promise', ['--show', ID]);
    expect(stdout).toContain('It does not count: the ledger does not confirm it');
    expect(stdout).toContain('Progress: 0/1 criteria met (0%)');
  });
});

describe('the end of a session', () => {
  const written = {
    by: 'person',
    at: '2026-02-17T10:30:00Z',
    reason: 'x',
    promises: [ID],
    unreadable: [],
  };
  const endless = (ended: (project: Project) => object): Project => {
    const project = projectWith(() => undefined);
    project.write(MEMORY, { ended: ended(project) });
    return project;
  };

  it.each<[string, (project: Project) => object]>([
    ['written by hand', () => written],
    ['of another session', (project) => personEnd(project, 'session-b', { promises: [ID] })],
    ['that was given for less', (project) => ({ ...personEnd(project, SESSION), promises: [ID] })],
    [
      'of another session, as one that it says it goes on with',
      (project) => ({
        ...personEnd(project, 'session-b', { promises: [ID] }),
        session: 'session-b',
      }),
    ],
    [
      'that a person took back, and that was put back',
      (project) => {
        const ended = personEnd(project, SESSION, { promises: [ID] });
        recordAct(project, { event: 'session.reopened', session: SESSION });
        return ended;
      },
    ],
    [
      'behind which more was added than a gate reads',
      (project) => {
        const ended = personEnd(project, SESSION, { promises: [ID] });
        appendFileSync(ledgerOf(project), `{"event":"${'x'.repeat(4 * 1024 * 1024)}"}\n`);
        return ended;
      },
    ],
  ])('%s does not let it go', async (_what, ended) => {
    const project = endless(ended);
    const { code, stdout } = await project.run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stdout).toContain(
      `Note: The file of session ${SESSION} says that a person ended it, but`,
    );
    const asData = await project.run('cs-verify', ['--check', '--json']);
    expect(JSON.parse(asData.stdout)).toMatchObject({
      may_end: false,
      ended: null,
      unconfirmed: [expect.stringContaining('cs session end')],
    });
    const session = hostedSession(project);
    const first = await session.stop();
    expect(first.decision).toBe('block');
    expect(first.systemMessage).toContain('It does not count.');
    expect((await session.stop()).systemMessage ?? '').not.toContain('It does not count.');
    const status = await project.run('cs-status', []);
    expect(status.stdout).toContain('says that a person ended it, but');
    expect(status.stdout).not.toContain('(ended by a person');
  });

  it.each<[string, (project: Project) => object]>([
    ['given', (project) => personEnd(project, SESSION, { promises: [ID] })],
    [
      'given anew after one was taken back',
      (project) => {
        personEnd(project, SESSION, { promises: [ID] });
        recordAct(project, { event: 'session.reopened', session: SESSION });
        return personEnd(project, SESSION, { promises: [ID] });
      },
    ],
    [
      'given before that of another session was taken back',
      (project) => {
        const ended = personEnd(project, SESSION, { promises: [ID] });
        recordAct(project, { event: 'session.reopened', session: 'session-b' });
        appendFileSync(
          ledgerOf(project),
          '{"event":"session.reopened","session":1}\n[]\n"session.reopened',
        );
        return ended;
      },
    ],
  ])('%s lets it go', async (_what, ended) => {
    const project = endless(ended);
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 0 });
    expect(await hostedSession(project).stop()).not.toMatchObject({ decision: 'block' });
  });

  it('that stops counting in the middle of a row of blocks is told to the user once', async () => {
    const project = endless(() => ({}));
    const session = hostedSession(project);
    const given = (ended: object) => project.write(MEMORY, { ...project.read(MEMORY), ended });
    expect((await session.stop()).decision).toBe('block');
    given(personEnd(project, SESSION, { promises: [ID] }));
    expect((await session.stop()).systemMessage).toContain('A person ended this session');
    rmSync(ledgerOf(project));
    const next = await session.stop();
    expect(next).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('Still blocked'),
    });
    expect(next.systemMessage).toContain(
      'says that a person ended it, but the ledger does not confirm it',
    );
    expect(next.systemMessage).toContain('cs session end');
    expect((await session.stop()).systemMessage ?? '').not.toContain('says that a person');
    // A later one is another one.
    given({ ...written, at: '2026-02-18T10:30:00Z' });
    expect((await session.stop()).systemMessage).toContain('says that a person ended it');
  });

  it('is kept as it was by the stops of the session', async () => {
    const project = endless(() => ({ ...written, more: 1 }));
    await hostedSession(project).stop();
    expect(project.read(MEMORY)).toMatchObject({ ended: { ...written, more: 1 } });
    expect(JSON.stringify(project.read(MEMORY))).not.toContain('unconfirmed');
  });
});
