import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  dispatchEvent,
  mergeGroupEvent,
  pullRequestEvent,
  pushEvent,
} from '../rig/values/github-events.ts';
import { startGithubApi, TOKEN } from '../rig/worlds/github-api.ts';
import { githubJob, readAction, runAction } from '../rig/worlds/github-job.ts';
import { type Outcome, type Project, projectIn } from '../rig/worlds/project.ts';
import {
  type Checkout,
  type ProposedChange,
  proposedChange,
} from '../rig/worlds/proposed-change.ts';
import { SUITE } from '../rig/worlds/suite.ts';

const ACTION = dirname(SUITE);

/** The developer's clone, with a session and a HOME of its own. */
function developer(change: ProposedChange, branch: string): Project {
  const { folder, home } = change.checkout(branch, 'as-it-is');
  return projectIn(folder, home, 'session-of-the-developer');
}

async function promised(project: Project): Promise<string> {
  const made = await project.run('cs', [
    'promise',
    '--create',
    '--from',
    '.promises/answer.json',
    '--start',
  ]);
  return /promise-[0-9a-f]{8}/.exec(made.stdout)?.[0] ?? made.stderr;
}

/** `cs ci` in a clean checkout of the branch, with its artefacts outside of it. */
async function checked(change: ProposedChange, branch: string) {
  const checkout = change.checkout(branch, 'as-it-is');
  const place = (name: string): string => join(checkout.home, name);
  const files = {
    answers: place('answers.json'),
    result: place('result.json'),
    junit: place('junit.xml'),
    sarif: place('ci.sarif'),
  };
  const words = Object.entries(files).flatMap(([name, path]) => [`--${name}`, path]);
  const run = await checkout.ci(words);
  return { checkout, files, run };
}

function validate(project: Project, path: string): Promise<Outcome> {
  return project.run('cs', ['promise', 'validate', '--from', path]);
}

describe('from a promise in a clone over a pipeline to VERIFIED', () => {
  it('a promise is closed by what the pipeline answered', async () => {
    const change = proposedChange();
    change.commit('feature', { 'more.txt': 'x' });
    const project = developer(change, 'feature');
    const id = await promised(project);
    const { files, run } = await checked(change, 'feature');
    expect(run.code).toBe(0);
    await project.run('cs', ['prove', id]);
    expect((await validate(project, files.answers)).stdout).toContain(
      `STORED: Validation response for ${id} / AC-1`,
    );
    const closed = await project.run('cs', ['verify', id]);
    expect(closed.stdout).toContain(`VERIFIED: ${id}`);
    expect(
      readFileSync(join(project.state, 'validations', id, 'AC-1-validation.json'), 'utf8'),
    ).toContain('"stored_by": "ci"');
  });

  it.each<[string, (project: Project, answers: string) => Promise<void>, string]>([
    [
      'the files here changed',
      async (project) => writeFileSync(join(project.folder, 'more.txt'), 'y'),
      'looked at other files than those here',
    ],
    [
      'a file came beside',
      async (project) => writeFileSync(join(project.folder, 'new.txt'), 'y'),
      'new.txt changed',
    ],
    [
      'a criterion was added',
      async (project) =>
        void (await project.run('cs', ['promise', '--add-ac', idIn(project), 'More'])),
      'asks for something else: its definition was edited since',
    ],
    [
      'the digest in the answers was edited',
      async (_project, answers) => edit(answers, /"digest": "\w/, '"digest": "x'),
      'asks for something else',
    ],
    [
      'the tree in them',
      async (_project, answers) => edit(answers, /"tree": "\w{3}/, '"tree": "xyz'),
      'other files than those here',
    ],
    [
      'an answer was taken out of shape',
      async (_project, answers) => edit(answers, /"verdict": "PASS"/, '"verdict": "FINE"'),
      'or an answer to it, is none',
    ],
    [
      'the file is cut off',
      async (_project, answers) =>
        writeFileSync(answers, readFileSync(answers, 'utf8').slice(0, 200)),
      'is not valid JSON',
    ],
    [
      'it is of another kind',
      async (_project, answers) => writeFileSync(answers, '{"format": "x"}'),
      'it is no file of answers',
    ],
  ])('nothing is stored where %s', async (_name, tamper, says) => {
    const change = proposedChange();
    change.commit('feature', { 'more.txt': 'x' });
    const project = developer(change, 'feature');
    const id = await promised(project);
    const { files } = await checked(change, 'feature');
    await tamper(project, files.answers);
    const run = await validate(project, files.answers);
    expect(run.stderr).toContain(says);
    expect(run.code).toBe(1);
    expect(project.exists(`validations/${id}`)).toBe(false);
  });

  it('an answer of FAIL keeps the promise open, and nobody else takes the name', async () => {
    const change = proposedChange();
    change.commit('feature', { 'answer.txt': 'wrong\n' });
    const project = developer(change, 'feature');
    const id = await promised(project);
    const { files, run } = await checked(change, 'feature');
    expect(run.code).toBe(2);
    await validate(project, files.answers);
    const forged = await project.run('cs', [
      'validate',
      id,
      'AC-1',
      '--pass',
      '--reason',
      'x',
      '--validator',
      'ci',
    ]);
    expect(forged.stderr).toContain('reserved for the answers of a pipeline');
    expect((await project.run('cs', ['verify', id])).code).toBe(1);
  });
});

function idIn(project: Project): string {
  return (project.list('promises')[0] ?? '').replace(/\.json$/, '');
}

function edit(path: string, pattern: RegExp, replacement: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, replacement));
}

