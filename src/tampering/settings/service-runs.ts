import { type Layer, type Run, type RunPlace, runNamed, runsOfScript } from './run.ts';
import type { RunsReader } from './run-readers.ts';
import { classOfName, type Runner, runnerOf } from './runner.ts';
import type { Setting } from './setting.ts';

const SCRIPT_KEYS =
  /^(?:run|script|scripts|commands?|cmds?|cmd|bash|sh|pwsh|powershell|before_script|after_script|test_script|customCommand|test|inlineScript|install)$/;
const FALSE = /^(?:\$\{\{\s*)?(?:false|'false'|!true|1 ?== ?0)(?:\s*\}\})?$/i;
const TRUE = /^(?:true|yes|on)$/i;
/** A condition under which a change is not tested before it is taken. */
const RARE =
  /^(?:\$\{\{\s*)?(?:false &&.*|github\.event_name == '(?:schedule|workflow_dispatch|release)'|github\.ref == 'refs\/heads\/[\w./-]+'|github\.ref_name == '[\w./-]+'|startsWith\(github\.ref, 'refs\/tags.*)(?:\s*\}\})?$/;

/** Settings of services that keep a failure from being seen, or a job from running. */
const WEAK_FLAGS: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^(?:continue-on-error|continueOnError|allow_failure|allow-failure|soft_fail|ignore_error|ignore_errors|ignore_failure|ignoreFailure|allowFailure|skip|ignore_outcome)$/, TRUE],
  [/^(?:if|condition|enabled|when)$/, FALSE],
  [/^if$/, RARE],
  [/^skip$/, /^\D.{3,}$/],
  [/^when$/, /^(?:manual|never|delayed)$/],
  [/^trigger$/, /^manual$/],
  [/^failure$/, /^ignore$/],
  [/^stages$/, /^(?:manual|\[?manual\]?)$/],
  [/^only(?:\.refs)?$/, /^(?:(?:schedules|tags|web|triggers|api|never)(?:, )?)+$/],
  [/^except(?:\.refs)?$/, /(?:^|, )(?:merge_requests|branches)(?:,|$)/],
  [/^rules\.when$/, /^(?:never|manual)$/],
  [/^shell$/, /^bash (?:\+e )?\{0\}$/],
]; // biome-ignore format: a table

/** What a file of a service says, looked up by places instead of by searching it for each of its settings. */
interface ServiceFile {
  readonly lines: readonly string[];
  readonly byPlace: ReadonlyMap<string, Setting>;
  /** The places that have others right below them. */
  readonly parents: ReadonlySet<string>;
  /** What weakens all below a place. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  /** The jobs that others take over. */
  readonly isTakenOver: (job: string) => boolean;
}

function keyAt(path: readonly string[]): string {
  return path.join('\n');
}

/** A service's file in YAML: its steps, with what weakens them or the jobs around. */
export function serviceRuns(layer: Layer): RunsReader {
  return (text, settings) => {
    const file: ServiceFile = {
      lines: text.split('\n'),
      byPlace: new Map(settings.map((setting) => [keyAt(setting.path), setting])),
      parents: new Set(settings.map(({ path }) => keyAt(path.slice(0, -1)))),
      flags: flagsOf(settings),
      isTakenOver: takenOver(settings),
    };
    return settings.flatMap((setting) => runsOfSetting(setting, layer, file));
  };
}

function runsOfSetting(setting: Setting, layer: Layer, file: ServiceFile): readonly Run[] {
  const { items, line, path } = setting;
  const isListOfLines = items.length > 0 && file.parents.has(keyAt(path));
  if (isListOfLines && !path.at(-1)?.startsWith('#')) return [];
  const named = path.findLast((key) => !key.startsWith('#')) ?? '';
  const isScript = SCRIPT_KEYS.test(named);
  if (!isScript && !ACTION_KEYS.test(named)) return [];
  const place: RunPlace = {
    layer,
    place: placeOf(path),
    line,
    errexit: true,
    weaknesses: [...weaknessesAt(path, file.flags), ...hiddenJob(path, file)],
  };
  if (!isScript) return actionRuns(setting, named, file, place);
  if (items.length > 0) return items.flatMap((item) => runsOfScript(item, place));
  return runsOfStep(setting, file, place);
}

function runsOfStep({ line, path, value }: Setting, file: ServiceFile, place: RunPlace) {
  const isBlock =
    value.includes('\n') || /[|>][+-]?\d*\s*(?:#.*)?$/.test(file.lines[line - 1] ?? '');
  // Where bash is named, the service has it fail with the first command of a pipe that fails.
  const usesBash = file.byPlace.get(keyAt([...path.slice(0, -1), 'shell']))?.value === 'bash';
  return runsOfScript(usesBash ? `set -o pipefail\n${value}` : value, {
    ...place,
    line: line + (isBlock ? 1 : 0) - (usesBash ? 1 : 0),
  });
}

function placeOf(path: readonly string[]): string {
  const end = path.findIndex(
    (key, index) =>
      key.startsWith('#') ||
      (index > 0 && /^(?:steps|script|run|commands?|cmds|before_script|after_script)$/.test(key)),
  );
  return path.slice(0, end < 0 ? path.length : end).join('.');
}

/** The texts of the settings that weaken what runs, by the place that each holds for. */
function flagsOf(settings: readonly Setting[]): ReadonlyMap<string, readonly string[]> {
  const inRules = new Map<string, number>();
  for (const { path } of settings) {
    const at = path.lastIndexOf('rules');
    const rules = keyAt(path.slice(0, at));
    if (at >= 0 && path.length > at + 2) inRules.set(rules, (inRules.get(rules) ?? 0) + 1);
  }
  const flags = new Map<string, string[]>();
  for (const setting of settings) {
    const flag = flagOf(setting, inRules);
    if (flag === undefined) continue;
    const known = flags.get(flag.owner);
    if (known === undefined) flags.set(flag.owner, [flag.text]);
    else known.push(flag.text);
  }
  return flags;
}

function flagOf(
  { path, value }: Setting,
  inRules: ReadonlyMap<string, number>,
): { readonly owner: string; readonly text: string } | undefined {
  const last = path.at(-1) ?? '';
  const ruleAt = path.lastIndexOf('rules');
  // One rule alone that says never holds for the whole job; one of several has a condition.
  const isRule = ruleAt >= 0 && last === 'when' && path.length === ruleAt + 3;
  if (isRule && (inRules.get(keyAt(path.slice(0, ruleAt))) ?? 0) > 1) return undefined;
  const from = isRule ? ruleAt : last === 'refs' ? path.length - 2 : path.length - 1;
  const key = path
    .slice(from)
    .filter((one) => !one.startsWith('#'))
    .join('.');
  const isWeak = WEAK_FLAGS.some(([keys, values]) => keys.test(key) && values.test(value));
  return isWeak ? { owner: keyAt(path.slice(0, from)), text: `${key}: ${value}` } : undefined;
}

function weaknessesAt(
  path: readonly string[],
  flags: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return path.flatMap((_, end) => flags.get(keyAt(path.slice(0, end))) ?? []);
}

/** Whether a job is taken over by another, by `extends` or by an anchor. */
function takenOver(settings: readonly Setting[]): (job: string) => boolean {
  const extended = settings
    .filter(({ path }) => path.includes('extends'))
    .flatMap(({ value }) => value.split(/[\s,]+/));
  const anchors = settings.filter(({ value }) => value.includes('*'));
  const isAnyAnchor = anchors.some(({ value }) => value.startsWith('*'));
  const named = new Set([
    ...extended,
    ...anchors.flatMap(({ value }) =>
      [...value.matchAll(/\*([\w-]+)/g)].map(([, name]) => `.${name}`),
    ),
  ]);
  return (job) => isAnyAnchor || named.has(job);
}

/** A job whose name begins with a dot does not run, where no other takes it over. */
function hiddenJob(path: readonly string[], { isTakenOver }: ServiceFile): readonly string[] {
  const job = path[0] ?? '';
  return job.startsWith('.') && path.length > 1 && !isTakenOver(job) ? [`hidden job ${job}`] : [];
}

const ACTION_KEYS = /^(?:uses|task|jobs|id)$/;

/** Steps that name an action, a task, a workflow, or a job instead of a command. */
function actionRuns(
  setting: Setting,
  key: string,
  { byPlace }: ServiceFile,
  place: RunPlace,
): readonly Run[] {
  const beside = (owner: string, keys: readonly string[]) =>
    keys
      .map((one) => byPlace.get(keyAt([...setting.path.slice(0, -1), owner, one]))?.value ?? '')
      .join(' ')
      .trim();
  if (key === 'uses') {
    const command = beside('with', ['command', 'arguments', 'args', 'run', 'cmd', 'goals']);
    return usedAction(setting.value, command, place);
  }
  if (key === 'task') {
    const command = beside('inputs', ['command', 'customCommand', 'goals', 'tasks']);
    return azureTask(setting.value, command.replace('custom ', ''), place);
  }
  return namedJob(setting, key, place);
}

function runOfRunner(runner: Runner, text: string, place: RunPlace): Run {
  return { ...runNamed(runner.class, runner.identity, text, place), words: runner.words };
}

function usedAction(value: string, command: string, place: RunPlace): readonly Run[] {
  const action = value.replace(/@.*$/, '');
  const tool = /(?:^|[/-])(cargo|gradle|maven|yarn|npm|pnpm|tox|nx|bazel)(?:[/-]|$)/
    .exec(action)?.[1]
    ?.replace('maven', 'mvn');
  const words = command === '' ? [] : command.split(/\s+/);
  const runner = runnerOf(tool === undefined ? words : [tool, ...words]) ?? runnerOf(words);
  if (words.length > 0 && runner !== undefined)
    return [runOfRunner(runner, `uses: ${value} ${command}`, place)];
  if (action.includes('cypress-io/github-action'))
    return [runNamed('test', 'cypress run', `uses: ${value}`, place)];
  const isOwn = action.startsWith('./') || action.includes('/.github/');
  const name = /([^/]+?)(?:\.ya?ml)?$/.exec(action)?.[1] ?? '';
  const kind = isOwn ? classOfName(name) : undefined;
  return kind === undefined ? [] : [runNamed(kind, `uses ${name}`, `uses: ${value}`, place)];
}

/** A task of Azure: `Maven@4` with its goals. */
function azureTask(value: string, command: string, place: RunPlace): readonly Run[] {
  const tool = /^(?:Maven|Gradle|DotNetCoreCLI|Npm|VSTest|VsTest)(?=@)/.exec(value)?.[0];
  if (tool === undefined) return [];
  const name = tool.replace('Maven', 'mvn').replace('DotNetCoreCLI', 'dotnet').toLowerCase();
  const runner: Runner | undefined =
    name === 'vstest'
      ? { class: 'test', identity: 'vstest', words: [] }
      : runnerOf([name, ...command.trim().split(/\s+/)]);
  return runner === undefined ? [] : [runOfRunner(runner, value, place)];
}

/** The jobs that a workflow of CircleCI names, and the hooks of pre-commit. */
function namedJob({ path, value }: Setting, key: string, place: RunPlace): readonly Run[] {
  const isJob = path[0] === 'workflows' && path.at(-2) === 'jobs' && key === 'jobs';
  const isHook = key === 'id' && path.includes('hooks');
  if (!isJob && !isHook) return [];
  const saysIt = isJob || /tests?(?:-|$)/.test(value);
  // The hooks of a tool have its name in front: `ruff-check`.
  const tool = isHook ? /^[a-z]+(?=-)/.exec(value)?.[0] : undefined;
  const known = runnerOf([value]) ?? (tool === undefined ? undefined : runnerOf([tool]));
  const kind = known?.class ?? (saysIt ? classOfName(value) : undefined);
  if (kind === undefined) return [];
  const own = isHook ? { ...place, place: 'hooks' } : place;
  return [runNamed(kind, isJob ? `job ${value}` : value, value, own)];
}
