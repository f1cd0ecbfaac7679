import { describe, expect, it } from 'vitest';
import { type HookRole, readHookCommand } from '../../../src/domain/host/hook-command.ts';

describe("a command line that is the suite's and nothing else", () => {
  it.each<[string, HookRole, boolean]>([
    ['cs-stop-gate || exit 2', 'stop-gate', true],
    ['cs-stop-gate', 'stop-gate', false],
    ['cs stop-gate || exit 2', 'stop-gate', true],
    ['cs-verify --check || exit 2', 'check', true],
    ['cs verify --verbose --check', 'check', false],
    ['.claude/scripts/cs-verify --check', 'check', false],
    ['cs session-start', 'session-start', false],
    ['"/usr/bin/node" "/with a space/bin/cs.cjs" user-prompt', 'user-prompt', false],
    ['"/usr/bin/node" "/a \\"b\\"/bin/cs-stop-gate.cjs" || exit 2', 'stop-gate', true],
    ['"C:/Program Files/node.exe" "C:/x/bin/cs-stop-gate.cjs" || exit 2', 'stop-gate', true],
    ['node "${CLAUDE_PLUGIN_ROOT}/bin/cs-stop-gate.cjs" || exit 2', 'stop-gate', true],
    ['CS_TIER=2 npx --no cs-stop-gate || exit 2', 'stop-gate', true],
    ["'/opt/my tools/cs-stop-gate' 2>>/tmp/log || exit 2", 'stop-gate', true],
    ['cs-stop-gate || exit 0', 'stop-gate', false],
    ["bash -lc 'cs-stop-gate || exit 2'", 'stop-gate', true],
    ['/bin/sh -c "cs session-start"', 'session-start', false],
    ['bash -lc cs-stop-gate || exit 2', 'stop-gate', true],
  ])('%s', (line, role, blocksOnCrash) => {
    expect(readHookCommand(line)).toMatchObject({ role, isAlone: true, blocksOnCrash });
  });

  it.each<[string, HookRole, boolean, number | undefined]>([
    ['cs-hook stop || exit 2', 'stop-gate', true, 55],
    ['cs-hook stop --deadline 105 || exit 2', 'stop-gate', true, 105],
    ['"/a b/bin/cs-hook" stop --node "/x/node" --deadline 56 || exit 2', 'stop-gate', true, 56],
    ['sh "${CLAUDE_PLUGIN_ROOT}/bin/cs-hook" stop || exit 2', 'stop-gate', true, 55],
    ['cs-hook stop', 'stop-gate', false, 55],
    ['cs-hook session-start', 'session-start', false, undefined],
    ['cs-hook user-prompt --node "/x/node"', 'user-prompt', false, undefined],
    ["bash -lc 'cs-hook stop || exit 2'", 'stop-gate', true, 55],
    ['[ -f "/a b/cs-hook" ] && "/a b/cs-hook" stop --deadline 56 || exit 2', 'stop-gate', true, 56],
    ['[ -f "${R}/bin/cs-hook" ] && sh "${R}/bin/cs-hook" stop || exit 2', 'stop-gate', true, 55],
    [`bash -lc '[ -f "/x/cs-hook" ] && "/x/cs-hook" stop || exit 2'`, 'stop-gate', true, 55],
  ])('%s, with a front', (line, role, blocksOnCrash, deadline) => {
    expect(readHookCommand(line)).toMatchObject({ role, isAlone: true, blocksOnCrash, deadline });
  });
});

describe('a command line of PowerShell', () => {
  it.each<[string, HookRole, boolean, boolean]>([
    ['cs-stop-gate.cmd; if (-not $?) { exit 2 }', 'stop-gate', true, true],
    ['cs-stop-gate; if (!$?) { exit 2; }', 'stop-gate', true, true],
    ['cs-stop-gate || exit 2', 'stop-gate', true, true],
    ['cs-stop-gate.cmd', 'stop-gate', true, false],
    ['cs-stop-gate.cmd; exit $LASTEXITCODE', 'stop-gate', false, false],
    ['cs-stop-gate.cmd; if (-not $?) { exit 1 }', 'stop-gate', true, false],
    ['cs.cmd user-prompt', 'user-prompt', true, false],
    ["& 'C:\\a b\\node.exe' 'C:\\x\\bin\\cs.cjs' session-start", 'session-start', true, false],
    [
      "& 'C:\\a b\\node.exe' 'C:\\x\\bin\\cs-stop-gate.cjs'; if (-not $?) { exit 2 }",
      'stop-gate',
      true,
      true,
    ],
    [
      '& "$env:CLAUDE_PROJECT_DIR/node_modules/.bin/cs-stop-gate.cmd"; if (-not $?) { exit 2 }',
      'stop-gate',
      true,
      true,
    ],
    ['notify; cs-stop-gate.cmd; if (-not $?) { exit 2 }', 'stop-gate', false, true],
  ])('%s', (line, role, isAlone, blocksOnCrash) => {
    const expected = { role, isAlone, blocksOnCrash, untested: undefined };
    expect(readHookCommand(line, 'powershell')).toMatchObject(expected);
  });
});

