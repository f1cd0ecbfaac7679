import { memberIn } from '../../base/document.ts';
import type { Kind, ProjectLook, TestCommand } from './look.ts';
import { nodeTests } from './node.ts';
import { pythonTests } from './python.ts';

/** The commands that manifests name as the project's tests. */
export function byManifest(look: ProjectLook): readonly TestCommand[] {
  return found(MANIFESTS, look);
}

/** The commands that are custom for the languages that a project is written in. */
export function byCustom(look: ProjectLook): readonly TestCommand[] {
  return found(CUSTOMS, look);
}

/** The task named test of a file of tasks. */
export function byTask(look: ProjectLook): TestCommand | undefined {
  return found(TASKS, look)[0];
}

function found(kinds: readonly Kind[], look: ProjectLook): readonly TestCommand[] {
  return kinds.flatMap((kind) => kind(look) ?? []);
}

/** A task at the start of a line: `test:`, `lint test: build`, and not `test := x` or `test-all:`. */
const RULE = /^(?:[\w.-]+[ \t]+)*test(?:[ \t]+[\w.-]+)*[ \t]*::?(?!=)/m;

const TASKS: readonly Kind[] = [
  byText(['GNUmakefile', 'makefile', 'Makefile'], RULE, 'make test'),
  byText(['justfile', 'Justfile', '.justfile'], /^@?test(?:[ \t][^:=\n]*)?:(?!=)/m, 'just test'),
  byText(['Taskfile.yml', 'Taskfile.yaml'], /^tasks:[\s\S]*^ {2,4}test:/m, 'task test'),
];

const MANIFESTS: readonly Kind[] = [
  nodeTests,
  (look) =>
    memberIn(look.text('deno.json'), 'tasks', 'test') === undefined
      ? undefined
      : { command: 'deno task test', source: 'deno.json' },
  (look) =>
    isNothing(memberIn(look.text('composer.json'), 'scripts', 'test'))
      ? undefined
      : { command: 'composer test', source: 'composer.json' },
];

const CUSTOMS: readonly Kind[] = [
  byFile(['Cargo.toml'], (look) =>
    /^\[workspace\b/m.test(look.text('Cargo.toml') ?? '') ? 'cargo test --workspace' : 'cargo test',
  ),
  goTests,
  pythonTests,
  jvmTests,
  byFile(['mix.exs'], () => 'mix test'),
  rubyTests,
  (look) =>
    hasScript(look)
      ? undefined
      : byFile(['phpunit.xml', 'phpunit.xml.dist'], () => 'vendor/bin/phpunit')(look),
  byName(/\.(?:sln|slnx|csproj|fsproj)$/, 'dotnet test'),
  byFile(['Package.swift'], () => 'swift test'),
  byFile(['pubspec.yaml'], ({ text }) =>
    /^\s*sdk:\s*flutter\b/m.test(text('pubspec.yaml') ?? '') ? 'flutter test' : 'dart test',
  ),
];

/** The command where one of the files is there. */
function byFile(names: readonly string[], command: (look: ProjectLook) => string): Kind {
  return (look) => {
    const source = names.find((name) => look.exists(name));
    return source === undefined ? undefined : { command: command(look), source };
  };
}

/** The command where one of the files says something. */
function byText(names: readonly string[], says: RegExp, command: string): Kind {
  return (look) => {
    const source = names.find((name) => says.test(look.text(name) ?? ''));
    return source === undefined ? undefined : { command, source };
  };
}

/** The command where a file of the top has such a name. */
function byName(pattern: RegExp, command: string): Kind {
  return (look) => {
    const source = look.names('').find((name) => pattern.test(name));
    return source === undefined ? undefined : { command, source };
  };
}

/** A workspace has no packages of its own: each module is named. */
function goTests({ exists, text }: ProjectLook): TestCommand | undefined {
  if (exists('go.mod')) return { command: 'go test ./...', source: 'go.mod' };
  const uses = (text('go.work') ?? '').match(/(?<=^\s*(?:use\s+)?)\.\/[\w./-]+/gm) ?? [];
  if (uses.length === 0) return undefined;
  const modules = uses.map((module) => `${module.replace(/\/$/, '')}/...`);
  return { command: `go test ${modules.join(' ')}`, source: 'go.work' };
}

const GRADLE_FILES = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];

/** Projects that can be built by both are tested by one. */
function jvmTests(look: ProjectLook): TestCommand | undefined {
  const { exists } = look;
  return (
    byFile(GRADLE_FILES, () => (exists('gradlew') ? './gradlew test' : 'gradle test'))(look) ??
    byFile(['pom.xml'], () => (exists('mvnw') ? './mvnw test' : 'mvn test'))(look)
  );
}

function rubyTests({ exists }: ProjectLook): TestCommand | undefined {
  if (!exists('Gemfile')) return undefined;
  if (exists('spec')) return { command: 'bundle exec rspec', source: 'Gemfile' };
  if (!exists('test')) return undefined;
  if (exists('bin/rails')) return { command: 'bin/rails test', source: 'bin/rails' };
  return exists('Rakefile') ? { command: 'bundle exec rake test', source: 'Rakefile' } : undefined;
}

function hasScript({ text }: ProjectLook): boolean {
  return !isNothing(memberIn(text('composer.json'), 'scripts', 'test'));
}

/** Whether a script of a manifest runs nothing. */
function isNothing(script: unknown): boolean {
  if (Array.isArray(script)) return script.length === 0;
  return typeof script !== 'string' || script.trim() === '';
}
