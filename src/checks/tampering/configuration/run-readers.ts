import { readSource } from '../source.ts';
import { PROGRAM } from './object-settings.ts';
import { type Layer, type Run, runNamed, runsOfNamed, runsOfScript, weaknessesAt } from './run.ts';
import { classOfName, runnerOf } from './runner.ts';
import { keyOf, type Setting } from './setting.ts';

/** Reads the runs of one kind of file. Never throws. */
export type RunsReader = (
  text: string,
  settings: readonly Setting[],
  path: string,
) => readonly Run[];

const OTHER_SCRIPTS =
  /^(?:all|pre-?commit|pre-?push|pre-?publish(?:Only)?|prepack|preversion|release|posttest|pretest)$/i;

/** The scripts of a `package.json`, and the hooks in it. */
export const packageRuns: RunsReader = (_, settings) =>
  settings.flatMap((setting) => {
    const { line, path, value } = setting;
    const name = path.at(-1) ?? '';
    const isHook =
      /^(?:husky\.hooks|simple-git-hooks|pre-commit|gitHooks|lint-staged|nano-staged)(?:\.|$)/.test(
        keyOf(setting),
      );
    const isScript = path[0] === 'scripts' && path.length === 2;
    if (isHook) {
      const place = { layer: 'hook' as const, place: keyOf(setting), line };
      return (setting.items.length > 0 ? setting.items : [value]).flatMap((one) =>
        runsOfScript(one, place),
      );
    }
    if (!isScript || (classOfName(name) === undefined && !OTHER_SCRIPTS.test(name))) return [];
    return runsOfNamed(name, value.replaceAll('\\"', '"'), {
      layer: 'script',
      place: `scripts.${name}`,
      line,
    });
  });

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

interface Flag {
  readonly setting: Setting;
  readonly text: string;
}

