import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { createFilesProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { ID, judgedProject } from '../../rig/worlds/judged-project.ts';
import { recordAct } from '../../rig/worlds/person-acts.ts';
import { SESSION } from '../../rig/worlds/project.ts';
import { prove } from '../../rig/worlds/proving.ts';
import {
  accept,
  type WeakenedProject,
  weakenedProject,
} from '../../rig/worlds/weakened-project.ts';

/** Makes the repository once more, of what there is now. */
function initAgain({ commit, git }: GitProject): void {
  git('init', '--quiet', '--template=', '--initial-branch=main');
  commit();
}

const DETAIL = 'test/add.test.js:5: ';

describe('gates.tampering: warn, as it is by default', () => {
  it.each([undefined, 'warn'] as const)(
    '%s: a weakened test is shown, and closes all the same',
    async (setting) => {
      const weakened = await weakenedProject(setting);
      const { code, stdout } = await weakened.verify();
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /^\[WEAKENED\] Possibly weakened tests compared with commit [0-9a-f]{12}: 1$/m,
      );
      expect(stdout).toContain(DETAIL);
      expect(stdout).toContain(`VERIFIED: ${ID}`);
      expect(weakened.promise()).toMatchObject({
        verification: { gates: { tampering: 'warned' } },
      });
    },
  );

  it('as data', async () => {
    const { stdout } = await (await weakenedProject()).verify(['--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      gates: { tampering: 'warned' },
      tampering: {
        examined: true,
        findings: [
          {
            kind: 'test-skipped',
            path: 'test/add.test.js',
            digest: expect.stringMatching(/^[0-9a-f]{16}$/),
            accepted: false,
          },
        ],
      },
    });
  });

  it.each([
    ['cs prove', ({ repository }: WeakenedProject) => prove(repository, ID)],
    ['cs-status', ({ repository }: WeakenedProject) => repository.run('cs-status', [])],
    [
      'cs-status --mine',
      ({ repository }: WeakenedProject) => repository.run('cs-status', ['--mine']),
    ],
  ])('%s shows it', async (_what, run) => {
    const { code, stdout } = await run(await weakenedProject());
    expect(code).toBe(0);
    expect(stdout).toContain(DETAIL);
  });

  it('--check and the stop gate never look', async () => {
    const { project } = await weakenedProject('block');
    const { code, stderr, stdout } = await project.run('cs-verify', ['--check']);
    expect({ code, said: stdout + stderr }).toEqual({ code: 0, said: '' });
  });
});

describe('a changed test in a language that is not read', () => {
  const NOTE = 'Not examined, tests in a language that is not read: Swift (1 file).';
  const times = (text: string) => text.split(NOTE).length - 1;

  it.each<[command: string, ...args: string[]]>([
    ['cs', 'prove', ID],
    ['cs', 'status'],
    ['cs', 'report'],
    ['cs-verify', '--promise', ID, '--skip-validation-check', '--skip-llm-gate'],
    ['cs', 'promise', 'tamper', '--promise', ID],
  ])('%s %s: it is named once, and in the data once', async (command, ...args) => {
    const { repository } = await weakenedProject();
    repository.put('Tests/CartTests.swift', 'class CartTests {}\n');
    const text = await repository.run(command, args);
    expect(times(text.stdout + text.stderr)).toBe(1);
    const again = await weakenedProject();
    again.repository.put('Tests/CartTests.swift', 'class CartTests {}\n');
    const data = await again.repository.run(command, [...args, '--json']);
    expect(times(data.stdout)).toBe(1);
    expect(JSON.stringify(JSON.parse(data.stdout))).toContain(NOTE);
  });
});

describe('where nothing says what changed', () => {
  it('nothing is examined, nothing is kept open, and it is said', async () => {
    const judged = await judgedProject([metCriterion('AC-1')], {}, createFilesProject());
    judged.configure({ gates: { tampering: 'block' } });
    const { code, stderr } = await judged.verify();
    expect(code).toBe(0);
    expect(stderr).toContain(
      'Note: Weakened tests: not examined: the project is not in a git repository',
    );
    expect(judged.promise()).toMatchObject({
      verification: { gates: { tampering: 'not-examined' } },
    });
  });
});

