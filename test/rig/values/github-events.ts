/** Events as GitHub documents them, with the parts of their payloads that a step goes by. */

export interface GithubEvent {
  readonly name: string;
  readonly payload: object;
  /** The variables that GitHub sets beside. */
  readonly env: Readonly<Record<string, string>>;
}

export const REPOSITORY = 'owner/project';
export const PULL_NUMBER = 12;

const REPOSITORY_PAYLOAD = {
  id: 1296269,
  name: 'project',
  full_name: REPOSITORY,
  owner: { login: 'owner', type: 'Organization' },
  default_branch: 'main',
  fork: false,
};

const SENDER = { login: 'ada', id: 1, type: 'User' };

interface Commits {
  readonly head: string;
  readonly base: string;
}

function pullRequest(
  { base, head }: Commits,
  branch: string,
  repo: object | null,
): Readonly<Record<string, unknown>> {
  return {
    url: `https://api.github.com/repos/${REPOSITORY}/pulls/${PULL_NUMBER}`,
    number: PULL_NUMBER,
    state: 'open',
    title: 'A change',
    user: SENDER,
    draft: false,
    head: { label: `ada:${branch}`, ref: branch, sha: head, user: SENDER, repo },
    base: { label: 'owner:main', ref: 'main', sha: base, user: SENDER, repo: REPOSITORY_PAYLOAD },
    merge_commit_sha: 'f'.repeat(40),
  };
}

const FORK = { ...REPOSITORY_PAYLOAD, id: 2, full_name: 'ada/project', fork: true };

interface PullOptions {
  readonly action?: 'opened' | 'synchronize' | 'reopened';
  readonly from?: 'fork' | 'same-repository' | 'deleted-fork';
  readonly branch?: string;
  readonly name?: 'pull_request' | 'pull_request_target';
}

/** A pull request that was opened, or that got further commits. */
export function pullRequestEvent(commits: Commits, options: PullOptions = {}): GithubEvent {
  const { action = 'opened', branch = 'feature', from = 'fork', name = 'pull_request' } = options;
  const repos = { fork: FORK, 'same-repository': REPOSITORY_PAYLOAD, 'deleted-fork': null };
  return {
    name,
    payload: {
      action,
      number: PULL_NUMBER,
      ...(action === 'synchronize' ? { before: '1'.repeat(40), after: commits.head } : {}),
      pull_request: pullRequest(commits, branch, repos[from]),
      repository: REPOSITORY_PAYLOAD,
      sender: SENDER,
    },
    env: {
      GITHUB_BASE_REF: 'main',
      GITHUB_HEAD_REF: branch,
      GITHUB_REF: `refs/pull/${PULL_NUMBER}/merge`,
      GITHUB_REF_NAME: `${PULL_NUMBER}/merge`,
    },
  };
}

export function pushEvent(before: string, after: string, branch = 'main'): GithubEvent {
  return {
    name: 'push',
    payload: {
      ref: `refs/heads/${branch}`,
      before,
      after,
      created: /^0+$/.test(before),
      deleted: false,
      forced: false,
      base_ref: null,
      commits: [],
      head_commit: { id: after, message: 'A commit' },
      repository: REPOSITORY_PAYLOAD,
      pusher: { name: 'ada', email: 'ada@example.org' },
      sender: SENDER,
    },
    env: { GITHUB_REF: `refs/heads/${branch}`, GITHUB_REF_NAME: branch },
  };
}

export function mergeGroupEvent({ base, head }: Commits): GithubEvent {
  const ref = `refs/heads/gh-readonly-queue/main/pr-${PULL_NUMBER}-${base}`;
  return {
    name: 'merge_group',
    payload: {
      action: 'checks_requested',
      merge_group: {
        head_sha: head,
        head_ref: ref,
        base_sha: base,
        base_ref: 'refs/heads/main',
        head_commit: { id: head, message: 'Merge pull request #12' },
      },
      repository: REPOSITORY_PAYLOAD,
      sender: SENDER,
    },
    env: { GITHUB_REF: ref },
  };
}

export function dispatchEvent(branch = 'main'): GithubEvent {
  return {
    name: 'workflow_dispatch',
    payload: {
      inputs: { anything: '$(touch injected)' },
      ref: `refs/heads/${branch}`,
      repository: REPOSITORY_PAYLOAD,
      sender: SENDER,
      workflow: '.github/workflows/check.yml',
    },
    env: { GITHUB_REF: `refs/heads/${branch}`, GITHUB_REF_NAME: branch },
  };
}

/** A workflow that follows one of a fork's pull request: GitHub leaves out which one that is. */
export function workflowRunEvent(head: string, run: number, branch = 'feature'): GithubEvent {
  return {
    name: 'workflow_run',
    payload: {
      action: 'completed',
      workflow_run: {
        id: run,
        name: 'check',
        head_branch: branch,
        head_sha: head,
        event: 'pull_request',
        status: 'completed',
        conclusion: 'failure',
        html_url: `https://github.com/${REPOSITORY}/actions/runs/${run}`,
        pull_requests: [],
        head_repository: { ...FORK, owner: { login: 'ada', type: 'User' } },
      },
      workflow: { name: 'check', path: '.github/workflows/check.yml' },
      repository: REPOSITORY_PAYLOAD,
      sender: SENDER,
    },
    env: { GITHUB_REF: 'refs/heads/main', GITHUB_REF_NAME: 'main' },
  };
}
