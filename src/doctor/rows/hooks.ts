import { currentFolder } from '../../adapters/project-search.ts';
import type { Advice } from '../../domain/host/diagnosis.ts';
import type { PlacedHook } from '../../domain/host/hooks-in-force.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { type Examination, type ExaminedHost, hostRow } from '../examination.ts';
import { install, installAnew, takeOut } from '../mending.ts';
import { isGate, type SeenHost } from '../seen-hosts.ts';

/** Which hooks of the suite a host runs. */

const NOTHING_HOLDS = 'nothing blocks a session from ending';

/** Files of settings that cannot be read. */
export const settings = hostRow({
  check: 'hooks.settings',
  look: ({ host }) => host.faults.map((failure) => ({ failure, title: host.known.host.title })),
  verdict: () => 'fail',
  words: ({ failure, title }) => ({
    fail: `${failureMessage(failure)} ${title} may run none of its hooks`,
  }),
  mend: () => 'Fix the file by hand',
});

/** Switches by which a host runs no hooks. */
export const disabled = hostRow({
  check: 'hooks.disabled',
  look: ({ host: { disabledBy: by, gates, idle, known } }) =>
    by === undefined ? [] : [{ by, gates, idle, title: known.host.title }],
  verdict({ by, gates }) {
    if (by.key === 'off') return gates.length > 0 ? 'fail off' : undefined;
    return gates.length > 0 ? 'note' : 'fail';
  },
  words({ by: { key, leaves, path }, title }) {
    const set =
      key === 'launch' ? `this session runs with ${path}` : `\`${key}\` is set in ${path}`;
    const what = `${set}: ${LEFT[leaves]}`;
    const off = `${title} runs no hooks: they are switched off in ${path}`;
    return { 'fail off': off, note: what, fail: what };
  },
  follows({ idle: [one] }, found) {
    if (found !== 'fail') return undefined;
    if (one === undefined) return NOTHING_HOLDS;
    return `the stop hook in ${one.path} does not run, and ${NOTHING_HOLDS}`;
  },
  mend({ by: { byManaged, key, path } }, found) {
    if (found === 'fail off') return 'Switch them on there';
    if (found === 'note') return 'Nothing to do: this gate is installed where hooks run';
    if (key === 'launch') return `Start the session without ${path}`;
    return byManaged
      ? `Only an administrator can change ${path} or install the hooks there`
      : `Remove \`${key}\` from ${path}, or set it to false`;
  },
});

const LEFT = {
  nothing: 'no hook runs',
  managed: 'only hooks of managed settings run',
  'managed and plugins': 'only hooks of managed settings and of plugins run',
} as const;

/** The stop hook. A host that is not here and has no hooks is of no concern, unless no host has one. */
export const stop = hostRow({
  check: 'hooks.stop',
  look: ({ host }) => [host],
  verdict({ disabledBy, foundBy, gates, hooks, idle, isGatedElsewhere, known }) {
    if (gates.length > 0) return 'ok';
    // What keeps hooks from running was said, and to install more of them would not help.
    if (disabledBy !== undefined) return undefined;
    if (!known.setup.isNamed && !isGatedElsewhere) return 'fail';
    return foundBy !== undefined || hooks.length + idle.length > 0 ? 'note' : undefined;
  },
  words({ foundBy, gates, hooks: [first], known: { host, setup } }) {
    const places = [...new Set(gates.map(({ path }) => path))].join(' and ');
    return {
      ok: `the stop hook ${setup.isNamed ? `of ${host.title} ` : ''}is in ${places}`,
      note: `${host.title} is on this machine (${foundBy ?? first?.path}) without a stop hook: nothing blocks its sessions from ending`,
      fail: `no stop hook anywhere: ${NOTHING_HOLDS}`,
    };
  },
  mend({ isLaunchKnown, known, plugins }) {
    // Hooks that a plugin or a session brings itself would run twice.
    if (plugins.length > 0) return 'The plugin should provide it: see hooks.plugin';
    const more = isLaunchKnown
      ? ''
      : '. Not needed for sessions started with --plugin-dir, which have the hooks';
    return { ...install(known), more };
  },
});

