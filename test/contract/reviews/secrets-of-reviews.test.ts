import { expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { realityReply } from '../../rig/values/reality-values.ts';
import {
  HARMLESS,
  SECRET_FILES,
  SECRET_VARIABLES,
  secretCases,
} from '../../rig/values/secret-cases.ts';
import {
  agentLine,
  continuationReply,
  putTranscript,
  resultLine,
  text,
  tool,
  userLine,
} from '../../rig/values/transcripts.ts';
import { createFilesProject, createGitProject } from '../../rig/worlds/git-project.ts';
import { ID, writeValidated } from '../../rig/worlds/judged-project.ts';
import { KEY, passEverything, reply, startMessagesApi } from '../../rig/worlds/messages-api.ts';
import { type Project, SESSION } from '../../rig/worlds/project.ts';

const CASES = secretCases(KEY);
const LINES = [...CASES.map(({ line }) => line), ...HARMLESS].join('\n');

interface Review {
  readonly review: string;
  readonly bin: string;
  readonly args: readonly string[];
  readonly says: (request: Parameters<typeof passEverything>[0]) => unknown;
  /** A project in which the lines stand in everything that the review sends. */
  project(): Project | Promise<Project>;
}

const REVIEWS: readonly Review[] = [
  {
    review: 'the review of a promise',
    bin: 'cs-verify',
    args: ['--judge', '--promise', ID],
    says: passEverything,
    project() {
      const project = withSecretFiles(createFilesProject());
      const criterion = metCriterion('AC-1', { description: LINES, evidence: LINES });
      writeValidated(project, ID, [criterion], { title: `As asked\n${LINES}` });
      return project;
    },
  },
  {
    review: 'the continuation review',
    bin: 'cs',
    args: ['judge', 'continuation-review'],
    says: () => continuationReply(),
    project() {
      const project = withSecretFiles(createFilesProject());
      putTranscript(project.folder, SESSION, [
        userLine(`Build it\n${LINES}`),
        agentLine([text(`I begin\n${LINES}`)]),
        agentLine([tool('t1', 'Bash', { command: LINES })]),
        resultLine('t1'),
        agentLine([text(`Done\n${LINES}`)], 'msg_2'),
      ]);
      return project;
    },
  },
  {
    review: 'the reality check',
    bin: 'cs',
    args: ['judge', 'reality-check'],
    says: () => realityReply(),
    async project() {
      const project = createGitProject({ 'a.txt': 'one\n', '.gitignore': '.env*\n' });
      withSecretFiles(project);
      await project.run('cs', ['session', 'directive', '--add', `Sign-in works\n${LINES}`]);
      project.put('a.txt', LINES);
      project.commit(LINES, new Date().toISOString());
      project.put('a.txt', `${LINES}\nmore\n`);
      project.put('new.txt', LINES);
      return project;
    },
  },
];

function withSecretFiles<Made extends ReturnType<typeof createFilesProject>>(project: Made): Made {
  for (const [path, content] of Object.entries(SECRET_FILES)) project.put(path, content);
  return project;
}

it.each(REVIEWS)(
  'no secret stands in a request of $review, and no harmless word is missing',
  async ({ args, bin, project, says }) => {
    const api = await startMessagesApi();
    api.answer(reply(says));
    const env = { ...SECRET_VARIABLES, ...api.env };
    const { code, stderr } = await (await project()).run(bin, args, { env });
    expect([code, stderr.includes('secrets were redacted')], stderr).toEqual([0, true]);
    expect(api.requests).toHaveLength(1);
    const sent = api.requests.map((request) => request.text).join('\n');
    const shown = (words: string): boolean =>
      sent.includes(words) || sent.includes(JSON.stringify(words).slice(1, -1));
    expect(CASES.filter(({ secret }) => shown(secret)).map(({ what }) => what)).toEqual([]);
    expect(HARMLESS.filter((line) => !shown(line))).toEqual([]);
  },
);
