import type { BodyWords } from '../../reading/body.ts';

/** The words of Rust's tests. What fails and what asserts are macros: the body reads them itself. */
export const RUST_WORDS: BodyWords = {
  skip: /(?!)/,
  fail: /^(?:panic|unreachable|todo|unimplemented|bail|fail)!$/,
  exit: /process::exit$/,
  throws: /(?!)/,
  wideErrors: /(?!)/,
  environment: /cfg!|env::var/,
  isAsserting: (name) => /^(?:\w+_)?assert/.test(name),
  claimsOfCall: () => undefined,
};
