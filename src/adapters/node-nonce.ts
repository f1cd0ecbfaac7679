import { randomBytes } from 'node:crypto';

/** A text that cannot be guessed: 128 random bits as 32 hexadecimal digits. */
export function createNonce(): string {
  return randomBytes(16).toString('hex');
}
