import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { criterion, metCriterion, validatorResponse } from '../../rig/values/promises.ts';
import { ID, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import {
  type ApiRequest,
  type Behaviour,
  criteriaIn,
  failOnly,
  failure,
  KEY,
  passEverything,
  reply,
} from '../../rig/worlds/messages-api.ts';
import { personWaiver } from '../../rig/worlds/person-acts.ts';

/** The body of a request as the Messages API documents it, and nothing besides. */
const BODY = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().positive(),
  system: z.string().min(1),
  messages: z.tuple([z.strictObject({ role: z.literal('user'), content: z.string().min(1) })]),
  output_config: z.strictObject({
    format: z.strictObject({ type: z.literal('json_schema'), schema: z.looseObject({}) }),
  }),
});

const PLAIN_TEXT_BODY = BODY.omit({ output_config: true });

/** What the API does not take in the schema of a reply. */
const FORBIDDEN = [
  ...['$ref', '$defs', 'definitions', '$schema', 'allOf', 'not', 'if'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'],
];

/** A schema, and all that lie within it. */
function schemasIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  const { data } = z.record(z.string(), z.unknown()).safeParse(value);
  return data === undefined ? [] : [data, ...Object.values(data).flatMap(schemasIn)];
}

const STYLES = [
  { style: 'plain', env: {} },
  { style: 'structured', env: { CS_STRUCTURED_FINDINGS: 'true' } },
];

const NONCE = /<data-([0-9a-f]+) name=/;

/** The nonce of a request's fence. */
const nonceOf = ({ text }: ApiRequest): string =>
  NONCE.exec(text.replaceAll('\\"', '"'))?.[1] ?? '';

const userText = (request: ApiRequest | undefined): string =>
  request?.body.messages[0]?.content ?? '';

async function asked(
  judged: JudgedProject,
  env: Readonly<Record<string, string>> = {},
): Promise<ApiRequest> {
  await judged.judge([], env);
  const request = judged.api.requests.at(-1);
  if (request === undefined) throw new Error('nothing was asked');
  return request;
}

describe.each(STYLES)('a $style request', ({ env }) => {
  it('is a documented message to POST /v1/messages, whose key stands in a header only', async () => {
    const request = await asked(await judgedProject(), env);
    expect(request).toMatchObject({ method: 'POST', path: '/v1/messages' });
    expect(request.headers['anthropic-version']).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect([request.headers['x-api-key'], request.headers.authorization].join()).toContain(KEY);
    expect(request.text).not.toContain(KEY);
    expect(() => BODY.parse(request.body)).not.toThrow();
  });

  it('asks for a reply by a schema within the limits of the API', async () => {
    const { body } = await asked(await judgedProject(), env);
    const schemas = schemasIn(BODY.parse(body).output_config.format.schema);
    const keys = new Set(schemas.flatMap((schema) => Object.keys(schema)));
    expect(FORBIDDEN.filter((key) => keys.has(key))).toEqual([]);
    const objects = schemas.filter(({ type }) => type === 'object');
    expect(objects.length).toBeGreaterThan(1);
    for (const { additionalProperties, properties, required } of objects) {
      expect(additionalProperties).toBe(false);
      expect(required).toEqual(Object.keys(z.looseObject({}).parse(properties)));
    }
  });

  it('holds every criterion exactly once, with all that is known of it', async () => {
    const evidence = ['41 tests passed', 'The page /login shows "Welcome"', 'PR #12 was read'];
    const criteria = evidence.map((text, index) =>
      metCriterion(`AC-${index + 1}`, {
        description: `It does thing ${index + 1}`,
        evidence: text,
        evidence_type: ['test', 'browser', 'review'][index],
        met_at: `2026-02-1${index}T10:30:00Z`,
      }),
    );
    const request = await asked(await judgedProject(criteria), env);
    expect(criteriaIn(request)).toEqual(['AC-1', 'AC-2', 'AC-3']);
    const text = userText(request);
    for (const known of [ID, `Title of ${ID}`, 'browser', ...evidence]) {
      expect(text.split(`\n${known}\n`)).toHaveLength(2);
    }
    for (const { description, met_at } of criteria) {
      expect(text).toContain(description);
      expect(text).toContain(met_at);
    }
  });

  it('shows the answers of validators, and what earlier runs rejected', async () => {
    const judged = await judgedProject();
    const answer = validatorResponse('PARTIAL', { reasoning: 'The logout was not looked at' });
    judged.project.write(`validations/${ID}/AC-1-validation.json`, answer);
    judged.api.answer(reply(failOnly('AC-1')), reply(passEverything));
    await judged.judge();
    await judged.showMore('AC-1');
    const text = userText(await asked(judged, env));
    expect(text).toContain('verdict: PARTIAL');
    expect(text).toContain('The logout was not looked at');
    expect(text).toContain('the output that shows AC-1');
    expect(userText(judged.api.requests[0])).not.toContain('the output that shows AC-1');
  });
});

