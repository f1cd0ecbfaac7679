/** What a user without a key for the Messages API should do first. */
export const KEY_ADVICE = 'set ANTHROPIC_API_KEY';

/** Whether nothing is there that the Messages API could be asked with. */
export function lacksCredential(access: {
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
}): boolean {
  return access.apiKey === undefined && access.authToken === undefined;
}
