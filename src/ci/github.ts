import { isObject, parseDocument, textOf } from '../domain/base/document.ts';
import { textAt } from '../domain/ci/ci-event.ts';
import type { ServedComment } from '../domain/ci/comment-plan.ts';
import { isRateLimit, waitBeforeRetry } from '../domain/ci/retry.ts';
import type { Clock, Http, HttpReply, HttpRequest } from '../ports.ts';

/** GitHub's API for one repository, within a time for all that is asked of it. Nothing of it throws. */

interface GitHubWorld {
  readonly http: Http;
  readonly clock: Clock;
  /** The address of the API, without a slash at its end. */
  readonly api: string;
  readonly token: string;
  /** When everything must be over, on the clock that never jumps. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** What was asked for, or why it could not be had, in words for a person and without a full stop. */
export type Served<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly status: number; readonly reason: string };

export interface GitHub {
  /** The login of the token's user; undefined where the token is an app's, which has none. */
  user(): Promise<string | undefined>;
  comments(number: number): Promise<Served<readonly ServedComment[]>>;
  create(number: number, body: string): Promise<Served<number>>;
  update(id: number, body: string): Promise<Served<void>>;
  remove(id: number): Promise<Served<void>>;
  /** The number of the open pull request of a branch whose last commit is this one. */
  pullRequestOf(owner: string, branch: string, head: string): Promise<Served<number | undefined>>;
}

/** Longest time for one request, in milliseconds. */
const LONGEST_REQUEST_MS = 15_000;
/** How many comments are asked for at once, and how many pages are looked at. */
const PAGE_SIZE = 100;
const MOST_PAGES = 100;

/** `repository`: `owner/name`. */
export function createGitHub(repository: string, world: GitHubWorld): GitHub {
  const place = `/repos/${repository}`;
  const ask = (
    method: HttpRequest['method'],
    path: string,
    body?: object,
  ): Promise<Served<unknown>> => exchange(method, path, body, world);
  return {
    async user() {
      const answer = await ask('GET', '/user');
      const login = answer.ok ? textAt(answer.value, 'login') : '';
      return login === '' ? undefined : login;
    },
    comments: (number) => allComments(`${place}/issues/${number}/comments`, ask),
    async create(number, body) {
      const answer = await ask('POST', `${place}/issues/${number}/comments`, { body });
      if (!answer.ok) return answer;
      const id = isObject(answer.value) ? answer.value['id'] : undefined;
      return { ok: true, value: typeof id === 'number' ? id : 0 };
    },
    update: async (id, body) =>
      nothing(await ask('PATCH', `${place}/issues/comments/${id}`, { body })),
    async remove(id) {
      const answer = await ask('DELETE', `${place}/issues/comments/${id}`);
      // Another run removed it first.
      return !answer.ok && answer.status === 404 ? { ok: true, value: undefined } : nothing(answer);
    },
    async pullRequestOf(owner, branch, head) {
      const query = `state=open&head=${encodeURIComponent(`${owner}:${branch}`)}`;
      const answer = await ask('GET', `${place}/pulls?${query}&per_page=${PAGE_SIZE}`);
      if (!answer.ok) return answer;
      const found = objectsIn(answer.value).find((one) => textAt(one, 'head', 'sha') === head);
      const number = found?.['number'];
      return { ok: true, value: typeof number === 'number' ? number : undefined };
    },
  };
}

type Ask = (method: HttpRequest['method'], path: string, body?: object) => Promise<Served<unknown>>;

function nothing(answer: Served<unknown>): Served<void> {
  return answer.ok ? { ok: true, value: undefined } : answer;
}

/** Page by page, by number: an address that an answer names gets no token. */
async function allComments(path: string, ask: Ask): Promise<Served<readonly ServedComment[]>> {
  const comments: ServedComment[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await ask('GET', `${path}?per_page=${PAGE_SIZE}&page=${page}`);
    if (!answer.ok) return answer;
    const there = objectsIn(answer.value);
    comments.push(...there.flatMap(commentIn));
    if (there.length < PAGE_SIZE) break;
  }
  return { ok: true, value: comments };
}

function commentIn(value: { readonly [key: string]: unknown }): readonly ServedComment[] {
  const { body, id } = value;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return [];
  return [{ id, author: textAt(value, 'user', 'login'), body: textOf(body) }];
}

function objectsIn(value: unknown): readonly { readonly [key: string]: unknown }[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Asks, and asks again as long as that can help and there is time. */
async function exchange(
  method: HttpRequest['method'],
  path: string,
  body: object | undefined,
  world: GitHubWorld,
): Promise<Served<unknown>> {
  const { clock, deadline, signal } = world;
  for (let attempt = 0; ; attempt += 1) {
    const left = deadline - clock.elapsed();
    if (left <= 0 || signal.aborted) return late();
    const reply = await world.http.send(requestOf(method, path, body, left, world));
    const status = reply.answered ? reply.status : 0;
    if (status >= 200 && status < 300 && reply.answered) return read(reply.text);
    const headers = reply.answered ? reply.headers : {};
    const wait = waitBeforeRetry({ status, headers }, attempt, clock.now());
    // To wait for longer than there is time is to give up later.
    if (wait === undefined || wait >= deadline - clock.elapsed()) return refused(reply);
    await clock.sleep(wait, signal);
  }
}

function requestOf(
  method: HttpRequest['method'],
  path: string,
  body: object | undefined,
  left: number,
  { api, token }: GitHubWorld,
): HttpRequest {
  return {
    method,
    url: `${api}${path}`,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'completion-promise',
      'x-github-api-version': '2022-11-28',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: Math.min(left, LONGEST_REQUEST_MS),
  };
}

function read(text: string): Served<unknown> {
  if (text === '') return { ok: true, value: undefined };
  const document = parseDocument(text);
  return document.ok
    ? { ok: true, value: document.value }
    : { ok: false, status: 0, reason: `GitHub's answer cannot be read: ${document.reason}` };
}

function late(): Served<never> {
  return { ok: false, status: 0, reason: 'GitHub did not answer in time' };
}

function refused(reply: HttpReply): Served<never> {
  if (!reply.answered) return { ok: false, status: 0, reason: `GitHub: ${reply.reason}` };
  const { headers, status, text } = reply;
  return { ok: false, status, reason: `${reasonOf(status, headers)}${saidIn(text)}` };
}

function reasonOf(status: number, headers: Readonly<Record<string, string>>): string {
  if (status === 429 || (status === 403 && isRateLimit(headers))) {
    return `GitHub limits how often it is asked (${status})`;
  }
  switch (status) {
    case 401:
      return 'GitHub does not take the token (401)';
    case 403:
      return 'the token may not comment (403): the job needs "permissions: pull-requests: write", and a fork has none';
    case 404:
      return 'GitHub shows no such pull request to this token (404)';
    default:
      return status >= 300 && status < 400
        ? `GitHub sends elsewhere, where the token does not go (${status})`
        : `GitHub answered ${status}`;
  }
}

/** Longest part of GitHub's own words that is told. */
const LONGEST_WORDS = 200;

function saidIn(text: string): string {
  const document = parseDocument(text);
  const message = document.ok ? textAt(document.value, 'message') : '';
  return message === '' ? '' : `: ${message.slice(0, LONGEST_WORDS)}`;
}