describe('the action', () => {
  it('puts nothing that others write into its script', () => {
    const { inputs, runs } = readAction();
    for (const { env, run } of runs.steps) {
      expect(run).not.toContain('${{');
      for (const value of Object.values(env))
        expect(value).toMatch(/^\$\{\{ (?:inputs\.[\w-]+|github\.action_path) \}\}$/);
      const used = Object.values(env).flatMap((value) => /inputs\.([\w-]+)/.exec(value)?.[1] ?? []);
      expect(used.sort()).toEqual(Object.keys(inputs).sort());
    }
  });

  async function acted(
    checkout: Checkout,
    event: ReturnType<typeof pullRequestEvent>,
    inputs = {},
  ) {
    const job = githubJob(checkout, event);
    const outcome = await runAction({ ...inputs }, { action: ACTION, checkout, job });
    return { job, outcome };
  }

  it('checks a pull request of a fork and comments in a job of its own', async () => {
    const api = await startGithubApi();
    const change = proposedChange();
    const base = change.commit('main', {});
    const head = change.commit('feature', { 'answer.txt': 'wrong\n' });
    const checkout = change.checkout('feature');
    const event = pullRequestEvent({ base, head }, { branch: '$(touch ran)`touch ran`' });
    const { job, outcome } = await acted(checkout, event);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain('::error title=AC-1 failed');
    expect(job.written('output')).toBe('exit-code=2\n');
    expect(job.written('summary')).toContain('completion-promise: Failed');
    // The merge that is checked out is known to nobody.
    expect(job.written('summary')).toContain(`owner/project/commit/${head}`);
    const commenting = { ...job, env: { ...job.env, GITHUB_API_URL: api.url } };
    const said = await runAction(
      { run: 'comment', token: TOKEN },
      { action: ACTION, checkout, job: commenting },
    );
    expect(said).toMatchObject({ code: 0, stdout: 'The comment was created.\n' });
    expect(api.comments[0]?.body).toContain('completion-promise: Failed');
    expect(checkout.git('status', '--porcelain').trim()).toBe('?? completion-promise-result.json');
  });

  it('runs on every event', async () => {
    const change = proposedChange();
    const base = change.commit('main', {});
    const head = change.commit('feature', { 'more.txt': 'x' });
    const merged = change.checkout('feature');
    const main = change.checkout('main');
    for (const [checkout, event] of [
      [
        merged,
        pullRequestEvent({ base, head }, { from: 'same-repository', action: 'synchronize' }),
      ],
      [merged, mergeGroupEvent({ base, head: merged.git('rev-parse', 'HEAD').trim() })],
      [main, pushEvent(base, base)],
      [main, dispatchEvent()],
    ] as const) {
      const { job, outcome } = await acted(checkout, event);
      expect(outcome.code, event.name).toBe(0);
      expect(job.written('output')).toBe('exit-code=0\n');
    }
  });

  it('takes no token where foreign code runs, and no other word', async () => {
    const change = proposedChange();
    const checkout = change.checkout('main');
    for (const inputs of [{ token: TOKEN }, { run: 'anything' }]) {
      const { outcome } = await acted(checkout, dispatchEvent(), inputs);
      expect(outcome.code).toBe(1);
      expect(outcome.stdout).toContain('::error::completion-promise: ');
    }
  });
});
