import { type Layer, type Run, runNamed, runsOfNamed, runsOfScript } from './run.ts';
import { classOfName } from './runner.ts';
import { keyOf, type Setting } from './setting.ts';
import { PYTHON, readSource } from './source.ts';

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
    const parts = [lines[at] ?? ''];
    while (parts.at(-1)?.endsWith('\\') && at + 1 < lines.length) {
      at += 1;
      parts.push(lines[at] ?? '');
    }
    const text = parts.map((part) => part.replace(/\\$/, '')).join(' ');
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

/** `commands` of tox, and scripts of other tools in sections: Poe, Hatch, PDM, tasks of Taskipy. */
export const sectionRuns: RunsReader = (_, settings) => {
  const ignoring = new Set(
    settings
      .filter(
        ({ path, value }) =>
          /^ignore_(?:outcome|errors)$/.test(path.at(-1) ?? '') && /^(?:true|yes|on)$/i.test(value),
      )
      .map(({ path }) => path.slice(0, -1).join('.')),
  );
  return settings.flatMap((setting) => {
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
    const ignores = ignoring.has(section);
    return lines.flatMap((line, index) => {
      const isIgnored = isTox && /^-\s/.test(line);
      const place = {
        layer: 'script' as const,
        place: isTox ? section : key,
        line: setting.line + index,
        weaknesses: [...(isIgnored ? ['- in front'] : []), ...(ignores ? ['ignore_outcome'] : [])],
      };
      // A command of tox may be a list of its words.
      const words = line.startsWith('[') ? line.replaceAll(/["',[\]\s]+/g, ' ').trim() : line;
      // What tox puts in where a person gives no arguments.
      const command = words.replaceAll(/\{posargs(?::([^{}]*))?\}/g, '$1');
      const runs = runsOfNamed(isTox ? '' : name, command.replace(/^-\s+/, ''), place);
      // An environment of tox that calls tox only gathers others.
      return runs.filter(({ identity }) => !(isTox && identity === 'tox'));
    });
  });
};

/** `session.run("pytest", "-q")` of nox. */
export const noxRuns: RunsReader = (text) => {
  const source = readSource(text, PYTHON);
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
