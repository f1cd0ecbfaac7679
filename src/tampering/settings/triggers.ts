import { keyOf, type Setting } from './setting.ts';

/** What starts a workflow of GitHub. */
interface Triggers {
  readonly names: readonly string[];
  /** Whether each push to each branch starts it. */
  readonly allPushes: boolean;
  /** Patterns of paths that do not start it, and those that alone do. */
  readonly ignoredPaths: readonly string[];
  readonly onlyPaths: readonly string[];
  readonly line: number;
}

export function triggersIn(settings: readonly Setting[]): Triggers {
  const own = settings.filter(({ path }) => path[0] === 'on');
  const names = own.flatMap(({ items, path, value }) => {
    const name = path[1];
    if (name !== undefined && !name.startsWith('#')) return [name];
    return items.length > 0 ? items : value === '' ? [] : [value];
  });
  const itemsAt = (pattern: RegExp) => [
    ...new Set(own.filter((one) => pattern.test(keyOf(one))).flatMap(({ items }) => items)),
  ];
  const branches = own.filter((one) =>
    /^on\.push\.(?:branches|tags|paths|branches-ignore)$/.test(keyOf(one)),
  );
  return {
    names: [...new Set(names)],
    allPushes:
      names.includes('push') &&
      branches.every(({ value }) => value === '' || /^'?\*\*?'?$/.test(value)),
    ignoredPaths: itemsAt(/^on\.\w+\.paths-ignore$/),
    onlyPaths: itemsAt(/^on\.\w+\.paths$/),
    line: own[0]?.line ?? 1,
  };
}

const OF_CHANGES = new Set(['pull_request', 'pull_request_target', 'merge_group', 'workflow_call']);
const PROGRAM_PATH =
  /(?:^|\/)(?:tests?|src|lib|__tests__|spec|packages|app|pkg|internal)(?:\/|$)|^\*\*?(?:\/\*\*?)?$|\.(?:[cm]?[jt]sx?|py|go|rs|java|kt)$/;
const PROSE = /^[*/]*(?:docs?|README|LICENSE|CHANGELOG|\.github\/ISSUE)|\.(?:md|txt|rst|mdx)$/i;

/** What keeps a workflow from looking at changes that it looked at before; undefined where it is nothing. */
export function lostTrigger(
  before: Triggers,
  after: Triggers,
): { readonly about: string; readonly text: string } | undefined {
  const looked = before.names.some((name) => OF_CHANGES.has(name));
  const looks = after.names.some((name) => OF_CHANGES.has(name)) || after.allPushes;
  const isRare = !after.names.some((name) => OF_CHANGES.has(name) || name === 'push');
  if ((looked && !looks) || ((looked || before.names.includes('push')) && isRare)) {
    return {
      about: `on.${looked ? (before.names.find((name) => OF_CHANGES.has(name)) ?? '') : 'push'}`,
      text: `on: ${after.names.join(', ')}`,
    };
  }
  const ignored = after.ignoredPaths.find(
    (one) => !before.ignoredPaths.includes(one) && PROGRAM_PATH.test(one),
  );
  if (ignored !== undefined) return { about: 'on.paths-ignore', text: `paths-ignore: ${ignored}` };
  const isProse =
    after.onlyPaths.length > 0 &&
    after.onlyPaths.every((one) => PROSE.test(one)) &&
    !before.onlyPaths.every((one) => PROSE.test(one));
  const isNewProse =
    before.onlyPaths.length === 0 &&
    after.onlyPaths.length > 0 &&
    after.onlyPaths.every((one) => PROSE.test(one));
  return isProse || isNewProse
    ? { about: 'on.paths', text: `paths: ${after.onlyPaths.join(', ')}` }
    : undefined;
}
