import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { PULL_NUMBER, REPOSITORY } from '../values/github-events.ts';
import { portOf } from './messages-api.ts';

/** GitHub's API for the comments of one pull request: a real HTTP server on loopback. */
export interface GithubApi {
  readonly url: string;
  /** The variables of a job that may comment. */
  readonly env: Readonly<Record<string, string>>;
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly token: string;
  }[];
  /** The comments that are there, oldest first. */
  readonly comments: readonly StoredComment[];
  /** Puts a comment there. */
  add(author: string, body: string): StoredComment;
  /** What the next requests get, one each, before they are served as usual. */
  disturb(...disturbances: readonly Disturbance[]): void;
  /** The head of the pull request, for those who look for it by its branch. */
  openPullRequest(head: string): void;
}

export interface StoredComment {
  readonly id: number;
  readonly author: string;
  body: string;
}

/** Answers in the place of the API, or does something and leaves the answer to it (`pass`). */
export type Disturbance = (
  response: ServerResponse,
  request: IncomingMessage,
) => 'answered' | 'pass' | Promise<'pass'>;

export const TOKEN = 'ghs_0123456789abcdefghijklmnopqrstuvwxyz';
export const BOT = 'github-actions[bot]';

export async function startGithubApi(): Promise<GithubApi> {
  const comments: StoredComment[] = [];
  const requests: { method: string; path: string; token: string }[] = [];
  let disturbances: Disturbance[] = [];
  let head = '';
  let last = 1000;
  const add = (author: string, body: string): StoredComment => {
    last += 1;
    const comment = { id: last, author, body };
    comments.push(comment);
    return comment;
  };
  /** The status and the body with which the API answers. */
  const serve = (method: string, url: string, text: string): readonly [number, unknown] => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const ofIssue = `/repos/${REPOSITORY}/issues/${PULL_NUMBER}/comments`;
    const one = new RegExp(`^/repos/${REPOSITORY}/issues/comments/(\\d+)$`).exec(pathname);
    const found = comments.find(({ id }) => id === Number(one?.[1]));
    if (method === 'GET' && pathname === ofIssue) {
      const size = Number(searchParams.get('per_page'));
      const from = (Number(searchParams.get('page')) - 1) * size;
      return [200, comments.slice(from, from + size).map(served)];
    }
    if (method === 'GET' && pathname === `/repos/${REPOSITORY}/pulls`) {
      const isOf = searchParams.get('head') === 'ada:feature' && head !== '';
      return [200, isOf ? [{ number: PULL_NUMBER, head: { sha: head } }] : []];
    }
    // A token of a job belongs to an app, which is no user.
    if (pathname === '/user') return [403, { message: 'Resource not accessible' }];
    if (method === 'POST' && pathname === ofIssue) return [201, served(add(BOT, bodyIn(text)))];
    if (found === undefined) return [404, { message: 'Not Found' }];
    if (method === 'DELETE') {
      comments.splice(comments.indexOf(found), 1);
      return [204, undefined];
    }
    found.body = bodyIn(text);
    return [200, served(found)];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { headers, method = '', url = '' } = request;
      requests.push({ method, path: url, token: headers.authorization ?? '' });
      const disturbed = await disturbances.shift()?.(response, request);
      if (disturbed === 'answered') return;
      answer(response, ...serve(method, url, Buffer.concat(chunks).toString()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${portOf(server)}`;
  return {
    url,
    env: { GITHUB_API_URL: url, GITHUB_TOKEN: TOKEN },
    requests,
    comments,
    add,
    disturb: (...next) => {
      disturbances = [...next];
    },
    openPullRequest: (commit) => {
      head = commit;
    },
  };
}

/** Answers with a status, and nothing else. */
export function refusal(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Disturbance {
  return (response) => {
    answer(response, status, { message: `the stand-in says ${status}` }, headers);
    return 'answered';
  };
}

/** Lets a request wait until so many have come. */
export function meeting(count: number): Disturbance {
  const waiting: ((value: 'pass') => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === count) for (const go of waiting) go('pass');
    });
}

export const usual: Disturbance = () => 'pass';

function served({ author, body, id }: StoredComment): object {
  return { id, body, user: { login: author, type: author === BOT ? 'Bot' : 'User' } };
}

function bodyIn(text: string): string {
  const value: unknown = JSON.parse(text);
  const body = typeof value === 'object' && value !== null && 'body' in value ? value.body : '';
  return String(body);
}

function answer(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(value === undefined ? undefined : JSON.stringify(value));
}
