import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  attestedAnswersSchema,
  attestedProofSchema,
  attestedRecordSchema,
  attestVerifySchema,
} from '../../../build/schemas/attestation.ts';
import type { SigningKey } from '../../../src/adapters/signing-keys.ts';
import { envelopeLine } from '../../../src/domain/attestation/envelope.ts';
import { answersStatement } from '../../../src/domain/attestation/making.ts';
import type { Subject } from '../../../src/domain/attestation/statement.ts';
import { definitionTextOf } from '../../../src/domain/ci/definition-set.ts';
import { readPromise } from '../../../src/domain/promise/promise-reading.ts';
import { sha256 } from '../../rig/values/bundles.ts';
import {
  type AttestedProject,
  attestedProject,
  cloneOf,
  keyFiles,
} from '../../rig/worlds/attested-project.ts';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { createProject } from '../../rig/worlds/project.ts';
import { startWith, writeBeside } from '../../rig/worlds/proving.ts';

interface Read {
  readonly predicateType: string;
  readonly subject: readonly { readonly digest: Record<string, string> }[];
  readonly predicate: Record<string, unknown>;
}

/** The statements in the lines of a bundle. */
function statementsIn(text: string): readonly Read[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(Buffer.from(JSON.parse(line).payload, 'base64').toString()));
}

const namesIn = ({ subject }: Read): readonly string[] =>
  subject.flatMap(({ digest }) => Object.keys(digest));

/** The document that a resource holds. */
function documentIn(resource: unknown): unknown {
  const { content } = Object(resource);
  return JSON.parse(Buffer.from(String(content), 'base64').toString());
}

describe('cs promise attest', () => {
  it('writes the proofs and the record of a promise, bound to the commit that holds the files', async () => {
    const project = await attestedProject();
    const { code, stderr, stdout } = await project.attest(project.id);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining("signed with this user's own key"),
    });
    const [proof, record, ...more] = statementsIn(stdout);
    expect(more).toEqual([]);
    expect(proof?.predicateType).toBe('https://in-toto.io/attestation/test-result/v0.1');
    expect(proof?.predicate).toMatchObject({
      result: 'PASSED',
      passedTests: ['AC-1/grep -q done a.txt'],
      failedTests: [],
    });
    expect(proof?.subject.map(({ digest }) => digest)).toEqual([
      { completionPromiseTree: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { gitTree: project.git('rev-parse', 'HEAD^{tree}').trim() },
      { gitCommit: project.git('rev-parse', 'HEAD').trim() },
    ]);
    const own = Object(proof?.predicate['completionPromise']);
    expect(attestedProofSchema.safeParse(documentIn(own.proof)).error).toBeUndefined();
    const kept = documentIn(record?.predicate['record']);
    expect(attestedRecordSchema.safeParse(kept).error).toBeUndefined();
    expect(kept).toMatchObject({ promise: { id: project.id, ownership: { owned_by: null } } });
  });

  it('adds how a promise was verified', async () => {
    const project = await attestedProject();
    await project.run('cs', ['verify', project.id]);
    const { stdout } = await project.attest(project.id);
    const verification = statementsIn(stdout).at(-1);
    expect(verification?.predicateType).toBe('https://in-toto.io/attestation/svr/v0.1');
    expect(verification?.predicate).toMatchObject({
      timeCreated: expect.stringMatching(/^\d{4}-.*Z$/),
      properties: expect.arrayContaining([
        'COMPLETION_PROMISE_VERIFIED',
        'COMPLETION_PROMISE_GATE_PROOFS_PASSED',
        'COMPLETION_PROMISE_GATE_VALIDATION_PASSED',
        'COMPLETION_PROMISE_VALIDATED:AC-1:cs prove',
      ]),
      completionPromise: { gates: { judge: 'not-run' } },
    });
    expect(JSON.stringify(verification?.predicate['properties'])).not.toContain('JUDGE');
  });

  it('names the tree, and no commit, before the files are committed; the commit that follows has that tree', async () => {
    const project = createGitProject({ 'a.txt': 'done\n' });
    project.put('new.txt', 'new\n');
    const id = await startWith(project, '--ac', 'it is', '--command', 'AC-1=grep -q done a.txt');
    await project.run('cs', ['prove', id]);
    const { stderr, stdout } = await project.run('cs', ['promise', 'attest', id]);
    expect(stderr).toContain('no commit is named for AC-1');
    const [proof] = statementsIn(stdout);
    expect(proof && namesIn(proof)).toEqual(['completionPromiseTree', 'gitTree']);
    project.commit();
    const tree = project.git('rev-parse', 'HEAD^{tree}').trim();
    expect(proof?.subject[1]?.digest['gitTree']).toBe(tree);
  });

  it('attests a stale proof for the files that it saw, and says so', async () => {
    const project = await attestedProject();
    const [before] = statementsIn((await project.attest(project.id)).stdout);
    project.put('a.txt', 'done, and more\n');
    project.commit();
    const { code, stderr, stdout } = await project.attest(project.id);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('is stale') });
    const [proof] = statementsIn(stdout);
    expect(proof?.subject).toEqual(before?.subject.slice(0, 1));
  });

  it('names no commit for a proof that is about a part of the files', async () => {
    const project = createGitProject({ 'a.txt': 'done\n', 'src/b.txt': 'x\n' });
    const checks = [{ kind: 'command', run: 'grep -q done a.txt', inputs: ['a.txt'] }];
    const acceptance_criteria = [{ description: 'It is done', checks }];
    const from = writeBeside(project, 'promise.json', { title: 'P', acceptance_criteria });
    const id = await startWith(project, '--from', from);
    await project.run('cs', ['prove', id]);
    const [proof] = statementsIn((await project.run('cs', ['promise', 'attest', id])).stdout);
    expect(proof?.subject).toMatchObject([
      { annotations: { inputs: ['a.txt'], files: [], folder: '' } },
    ]);
  });

  it('takes secrets out of everything that travels', async () => {
    const project = createGitProject({ 'a.txt': 'done\n', '.gitignore': '.env\n' });
    project.put('.env', 'DATABASE_PASSWORD=correct-horse-battery\n');
    const id = await startWith(project, '--ac', 'it is', '--command', 'AC-1=cat .env');
    await project.run('cs', ['prove', id]);
    const { stdout } = await project.run('cs', ['promise', 'attest', id]);
    const all = JSON.stringify(
      statementsIn(stdout).map((one) => {
        const own = Object(one.predicate['completionPromise']);
        return [documentIn(one.predicate['record'] ?? own.proof)];
      }),
    );
    expect(all).not.toContain('correct-horse-battery');
    expect(all).toContain('[redacted: ');
  });
});