describe('a command line that does something else too is left as it is', () => {
  it.each([
    'notify; cs-stop-gate || exit 2',
    'cs-stop-gate || exit 2; notify',
    'cs-verify --check && cs-stop-gate || exit 2',
    'cat | cs-stop-gate || exit 2',
    'my-wrapper cs-stop-gate || exit 2',
    'cs-stop-gate &',
    "bash -lc 'notify; cs-stop-gate || exit 2'",
    "notify; bash -lc 'cs-stop-gate || exit 2'",
    '[ -f /tmp/quiet ] && "/x/cs-hook" stop || exit 2',
    '[ -f "/x/cs-hook" ] || "/x/cs-hook" stop || exit 2',
    '[ -f "/x/cs-hook" ] && notify "/x/cs-hook" stop || exit 2',
  ])('%s', (line) => {
    expect(readHookCommand(line)).toMatchObject({ isAlone: false });
  });
});

describe("a command line that is not the suite's", () => {
  it.each([
    '',
    'prettier --write .',
    'cs-verify --promise promise-1',
    'cs status',
    'cs-hook',
    'cs-hook --help',
    'cs hook stop',
    'echo "cs-stop-gate || exit 2"',
    'cs-stop-gateway',
    'xcs-stop-gate',
    '/home/me/bin/cs-stop-gate.sh',
    'bash tools/cs-stop-gate.sh',
    "bash -lc 'notify'",
    'bash -c',
  ])('%j', (line) => {
    expect(readHookCommand(line)).toBeUndefined();
  });
});

describe('whether a crash blocks', () => {
  it.each([
    ['cs-stop-gate || exit 2', true],
    ['cs-stop-gate 2>>log || exit 2', true],
    ['cs-stop-gate || { echo broken >&2; exit 2; }', true],
    ['notify; cs-stop-gate || exit 2', true],
    // What stands between can end well where the gate does not.
    ['cs-stop-gate | cat || exit 2', false],
    ['cs-stop-gate || true || exit 2', false],
    ['cs-stop-gate; true || exit 2', false],
    ['cat payload | cs-stop-gate || exit 2', false],
  ])('%s: %s', (line, blocksOnCrash) => {
    expect(readHookCommand(line)).toMatchObject({ blocksOnCrash });
  });
});

describe('the path that a line starts without looking whether it is there', () => {
  it.each<[string, string | undefined]>([
    ['cs-hook stop || exit 2', undefined],
    ['node "${CLAUDE_PLUGIN_ROOT}/bin/cs-stop-gate.cjs" || exit 2', undefined],
    ['"/a b/cs-hook" stop --node "/x/node" || exit 2', '/a b/cs-hook'],
    ['CS_TIER=2 exec ./cs-hook stop || exit 2', './cs-hook'],
    ['sh "${CLAUDE_PLUGIN_ROOT}/bin/cs-hook" stop || exit 2', '${CLAUDE_PLUGIN_ROOT}/bin/cs-hook'],
    ['/bin/sh -e /x/cs-hook stop || exit 2', '/x/cs-hook'],
    ['"C:/node.exe" "C:/x/cs-stop-gate.cjs" || exit 2', 'C:/node.exe'],
    [`bash -lc '"/x/cs-hook" stop || exit 2'`, '/x/cs-hook'],
    ['notify; /x/cs-hook stop || exit 2', '/x/cs-hook'],
    ['[ -f /x/other ] && /x/cs-hook stop || exit 2', '/x/cs-hook'],
    ['[ -f "/a b/cs-hook" ] && "/a b/cs-hook" stop || exit 2', undefined],
    ['[ -f "$R/cs-hook" ] && sh "$R/cs-hook" stop || exit 2', undefined],
    ['[ -f "C:/node.exe" ] && "C:/node.exe" "C:/x/cs-stop-gate.cjs" || exit 2', undefined],
  ])('%s: %s', (line, untested) => {
    expect(readHookCommand(line)?.untested).toBe(untested);
  });
});
