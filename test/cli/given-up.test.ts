import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promiseFile } from '../rig/values/promises.ts';
import { GONE_HOST, hasHosts, THIS_HOST } from '../rig/worlds/hook-call.ts';
import { createProject, type Project, SESSION } from '../rig/worlds/project.ts';
import { NOT_A_PERSON, runOnTerminal, whyNoPerson } from '../rig/worlds/pseudo-terminal.ts';

const ID = 'promise-0000aaaa';
const GONE = 'session-gone';
const RELEASE = ['--release', ID, '--for', GONE];
const CONFIRMED = {
  prompt: `Type "${ID}" to release it for another session: `,
  answer: ID,
};

function goneProject(state: object = { host: GONE_HOST }): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, GONE));
  project.write(`stop-gate/${GONE}.json`, state);
  return project;
}

const ownerIn = (project: Project): unknown =>
  Object(project.read(`promises/${ID}.json`)['ownership']).owned_by;

describe('only a person may give up a promise for another session', () => {
  it.each(NOT_A_PERSON)('%s it is refused, and nothing is changed', async (_name, env) => {
    const project = goneProject();
    for (const words of [RELEASE, ['--cancel', ID, '--for', GONE]]) {
      const { code, stderr } = await project.run('cs-promise', words, { env });
      expect(code).toBe(1);
      expect(stderr).toContain(
        'Error: Only a person can release or cancel a promise for another session: ',
      );
    }
    expect(ownerIn(project)).toBe(GONE);
  });

  it.each<[string, readonly string[], object, string]>([
    ['of another owner', ['--release', ID, '--for', 'session-x'], {}, "You don't own this promise"],
    ['that is not there', ['--release', 'promise-x', '--for', GONE], {}, 'Promise not found'],
    [
      'that is to be adopted',
      ['--adopt', ID, '--for', GONE],
      {},
      '--for goes with --release or --cancel',
    ],
  ])('a promise %s is refused before a person is asked', async (_what, words, state, says) => {
    const { code, stderr } = await goneProject(state).run('cs-promise', words);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
  });
});

it.skipIf(!hasHosts)('a promise of a session that runs is left to that session', async () => {
  const { code, stderr } = await goneProject({ host: THIS_HOST }).run('cs-promise', RELEASE);
  expect(code).toBe(1);
  expect(stderr).toContain(`Error: Session ${GONE} is still running`);
});

describe.skipIf(whyNoPerson !== undefined)('a person on a real terminal', () => {
  it('frees a promise, which another session adopts', async () => {
    const project = goneProject();
    const env = { CLAUDE_SESSION_ID: '' };
    const { code, shown } = await runOnTerminal(project, 'cs-promise', RELEASE, CONFIRMED, env);
    expect(code).toBe(0);
    expect(shown).toContain(`Its session ${GONE} `);
    expect(ownerIn(project)).toBeNull();
    const events = readFileSync(join(project.state, 'events.jsonl'), 'utf8').trim().split('\n');
    expect(JSON.parse(events.at(-1) ?? '')).toMatchObject({
      event: 'promise.released',
      promise_id: ID,
      by: 'person',
    });
    expect(await project.run('cs-promise', ['--adopt', ID])).toMatchObject({ code: 0 });
    expect(ownerIn(project)).toBe(SESSION);
  });

  it('who types something else frees nothing', async () => {
    const project = goneProject();
    const answer = { ...CONFIRMED, answer: GONE };
    expect(await runOnTerminal(project, 'cs-promise', RELEASE, answer)).toMatchObject({ code: 1 });
    expect(ownerIn(project)).toBe(GONE);
  });
});

describe('a refusal because of the owner names the way', () => {
  it.each(['adopt', 'release', 'cancel'])('of --%s', async (option) => {
    const { stderr } = await goneProject().run('cs-promise', [`--${option}`, ID]);
    if (hasHosts) expect(stderr).toContain(`cs-promise --release ${ID} --for ${GONE}`);
    expect(stderr).toContain(`Then: cs-promise --adopt ${ID}`);
  });
});
