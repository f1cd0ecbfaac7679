import * as z from 'zod/mini';
import {
  attestedAnswersSchema,
  attestedProofSchema,
  attestedRecordSchema,
  attestVerifySchema,
} from './attestation.ts';
import { benchmarkCaseSchema } from './benchmark-case.ts';
import { ciAnswersSchema, ciResultSchema } from './ci.ts';
import { configurationSchema } from './configuration.ts';
import { costLineSchema } from './cost-line.ts';
import { eventSchema } from './event.ts';
import { judgeResultSchema } from './judge-result.ts';
import { promiseSchema } from './promise.ts';
import { promiseDefinitionSchema } from './promise-definition.ts';
import { reportSchema } from './report.ts';
import { continuationReviewSchema, realityCheckSchema } from './reviews.ts';
import { sessionStateSchema } from './session-state.ts';
import { stopGateStateSchema } from './stop-gate-state.ts';
import { tamperingSchema } from './tampering.ts';
import { validationSchema } from './validation.ts';

/** What is published in `schemas/`, by file name. `npm run schemas` writes it, a test holds it. */
const PUBLISHED_SCHEMAS = {
  'promise.schema.json': {
    schema: promiseSchema,
    title: 'A completion promise, as promises/<id>.json and history/<id>.json hold it',
  },
  'promise-definition.schema.json': {
    schema: promiseDefinitionSchema,
    title: 'What done means, as cs promise --create --from takes it',
  },
  'validation.schema.json': {
    schema: validationSchema,
    title: "A validator's answer, as validations/<id>/<AC>-validation.json holds it",
  },
  'session-state.schema.json': {
    schema: sessionStateSchema,
    title: 'The state of a session, as sessions/<session dir>/session-state.json holds it',
  },
  'stop-gate-state.schema.json': {
    schema: stopGateStateSchema,
    title: 'What the stop gate keeps of a session, as stop-gate/<session>.json holds it',
  },
  'configuration.schema.json': {
    schema: configurationSchema,
    title:
      'The configuration: .claude/completion-promise.json of a project, or config.json of a user',
  },
  'judge-result.schema.json': {
    schema: judgeResultSchema,
    title: 'What cs judge --json prints',
  },
  'reality-check.schema.json': {
    schema: realityCheckSchema,
    title: 'What cs judge reality-check --json prints',
  },
  'continuation-review.schema.json': {
    schema: continuationReviewSchema,
    title: 'What cs judge continuation-review --json prints',
  },
  'tampering.schema.json': {
    schema: tamperingSchema,
    title: 'What cs promise tamper --json prints',
  },
  'report.schema.json': { schema: reportSchema, title: 'What cs report --json prints' },
  'attested-proof.schema.json': {
    schema: attestedProofSchema,
    title: 'A proof as it travels: the content of the resource `proof` of a test result',
  },
  'attested-record.schema.json': {
    schema: attestedRecordSchema,
    title: 'A promise as it travels: the content of the resource `record` of its record statement',
  },
  'attested-answers.schema.json': {
    schema: attestedAnswersSchema,
    title: "A validator's answers as they travel: the predicate of their statement",
  },
  'attest-verify.schema.json': {
    schema: attestVerifySchema,
    title: 'What cs promise attest verify --json prints',
  },
  'ci-result.schema.json': { schema: ciResultSchema, title: 'What cs ci --json prints' },
  'ci-answers.schema.json': {
    schema: ciAnswersSchema,
    title: 'What cs ci --answers writes, as cs promise validate --from takes it',
  },
  'cost-line.schema.json': { schema: costLineSchema, title: 'One line of judge-cost-log.jsonl' },
  'benchmark-case.schema.json': {
    schema: benchmarkCaseSchema,
    title: 'One line of a file of labelled cases, as cs judge bench --cases takes it',
  },
  'event.schema.json': { schema: eventSchema, title: 'One line of events.jsonl' },
} as const;

/** Every published schema: its file's name and text. */
export function publishedTexts(): readonly (readonly [name: string, text: string])[] {
  return Object.entries(PUBLISHED_SCHEMAS).map(([name, { schema, title }]) => {
    const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
    return [name, `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`];
  });
}