describe('cs promise attest refuses', () => {
  it('a promise without a proof', async () => {
    const project = createProject();
    const id = await project.startedPromise('one');
    const { code, stderr, stdout } = await project.run('cs', ['promise', 'attest', id]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Promise ${id} has no proof to attest`);
    // Nothing was to sign, so no key was made.
    expect(
      existsSync(join(project.folder, '..', 'home', '.config', 'completion-promise', 'attest.key')),
    ).toBe(false);
  });

  it('a promise whose proofs are bound to no files', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'it is', '--command', 'AC-1=node -e 0');
    await project.run('cs', ['prove', id]);
    const { code, stderr } = await project.run('cs', ['promise', 'attest', id]);
    expect(code).toBe(1);
    expect(stderr).toContain('AC-1: its proof is bound to no files (the project is not in a git');
  });

  it.each<[string, readonly string[], RegExp]>([
    ['no promise', [], /Which promise\? Name its id/],
    ['an unknown promise', ['promise-00000000'], /Promise not found/],
    ['a word too many', ['promise-00000000', 'more'], /Unexpected argument: more/],
    ['an option of verify', ['promise-00000000', '--rerun'], /--rerun goes with verify/],
    ['no bundle', ['verify'], /Which file\? Name the bundle/],
    [
      'a bundle that is not there',
      ['verify', 'no.jsonl'],
      /no.jsonl cannot be read .* no such file/,
    ],
    ['a folder for a bundle', ['verify', '.'], /cannot be read as attestations: it is a folder/],
    ['--trust alone', ['verify', 'x', '--trust'], /--trust goes with --rerun/],
    ['--store without a key', ['verify', 'x', '--store'], /--store needs --key/],
    ['a file to write with verify', ['verify', 'x', '-o', 'y'], /-o goes without verify/],
    [
      'a key that is not there',
      ['verify', 'x', '--key', 'no.pem'],
      /no.pem cannot be used as a key: there is no such file/,
    ],
    ['JSON beside a bundle on stdout', ['promise-00000000', '--json'], /--json needs -o/],
    [
      'two keys to sign with',
      ['promise-00000000', '--key', 'a', '--key', 'b'],
      /sign with one key/,
    ],
  ])('%s', async (_what, args, message) => {
    const { code, stderr } = await createProject().run('cs', ['promise', 'attest', ...args]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) });
  });
});

describe('the file of a bundle', () => {
  it('is written whole, and nothing is left beside it', async () => {
    const project = await attestedProject();
    mkdirSync(project.beside('out'));
    const path = project.beside('out/b.intoto.jsonl');
    writeFileSync(path, 'before', { mode: 0o640 });
    const { code, stdout } = await project.attest(project.id, '-o', path);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('1 proof, its record'),
    });
    expect(statementsIn(readFileSync(path, 'utf8'))).toHaveLength(2);
    expect(readdirSync(project.beside('out'))).toEqual(['b.intoto.jsonl']);
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it.each<[string, string, RegExp]>([
    ['a folder', '.', /Cannot write the attestations/],
    ['in a folder that is not there', 'no/where.jsonl', /Cannot write the attestations.*ENOENT/],
  ])('cannot be %s', async (_what, path, message) => {
    const project = await attestedProject();
    const { code, stderr } = await project.attest(project.id, '-o', path);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) });
    expect(project.git('status', '--porcelain')).toBe('');
  });

  it('behind a link is that of the link', async () => {
    const project = await attestedProject();
    symlinkSync('target.jsonl', project.beside('link.jsonl'));
    writeFileSync(project.beside('target.jsonl'), '');
    await project.attest(project.id, '-o', project.beside('link.jsonl'));
    expect(statementsIn(readFileSync(project.beside('target.jsonl'), 'utf8'))).toHaveLength(2);
  });

  it('among the files that proofs are about stales none, as long as it is what was written', async () => {
    const project = await attestedProject();
    await project.attest(project.id, '-o', 'b.intoto.jsonl');
    expect(await project.run('cs', ['check'])).toMatchObject({ code: 0 });
    appendFileSync(join(project.folder, 'b.intoto.jsonl'), '\n');
    expect(await project.run('cs', ['check'])).toMatchObject({ code: 2 });
  });

  it('in the state folder is no content of the checkout', async () => {
    const project = await attestedProject();
    const kept = join(project.state, 'b.intoto.jsonl');
    expect((await project.attest(project.id, '-o', kept)).stderr).not.toContain('stale');
    expect((await project.attest('verify', kept)).code).toBe(0);
  });
});

describe('the key to sign with', () => {
  it('is that of --key before that of CS_ATTEST_KEY before the own one', async () => {
    const project = await attestedProject();
    const [named, set] = [keyFiles(project, 'named'), keyFiles(project, 'set')];
    const keyOf = async (args: readonly string[], env = {}): Promise<string> => {
      const { stdout } = await project.run('cs', ['promise', 'attest', project.id, ...args], {
        env,
      });
      return JSON.parse(stdout.split('\n')[0] ?? '').signatures[0].keyid;
    };
    const env = { CS_ATTEST_KEY: set.secret };
    expect(await keyOf(['--key', named.secret], env)).toBe(named.key.id);
    expect(await keyOf([], env)).toBe(set.key.id);
    const own = JSON.parse((await project.attest('key', '--json')).stdout);
    expect(await keyOf([])).toBe(own.keyid);
    expect(own).toMatchObject({ own: true, path: expect.stringContaining('attest.key') });
  });

  it('that others can read is used, with a warning', async () => {
    const project = await attestedProject();
    const { secret } = keyFiles(project, 'open');
    chmodSync(secret, 0o644);
    const { code, stderr } = await project.attest(project.id, '--key', secret);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('other users can read the key'),
    });
  });

  it('that is none is said with its path, and nothing is written', async () => {
    const project = await attestedProject();
    const { open } = keyFiles(project, 'wrong');
    const { code, stderr, stdout } = await project.attest(project.id, '--key', open);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/wrong\.pem cannot be used as a key: it holds no private key/);
  });

  it('of the user that is broken is said with the way out', async () => {
    const project = await attestedProject();
    const folder = join(project.folder, '..', 'home', '.config', 'completion-promise');
    writeFileSync(join(folder, 'attest.key'), 'torn');
    const { code, stderr } = await project.attest(project.id);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('remove it to have a new one made'),
    });
  });
});

describe('cs promise attest verify, in a clone of somebody else', () => {
  it('holds only by a key that was named, and runs the checks again where it is told to', async () => {
    const project = await attestedProject();
    const { open, secret } = keyFiles(project, 'ada');
    const bundle = project.beside('b.intoto.jsonl');
    await project.attest(project.id, '--key', secret, '-o', bundle);
    const clone = cloneOf(project);
    const verify = (...args: readonly string[]) =>
      clone.run('cs', ['promise', 'attest', 'verify', bundle, ...args], {
        env: { CLAUDE_SESSION_ID: '' },
      });

    const unknown = await verify();
    expect(unknown).toMatchObject({ code: 2, stdout: expect.stringContaining('[UNKNOWN SIGNER]') });
    const known = await verify('--key', open, '--json');
    expect(known.code).toBe(0);
    const answer = JSON.parse(known.stdout);
    expect(attestVerifySchema.safeParse(answer).error).toBeUndefined();
    expect(answer).toMatchObject({ outcome: 'holds', reasons: [], rerun: null });

    const untrusted = await verify('--key', open, '--rerun');
    expect(untrusted).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('[AC-1] grep -q done a.txt'),
    });
    const ran = await verify('--key', open, '--rerun', '--trust', '--json');
    expect(ran.code).toBe(0);
    expect(attestVerifySchema.safeParse(JSON.parse(ran.stdout)).error).toBeUndefined();
    expect(JSON.parse(ran.stdout)).toMatchObject({ rerun: [{ ac_id: 'AC-1', verdict: 'PASS' }] });
    // Nothing was recorded by any of it.
    expect(clone.git('status', '--porcelain')).toBe('');
    expect(clone.list('promises')).toEqual([]);

    clone.put('a.txt', 'not yet\n');
    const other = await verify('--key', open, '--rerun', '--trust', '--json');
    expect(other.code).toBe(3);
    expect(JSON.parse(other.stdout).reasons).toEqual(
      expect.arrayContaining([
        { line: 1, why: 'other-files' },
        { line: 1, why: 'rerun-failed' },
      ]),
    );
  });

  it('runs without a question what this user recorded for the same promise', async () => {
    const project = await attestedProject();
    await project.attest(project.id, '-o', project.beside('b.jsonl'));
    const { code, stdout } = await project.attest('verify', project.beside('b.jsonl'), '--rerun');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('[PASSED] AC-1') });
  });

  it('cannot tell outside of a repository', async () => {
    const project = await attestedProject();
    await project.attest(project.id, '-o', project.beside('b.jsonl'));
    const { open } = keyFiles(project, 'x');
    const elsewhere = createProject();
    const { code, stdout } = await elsewhere.run('cs', [
      'attest',
      'verify',
      project.beside('b.jsonl'),
      '--key',
      open,
    ]);
    expect({ code, stdout }).toEqual({
      code: 2,
      stdout: expect.stringContaining('not in a git repository'),
    });
  });
});

describe("a CI's answers", () => {
  const answered = (
    project: AttestedProject,
    subjects: readonly Subject[],
    key: SigningKey,
    parts: object = {},
  ) => {
    const answer = {
      ac_id: 'AC-1',
      verdict: 'PASS' as const,
      reasoning: 'grep -q done a.txt: exit code 0',
      evidence_digest: null,
      results: [{ name: 'grep', status: 'PASS', detail: 'exit code 0' }],
      ...parts,
    };
    const promise = readPromise(project.read(`promises/${project.id}.json`));
    const asks = promise.ok ? sha256(Buffer.from(definitionTextOf(promise.promise))) : '';
    const answers = {
      promise: project.id,
      asks,
      validator: 'ci',
      at: '2026-02-17T10:30:00Z',
      url: 'https://ci.example.org/1',
      answers: [answer],
    };
    expect(attestedAnswersSchema.safeParse(answers).error).toBeUndefined();
    return `${envelopeLine(answersStatement(answers, subjects), key)}\n`;
  };

  /** What the files of a project are called, as its own bundle says it. */
  async function filesOf(project: AttestedProject): Promise<readonly Subject[]> {
    const [proof] = statementsIn((await project.attest(project.id)).stdout);
    const digest = proof?.subject[0]?.digest['completionPromiseTree'] ?? '';
    return [{ kind: 'files', digest, scope: { inputs: null, files: [] }, folder: '' }];
  }

  it('are stored for Gate 2 under its name, with the key that signed them, and as no session’s own', async () => {
    const project = await attestedProject();
    const ci = keyFiles(project, 'ci');
    writeFileSync(project.beside('a.jsonl'), answered(project, await filesOf(project), ci.key));
    const stored = await project.attest(
      'verify',
      project.beside('a.jsonl'),
      '--key',
      ci.open,
      '--store',
      '--json',
    );
    expect(stored.code).toBe(0);
    expect(JSON.parse(stored.stdout)).toMatchObject({
      stored: [{ ac_id: 'AC-1', verdict: 'PASS', stored_by: 'ci', governing: 'PASS', left: '' }],
    });
    expect(attestVerifySchema.safeParse(JSON.parse(stored.stdout)).error).toBeUndefined();
    expect(project.read(`validations/${project.id}/AC-1-validation.json`)).toMatchObject({
      verdict: 'PASS',
      signed_by: ci.key.id,
      url: 'https://ci.example.org/1',
      _metadata: { stored_by: 'ci', session_id: null },
    });
  });

  it('that fail keep Gate 2 shut until the CI answers again', async () => {
    const project = await attestedProject();
    const ci = keyFiles(project, 'ci');
    const files = await filesOf(project);
    writeFileSync(project.beside('a.jsonl'), answered(project, files, ci.key, { verdict: 'FAIL' }));
    const store = () =>
      project.attest('verify', project.beside('a.jsonl'), '--key', ci.open, '--store');
    expect(await store()).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('Stored: FAIL of ci'),
    });
    expect((await project.run('cs', ['verify', project.id])).stderr).toContain('Gate 2 BLOCKED');
    writeFileSync(project.beside('a.jsonl'), answered(project, files, ci.key));
    expect(await store()).toMatchObject({ code: 0 });
    expect((await project.run('cs', ['verify', project.id])).code).toBe(0);
  });

  const CHANGES: Readonly<Record<string, object>> = {
    'other-evidence': { evidence_digest: '0'.repeat(14) },
    'other-criterion': { ac_id: 'AC-9' },
  };

  it.each<[string, string]>([
    ['of a key that was not named', 'unnamed'],
    ['about other files', 'other-files'],
    ['about other evidence', 'other-evidence'],
    ['for a criterion that is not there', 'other-criterion'],
    ['to other checks than the promise has', 'other-checks'],
  ])('%s are not stored', async (_what, fault) => {
    const project = await attestedProject();
    const [ci, another] = [keyFiles(project, 'ci'), keyFiles(project, 'another')];
    const line = answered(project, await filesOf(project), ci.key, CHANGES[fault]);
    writeFileSync(project.beside('a.jsonl'), line);
    if (fault === 'other-files') project.put('a.txt', 'done otherwise\n');
    if (fault === 'other-checks') {
      const more = ['--ac-id', 'AC-1', '--command', 'test -d src'];
      await project.run('cs-promise', ['--add-check', project.id, ...more]);
    }
    const named = fault === 'unnamed' ? another.open : ci.open;
    const { code, stdout } = await project.attest(
      'verify',
      project.beside('a.jsonl'),
      '--key',
      named,
      '--store',
      '--json',
    );
    expect(code).toBe(fault === 'other-files' ? 3 : 2);
    expect(JSON.parse(stdout).reasons).toContainEqual({ line: 0, why: 'nothing-stored' });
    const { _metadata } = project.read(`validations/${project.id}/AC-1-validation.json`);
    expect(_metadata).toMatchObject({ stored_by: 'cs prove' });
  });
});
