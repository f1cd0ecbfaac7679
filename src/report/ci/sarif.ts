import { homepage, version } from '../../../package.json' with { type: 'json' };
import { inAddress } from '../../domain/base/forge.ts';
import type { CiResult } from '../../domain/ci/ci-result.ts';
import { isHeldBy } from '../../domain/promise/tampering.ts';
import { printable } from '../printable.ts';
import type { CiOutput } from './ci-output.ts';
import { lineIn, troublesOf } from './troubles.ts';

/** A log in SARIF 2.1.0, which code scanning shows at the lines that it is about. */
export const sarifOutput: CiOutput = {
  name: 'sarif',
  summary: 'Write a SARIF 2.1.0 log, for code scanning',
  render: (result) => JSON.stringify(sarifOf(result), null, 2),
};

/** Most results that GitHub takes of one run. */
const MOST_RESULTS = 5000;

const RULES = [
  ['criterion-failed', 'A criterion of a promise does not hold.'],
  ['criterion-not-judged', 'A criterion of a promise could not be judged.'],
  ['definition-broken', 'A definition of a promise cannot be read.'],
  ['always-failed', 'A command that the project always runs did not pass.'],
  ['file-broken', 'A changed file cannot be parsed.'],
  ['test-weakened', 'A test may have been weakened.'],
] as const;

const RULE_OF = { FAIL: 'criterion-failed', BLOCKED: 'criterion-not-judged' } as const;

interface Finding {
  readonly rule: (typeof RULES)[number][0];
  readonly level: 'error' | 'warning';
  readonly message: string;
  readonly path: string;
  readonly line: number;
  /** The same for the same finding of another run. */
  readonly fingerprint: string;
}

function sarifOf(result: CiResult): object {
  const { change, outcome } = result;
  const ids = RULES.map(([id]) => id);
  const repository =
    change.service === 'github' && /^[\w.-]+\/[\w.-]+$/.test(change.repository)
      ? { repositoryUri: `https://github.com/${change.repository}` }
      : undefined;
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'completion-promise',
            informationUri: homepage,
            version,
            rules: RULES.map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        automationDetails: { id: 'completion-promise/ci/' },
        invocations: [{ executionSuccessful: outcome !== 'not-judged' }],
        ...(repository === undefined
          ? {}
          : {
              versionControlProvenance: [
                { ...repository, revisionId: change.pushed.commit || change.head },
              ],
            }),
        results: findingsOf(result)
          .slice(0, MOST_RESULTS)
          .map((one) => resultOf(one, ids, change.pushed)),
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
}

function resultOf(
  { fingerprint, level, line, message, path, rule }: Finding,
  ids: readonly string[],
  { folder }: CiResult['change']['pushed'],
): object {
  const uri = `${folder}${path}`.split('/').map(inAddress).join('/');
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level,
    message: { text: printable(message) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri, uriBaseId: '%SRCROOT%' },
          region: { startLine: Math.max(1, line) },
        },
      },
    ],
    partialFingerprints: { 'completionPromise/v1': printable(fingerprint) },
  };
}

/** Where what is about no file is shown. */
const CONFIGURATION = '.claude/completion-promise.json';

function findingsOf(result: CiResult): readonly Finding[] {
  const { broken, changed_files, tampering } = result;
  return [
    ...broken.map(
      ({ path, problems }): Finding => ({
        rule: 'definition-broken',
        level: 'error',
        message: problems.join('\n'),
        path,
        line: 1,
        fingerprint: path,
      }),
    ),
    ...troublesOf(result).map(
      ({ cause, concerns, definition, lines, title, verdict }): Finding => ({
        rule: definition === undefined ? 'always-failed' : RULE_OF[verdict],
        level: 'error',
        message: [title, concerns, ...lines].filter(Boolean).join('\n'),
        ...(cause ?? { path: definition ?? CONFIGURATION, line: 1 }),
        fingerprint: definition === undefined ? title : `${definition} ${title}`,
      }),
    ),
    ...changed_files.broken.map(
      ({ detail, path }): Finding => ({
        rule: 'file-broken',
        level: 'error',
        message: detail,
        path,
        line: lineIn(detail),
        fingerprint: path,
      }),
    ),
    ...tampering.findings.map(
      ({ detail, digest, kind, line, path }): Finding => ({
        rule: 'test-weakened',
        level: isHeldBy(tampering.setting, { kind }) ? 'error' : 'warning',
        message: detail,
        path,
        line,
        fingerprint: digest,
      }),
    ),
  ];
}
