import { readVariable } from '../../../adapters/environment.ts';
import { repositoryOf } from '../../../adapters/git/remotes.ts';
import { parseDocument } from '../../../domain/base/document.ts';
import { type ForgeCommit, forgeOf } from '../../../domain/base/forge.ts';
import { type CiEvent, readCiEvent, textAt } from '../../../domain/ci/ci-event.ts';
import type { CiChange } from '../../../domain/ci/ci-result.ts';
import { namingRemote } from '../../../domain/settings/git-remotes.ts';
import { repositoryName } from '../../../domain/settings/repository-name.ts';
import type { Revisions } from '../../../ports.ts';
import type { Suite } from '../../../suite.ts';

/** Largest event that is read, in bytes: GitHub's have at most some megabytes. */
const LARGEST_EVENT = 32 * 1024 * 1024;

/** What the CI service says of this run, and the run's own address and number. */
export interface ServiceRun {
  readonly event: CiEvent;
  readonly run: Pick<CiChange, 'run_url' | 'run'>;
  /** The event as GitHub tells it; undefined elsewhere, and where it cannot be read. */
  readonly payload: unknown;
}

export function serviceRun({ files }: Pick<Suite, 'files'>): ServiceRun {
  const path = readVariable('GITHUB_EVENT_PATH');
  const reading = path === undefined ? undefined : files.readFollowed(path, LARGEST_EVENT);
  const document = reading?.found === 'text' ? parseDocument(reading.text) : undefined;
  const payload = document?.ok === true ? document.value : undefined;
  return { event: readCiEvent(readVariable, payload), run: runOf(payload), payload };
}

function runOf(payload: unknown): ServiceRun['run'] {
  const id = numberIn(readVariable('GITHUB_RUN_ID'));
  if (id === undefined) {
    const run_url = readVariable('CI_PIPELINE_URL') ?? '';
    return { run_url, run: numberIn(readVariable('CI_PIPELINE_ID')) ?? null };
  }
  // A workflow that follows another speaks for that one.
  const followed = textAt(payload, 'workflow_run', 'html_url');
  const server = readVariable('GITHUB_SERVER_URL') ?? 'https://github.com';
  const own = `${server}/${readVariable('GITHUB_REPOSITORY') ?? ''}/actions/runs/${id}`;
  return { run_url: followed === '' ? own : followed, run: followedId(payload) ?? id };
}

function followedId(payload: unknown): number | undefined {
  const url = textAt(payload, 'workflow_run', 'html_url');
  return numberIn(/\/runs\/(\d+)$/.exec(url)?.[1]);
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/**
 * The commit that was pushed, as the service tells; without a service what is checked out, where a remote has it.
 * `folder`: the project's.
 */
export function pushedCommit(
  { event }: ServiceRun,
  folder: string,
  revisions: Revisions,
): ForgeCommit {
  const repository = repositoryOf(folder);
  const within = repository?.within ?? '';
  const head = revisions.head();
  const checkedOut = head.ok ? head.value : '';
  const place = { folder: within === '' ? '' : `${within}/` };
  if (event.service !== 'none') {
    return { forge_url: event.forge, commit: event.head || checkedOut, ...place };
  }
  const name = repositoryName(namingRemote(repository?.remotes ?? [])?.url ?? '') ?? '';
  const forge_url = forgeOf(name);
  const isPushed = forge_url !== '' && checkedOut !== '' && revisions.isPushed(checkedOut);
  return { forge_url, commit: isPushed ? checkedOut : '', ...place };
}
