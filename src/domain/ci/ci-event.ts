import { isObject, textOf } from '../base/document.ts';

/** What a CI service says of the run: who proposes which change, and to what. */
export interface CiEvent {
  readonly service: 'github' | 'gitlab' | 'none';
  /** The service's own word: `pull_request`, `merge_request_event`; empty outside of a service. */
  readonly name: string;
  /**
   * - `proposal`: a pull request, a merge request or a queue of them: someone asks to have a change taken.
   * - `default-branch`: what a push brought to the default branch, or a run of that branch as it stands.
   * - `other`: any other branch, or no service at all.
   */
  readonly kind: 'proposal' | 'default-branch' | 'other';
  /** Whether the change comes from another repository; undefined where the service does not say. */
  readonly fromFork: boolean | undefined;
  /** Whether the run has the rights of the base: `pull_request_target`, `workflow_run`, `issue_comment` and its like. */
  readonly hasRightsOfBase: boolean;
  /** Revisions that may name what the change is held against, the best first. */
  readonly targets: readonly string[];
  /** The commit that is proposed; empty where the service does not say. */
  readonly head: string;
  readonly repository: string;
  /** The address below which the service shows the repository (`ForgeCommit`); empty where it is not known. */
  readonly forge: string;
  /** The number of the pull request or merge request. */
  readonly number: number | undefined;
}

/** Gives a variable of the environment; undefined where it is not set, or empty. */
type VariableOf = (name: string) => string | undefined;

/** The names under which branches that many projects call their default one are known in a clone. */
const USUAL_DEFAULTS = [
  ...['HEAD', 'main', 'master'].map(fetched),
  ...['main', 'master'].map((branch) => `refs/heads/${branch}`),
];

/** A branch as it was fetched, by its whole name: git takes a tag `origin/main` for the shorter one. */
function fetched(branch: string): string {
  return `refs/remotes/origin/${branch}`;
}

/** Reads the event of the service that the variables name. `payload`: what GitHub's event file holds, parsed. */
export function readCiEvent(variable: VariableOf, payload: unknown): CiEvent {
  if (variable('GITHUB_ACTIONS') === 'true') return githubEvent(variable, payload);
  if (variable('GITLAB_CI') === 'true') return gitlabEvent(variable);
  return { ...NO_SERVICE, targets: USUAL_DEFAULTS };
}

const NO_SERVICE: CiEvent = {
  service: 'none',
  name: '',
  kind: 'other',
  fromFork: undefined,
  hasRightsOfBase: false,
  targets: [],
  head: '',
  repository: '',
  forge: '',
  number: undefined,
};

const OF_A_PULL_REQUEST = /^pull_request/;

/** Events that anybody causes by a text, and that run with the rights of the base: they name no commit. */
const OF_A_TEXT = /^(?:issue|discussion)s?(?:_comment)?$/;

function githubEvent(variable: VariableOf, payload: unknown): CiEvent {
  const event = isObject(payload) ? payload : {};
  const repository = variable('GITHUB_REPOSITORY') ?? textAt(event, 'repository', 'full_name');
  const common: CiEvent = {
    ...NO_SERVICE,
    service: 'github',
    name: variable('GITHUB_EVENT_NAME') ?? '',
    repository,
    forge:
      repository === ''
        ? ''
        : `${variable('GITHUB_SERVER_URL') ?? 'https://github.com'}/${repository}/`,
  };
  const standard = textAt(event, 'repository', 'default_branch');
  const defaults = standard === '' ? USUAL_DEFAULTS : [fetched(standard)];
  if (OF_A_PULL_REQUEST.test(common.name)) return pullRequest(common, event, variable);
  if (OF_A_TEXT.test(common.name)) {
    return { ...common, kind: 'proposal', hasRightsOfBase: true, targets: defaults };
  }
  switch (common.name) {
    case 'merge_group':
      return {
        ...common,
        kind: 'proposal',
        fromFork: false,
        targets: commits(textAt(event, 'merge_group', 'base_sha')),
        head: textAt(event, 'merge_group', 'head_sha'),
      };
    case 'workflow_run':
      return {
        ...common,
        kind: 'proposal',
        hasRightsOfBase: true,
        targets: defaults,
        ...foreignness(event['workflow_run'], 'head_repository', common.repository),
        head: textAt(event, 'workflow_run', 'head_sha'),
      };
    case 'push': {
      const isDefault = standard !== '' && textAt(event, 'ref') === `refs/heads/${standard}`;
      if (!isDefault) return { ...common, targets: defaults, head: textAt(event, 'after') };
      const before = commits(textAt(event, 'before'));
      return { ...common, kind: 'default-branch', targets: before, head: textAt(event, 'after') };
    }
    default:
      return { ...common, targets: defaults };
  }
}

