/** What an answer has as `paid_by` where nothing is paid: the judge is free, or it cannot be asked. */
export const UNPAID = {
  free: 'free',
  noKeySet: 'no API key set',
  noKeyPassed: 'no API key passed',
  noClaude: 'claude is not installed',
} as const;

/** `paid by the key in ANTHROPIC_API_KEY`; where nothing is paid, the reason alone. */
export function paymentText(paidBy: string): string {
  return Object.values<string>(UNPAID).includes(paidBy) ? paidBy : `paid by ${paidBy}`;
}
