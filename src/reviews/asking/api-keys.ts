import { readApiAccess } from '../../adapters/environment.ts';

/** The keys of the calls themselves, which no prompt may hold. */
export function apiKeys(): readonly string[] {
  const { apiKey, authToken } = readApiAccess();
  return [apiKey, authToken].filter((key) => key !== undefined);
}