describe('gates.tampering: block', () => {
  it('keeps the promise open until each finding is accepted, and says by whom', async () => {
    const weakened = await weakenedProject('block');
    const [digest = ''] = await weakened.findings();
    const { code, stderr } = await weakened.verify();
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: Promise ${ID} cannot be verified. Tests are weaker`);
    expect(stderr).toContain(`${digest} ${DETAIL}`);
    expect(stderr).toContain(`cs promise accept ${digest} --because "[why]" --promise ${ID}`);
    expect(stderr).toContain(`cs-verify --judge --promise ${ID}`);
    expect(stderr).not.toContain('--skip');
    expect(weakened.isClosed()).toBe(false);
  });

  it('is data too', async () => {
    const { stdout } = await (await weakenedProject('block')).verify(['--json']);
    expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'tampered' } });
  });

  it('a variable alone can ask for it, and cannot take it back', async () => {
    const env = { CS_GATES_TAMPERING: 'block' };
    expect(await (await weakenedProject()).verify([], env)).toMatchObject({ code: 1 });
    const weaker = { CS_GATES_TAMPERING: 'warn' };
    expect(await (await weakenedProject('block')).verify([], weaker)).toMatchObject({ code: 1 });
  });

  it('stays as it was when the promise was made', async () => {
    const weakened = await weakenedProject('warn');
    const kept = { ...weakened.promise(), settings: { 'gates.tampering': 'block' } };
    weakened.project.write(`promises/${ID}.json`, kept);
    const { code, stderr } = await weakened.verify();
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: Promise ${ID} cannot be verified. Tests are weaker`);
  });

  it.each<[string, (repository: GitProject) => void, string]>([
    ['git is gone', () => {}, 'the project is not in a git repository'],
    ['git was made anew', initAgain, 'git no longer has commit'],
  ])('keeps it open where %s', async (_what, after, reason) => {
    const weakened = await weakenedProject('block');
    const { repository } = weakened;
    rmSync(join(repository.folder, '.git'), { recursive: true });
    after(repository);
    const { code, stderr } = await weakened.verify();
    expect(code).toBe(1);
    expect(stderr).toContain(reason);
    expect(stderr).toContain(`cs-promise --cancel ${ID}`);
    expect(weakened.isClosed()).toBe(false);
  });

  it('opens where the test runs again', async () => {
    const weakened = await weakenedProject('block');
    weakened.repository.git('checkout', '--', 'test/add.test.js');
    const { code, stdout } = await weakened.verify();
    expect(code).toBe(0);
    expect(stdout).not.toContain('WEAKENED');
    expect(weakened.promise()).toMatchObject({ verification: { gates: { tampering: 'none' } } });
  });

  it("opens by another session's word, which the promise keeps with its event", async () => {
    const weakened = await weakenedProject('block');
    const digests = await weakened.findings();
    expect(await accept(weakened, digests)).toMatchObject({ code: 0 });
    expect(weakened.promise()).toMatchObject({
      accepted: [
        {
          digest: digests[0],
          by: 'session',
          session: 'session-of-another',
          reason: 'the rule was dropped',
          event: { offset: 0, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
      ],
    });
    const { code, stdout } = await weakened.verify();
    expect(code).toBe(0);
    expect(stdout).toContain('(accepted)');
    expect(weakened.promise()).toMatchObject({
      verification: { gates: { tampering: 'accepted' } },
    });
    expect(await weakened.project.run('cs', ['store', 'audit'])).toMatchObject({ code: 0 });
    expect(await weakened.project.run('cs-verify', ['--replay', ID])).toMatchObject({ code: 0 });
  });

  it('shuts again at what is found after that', async () => {
    const weakened = await weakenedProject('block');
    const before = await weakened.findings();
    await accept(weakened, before);
    weakened.skip('adds nothing');
    const { code, stderr } = await weakened.verify();
    expect(code).toBe(1);
    expect(stderr).toContain('1 finding.');
    expect(stderr).toContain('adds nothing');
    expect(stderr).not.toContain(before[0]);
    await accept(weakened, (await weakened.findings()).slice(1));
    expect(await weakened.verify()).toMatchObject({ code: 0 });
  });
});

/** Acceptances that stand in the file and that nobody gave. */
const FORGED: readonly (readonly [
  string,
  (weakened: WeakenedProject, digest: string) => object,
])[] = [
  ['written by hand', (_, digest) => ({ digest, by: 'person', at: 'x', reason: 'r' })],
  [
    'of another finding',
    ({ project }, digest) => ({
      ...{ digest, by: 'session', at: 'x', reason: 'r', session: 'session-b' },
      event: recordAct(project, {
        session_id: 'session-b',
        promise_id: ID,
        event: 'tampering.accepted',
        digests: ['ffffffffffffffff'],
        by: 'session',
      }),
    }),
  ],
  [
    'of another promise',
    ({ project }, digest) => ({
      ...{ digest, by: 'person', at: 'x', reason: 'r' },
      event: recordAct(project, {
        promise_id: 'promise-0000bbbb',
        event: 'tampering.accepted',
        digests: [digest],
        by: 'person',
      }),
    }),
  ],
  [
    'by a session, as a person',
    ({ project }, digest) => ({
      ...{ digest, by: 'person', at: 'x', reason: 'r' },
      event: recordAct(project, {
        promise_id: ID,
        event: 'tampering.accepted',
        digests: [digest],
        by: 'session',
      }),
    }),
  ],
  [
    "by the owner's own session",
    ({ project }, digest) => ({
      ...{ digest, by: 'session', at: 'x', reason: 'r', session: SESSION },
      event: recordAct(project, {
        session_id: SESSION,
        promise_id: ID,
        event: 'tampering.accepted',
        digests: [digest],
        by: 'session',
      }),
    }),
  ],
];

describe('an acceptance that nobody gave counts for nothing', () => {
  it.each(FORGED)('%s', async (_what, forge) => {
    const weakened = await weakenedProject('block');
    const [digest = ''] = await weakened.findings();
    const accepted = [forge(weakened, digest)];
    weakened.project.write(`promises/${ID}.json`, { ...weakened.promise(), accepted });
    const { code, stderr } = await weakened.verify();
    expect(code).toBe(1);
    expect(stderr).toContain('that was not accepted');
  });

  it.each([
    ['names no line', () => undefined],
    [
      'names the line of another one',
      ({ project }: WeakenedProject) =>
        recordAct(project, {
          promise_id: ID,
          event: 'promise.judged',
          status: 'success',
          verdict: 'PASS',
          failed: [],
          tampering: ['ffffffffffffffff'],
        }),
    ],
  ])("neither does a judge's PASS that %s", async (_what, eventOf) => {
    const weakened = await weakenedProject('block');
    const tampering = await weakened.findings();
    const said = { status: 'success', verdict: 'PASS', failed: [], criteria: [], tampering };
    const judgments = [{ ...said, event: eventOf(weakened) }];
    weakened.project.write(`promises/${ID}.json`, { ...weakened.promise(), judgments });
    const { code, stderr } = await weakened.verify();
    expect(code).toBe(1);
    expect(stderr).toContain('that was not accepted');
  });

  it('the audit and the status name it', async () => {
    const { project, promise, findings } = await weakenedProject();
    const [digest] = await findings();
    const accepted = [{ digest, by: 'person', at: 'x', reason: 'r' }];
    project.write(`promises/${ID}.json`, { ...promise(), accepted });
    const audit = await project.run('cs', ['store', 'audit', '--json']);
    expect(audit.code).toBe(3);
    expect(JSON.parse(audit.stdout).misfits).toMatchObject([
      { what: 'acceptance-unrecorded', detail: digest },
    ]);
    const { stdout } = await project.run('cs-status', []);
    expect(stdout).toContain(`The finding ${digest} of ${ID} is accepted in its file, but`);
  });

  it.each([
    ['by nobody', { by: 'agent' }],
    ['without a reason', { reason: ' ' }],
    ['of no finding', { digest: 1 }],
  ])('one %s cannot be read, and keeps the promise open', async (_what, part) => {
    const { project, promise, verify } = await weakenedProject();
    const whole = { digest: 'ffffffffffffffff', by: 'person', at: 'x', reason: 'r' };
    project.write(`promises/${ID}.json`, { ...promise(), accepted: [{ ...whole, ...part }] });
    const { code, stderr } = await verify();
    expect(code).toBe(1);
    expect(stderr).toContain('`accepted.0.');
  });
});
