import { randomBytes } from 'node:crypto';

/** A text that nobody can guess: 128 random bits as hexadecimal digits. */
export function createNonce(): string {
  return randomBytes(16).toString('hex');
}
