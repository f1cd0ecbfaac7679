import { execFileSync, spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envelopeFromJSON } from '@sigstore/bundle';
import { crypto, dsse } from '@sigstore/core';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fencesIn } from '../../docs/markdown.ts';
import {
  type AttestedProject,
  attestedProject,
  keyFiles,
} from '../../rig/worlds/attested-project.ts';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';

/** Programs of others verify what `cs promise attest` writes: none of them shares a line with the suite. */

let project: AttestedProject;
let bundle: string;
let keys: ReturnType<typeof keyFiles>;

beforeEach(async () => {
  project = await attestedProject();
  await project.run('cs', ['verify', project.id]);
  keys = keyFiles(project, 'ada');
  bundle = project.beside('b.intoto.jsonl');
  await project.attest(project.id, '--key', keys.secret, '-o', bundle);
});

const linesOf = (path: string): readonly string[] => readFileSync(path, 'utf8').trim().split('\n');

/** The bundle with one letter of a payload changed, by another file. */
function tampered(): string {
  const [first = '', ...rest] = linesOf(bundle);
  const { payload, ...envelope } = JSON.parse(first);
  const text = Buffer.from(payload, 'base64').toString().replace('PASSED', 'FAILED');
  const line = JSON.stringify({ ...envelope, payload: Buffer.from(text).toString('base64') });
  const path = project.beside('tampered.intoto.jsonl');
  writeFileSync(path, `${[line, ...rest].join('\n')}\n`);
  return path;
}

/** A Python that has the package of that name; undefined where there is none. */
function pythonWith(name: string): string | undefined {
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', `import ${name}`]).status === 0,
  );
}

describe('the packages of Sigstore', () => {
  const verified = (path: string): readonly boolean[] => {
    const key = createPublicKey(keys.key.publicPem);
    return linesOf(path).map((line) => {
      const { payload, payloadType, signatures } = envelopeFromJSON(JSON.parse(line));
      const [signature] = signatures;
      const signed = dsse.preAuthEncoding(payloadType, payload);
      return crypto.verify(signed, key, signature?.sig ?? Buffer.alloc(0));
    });
  };

  it('read every envelope and find its signature good', () => {
    expect(verified(bundle)).toEqual([true, true, true]);
  });

  it('find the one that was changed', () => {
    expect(verified(tampered())).toEqual([false, true, true]);
  });
});

const python = pythonWith('cryptography');

describe.skipIf(python === undefined)(
  'the program of the page, in Python with `cryptography` (skipped where it is not installed)',
  () => {
    const [fence] = fencesIn(readFileSync(join(CHECKOUT, 'docs/attestations.md'), 'utf8')).filter(
      ({ language }) => language === 'python',
    );
    const run = (path: string) => {
      const script = project.beside('verify.py');
      writeFileSync(script, `${fence?.lines.join('\n')}\n`);
      return spawnSync(python ?? '', [script, path, keys.open], { encoding: 'utf8' });
    };

    it('verifies every line, and computes the same id of the key', () => {
      const { status, stderr, stdout } = run(bundle);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const [key, ...statements] = stdout.trim().split('\n');
      expect(key).toBe(`key ${keys.key.id}`);
      expect(statements.map((line) => line.split(' ')[0])).toEqual([
        'https://in-toto.io/attestation/test-result/v0.1',
        'https://github.com/completion-promise/completion-promise/attestation/record/v0.1',
        'https://in-toto.io/attestation/svr/v0.1',
      ]);
    });

    it('refuses the one that was changed', () => {
      expect(run(tampered())).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('InvalidSignature'),
      });
    });
  },
);

const library = pythonWith('securesystemslib.signer');

/** Verifies by the library of in-toto itself. */
const BY_LIBRARY = `
import base64, json, sys
from securesystemslib.signer import SSlibKey, Signature
from securesystemslib.exceptions import UnverifiedSignatureError
bundle, keyid, public = sys.argv[1:]
key = SSlibKey(keyid, "ed25519", "ed25519", {"public": public})
for line in open(bundle):
    e = json.loads(line)
    kind, body = e["payloadType"].encode(), base64.b64decode(e["payload"])
    pae = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(body), body)
    one = e["signatures"][0]
    try:
        key.verify_signature(Signature(one["keyid"], base64.b64decode(one["sig"]).hex()), pae)
        print("good")
    except UnverifiedSignatureError:
        print("bad")
`;

it.skipIf(library === undefined)(
  'the library of in-toto verifies every line (skipped where python3-securesystemslib is not installed)',
  () => {
    const key = createPublicKey(keys.key.publicPem);
    const raw = key.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
    const verify = (path: string): string =>
      execFileSync(library ?? '', ['-c', BY_LIBRARY, path, keys.key.id, raw], { encoding: 'utf8' });
    expect(verify(bundle)).toBe('good\ngood\ngood\n');
    expect(verify(tampered())).toBe('bad\ngood\ngood\n');
  },
);

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

it.skipIf(!hasOpenssl)('openssl verifies the signature over the bytes of the protocol', () => {
  const [line = ''] = linesOf(bundle);
  const { payload, payloadType, signatures } = JSON.parse(line);
  const body = Buffer.from(payload, 'base64');
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `;
  const verify = (signed: Buffer) => {
    writeFileSync(project.beside('signed'), signed);
    writeFileSync(project.beside('sig'), Buffer.from(signatures[0].sig, 'base64'));
    const files = ['-in', project.beside('signed'), '-sigfile', project.beside('sig')];
    return spawnSync('openssl', [
      'pkeyutl',
      '-verify',
      '-rawin',
      '-pubin',
      '-inkey',
      keys.open,
      ...files,
    ]).status;
  };
  expect(verify(Buffer.concat([Buffer.from(head), body]))).toBe(0);
  expect(verify(Buffer.concat([Buffer.from(head), body, Buffer.from(' ')]))).not.toBe(0);
});

describe('the statements have what the specifications ask for', () => {
  const hex = z.string().check(z.regex(/^[0-9a-f]+$/));
  const resource = z.looseObject({
    name: z.optional(z.string()),
    digest: z.record(z.string(), hex),
    content: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/))),
    mediaType: z.optional(z.string()),
    annotations: z.optional(z.record(z.string(), z.unknown())),
  });
  const statement = z.looseObject({
    _type: z.literal('https://in-toto.io/Statement/v1'),
    subject: z.array(resource).check(z.minLength(1)),
    predicateType: z.url(),
    predicate: z.record(z.string(), z.unknown()),
  });
  const testResult = z.looseObject({
    result: z.enum(['PASSED', 'WARNED', 'FAILED']),
    configuration: z.array(resource),
    passedTests: z.array(z.string()),
    warnedTests: z.array(z.string()),
    failedTests: z.array(z.string()),
  });
  const verification = z.looseObject({
    verifier: z.looseObject({ id: z.url() }),
    timeCreated: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)),
    properties: z.array(z.string()).check(z.minLength(1)),
  });

  it('each in its own type', () => {
    const payloads = linesOf(bundle).map((line) =>
      JSON.parse(Buffer.from(JSON.parse(line).payload, 'base64').toString()),
    );
    const faults = payloads.map((one) => statement.safeParse(one).error);
    expect(faults).toEqual([undefined, undefined, undefined]);
    const [proof, , verified] = payloads;
    expect(testResult.safeParse(proof.predicate).error).toBeUndefined();
    expect(verification.safeParse(verified.predicate).error).toBeUndefined();
    const names = proof.subject.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