function pullRequest(
  common: CiEvent,
  event: Readonly<Record<string, unknown>>,
  variable: VariableOf,
): CiEvent {
  const request = event['pull_request'];
  const number = isObject(request) ? request['number'] : undefined;
  const branch = variable('GITHUB_BASE_REF') ?? textAt(request, 'base', 'ref');
  return {
    ...common,
    kind: 'proposal',
    hasRightsOfBase: common.name === 'pull_request_target',
    ...foreignness(isObject(request) ? request['head'] : undefined, 'repo', common.repository),
    // The branch as it was fetched is newer than what the payload says of it, and what the merge was made with.
    targets: [
      ...(branch === '' ? [] : [fetched(branch)]),
      ...commits(textAt(request, 'base', 'sha')),
    ],
    head: textAt(request, 'head', 'sha'),
    number: isCount(number) ? number : undefined,
  };
}

/** Whether what holds a repository names another one than ours. One that is gone was a fork. */
function foreignness(holder: unknown, key: string, own: string): Pick<CiEvent, 'fromFork'> {
  if (!isObject(holder)) return { fromFork: undefined };
  if (holder[key] === null) return { fromFork: true };
  const name = textAt(holder, key, 'full_name');
  return name === '' || own === ''
    ? { fromFork: undefined }
    : { fromFork: name.toLowerCase() !== own.toLowerCase() };
}

function gitlabEvent(variable: VariableOf): CiEvent {
  const standard = variable('CI_DEFAULT_BRANCH');
  const common: CiEvent = {
    ...NO_SERVICE,
    service: 'gitlab',
    name: variable('CI_PIPELINE_SOURCE') ?? '',
    repository: variable('CI_PROJECT_PATH') ?? '',
    forge: forgeOfGitlab(variable('CI_PROJECT_URL')),
    head: variable('CI_COMMIT_SHA') ?? '',
    targets: standard === undefined ? USUAL_DEFAULTS : [fetched(standard)],
  };
  const number = Number(variable('CI_MERGE_REQUEST_IID') ?? Number.NaN);
  if (isCount(number)) return mergeRequest(common, number, variable);
  const isDefault = standard !== undefined && variable('CI_COMMIT_BRANCH') === standard;
  if (!isDefault) return common;
  return { ...common, kind: 'default-branch', targets: commits(variable('CI_COMMIT_BEFORE_SHA')) };
}

function forgeOfGitlab(project: string | undefined): string {
  return project === undefined ? '' : `${project}/-/`;
}

function mergeRequest(common: CiEvent, number: number, variable: VariableOf): CiEvent {
  const branch = variable('CI_MERGE_REQUEST_TARGET_BRANCH_NAME');
  const source = variable('CI_MERGE_REQUEST_SOURCE_PROJECT_ID');
  const own = variable('CI_MERGE_REQUEST_PROJECT_ID');
  return {
    ...common,
    kind: 'proposal',
    fromFork: source === undefined || own === undefined ? undefined : source !== own,
    targets: [
      ...commits(variable('CI_MERGE_REQUEST_TARGET_BRANCH_SHA')),
      ...(branch === undefined ? [] : [fetched(branch)]),
      ...commits(variable('CI_MERGE_REQUEST_DIFF_BASE_SHA')),
    ],
    head: variable('CI_MERGE_REQUEST_SOURCE_BRANCH_SHA') ?? common.head,
    number,
  };
}

/** The commits among some texts: a push that makes a branch names one of zeros alone. */
function commits(...texts: readonly (string | undefined)[]): readonly string[] {
  return texts.flatMap((text = '') =>
    /^[0-9a-f]{40,64}$/.test(text) && !/^0+$/.test(text) ? [text] : [],
  );
}

/** A text inside of a value of outside; empty where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  let inner = value;
  for (const key of path) inner = isObject(inner) ? inner[key] : undefined;
  return textOf(inner);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