describe('the request', () => {
  it('has a new nonce each time, the second asking of one run included', async () => {
    const judged = await judgedProject();
    judged.api.answer(reply(() => 'no JSON'));
    await Promise.all([judged.judge(), judged.judge()]);
    const nonces = judged.api.requests.map(nonceOf);
    expect(nonces).toHaveLength(4);
    expect(new Set(nonces).size).toBe(4);
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{16,}$/);
  });

  it('holds no outside text outside of the fence', async () => {
    const criteria = [
      metCriterion('AC-1', { description: 'OUTSIDE-1', evidence: 'OUTSIDE-2 of 3' }),
    ];
    const request = await asked(await judgedProject(criteria, { summary: 'OUTSIDE-3' }));
    const nonce = nonceOf(request);
    const fenced = new RegExp(`<data-${nonce} name="[^"]*">\n[\\s\\S]*?\n</data-${nonce}>`, 'g');
    const unfenced = request.body.system + userText(request).replace(fenced, '');
    expect(userText(request).match(/OUTSIDE-\d/g)).toEqual(['OUTSIDE-3', 'OUTSIDE-1', 'OUTSIDE-2']);
    expect(unfenced).not.toContain('OUTSIDE');
  });

  it.each([
    { many: 20, longest: 1000 },
    { many: 21, longest: 200 },
  ])('shows $longest characters of evidence where there are $many criteria', async (row) => {
    const criteria = Array.from({ length: row.many }, (_one, index) =>
      metCriterion(`AC-${index + 1}`, { evidence: `${'x'.repeat(999)}.` }),
    );
    const request = await asked(await judgedProject(criteria));
    const text = userText(request);
    const lengths = [...text.matchAll(/x+\.?/g)].map(([shown]) => shown.length);
    expect(lengths.filter((length) => length > 3)).toEqual(Array(row.many).fill(row.longest));
    expect(text.includes('only the first 200 characters')).toBe(row.many > 20);
    expect(criteriaIn(request)).toHaveLength(row.many);
  });

  it('leaves out a criterion that a person waived', async () => {
    const judged = await judgedProject([metCriterion('AC-1'), criterion('AC-2')]);
    const waived = personWaiver(judged.project, ID, 'AC-2');
    const acceptance_criteria = [metCriterion('AC-1'), criterion('AC-2', { waived })];
    judged.project.write(`promises/${ID}.json`, { ...judged.promise(), acceptance_criteria });
    expect(criteriaIn(await asked(judged))).toEqual(['AC-1']);
  });

  it.each([
    { asks: 'the default', args: [], model: 'claude-sonnet-5-5' },
    { asks: 'an alias', args: ['--model', 'haiku'], model: 'claude-haiku-5-5' },
    { asks: 'an id', args: ['--model', 'my-model-1'], model: 'my-model-1' },
    {
      asks: 'the model that was the default first, until it retires',
      args: ['--model', 'claude-sonnet-4-5-20250929'],
      model: 'claude-sonnet-4-5-20250929',
    },
  ])('goes to the model of $asks', async ({ args, model }) => {
    const judged = await judgedProject();
    const { code, result } = await judged.judge(args);
    const retired = Date.now() >= Date.parse('2026-12-01') && model.includes('4-5');
    expect(code).toBe(retired ? 1 : 0);
    expect(judged.api.requests.map(({ body }) => body.model)).toEqual(retired ? [] : [model]);
    if (!retired) expect(result.model).toBe(model);
  });

  it('allows a longer reply after one that was cut off', async () => {
    const judged = await judgedProject();
    judged.api.answer(
      reply(() => '{', { stop_reason: 'max_tokens' }),
      reply(passEverything),
    );
    expect(await judged.judge()).toMatchObject({ code: 0, result: { verdict: 'PASS' } });
    const [first = 0, second] = judged.api.requests.map(({ body }) => body.max_tokens);
    expect(first).toBeGreaterThanOrEqual(2048);
    expect(second).toBe(first * 2);
  });
});

describe('an endpoint that refuses structured outputs', () => {
  const refusesSchemas: Behaviour = (request, response) =>
    request.body.output_config === undefined
      ? reply(passEverything)(request, response)
      : failure(
          400,
          'invalid_request_error',
          'output_config: Extra inputs are not permitted',
        )(request, response);

  it.each(STYLES)(
    'is asked again in plain text ($style), and the answer counts',
    async ({ env }) => {
      const judged = await judgedProject();
      judged.api.answer(refusesSchemas);
      const { code, result } = await judged.judge([], env);
      expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'PASS' });
      const [first, second, ...others] = judged.api.requests;
      expect(others).toHaveLength(0);
      expect(() => BODY.parse(first?.body)).not.toThrow();
      expect(() => PLAIN_TEXT_BODY.parse(second?.body)).not.toThrow();
      expect(second?.body.messages).toEqual(first?.body.messages);
      expect(judged.costLines()).toHaveLength(1);
    },
  );
});

describe('judge.structuredFindings', () => {
  it('off leaves the request as if it did not exist', async () => {
    const off = await asked(await judgedProject(), { CS_STRUCTURED_FINDINGS: 'false' });
    const unset = await asked(await judgedProject());
    const [ofOff, ofUnset] = [off, unset].map((request) =>
      request.text.replaceAll(nonceOf(request), 'NONCE'),
    );
    expect(ofOff).toBe(ofUnset);
    expect(unset.text).not.toContain('findings');
  });

  it('on asks for findings and for no verdict', async () => {
    const { body } = await asked(await judgedProject(), { CS_STRUCTURED_FINDINGS: 'true' });
    const schema = JSON.stringify(body.output_config);
    for (const key of ['reviewed_criteria', 'findings', 'severity', 'critical']) {
      expect(schema).toContain(`"${key}"`);
    }
    expect(schema).not.toContain('"verdict"');
    expect(schema).not.toContain('"judgment"');
  });
});
