import { type Mode, RUNS, restricted } from '../../reading/modes.ts';
import {
  assertingOf,
  callsIn,
  commentsIn,
  definitionsIn,
  topDefinitionsIn,
} from '../../reading/outline.ts';
import { statementsText } from '../../syntax/canonical.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { TestFile, TestLanguage } from '../../test-file.ts';
import { canonical, GO_DIALECT as GO } from './dialect.ts';
import { DEFINING, doublesIn, type GoFunction, importsIn, readFile } from './file.ts';
import { isTest, readFunction, readNodes } from './tests.ts';

/** Go: `go test`, testify, gomega and ginkgo, goconvey, gotest.tools. */
export const GO_LANGUAGE: TestLanguage = {
  name: 'Go',
  extensions: ['go'],
  grammar: () => 'go',
  isTestFile: (path) => /_test\.go$/.test(path) && !LEFT_OUT.test(path),
  readTests,
  readDefinitions: (root) => definitionsIn(root, DEFINING),
};

/** Files and folders that `go test` passes over. */
const LEFT_OUT = /(?:^|\/)(?:[_.][^/]*|testdata\/.*|vendor\/.*|_[^/]*\/.*|\.[^./][^/]*\/.*)$/;
/** Tags and parts of file names that say for which machines a file is. */
const PLATFORMS =
  /^(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows|386|amd64|arm|arm64|loong64|mips|mips64|mips64le|mipsle|ppc64|ppc64le|riscv64|s390x|wasm)$/;
/** Tags that nobody builds with. */
const NEVER =
  /^(?:ignore|ignored|never|none|exclude|excluded|skip|skipped|disabled|disable|broken|todo|off|false)$/;
const HOOKS =
  /^(?:TestMain|init|SetupSuite|SetupTest|SetupSubTest|TearDownSuite|TearDownTest|TearDownSubTest|BeforeTest|AfterTest)$/;

function readTests(root: SyntaxNode, path: string): TestFile {
  const file = readFile(root);
  const { functions } = file;
  const read = functions.map((one) => readFunction(file, one));
  const nodes = readNodes(file, root.named);
  const hooks = functions.filter(({ name }) => HOOKS.test(name));
  const { mode, stops } = modeOfFile(root, path);
  const runners = new Map(read.flatMap(({ runner }) => (runner === undefined ? [] : [runner])));
  const tests = [...read.flatMap((one) => one.tests), ...nodes.tests].map((test) =>
    restricted(restricted(test, runners.get(test.suites[0] ?? '') ?? RUNS), mode),
  );
  const own = new Set(functions.filter(isTest).map(({ node }) => node));
  return {
    tests,
    helpers: assertingOf(read.flatMap(({ helper }) => helper ?? [])),
    doubles: hooks.flatMap(({ body }) => doublesIn(body)),
    imports: importsIn(root),
    definitions: topDefinitionsIn(root, DEFINING, (node) => own.has(node)),
    comments: commentsIn(root),
    stops: [...stops, ...functions.flatMap(stopsOf)],
    shared: statementsText(GO.writing, [...hooks.map(({ node }) => node), ...nodes.shared]),
  };
}

/** What the name of a file and its build tags do to all its tests. */
function modeOfFile(
  root: SyntaxNode,
  path: string,
): { readonly mode: Mode; readonly stops: TestFile['stops'] } {
  const first = root.named[0]?.line ?? Number.POSITIVE_INFINITY;
  const tag = commentsIn(root).find(
    ({ line, text }) => line <= first && /^\/\/(?:go:build\s|\s*\+build\s)/.test(text),
  );
  const parts = path
    .replace(/_test\.go$/, '')
    .split('_')
    .slice(1);
  const platform = parts.slice(-2).find((part) => PLATFORMS.test(part));
  const named: Mode =
    platform === undefined ? RUNS : { mode: 'conditional', text: `_${platform}_test.go` };
  const condition = tag?.text.replace(/^\/\/(?:go:build|\s*\+build)\s+/, '').trim() ?? '';
  const words = condition
    .split(/[\s()&|,]+/)
    .filter((word) => word !== '' && !/^!*go1(?:\.\d+)*$/.test(word));
  // `!never` holds wherever nobody sets the tag.
  const isAlways = words.every((word) => word.startsWith('!') && NEVER.test(word.slice(1)));
  if (tag === undefined || isAlways) return { mode: named, stops: [] };
  const isNever = !/\|\|/.test(condition) && words.some((word) => NEVER.test(word));
  return {
    mode: { mode: isNever ? 'skipped' : 'conditional', text: tag.text },
    stops: isNever ? [tag] : [],
  };
}

/** Ends of the run that cannot fail: `os.Exit(0)`, or a `TestMain` that runs no tests. */
function stopsOf({ body, name, node, receiver }: GoFunction): TestFile['stops'] {
  if (/^Benchmark/.test(name)) return [];
  const calls = callsIn(GO, body);
  const exits = calls.filter((call) => canonical(call.node) === 'os.Exit(0)');
  const isRunning = calls.some((call) =>
    /^(?:Run|VerifyTestMain|Main|TestMain|Execute)$/.test(call.name),
  );
  if (name === 'TestMain' && receiver === '' && !isRunning && exits.length === 0)
    return [{ line: node.line, text: 'func TestMain' }];
  return exits.map((call) => ({ line: call.node.line, text: 'os.Exit(0)' }));
}
