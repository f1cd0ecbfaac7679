import type { TamperingKind } from '../change.ts';

/** A hook in a `conftest.py` that keeps tests from running, or their failure from being seen. */
interface PytestHook {
  readonly kind: TamperingKind;
  readonly name: string;
  readonly line: number;
  readonly text: string;
}

const HOOKS: readonly (readonly [name: string, weakens: RegExp, kind: TamperingKind])[] = [
  ['pytest_collection_modifyitems', /mark\.(?:skip|xfail)\b|items\[:\]\s*=|items\.(?:clear|remove|pop)\(|del items|\.deselected\(/, 'tests-excluded'],
  ['pytest_ignore_collect', /return\s+(?!None|False)\S/, 'tests-excluded'],
  ['pytest_runtest_setup', /pytest\.skip\(|pytest\.xfail\(/, 'tests-excluded'],
  ['pytest_sessionfinish', /exitstatus\s*=\s*(?:0|pytest\.ExitCode\.OK|ExitCode\.OK)|os\._exit\(0\)/, 'run-neutered'],
  ['pytest_runtest_makereport', /outcome\s*=\s*['"](?:passed|skipped)['"]|wasxfail\s*=/, 'run-neutered'],
  ['pytest_runtest_call', /except[^\n:]{0,80}:[ \t]{0,20}\n\s{0,80}pass|suppress\(/, 'run-neutered'],
  ['pytest_unconfigure', /os\._exit\(0\)/, 'run-neutered'],
  ['pytest_report_teststatus', /return\s+['"(]*passed/, 'run-neutered'],
]; // biome-ignore format: a table
/** An option by which a person chooses is the documented way to mark slow tests; so is a condition of the machine. */
const CHOSEN =
  /getoption|getvalue|getini|sys\.platform|os\.environ|platform\.|importorskip|find_spec|\.available|is_available|shutil\.which/;

export function pytestHooksIn(text: string): readonly PytestHook[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index): PytestHook[] => {
    const name = /^(?:async )?def (pytest_\w+)\(/.exec(line)?.[1];
    const rule = HOOKS.find(([hook]) => hook === name);
    if (name === undefined || rule === undefined) return [];
    const end = lines.findIndex((one, at) => at > index && /^[^\s#)]/.test(one));
    const body = lines
      .slice(index + 1, end < 0 ? lines.length : end)
      .map((one) => one.replace(/(?:^|\s)#.*$/, ''))
      .join('\n');
    const found = rule[1].exec(body);
    if (found === null || CHOSEN.test(body)) return [];
    return [
      { kind: rule[2], name, line: index + 1, text: `${line.trim()} ${body.trim().slice(0, 300)}` },
    ];
  });
}

/** `collect_ignore = ["test_x.py"]`, also appended, as a setting. */
export function collectIgnored(text: string): readonly {
  readonly path: readonly string[];
  readonly value: string;
  readonly items: readonly string[];
  readonly line: number;
}[] {
  let line = 1;
  let counted = 0;
  return [
    ...text.matchAll(
      /^[ \t]*(collect_ignore(?:_glob)?)[ \t]*(?:\+?=[ \t]*\[([^\]]*)\]|\.(?:append|extend)\(\[?([^\])]*)\]?\))/gm,
    ),
  ].map((found) => {
    for (; counted < found.index; counted += 1) if (text[counted] === '\n') line += 1;
    const items = [...(found[2] ?? found[3] ?? '').matchAll(/["']([^"'\n]+)["']/g)].map(
      ([, item = '']) => item,
    );
    return {
      path: [found[1] ?? ''],
      value: items.join(', '),
      items,
      line,
    };
  });
}
