/** Which licences the bundles may hold, beside the suite's own. */

const ALLOWED =
  /^(?:MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|PostgreSQL)$/;

/**
 * Whether a package under this licence may be bundled: an SPDX name, or a choice of which one may be.
 *
 * @param {string} licence
 */
export function isAllowed(licence) {
  return licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((one) => ALLOWED.test(one));
}
