/**
 * Stands in for `tap-yaml` in the bundle. The original brings a whole parser of YAML with types of its own, six
 * times as large as the parser of TAP, for the block below a test of which a report's reader wants these few texts.
 */

const WANTED = /^(message|error|found|type): *(.*)$|^ +(message): +(.*)$/;
const BLOCK = /^[|>][-+]?\d?$/;

/** The texts that are wanted: of the block's outermost level, and the message of an error one level further in. */
function parse(block: string): Record<string, string> {
  const lines = block.split('\n');
  const indent = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  const found: Record<string, string> = {};
  for (const [index, line] of lines.entries()) {
    const [, outer, own, inner, nested = ''] = WANTED.exec(line.slice(indent)) ?? [];
    const key = outer ?? inner;
    const value = own ?? nested;
    if (key === undefined || value === '' || key in found) continue;
    const text = BLOCK.test(value) ? (lines[index + 1] ?? '') : value;
    found[key] = text.trim().replace(/^(['"])(.*)\1$/, '$2');
  }
  return found;
}

function stringify(): string {
  return '';
}

export { parse, stringify };
export default { parse, stringify };
