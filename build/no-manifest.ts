/**
 * Stands in for `escalade/sync` in the bundle, by which yargs looks for a `package.json`. A bundled yargs would find
 * the one of the user's project, and wait for ever where that is a pipe, or read command lines as it says.
 */
export default function noManifest(): undefined {
  return undefined;
}
