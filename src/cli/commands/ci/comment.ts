import { readVariable } from '../../../adapters/environment.ts';
import { listenForInterrupts } from '../../../adapters/interrupts.ts';
import { createNodeHttp } from '../../../adapters/node-http.ts';
import { type CommentOutcome, postComment } from '../../../ci/comment.ts';
import { createGitHub, type GitHub } from '../../../ci/github.ts';
import { LARGEST_DOCUMENT, parseDocument } from '../../../domain/base/document.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { apiAddress } from '../../../domain/ci/api-address.ts';
import { textAt } from '../../../domain/ci/ci-event.ts';
import type { CiResult } from '../../../domain/ci/ci-result.ts';
import { readCiResult } from '../../../domain/ci/ci-result-reading.ts';
import { isCommentKey } from '../../../domain/ci/comment-plan.ts';
import { commentText } from '../../../report/ci/comment.ts';
import { unobeyed } from '../../../report/printable.ts';
import { textRead } from '../../../store/files/reading.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { usage } from '../../usage.ts';
import { type ServiceRun, serviceRun } from './event.ts';

/** How long everything that is asked of GitHub may take, in milliseconds. */
const LONGEST_MS = 90_000;

/** Who comments with the token of a job. */
const USUAL_AUTHOR = 'github-actions[bot]';

const DEFAULT_KEY = 'ci';

/**
 * `cs ci comment --from <file>`: one comment on the pull request. The file may come from a job that ran foreign code,
 * so which pull request it is comes from the event alone. What keeps it from commenting is told, and decides nothing.
 */
export async function commentOnChange(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const key = args.text('key') ?? DEFAULT_KEY;
  if (!isCommentKey(key)) return usage('--key takes letters, digits, ".", "_" and "-"');
  const read = readResultFile(args.text('from'), suite);
  if (!read.ok) return read;
  const service = serviceRun(suite);
  const result = { ...read.value, change: trustedChange(read.value, service) };
  const body = commentText(result, key);
  if (args.given('dry-run')) return success({ text: unobeyed(body), json: { body } });
  const told = await comment({ body, key, author: args.text('author') }, result, service, suite);
  const { outcome, why } = told;
  return success({
    text: outcome === undefined ? 'No comment was made.' : OUTCOMES[outcome],
    json: { comment: outcome ?? null, reason: why ?? null },
    notes: why === undefined ? [] : [unobeyed(`Warning: ${why}.`)],
  });
}

const OUTCOMES: Readonly<Record<CommentOutcome, string>> = {
  created: 'The comment was created.',
  updated: 'The comment was updated.',
  unchanged: 'The comment says so already.',
  outdone: 'A newer run has commented: its comment stays.',
};

function readResultFile(path: string | undefined, { files }: Suite): Result<CiResult> {
  if (path === undefined) return usage('comment needs --from <file>: what --result wrote');
  const reading = textRead(files.readGiven(path, LARGEST_DOCUMENT), LARGEST_DOCUMENT);
  const document = reading.ok ? parseDocument(reading.text) : reading;
  const read = document.ok ? readCiResult(document.value) : document;
  if (read.ok) return success(read.result);
  return failed({ kind: 'broken-file', file: { path, reason: read.reason } });
}

/** What is said of the change by the event, in place of what the file says of it. */
function trustedChange({ change }: CiResult, { event, run }: ServiceRun): CiResult['change'] {
  if (event.service === 'none') return change;
  return {
    ...change,
    ...run,
    service: event.service,
    repository: event.repository,
    number: event.number ?? null,
    from_fork: event.fromFork ?? null,
    event: event.name,
    pushed: {
      ...change.pushed,
      forge_url: event.forge,
      commit: event.head || change.pushed.commit,
    },
  };
}

interface Wish {
  readonly body: string;
  readonly key: string;
  readonly author: string | undefined;
}

interface Told {
  readonly outcome?: CommentOutcome;
  /** Why there is no comment, without a full stop. */
  readonly why?: string;
}

async function comment(
  { author, body, key }: Wish,
  { change }: CiResult,
  service: ServiceRun,
  { clock }: Suite,
): Promise<Told> {
  const token = readVariable('GITHUB_TOKEN') ?? readVariable('GH_TOKEN');
  if (token === undefined || /[^\x21-\x7e]/.test(token)) {
    return { why: 'GITHUB_TOKEN is not set: no comment without a token' };
  }
  const address = apiAddress(readVariable('GITHUB_API_URL'));
  if (!address.ok) return { why: address.reason };
  const { repository } = change;
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    return { why: 'GITHUB_REPOSITORY names no repository' };
  const interruption = listenForInterrupts();
  try {
    const github = createGitHub(repository, {
      http: createNodeHttp(),
      clock,
      api: address.url,
      token,
      deadline: clock.elapsed() + LONGEST_MS,
      signal: interruption.signal,
    });
    const number = await numberFor(service, github);
    if (typeof number !== 'number') return number;
    const wanted = {
      number,
      body,
      mark: { key, run: change.run ?? 0 },
      author: author ?? (await github.user()) ?? USUAL_AUTHOR,
    };
    const posted = await postComment(wanted, github);
    return posted.ok ? { outcome: posted.value } : { why: posted.reason };
  } finally {
    interruption.stop();
  }
}

/** The pull request of the event. A workflow that follows another is told the commit and the branch alone. */
async function numberFor({ event, payload }: ServiceRun, github: GitHub): Promise<number | Told> {
  if (event.number !== undefined) return event.number;
  const owner = textAt(payload, 'workflow_run', 'head_repository', 'owner', 'login');
  const branch = textAt(payload, 'workflow_run', 'head_branch');
  if (owner === '' || branch === '' || event.head === '') {
    return { why: `the event ${event.name || '(none)'} is about no pull request` };
  }
  const found = await github.pullRequestOf(owner, branch, event.head);
  if (!found.ok) return { why: found.reason };
  return found.value ?? { why: 'no open pull request has that commit any more' };
}
