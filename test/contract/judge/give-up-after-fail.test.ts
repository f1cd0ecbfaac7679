import { describe, expect, it } from 'vitest';
import { metCriterion, type PromiseParts, promiseFile } from '../../rig/values/promises.ts';
import { callHook, hasHosts, THIS_HOST } from '../../rig/worlds/hook-call.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import { check, eventsOf, promiseOf } from '../../rig/worlds/proving.ts';
import { runOnTerminal, whyNoPerson } from '../../rig/worlds/pseudo-terminal.ts';
import { hostedSession } from '../../rig/worlds/stop-gate.ts';

/** A session cannot give up a promise that a judge rejected: what it wants is kept for a person. */

const ID = 'promise-0000aaaa';
const FAIL = {
  status: 'success',
  verdict: 'FAIL',
  timestamp: '2026-02-17T10:30:00Z',
  model: 'm',
  failed: ['AC-1'],
  feedback: [{ ac_id: 'AC-1', finding: 'no test ran', would_satisfy: 'its output' }],
};
const PASS = { ...FAIL, verdict: 'PASS', failed: [], feedback: [] };

function rejectedProject(parts: PromiseParts = {}): Project {
  const project = createProject();
  const acceptance_criteria = [metCriterion('AC-1')];
  project.write(
    `promises/${ID}.json`,
    promiseFile(ID, SESSION, { acceptance_criteria, judgments: [FAIL], ...parts }),
  );
  return project;
}

const giveUp = (project: Project, what: string, ...more: readonly string[]) =>
  project.run('cs-promise', [`--${what}`, ID, ...more]);

const requestsIn = (project: Project) =>
  eventsOf(project).filter(({ event }) => event === 'promise.give-up-requested');

describe.each(['cancel', 'release'])('cs-promise --%s by the session, after a FAIL', (what) => {
  it('is refused, kept as a request, and the promise stays open', async () => {
    const project = rejectedProject();
    const before = promiseOf(project, ID);
    const { code, stderr, stdout } = await giveUp(project, what);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^Error: Promise promise-0000aaaa is not (cancelled|released): a judge's/,
    );
    expect(stderr).toContain('FAIL of AC-1 stands');
    expect(stderr).toContain(`cs-promise --${what} ${ID} --for ${SESSION}`);
    expect(stderr).not.toContain('--skip');
    expect(promiseOf(project, ID)).toEqual({
      ...before,
      give_up_requested: { what, at: expect.any(String), session_id: SESSION },
    });
    expect(requestsIn(project)).toMatchObject([{ what, promise_id: ID, session_id: SESSION }]);
    expect(await check(project)).toMatchObject({ code: 2 });
  });

  it('again says the same and records nothing more', async () => {
    const project = rejectedProject();
    const first = await giveUp(project, what);
    const before = promiseOf(project, ID);
    expect(await giveUp(project, what)).toEqual(first);
    expect(promiseOf(project, ID)).toEqual(before);
    expect(requestsIn(project)).toHaveLength(1);
  });

  it('is done after a later PASS', async () => {
    const project = rejectedProject({ judgments: [FAIL, PASS] });
    expect(await giveUp(project, what)).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it('is refused in JSON too', async () => {
    const { code, stdout } = await giveUp(rejectedProject(), what, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'person-to-give-up' } });
  });
});

describe('the request is shown', () => {
  const COMMAND = `cs-promise --cancel ${ID} --for ${SESSION}`;
  /** The same, as hooks name it. */
  const TOLD = `cs promise cancel ${ID} --for ${SESSION}`;

  async function requested(): Promise<Project> {
    const project = rejectedProject();
    await giveUp(project, 'cancel');
    return project;
  }

  it.each<[string, readonly string[], string]>([
    ['cs-promise', ['--list'], 'rejected by the judge, its session asked to cancel it'],
    ['cs-promise', ['--show', ID], COMMAND],
    ['cs-status', [], `A PERSON MUST DECIDE:\n  Session ${SESSION} wants to cancel ${ID}`],
    ['cs-status', [], COMMAND],
    ['cs-verify', ['--check'], 'its session asked to cancel it'],
    ['cs-verify', ['--check'], COMMAND],
    ['cs-verify', ['--check', '--json'], '"give_up_requested":'],
  ])('by %s %j', async (bin, args, shown) => {
    const { stdout } = await (await requested()).run(bin, args);
    expect(stdout).toContain(shown);
  });

  it('by the stop gate to the user, once, and not to the model', async () => {
    const session = hostedSession(await requested());
    const first = await session.stop();
    expect(first.decision).toBe('block');
    expect(first.systemMessage).toContain(TOLD);
    expect(first.reason).not.toContain('--for');
    const second = await session.stop();
    expect(second.decision).toBe('block');
    expect(second.systemMessage ?? '').not.toContain('--for');
  });

  it('and the same session can ask for something else, which the user hears too', async () => {
    const project = await requested();
    const session = hostedSession(project);
    await session.stop();
    await giveUp(project, 'release');
    expect((await session.stop()).systemMessage).toContain(
      `cs promise release ${ID} --for ${SESSION}`,
    );
  });

  it.each(['startup', 'resume', 'clear'])(
    'at a session start (%s), to the user',
    async (source) => {
      const project = await requested();
      const { stdout } = await callHook(project, 'session-start', { session_id: SESSION, source });
      const { hookSpecificOutput, systemMessage } = JSON.parse(stdout);
      expect(systemMessage).toContain(TOLD);
      expect(hookSpecificOutput.additionalContext).not.toContain('--for');
    },
  );
});

describe.skipIf(whyNoPerson !== undefined)('a person on a real terminal', () => {
  const confirm = (project: Project, what: string, purpose: string) =>
    runOnTerminal(project, 'cs-promise', [`--${what}`, ID, '--for', SESSION], {
      prompt: `Type "${ID}" to ${purpose}: `,
      answer: ID,
    });

  it.each([{}, { host: THIS_HOST }])(
    'cancels it for its session, whose state is %j',
    async (state) => {
      const project = rejectedProject();
      project.write(`stop-gate/${SESSION}.json`, state);
      await giveUp(project, 'cancel');
      const { code, shown } = await confirm(project, 'cancel', 'cancel it');
      expect(code).toBe(0);
      expect(shown).toContain(
        "A judge's FAIL of AC-1 stands (2026-02-17T10:30:00Z); its session asked",
      );
      expect(promiseOf(project, ID).status).toBe('cancelled');
      expect(eventsOf(project).at(-1)).toMatchObject({ event: 'promise.cancelled', by: 'person' });
      expect(await check(project)).toMatchObject({ code: 0 });
    },
  );

  it('releases it, and the FAIL stays for whoever adopts it', async () => {
    const project = rejectedProject();
    await giveUp(project, 'release');
    const { code } = await confirm(project, 'release', 'release it for another session');
    expect(code).toBe(0);
    expect(promiseOf(project, ID)).not.toHaveProperty('give_up_requested');
    expect(await giveUp(project, 'adopt')).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 2 });
    expect(await giveUp(project, 'cancel')).toMatchObject({ code: 1 });
  });
});

it.skipIf(!hasHosts)('without a FAIL, a running session is left to give it up itself', async () => {
  const project = rejectedProject({ judgments: [] });
  project.write(`stop-gate/${SESSION}.json`, { host: THIS_HOST });
  const { code, stderr } = await giveUp(project, 'cancel', '--for', SESSION);
  expect(code).toBe(1);
  expect(stderr).toContain('is still running');
});
