import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
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
  ownKey,
  ownKeyFile,
  readOwnKey,
  readPublicKeys,
  readSigningKey,
} from '../../src/adapters/signing-keys.ts';
import { newPem } from '../rig/values/bundles.ts';
import { bundleScript } from '../rig/worlds/bundle.ts';
import { outcomeOf } from '../rig/worlds/project.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';

const PASSPHRASE = 'CS_ATTEST_PASSPHRASE';
const own = newPem();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const encrypted = generateKeyPairSync('ed25519').privateKey.export({
  ...pkcs8,
  cipher: 'aes-256-cbc',
  passphrase: 'open sesame',
});

function publicPemOf(pem: string): string {
  const reading = readSigningKey(pem, undefined, PASSPHRASE);
  return reading.ok ? reading.key.publicPem : '';
}

describe('a private key', () => {
  it.each<[string, string, string | undefined, RegExp]>([
    ['is Ed25519', own, undefined, /^$/],
    ['is encrypted, with its passphrase', String(encrypted), 'open sesame', /^$/],
    [
      'is encrypted, without it',
      String(encrypted),
      undefined,
      /is encrypted: set .* CS_ATTEST_PASSPHRASE/,
    ],
    ['is encrypted, with another one', String(encrypted), 'open', /cannot be decrypted/],
    ['is RSA', rsa.privateKey.export(pkcs8).toString(), undefined, /of type rsa.*Ed25519/],
    ['is of another curve', curve.privateKey.export(pkcs8).toString(), undefined, /of type ec/],
    ['is public', publicPemOf(own), undefined, /holds no private key/],
    ['is of OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nx\n', undefined, /key of OpenSSH/],
    ['is cut off', own.slice(0, 60), undefined, /holds no private key/],
    ['is nothing', '', undefined, /holds no private key/],
    ['is anything', 'hello', undefined, /holds no private key/],
  ])('%s', (_what, pem, passphrase, reason) => {
    const reading = readSigningKey(pem, passphrase, PASSPHRASE);
    expect(reading.ok ? '' : reading.reason).toMatch(reason);
  });

  it('has the digest of its public key as its id, as openssl computes it', () => {
    const reading = readSigningKey(own, undefined, PASSPHRASE);
    if (!reading.ok) throw new Error(reading.reason);
    const [, body = ''] = /-----\n([\s\S]*?)-----/.exec(reading.key.publicPem) ?? [];
    const der = Buffer.from(body, 'base64');
    const digest = execFileSync('openssl', ['dgst', '-sha256', '-r'], { input: der });
    expect(reading.key.id).toBe(digest.toString().split(' ')[0]);
  });
});

describe('public keys', () => {
  it.each<[string, string, number | RegExp]>([
    ['one', publicPemOf(own), 1],
    [
      'two in one file, with words between them',
      `a\n${publicPemOf(own)}b\n${publicPemOf(newPem())}`,
      2,
    ],
    ['none', 'hello', /holds no public key/],
    ['a private one', own, /holds a private key/],
    ['one of RSA', rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(), /type rsa/],
    [
      'one that is broken',
      '-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----',
      /type unknown/,
    ],
  ])('%s', (_what, pem, expected) => {
    const reading = readPublicKeys(pem, 'given', 'ci.pem');
    if (typeof expected === 'number') expect(reading.ok && reading.key).toHaveLength(expected);
    else expect(reading.ok ? '' : reading.reason).toMatch(expected);
  });

  it.each([0, 1, 63, 65, 1000])('hold no signature of %i bytes', (length) => {
    const reading = readPublicKeys(publicPemOf(own), 'given', 'ci.pem');
    const [key] = reading.ok ? reading.key : [];
    expect(key?.isSigned(Buffer.from('x'), Buffer.alloc(length))).toBe(false);
  });
});

describe("the user's own key", () => {
  it('is made where it is first needed, for nobody else to read, and is the same the next time', () => {
    const folder = join(scratchFolder(), 'deep', 'completion-promise');
    expect(readOwnKey(folder)).toBeUndefined();
    const first = ownKey(folder);
    expect(readdirSync(folder)).toEqual(['attest.key']);
    expect(statSync(ownKeyFile(folder)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const again = ownKey(folder);
    expect(first.ok && again.ok && again.key.id === first.key.id).toBe(true);
  });

  it('is the same for all who make it at once', async () => {
    const folder = scratchFolder();
    const script = await bundleScript('signing');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        outcomeOf(spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'pipe'] })),
      ),
    );
    expect(outcomes.map(({ stderr }) => stderr).join('')).toBe('');
    const kept = ownKey(folder);
    expect(new Set(outcomes.map(({ stdout }) => stdout))).toEqual(
      new Set([kept.ok ? kept.key.id : '']),
    );
    expect(readdirSync(folder)).toEqual(['attest.key']);
  }, 120_000);

  it.each<[string, string]>([
    ['empty', ''],
    ['cut off', own.slice(0, 70)],
    ['of another kind', rsa.privateKey.export(pkcs8).toString()],
  ])('that is %s is no key, and is not made anew', (_what, text) => {
    const folder = scratchFolder();
    writeFileSync(ownKeyFile(folder), text);
    expect(ownKey(folder)).toMatchObject({ ok: false });
    expect(readFileSync(ownKeyFile(folder), 'utf8')).toBe(text);
  });

  it('behind a link is that of the link, and a link to nowhere stays one', () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'elsewhere'), own);
    symlinkSync('elsewhere', ownKeyFile(folder));
    expect(ownKey(folder)).toMatchObject({ ok: true });
    const lost = scratchFolder();
    symlinkSync('nowhere', ownKeyFile(lost));
    expect(() => ownKey(lost)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  it.skipIf(process.platform === 'win32').each<[string, (path: string) => void, string]>([
    ['a pipe', (path) => void execFileSync('mkfifo', [path]), 'ENXIO'],
    ['a folder', (path) => void mkdirSync(path), 'EISDIR'],
    ['too large', (path) => writeFileSync(path, 'x'.repeat(70_000)), 'EFBIG'],
  ])('that is %s is an error, at once', (_what, put, code) => {
    const folder = scratchFolder();
    put(ownKeyFile(folder));
    expect(() => ownKey(folder)).toThrow(expect.objectContaining({ code }));
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'cannot be made in a folder that is read-only',
    () => {
      const folder = scratchFolder();
      chmodSync(folder, 0o500);
      expect(() => ownKey(folder)).toThrow(expect.objectContaining({ code: 'EACCES' }));
    },
  );
});
