/**
 * A short digest of a text, to tell texts apart by a name: 53 bits as 14 hexadecimal digits. Two
 * texts with the same digest are unlikely and must do no harm: it is no protection against an attacker.
 *
 * The mixing is that of MurmurHash3's finalizer over two lanes of 32 bits.
 */
export function digestOf(text: string): string {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = mixed(high) ^ mixed(low ^ text.length);
  low = mixed(low) ^ mixed(high);
  return (0x200000 * (low >>> 0) + (high >>> 11)).toString(16).padStart(14, '0');
}

function mixed(lane: number): number {
  const once = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