function flagsOf(settings: readonly Setting[]): readonly Flag[] {
  return settings.flatMap((setting): Flag[] => {
    const { path, value } = setting;
    const last = path.at(-1) ?? '';
    const ruleAt = path.lastIndexOf('rules');
    // One rule alone that says never holds for the whole job; one of several has a condition.
    const isRule = ruleAt >= 0 && last === 'when' && path.length === ruleAt + 3;
    const siblings = isRule
      ? settings.filter(
          (one) =>
            ruleAt === one.path.lastIndexOf('rules') &&
            one.path.length > ruleAt + 2 &&
            one.path.slice(0, ruleAt).join() === path.slice(0, ruleAt).join(),
        )
      : [];
    if (isRule && siblings.length > 1) return [];
    const isRefs = last === 'refs';
    const from = isRule ? ruleAt : isRefs ? path.length - 2 : path.length - 1;
    const key = path
      .slice(from)
      .filter((one) => !one.startsWith('#'))
      .join('.');
    const isWeak = WEAK_FLAGS.some(([keys, values]) => keys.test(key) && values.test(value));
    const own = [...path.slice(0, from), last];
    return isWeak ? [{ setting: { ...setting, path: own }, text: `${key}: ${value}` }] : [];
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

/** A service's file in YAML: its steps, with what weakens them or the jobs around. */
export function serviceRuns(layer: Layer): RunsReader {
  return (text, settings) => {
    const flags = flagsOf(settings);
    const lines = text.split('\n');
    const written = new Map<string, Setting>(
      settings.map((setting) => [setting.path.join('\n'), setting]),
    );
    const own = settings.flatMap((setting) => {
      const named = setting.path.findLast((key) => !key.startsWith('#')) ?? '';
      const place = {
        layer,
        place: placeOf(setting.path),
        line: setting.line,
        errexit: true,
        weaknesses: [...weaknessesAt(setting.path, flags), ...hiddenJob(setting, settings)],
      };
      const isList =
        setting.items.length > 0 &&
        !setting.path.at(-1)?.startsWith('#') &&
        settings.some(
          ({ path }) =>
            path.length === setting.path.length + 1 &&
            path.slice(0, -1).join('\n') === setting.path.join('\n'),
        );
      if (isList) return [];
      if (SCRIPT_KEYS.test(named)) {
        if (setting.items.length > 0)
          return setting.items.flatMap((item) => runsOfScript(item, place));
        const isBlock =
          setting.value.includes('\n') ||
          /[|>][+-]?\d*\s*(?:#.*)?$/.test(lines[setting.line - 1] ?? '');
        const usesBash = /^bash$/.test(
          written.get([...setting.path.slice(0, -1), 'shell'].join('\n'))?.value ?? '',
        );
        const script = usesBash ? `set -o pipefail\n${setting.value}` : setting.value;
        return runsOfScript(script, {
          ...place,
          line: place.line + (isBlock ? 1 : 0) - (usesBash ? 1 : 0),
        });
      }
      return actionRuns(setting, named, written, place);
    });
    return own;
  };
}

/** A job whose name begins with a dot does not run, where no other takes it over. */
function hiddenJob({ path }: Setting, settings: readonly Setting[]): readonly string[] {
  const job = path[0] ?? '';
  if (!job.startsWith('.') || path.length < 2) return [];
  const isUsed =
    settings.some(({ path: own, value }) => own.includes('extends') && value.includes(job)) ||
    settings.some(({ value }) => value.includes(`*${job.slice(1)}`) || value.startsWith('*'));
  return isUsed ? [] : [`hidden job ${job}`];
}

type At = Parameters<typeof runNamed>[3];

/** Steps that name an action, a task, a workflow, or a job instead of a command. */
function actionRuns(
  { path, value }: Setting,
  key: string,
  written: ReadonlyMap<string, Setting>,
  place: At,
): readonly Run[] {
  const beside = (...keys: readonly string[]) =>
    written.get([...path.slice(0, -1), ...keys].join('\n'))?.value ?? '';
  if (key === 'uses') {
    const action = value.replace(/@.*$/, '');
    const command = [
      beside('with', 'command'),
      beside('with', 'arguments'),
      beside('with', 'args'),
      beside('with', 'run'),
      beside('with', 'cmd'),
      beside('with', 'goals'),
    ]
      .join(' ')
      .trim();
    const tool =
      /(?:^|\/)(?:[\w-]*-)?(cargo|gradle|maven|yarn|npm|pnpm|tox|nx|bazel)(?:[\w-]*)(?:\/|$)/
        .exec(action)?.[1]
        ?.replace('maven', 'mvn');
    const runner =
      command === ''
        ? undefined
        : (runnerOf([...(tool === undefined ? [] : [tool]), ...command.split(/\s+/)]) ??
          runnerOf(command.split(/\s+/)));
    if (runner !== undefined)
      return [
        {
          ...runNamed(runner.class, runner.identity, `uses: ${value} ${command}`, place),
          words: runner.words,
        },
      ];
    if (/cypress-io\/github-action/.test(action))
      return [runNamed('test', 'cypress run', `uses: ${value}`, place)];
    const isOwn = action.startsWith('./') || action.includes('/.github/');
    const name = /([^/]+?)(?:\.ya?ml)?$/.exec(action)?.[1] ?? '';
    const kind = isOwn ? classOfName(name) : undefined;
    return kind === undefined ? [] : [runNamed(kind, `uses ${name}`, `uses: ${value}`, place)];
  }
  if (key === 'task') {
    const tool = /^(?:Maven|Gradle|DotNetCoreCLI|Npm|VSTest|VsTest)(?=@)/.exec(value)?.[0];
    const command = [
      beside('inputs', 'command'),
      beside('inputs', 'customCommand'),
      beside('inputs', 'goals'),
      beside('inputs', 'tasks'),
    ]
      .join(' ')
      .replace('custom ', '');
    const words =
      tool === undefined
        ? []
        : [
            tool.replace('Maven', 'mvn').replace('DotNetCoreCLI', 'dotnet').toLowerCase(),
            ...command.trim().split(/\s+/),
          ];
    const runner = /^vstest/i.test(tool ?? '')
      ? ({ class: 'test', identity: 'vstest', words: [] } as const)
      : runnerOf(words);
    return runner === undefined
      ? []
      : [{ ...runNamed(runner.class, runner.identity, value, place), words: runner.words }];
  }
  // The jobs that a workflow of CircleCI names, and the hooks of pre-commit.
  const isJob = path[0] === 'workflows' && path.at(-2) === 'jobs' && key === 'jobs';
  const isHook = key === 'id' && path.includes('hooks');
  const kind =
    isJob || isHook
      ? (runnerOf([value])?.class ??
        (isHook && !/tests?(?:-|$)/.test(value) ? undefined : classOfName(value)))
      : undefined;
  return kind === undefined
    ? []
    : [
        runNamed(kind, isJob ? `job ${value}` : value, value, {
          ...place,
          place: isHook ? 'hooks' : place.place,
        }),
      ];
}

/** Recipes of a Makefile or a justfile: what is indented below a target. */
export const recipeRuns: RunsReader = (text) => {
  const runs: Run[] = [];
  const ignored = /^\.IGNORE:(.*)$/m.exec(text)?.[1]?.trim();
  let target = '';
  let script = '';
  let start = 1;
  const end = () => {
    const isIgnored =
      ignored !== undefined && (ignored === '' || ignored.split(/\s+/).includes(target));
    if (target !== '') runs.push(...recipe(target, script, start, isIgnored ? ['.IGNORE'] : []));
    script = '';
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const header = /^@?([\w./%-]+)(?:\s+[\w\s*+='"-]*)?:(?!=)([^=]*)$/.exec(line);
    if (/^\s/.test(line)) {
      if (script === '') start = index + 1;
      script += `${line.trim()}\n`;
    } else if (header !== null) {
      end();
      target = header[1] ?? '';
      start = index + 1;
      runs.push(...prerequisites(target, header[2] ?? '', index + 1));
    } else if (line !== '' && !line.startsWith('#')) {
      end();
      target = '';
    } else if (script !== '') script += '\n';
  }
  end();
  return runs;
};

/** `check: lint test` */
function prerequisites(target: string, written: string, line: number): readonly Run[] {
  if (target.startsWith('.')) return [];
  return written.split(/\s+/).flatMap((name) => {
    const kind = classOfName(name);
    return kind === undefined
      ? []
      : [
          runNamed(kind, `make ${name}`, `${target}: ${name}`, {
            layer: 'script',
            place: target,
            line,
          }),
        ];
  });
}

/** Each line of a recipe is a script of its own; a dash in front drops its failure. */
function recipe(
  target: string,
  script: string,
  start: number,
  weaknesses: readonly string[],
): readonly Run[] {
  const runs: Run[] = [];
  const lines = script.trimEnd().split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = start + at;
    let text = lines[at] ?? '';
    while (text.endsWith('\\') && at + 1 < lines.length) {
      at += 1;
      text = `${text.slice(0, -1)} ${lines[at] ?? ''}`;
    }
    const prefix = /^[@+-]*/.exec(text)?.[0] ?? '';
    const own = prefix.includes('-') ? [...weaknesses, '- in front'] : weaknesses;
    const command = text
      .slice(prefix.length)
      .replaceAll(/\$\(MAKE\)|\$\{MAKE\}/g, 'make')
      .replaceAll(/\$\((\w+)\)|\$\{(\w+)\}/g, (_, a, b) =>
        String(a ?? b)
          .toLowerCase()
          .replace(/^(?:python|py)$/, 'python'),
      );
    const place = { layer: 'script' as const, place: target, line, weaknesses: own };
    runs.push(
      ...(lines.length === 1 ? runsOfNamed(target, command, place) : runsOfScript(command, place)),
    );
  }
  return runs;
}

/** A script of a shell, or a hook. */
export function shellRuns(layer: Layer): RunsReader {
  return (text, _, path) =>
    runsOfScript(text, {
      layer,
      place: /[^/]+$/.exec(path)?.[0] ?? '',
      line: 1,
      errexit: path.includes('.husky/'),
    });
}

/** The steps of an image that run something. */
export const imageRuns: RunsReader = (text) =>
  logicalLines(text).flatMap(({ line, written }) => {
    const command = /^RUN\s+((?:--\S+\s+)*)(.*)$/is.exec(written)?.[2];
    const words = command?.startsWith('[') ? command.replaceAll(/[[\]",]/g, ' ') : command;
    return words === undefined
      ? []
      : runsOfScript(words, { layer: 'ci', place: 'RUN', line, errexit: true });
  });

function logicalLines(
  text: string,
): readonly { readonly written: string; readonly line: number }[] {
  const lines: { written: string; line: number }[] = [];
  let isOpen = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const last = lines.at(-1);
    if (isOpen && last !== undefined) last.written += ` ${line.trim().replace(/\\$/, '')}`;
    else lines.push({ written: line.trim().replace(/\\$/, ''), line: index + 1 });
    isOpen = line.trimEnd().endsWith('\\') || (isOpen && line.trim().startsWith('#'));
  }
  return lines;
}

/** The steps `sh '…'` and `bat '…'` of a Jenkinsfile. */
export const jenkinsRuns: RunsReader = (text) => {
  const strings = [
    { open: "'''", close: "'''", escapes: true, multiline: true },
    { open: '"""', close: '"""', escapes: true, multiline: true },
    ...PROGRAM.strings.slice(0, 2),
  ];
  const source = readSource(text, { ...PROGRAM, strings, regexLiterals: false });
  const opens = [...source.closing.entries()].filter(([at]) => source.tokens[at]?.text === '{');
  return source.tokens.flatMap((token, at) => {
    if (token.kind !== 'word' || !/^(?:sh|bat|powershell)$/.test(token.text)) return [];
    const end =
      source.tokens[at + 1]?.text === '(' ? (source.closing.get(at + 1) ?? at + 8) : at + 8;
    const words = source.tokens
      .slice(at + 1, end)
      .filter(
        ({ isFirstOfLine }, index) =>
          index === 0 || !isFirstOfLine || source.tokens[at + 1]?.text === '(',
      );
    const script = words.find(({ kind }) => kind === 'string');
    if (script === undefined) return [];
    const around = opens
      .filter(([open, close]) => open < at && at < close)
      .map(([open]) => headerText(source.tokens, open));
    const isStatusKept =
      words.some(
        ({ text: word }, index) => word === 'returnStatus' && words[index + 2]?.text === 'true',
      ) && !isRead(source.tokens, at);
    const stage = around.findLast((header) => header.startsWith('stage'));
    const isNever = opens.some(
      ([open, close]) =>
        headerText(source.tokens, open) === 'expression' &&
        /^\{\s*(?:return\s+)?false/.test(
          text.slice(source.tokens[open]?.from, source.tokens[close]?.to),
        ) &&
        opens.some(
          ([outer, outerEnd]) =>
            outer < open &&
            open < outerEnd &&
            outer < at &&
            at < outerEnd &&
            headerText(source.tokens, outer).startsWith('stage'),
        ),
    );
    const weaknesses = [
      ...around
        .filter((header) => /^(?:catchError|warnError)/.test(header))
        .map((header) => header.slice(0, 60)),
      ...(isStatusKept ? ['returnStatus: true'] : []),
      ...(isNever ? ['when { expression { false } }'] : []),
      ...(around.includes('try') &&
      /catch[^{]*\{\s*(?:echo[^\n}]*\s*)?\}/.test(text.slice(token.from))
        ? ['try']
        : []),
    ];
    return runsOfScript(script.value, {
      layer: 'ci',
      place: stage ?? 'pipeline',
      line: script.line,
      errexit: true,
      weaknesses,
    });
  });
};

function isRead(tokens: readonly { readonly text: string }[], at: number): boolean {
  return /^(?:=|return|\(|==|!=)$/.test(tokens[at - 1]?.text ?? '');
}

function headerText(
  tokens: readonly { readonly text: string; readonly line: number }[],
  open: number,
): string {
  const line = tokens[open]?.line;
  let from = open;
  while (
    from > 0 &&
    tokens[from - 1]?.line === line &&
    !/^[{};]$/.test(tokens[from - 1]?.text ?? '')
  )
    from -= 1;
  return tokens
    .slice(from, open)
    .map(({ text }) => text)
    .join(' ');
}

/** `commands` of tox, and scripts of other tools in sections: Poe, Hatch, PDM, tasks of Taskipy. */
export const sectionRuns: RunsReader = (_, settings) =>
  settings.flatMap((setting) => {
    const key = keyOf(setting);
    const name = setting.path.at(-1) ?? '';
    const isTox = /(?:^|\.)(?:testenv\S*|env\S*)\.commands(?:_pre|_post)?$/.test(key);
    const isTask =
      /(?:^|\.)(?:poe\.tasks|taskipy\.tasks|hatch\.envs\.[\w-]+\.scripts|pdm\.scripts|rye\.scripts|alias|pixi\.tasks|tasks)\./.test(
        key,
      );
    if (!isTox && !(isTask && classOfName(name) !== undefined)) return [];
    const lines = setting.items.length > 0 ? setting.items : setting.value.split('\n');
    const section = setting.path.slice(0, -1).join('.');
    const ignores = settings.some(
      (one) =>
        one.path.slice(0, -1).join('.') === section &&
        /^ignore_(?:outcome|errors)$/.test(one.path.at(-1) ?? '') &&
        TRUE.test(one.value),
    );
    return lines.flatMap((line, index) => {
      const isIgnored = isTox && /^-\s/.test(line);
      const place = {
        layer: 'script' as const,
        place: isTox ? section : key,
        line: setting.line + index,
        weaknesses: [...(isIgnored ? ['- in front'] : []), ...(ignores ? ['ignore_outcome'] : [])],
      };
      // A command of tox may be a list of its words.
      const command = line.startsWith('[') ? line.replaceAll(/["',[\]]+/g, ' ').trim() : line;
      return runsOfNamed(isTox ? '' : name, command.replace(/^-\s+/, ''), place);
    });
  });

/** `session.run("pytest", "-q")` of nox. */
export const noxRuns: RunsReader = (text) => {
  const source = readSource(text, {
    ...PROGRAM,
    lineComments: ['#'],
    blockComments: [],
    regexLiterals: false,
  });
  return source.tokens.flatMap((token, at) => {
    const isCall =
      token.text === 'session' &&
      source.tokens[at + 1]?.text === '.' &&
      source.tokens[at + 2]?.text === 'run';
    if (!isCall) return [];
    const inside = source.tokens.slice(at + 4, source.closing.get(at + 3) ?? at + 4);
    const codes = inside.some(({ text: word }) => word === 'success_codes');
    const end = inside.findIndex(
      ({ text: word }, index) => word === '=' && inside[index - 1]?.kind === 'word',
    );
    const words = inside
      .slice(0, end < 0 ? inside.length : end)
      .filter(({ kind }) => kind === 'string')
      .map(({ value }) => value);
    return runsOfScript(
      words.map((word) => (/[\s;|&()]/.test(word) ? `'${word}'` : word)).join(' '),
      {
        layer: 'script',
        place: 'nox',
        line: token.line,
        weaknesses: codes ? ['success_codes'] : [],
      },
    );
  });
};