/** Shared settings of a project, which Claude Code reads only in the folder in which it is started. */
export const reach = hostRow({
  check: 'hooks.reach',
  applies: ({ host }) => !host.known.setup.isNamed && host.gates.length > 0,
  look({ environment: { checkout }, files, host: { gates } }) {
    const folder = files.realPath(checkout) ?? checkout;
    return [{ gates, folder, current: currentFolder() ?? folder }];
  },
  verdict: ({ current, folder, gates }) =>
    current !== folder && gates.every(({ place }) => place === 'project') ? 'note' : undefined,
  words: () => ({ note: 'the host reads these settings only when started in their folder' }),
  where: ({ gates: [first] }) => first?.path,
  follows: ({ current }) => `a session started in ${current} runs without the gate`,
  mend: ({ folder }) => `Start sessions in ${folder}`,
});

/** Which of several places keeps its hooks: the first of these that has them. */
const KEPT_FIRST = ['managed', 'plugin', 'session', 'user', 'project', 'local'];

/** Gates that run besides another one at the same stop. */
export const twice = hostRow({
  check: 'hooks.twice',
  look: ({ host }) => secondGates(host),
  verdict: ({ first, path }) => (path === first.path ? 'note again' : 'note second'),
  words: ({ first }) => ({
    'note again': 'the stop hook is installed there more than once',
    'note second': `a second stop hook of completion-promise besides the one in ${first.path}`,
  }),
  where: ({ path }) => path,
  follows: ({ first, runs }) =>
    `the gate runs ${runs} times at every stop; the one in ${first.path} is enough`,
  mend: ({ known, place }, found) => (found === 'note again' ? installAnew : takeOut)(known, place),
});

/**
 * Claude Code runs a command that stands in several settings once; that of a plugin it runs beside them, even where it
 * is the same. Other hosts run each.
 */
function secondGates({ gates, known }: SeenHost) {
  const isSame = (one: PlacedHook, other: PlacedHook): boolean => {
    if (one === other) return true;
    if (known.setup.isNamed || one.command !== other.command) return false;
    return one.path === other.path || (one.place !== 'plugin' && other.place !== 'plugin');
  };
  const runs = gates.filter((gate, at) => gates.findIndex((other) => isSame(gate, other)) === at);
  const [first, ...rest] = gates.toSorted(
    (a, b) => KEPT_FIRST.indexOf(a.place) - KEPT_FIRST.indexOf(b.place),
  );
  if (runs.length < 2 || first === undefined) return [];
  const others = rest.filter((hook) => hook.path !== first.path && !isSame(hook, first));
  const each = others.filter(
    ({ path }, at) => others.findIndex((other) => other.path === path) === at,
  );
  return (each.length === 0 ? [first] : each).map(({ path, place }) => ({
    first,
    known,
    path,
    place,
    runs: runs.length,
  }));
}

/** The other hooks, and what goes without each of them. */
export const others = [
  otherRow('subagent-stop', 'promises of subagents are not checked'),
  otherRow('session-start', 'agents are not told of open promises'),
  otherRow('user-prompt', 'user requests are not recorded, and end no wait for the user'),
  otherRow('session-end', 'a headless session that is capped ends silently'),
];

function otherRow(
  occasion: 'subagent-stop' | 'session-start' | 'user-prompt' | 'session-end',
  lacking: string,
): Examination<ExaminedHost> {
  return hostRow({
    check: `hooks.${occasion}`,
    applies: ({ host }) => host.gates.length > 0 && host.known.host.events[occasion] !== undefined,
    look: ({ host, settings: { configuration } }) => [
      { ...host, isNeeded: occasion === 'user-prompt' && configuration.realityCheck.enabled },
    ],
    verdict({ hooks, isNeeded, known }) {
      const isThere = hooks.some(
        (hook) =>
          hook.event === known.host.events[occasion] &&
          (hook.reading.role === occasion || isGate(hook, known)),
      );
      if (isThere) return 'ok';
      return isNeeded ? 'fail' : 'note';
    },
    words: () => ({
      ok: 'there is one',
      fail: 'none, although realityCheck.enabled is set: without directives it checks nothing',
      note: `none: ${lacking}`,
    }),
    mend: anew,
  });
}

/** The gate is written anew. */
function anew({ gates: [first], known }: SeenHost): Advice {
  return installAnew(known, first?.place ?? 'user');
}

/** The form of the stop hook that the bash scripts had. */
export const olderForm = hostRow({
  check: 'hooks.older-form',
  applies: ({ host }) => host.gates.length > 0,
  look: ({ host }) => [host],
  verdict: ({ gates }) =>
    gates.every(({ reading }) => reading.role === 'check') ? 'note' : undefined,
  words: () => ({
    note: 'the stop hook checks promises only, not todos, reviews and the rest of the gate',
  }),
  mend: anew,
});
