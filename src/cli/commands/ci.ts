import { DEFINITION_SOURCES } from '../../domain/ci/trust.ts';
import { CI_OUTPUTS } from '../../report/ci/outputs.ts';
import { type Arguments, type Command, JSON_OPTION, type Option } from '../command.ts';
import { usage } from '../usage.ts';

const COMMENTING = 'Comment';
const OUTPUTS = 'Output';

/** The word that makes the command comment, in place of the names of definitions. */
const COMMENT = 'comment';

const OF_A_COMMENT = ['from', 'key', 'author', 'dry-run'] as const;

const OUTPUT_OPTIONS: Readonly<Record<string, Option>> = Object.fromEntries(
  CI_OUTPUTS.map(({ name, summary }) => [
    name,
    { takes: 'word', value: '<file>', summary, group: OUTPUTS } satisfies Option,
  ]),
);

const OPTIONS: Command['options'] = {
  base: {
    takes: 'word',
    value: '<rev>',
    summary: 'What the change is held against (default: by the CI service)',
  },
  definitions: {
    takes: 'word',
    value: '<where>',
    summary:
      'What judges the change: definitions of its base (default), or of the checkout itself: head',
    completes: DEFINITION_SOURCES,
  },
  record: {
    takes: 'word',
    value: '<bundle>',
    summary: 'Instead of definitions: runs a record that came along, as cs attest wrote it',
  },
  'allow-empty': { takes: 'nothing', summary: 'Let a run hold that has nothing to check' },
  jobs: {
    takes: 'word',
    value: '<n>',
    summary: 'Checks to run at once (default: the number of cores)',
  },
  ...OUTPUT_OPTIONS,
  attest: {
    takes: 'word',
    value: '<file>',
    summary: 'With --record: write the answers as signed statements, for cs attest verify --store',
    group: OUTPUTS,
  },
  from: {
    takes: 'word',
    value: '<file>',
    summary: 'With comment: the result that --result wrote',
    group: COMMENTING,
  },
  key: {
    takes: 'word',
    summary: 'With comment: tells this comment from others of the pull request',
    group: COMMENTING,
  },
  author: {
    takes: 'text',
    value: '<login>',
    summary:
      'With comment: whose comments are updated (default: the user of the token, or github-actions[bot])',
    group: COMMENTING,
  },
  'dry-run': {
    takes: 'nothing',
    summary: 'With comment: print it, and send nothing',
    group: COMMENTING,
  },
  json: JSON_OPTION,
};

/** `cs ci`: holds a change against the committed definitions, in a clean checkout and without a session. */
export const ciCommand: Command = {
  summary:
    'Checks a change in a pipeline: runs the committed definitions of its base, without a session.',
  usage: [
    '[<definition>…] [--base <rev>] [--definitions <where>] [--allow-empty] [--result <file>] [--answers <file>] [--junit <file>] [--sarif <file>]',
    '--record <bundle> [--attest <file>] [--base <rev>] [--result <file>] [--answers <file>]',
    'comment --from <file> [--key <word>] [--author <login>] [--dry-run]',
  ],
  effects: ['executes'],
  options: OPTIONS,
  positional: { name: 'definition', isSeveral: true },
  examples: [
    ['$0', 'Check the change of this branch or pull request'],
    ['$0 --result ci.json --junit report.xml', 'The same, and write what came of it'],
    ['$0 comment --from ci.json', 'Comment on the pull request, or update the comment'],
  ],
  async run(args, suite) {
    if (args.positional !== COMMENT) {
      const stray = OF_A_COMMENT.find((name) => args.given(name));
      if (stray !== undefined) return usage(`--${stray} goes with cs ci comment`);
      const { checkChange } = await import('../proving.ts');
      return checkChange(args, suite);
    }
    const stray = strayOfChecking(args);
    if (stray !== undefined) return usage(`cs ci comment takes no ${stray}`);
    const { commentOnChange } = await import('../ci-comment.ts');
    return commentOnChange(args, suite);
  },
};

/** What was given for a check that a comment has no use for. */
function strayOfChecking(args: Arguments): string | undefined {
  const known: readonly string[] = [...OF_A_COMMENT, 'json'];
  const option = Object.keys(OPTIONS).find((name) => !known.includes(name) && args.given(name));
  return args.positionals[1] ?? (option === undefined ? undefined : `--${option}`);
}
