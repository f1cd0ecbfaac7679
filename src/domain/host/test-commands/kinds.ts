import { memberIn } from '../../base/document.ts';
import type { Kind, ProjectReader, TestCommand } from './kind.ts';
import { nodeTests } from './node.ts';
import { pythonTests } from './python.ts';

/** The commands that manifests name as the project's tests. */
export function byManifest(project: ProjectReader): readonly TestCommand[] {
  return found(MANIFESTS, project);
}

/** The commands that are custom for the languages that a project is written in. */
export function byCustom(project: ProjectReader): readonly TestCommand[] {
  return found(CUSTOMS, project);
}

/** The task named test of a file of tasks. */
export function byTask(project: ProjectReader): TestCommand | undefined {
  return found(TASKS, project)[0];
}

function found(kinds: readonly Kind[], project: ProjectReader): readonly TestCommand[] {
  return kinds.flatMap((kind) => kind(project) ?? []);
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
  (project) =>
    memberIn(project.text('deno.json'), 'tasks', 'test') === undefined
      ? undefined
      : { command: 'deno task test', source: 'deno.json' },
  (project) =>
    isNothing(memberIn(project.text('composer.json'), 'scripts', 'test'))
      ? undefined
      : { command: 'composer test', source: 'composer.json' },
];

const CUSTOMS: readonly Kind[] = [
  byFile(['Cargo.toml'], (project) =>
    /^\[workspace\b/m.test(project.text('Cargo.toml') ?? '')
      ? 'cargo test --workspace'
      : 'cargo test',
  ),
  goTests,
  pythonTests,
  jvmTests,
  byFile(['mix.exs'], () => 'mix test'),
  rubyTests,
  (project) =>
    hasScript(project)
      ? undefined
      : byFile(['phpunit.xml', 'phpunit.xml.dist'], () => 'vendor/bin/phpunit')(project),
  byName(/\.(?:sln|slnx|csproj|fsproj)$/, 'dotnet test'),
  byFile(['Package.swift'], () => 'swift test'),
  byFile(['pubspec.yaml'], ({ text }) =>
    /^\s*sdk:\s*flutter\b/m.test(text('pubspec.yaml') ?? '') ? 'flutter test' : 'dart test',
  ),
];

/** The command where one of the files is there. */
function byFile(names: readonly string[], command: (project: ProjectReader) => string): Kind {
  return (project) => {
    const source = names.find((name) => project.exists(name));
    return source === undefined ? undefined : { command: command(project), source };
  };
}

/** The command where one of the files says something. */
function byText(names: readonly string[], says: RegExp, command: string): Kind {
  return (project) => {
    const source = names.find((name) => says.test(project.text(name) ?? ''));
    return source === undefined ? undefined : { command, source };
  };
}

/** The command where a file of the top has such a name. */
function byName(pattern: RegExp, command: string): Kind {
  return (project) => {
    const source = project.names('').find((name) => pattern.test(name));
    return source === undefined ? undefined : { command, source };
  };
}

/** A workspace has no packages of its own: each module is named. */
function goTests({ exists, text }: ProjectReader): TestCommand | undefined {
  if (exists('go.mod')) return { command: 'go test ./...', source: 'go.mod' };
  const uses = (text('go.work') ?? '').match(/(?<=^\s*(?:use\s+)?)\.\/[\w./-]+/gm) ?? [];
  if (uses.length === 0) return undefined;
  const modules = uses.map((module) => `${module.replace(/\/$/, '')}/...`);
  return { command: `go test ${modules.join(' ')}`, source: 'go.work' };
}

const GRADLE_FILES = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];

/** Projects that can be built by both are tested by one. */
function jvmTests(project: ProjectReader): TestCommand | undefined {
  const { exists } = project;
  return (
    byFile(GRADLE_FILES, () => (exists('gradlew') ? './gradlew test' : 'gradle test'))(project) ??
    byFile(['pom.xml'], () => (exists('mvnw') ? './mvnw test' : 'mvn test'))(project)
  );
}

function rubyTests({ exists }: ProjectReader): TestCommand | undefined {
  if (!exists('Gemfile')) return undefined;
  if (exists('spec')) return { command: 'bundle exec rspec', source: 'Gemfile' };
  if (!exists('test')) return undefined;
  if (exists('bin/rails')) return { command: 'bin/rails test', source: 'bin/rails' };
  return exists('Rakefile') ? { command: 'bundle exec rake test', source: 'Rakefile' } : undefined;
}

function hasScript({ text }: ProjectReader): boolean {
  return !isNothing(memberIn(text('composer.json'), 'scripts', 'test'));
}

/** Whether a script of a manifest runs nothing. */
function isNothing(script: unknown): boolean {
  if (Array.isArray(script)) return script.length === 0;
  return typeof script !== 'string' || script.trim() === '';
}
