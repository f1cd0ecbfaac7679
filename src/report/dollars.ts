/** An amount for people: cents where it is large, and enough digits to be no zero where it is small. */
export function dollars(amount: number): string {
  if (amount === 0 || amount >= 1) return `$${amount.toFixed(2)}`;
  return `$${amount.toFixed(amount >= 0.01 ? 4 : 6)}`;
}

/** What stands for the cost of a model whose prices are not known. */
export const UNKNOWN_PRICES = 'unknown (no prices for this model)';
