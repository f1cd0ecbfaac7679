import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import type { Environment } from '../../../src/adapters/environment.ts';
import {
  type Configuration,
  configurationOf,
  effectiveSettings,
} from '../../../src/domain/settings/configuration.ts';
import { HOSTS } from '../../../src/hosts/hosts.ts';
import { plainStyle } from '../../../src/report/style.ts';
import type { ReviewSubject } from '../../../src/reviews/asking/session-review.ts';
import { runContinuationReview } from '../../../src/reviews/stop-reviews.ts';
import { createSuite, type Suite } from '../../../src/suite.ts';
import { sessionValue } from '../../rig/values/domain-values.ts';
import { GO_ON, OPEN_SESSION, putTranscript, userLine } from '../../rig/values/transcripts.ts';
import {
  type MessagesApi,
  reply,
  silence,
  startMessagesApi,
} from '../../rig/worlds/messages-api.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

/** The review as the stop gate calls it: it never throws, never fails, and is over by its deadline. */

const ID = 'system3-20260217T103000Z-0badcafe';
const session = sessionValue(ID, 'id-of-the-host');
const SETTINGS = configurationOf(effectiveSettings([]));

interface Gate {
  readonly project: Project;
  readonly suite: Suite;
  ask(
    parts?: Partial<ReviewSubject>,
    configuration?: Configuration,
  ): ReturnType<typeof runContinuationReview>;
}

let api: MessagesApi;

/** A suite in a scratch project, which asks the API of this test. */
function gate(): Gate {
  const project = createProject();
  const environment: Environment = {
    projectFolder: project.folder,
    checkout: project.folder,
    namedProject: undefined,
    search: { via: 'current-folder', relation: 'own', session: undefined },
    session,
    sessionFolder: undefined,
    plainText: true,
    hosts: HOSTS,
    startedByAgent: true,
    debug: false,
  };
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(project.folder, '..', 'home', '.claude'));
  const suite = createSuite(
    environment,
    { style: plainStyle, spelling: 'cs' },
    'stop gate',
    NO_DEADLINE,
  );
  const subject = { session, transcriptPath: undefined, lastMessage: undefined };
  return {
    project,
    suite,
    ask: (parts = {}, configuration = SETTINGS) =>
      runContinuationReview(
        { ...subject, deadline: suite.clock.elapsed() + 20_000, ...parts },
        configuration,
        suite,
      ),
  };
}

/** The same with a session that said something. */
function gateOfSession(): Gate {
  const made = gate();
  putTranscript(made.project.folder, ID, OPEN_SESSION);
  return made;
}

beforeEach(async () => {
  api = await startMessagesApi();
  api.answer(reply(() => GO_ON));
  for (const [name, value] of Object.entries(api.env)) vi.stubEnv(name, value);
  return () => vi.unstubAllEnvs();
});

describe('what it goes by', () => {
  it("the transcript that the host names, and not the session's own", async () => {
    const { ask, project } = gate();
    putTranscript(project.folder, ID, [userLine('of another one')]);
    const transcriptPath = putTranscript(project.folder, 'named', OPEN_SESSION);
    expect(await ask({ transcriptPath })).toMatchObject({ status: 'success', verdict: GO_ON });
    expect(api.requests[0]?.text).toContain('orch-signin');
    expect(api.requests[0]?.text).not.toContain('of another one');
  });

  it("else the session's own, under any of its ids", async () => {
    const { ask, project } = gate();
    putTranscript(project.folder, 'id-of-the-host', OPEN_SESSION);
    expect(await ask()).toMatchObject({ status: 'success', turns: 1 });
  });

  it('the last message of the host, behind what the transcript holds', async () => {
    const { ask, project } = gate();
    putTranscript(project.folder, ID, OPEN_SESSION);
    await ask({ lastMessage: 'I stop now.', transcriptPath: undefined });
    expect(api.requests[0]?.text).toContain('I stop now.');
    expect(api.requests[0]?.text).toContain('orch-signin');
  });
});

describe('whatever goes wrong lets the session end, with a word on why', () => {
  const retired = { ...SETTINGS.continuation, model: 'claude-haiku-0' };
  const atTheEndOfTime = (suite: Suite): void => {
    vi.spyOn(suite.clock, 'now').mockReturnValue(Date.parse('2099-01-01'));
  };

  it.each([undefined, 'I stop now.'])(
    'AC-2: no transcript, last message %s',
    async (lastMessage) => {
      const transcriptPath = '/nowhere/a.jsonl';
      expect(await gate().ask({ transcriptPath, lastMessage })).toMatchObject({
        status: 'not-asked',
        verdict: { should_continue: false },
        error: expect.stringContaining('no transcript'),
      });
      expect(api.requests).toHaveLength(0);
    },
  );

  it('AC-8: no answer by the deadline', async () => {
    api.answer(silence);
    const { ask, suite } = gateOfSession();
    const deadline = suite.clock.elapsed() + 1000;
    expect(await ask({ deadline, lastMessage: 'x' })).toMatchObject({
      status: 'api_error',
      verdict: { should_continue: false },
      error: expect.stringContaining('no answer came in time'),
    });
  });

  it('a deadline that has passed: nothing is sent', async () => {
    const { ask, suite } = gateOfSession();
    const outcome = await ask({ deadline: suite.clock.elapsed() - 1, lastMessage: 'x' });
    expect(outcome).toMatchObject({ status: 'api_error', verdict: { should_continue: false } });
    expect(api.requests).toHaveLength(0);
  });

  it('a model that has retired, or cannot be', async () => {
    const { ask, suite } = gateOfSession();
    atTheEndOfTime(suite);
    for (const model of ['claude-sonnet-4-5', '!']) {
      const configuration = { ...SETTINGS, continuation: { ...retired, model } };
      expect(await ask({ lastMessage: 'x' }, configuration)).toMatchObject({
        status: 'error',
        verdict: { should_continue: false },
        error: expect.stringContaining('cannot be used'),
      });
    }
    expect(api.requests).toHaveLength(0);
  });

  it('a fault of the suite itself', async () => {
    const { ask, suite } = gateOfSession();
    vi.spyOn(suite.spending, 'reserve').mockImplementation(() => {
      throw new Error('a fault');
    });
    const capped = { ...SETTINGS, judge: { ...SETTINGS.judge, maxUsdPerDay: 5 } };
    expect(await ask({ lastMessage: 'x' }, capped)).toMatchObject({
      status: 'error',
      verdict: { should_continue: false },
      error: expect.stringContaining('a fault'),
    });
  });

  it('an interruption', async () => {
    api.answer(() => process.emit('SIGTERM'));
    expect(await gateOfSession().ask({ lastMessage: 'x' })).toMatchObject({
      status: 'error',
      verdict: { should_continue: false },
    });
  });
});
