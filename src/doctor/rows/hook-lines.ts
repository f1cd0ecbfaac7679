import { join } from 'node:path';
import { homeFolder } from '../../adapters/environment.ts';
import { isGuardScript } from '../../domain/host/guard-script.ts';
import { readGuarded, saysWhy, unguarded } from '../../domain/host/guarded-command.ts';
import type { PlacedHook } from '../../domain/host/hooks-in-force.ts';
import { MOST_CHECK_MS } from '../../domain/standing/stop-check.ts';
import type { KnownHost } from '../../hosts/hosts.ts';
import { HAS_FRONT } from '../../hosts/programs.ts';
import { type ExaminedHost, hostRow } from '../examination.ts';
import { installAnew } from '../mending.ts';
import { isGate, timeoutOf } from '../seen-hosts.ts';

/** Each hook of the suite as it is written in the settings of a host: whether it can do its work. */

/** A hook, and what it has to fit. */
export interface SeenLine {
  readonly hook: PlacedHook;
  readonly known: KnownHost;
  /** `stopGate.timeoutMs`. */
  readonly gateMs: number;
}

function lines({ host, settings }: ExaminedHost): readonly SeenLine[] {
  const gateMs = settings.configuration.stopGate.timeoutMs;
  return host.hooks.map((hook) => ({ hook, known: host.known, gateMs }));
}

function gateLines(world: ExaminedHost): readonly SeenLine[] {
  return lines(world).filter(({ hook, known }) => isGate(hook, known));
}

const about = ({ hook }: SeenLine) => `${hook.event} in ${hook.path}`;
const mend = ({ hook, known }: SeenLine) => installAnew(known, hook.place);

/** What becomes of the gate where its program crashes or is missing. */
export const crash = hostRow({
  check: 'hook.crash',
  about,
  look: gateLines,
  verdict({ hook: { command, reading, shell }, known: { setup } }) {
    if (!reading.blocksOnCrash) return 'fail open';
    // Some hosts let a session end whose hook fails without words: its line has to say them.
    if (setup.words.refusal !== 'exit-code') {
      return shell !== 'posix' || saysWhy(command) ? 'ok' : 'fail unsaid';
    }
    return reading.untested === undefined ? 'ok' : 'fail untested';
  },
  words: ({ hook: { command, reading, shell }, known: { host } }) => ({
    ok: `a crash blocks${unguarded(command) === undefined ? '' : '; on a machine without completion-promise, sessions without promises continue'}`,
    'fail open': `the command does not end in \`${shell === 'powershell' ? 'if (-not $?) { exit 2 }' : '|| exit 2'}\`: a crash would open the gate`,
    'fail unsaid': `its line says nothing where it fails, and ${host.title} then lets the session end`,
    'fail untested': `it does not first check that ${reading.untested} exists: if missing, the host lets sessions end`,
  }),
  mend,
});

/** What a host needs beside the gate's own time, to start it and to read its answer, in milliseconds. */
const START_AND_END_MS = 2000;

/** Times of hooks that no one means, in milliseconds: too short to start anything, and longer than an hour. */
const SHORTEST_MS = 1000;
const LONGEST_MS = 3_600_000;

function hostMs({ hook, known }: SeenLine): number {
  return timeoutOf(hook, known) * known.setup.format.unitMs;
}

/** The older form of the gate makes no reviews, and has a time limit of its own. */
function gateMost({ gateMs, hook: { reading } }: SeenLine): number {
  return reading.role === 'check' ? MOST_CHECK_MS : gateMs;
}

/** How long a host waits for a hook: one of Gemini CLI that was meant in seconds is an open gate. */
export const timeout = hostRow({
  check: 'hook.timeout',
  about,
  look: lines,
  verdict(seen) {
    const { hook, known } = seen;
    if (hook.timeout === 'invalid') return 'fail invalid';
    const { unitMs } = known.setup.format;
    if (unitMs === 1 && hostMs(seen) < SHORTEST_MS) return 'fail in seconds';
    if (unitMs === 1000 && hostMs(seen) > LONGEST_MS) return 'fail in milliseconds';
    const isShort = isGate(hook, known) && hostMs(seen) < gateMost(seen) + START_AND_END_MS;
    return isShort ? 'fail short' : 'ok';
  },
  words(seen) {
    const { gateMs, hook, known } = seen;
    const { host, setup } = known;
    const given = `${timeoutOf(hook, known)} ${setup.format.unitMs === 1 ? 'ms' : 's'}`;
    const shown = hook.timeout === undefined ? `no timeout: the host's ${given}` : given;
    const isOlder = hook.reading.role === 'check';
    const takes = `${isOlder ? 'the check takes' : 'stopGate.timeoutMs is'} ${gateMost(seen)}`;
    const most = hook.event === host.events.stop ? `, the gate takes ${gateMs} ms at most` : '';
    return {
      ok: `${shown}${most}`,
      'fail invalid': 'its timeout is not a number above 0: the host may reject it',
      'fail in seconds': `${shown}: timeouts of ${host.title} are in milliseconds, but this looks like seconds: the hook is killed before it answers`,
      'fail in milliseconds': `${shown}: timeouts of ${host.title} are in seconds, but this looks like milliseconds`,
      'fail short': `${shown}, but ${takes}: the host would kill the gate, which opens it`,
    };
  },
  mend,
});

/** Whether something ends a gate in time that hangs: a host that ends it lets the session go. */
export const watch = hostRow({
  check: 'hook.watch',
  about,
  applies: () => HAS_FRONT,
  look: (world) => gateLines(world).filter(({ hook }) => hook.reading.role === 'stop-gate'),
  verdict(seen) {
    const { deadline } = seen.hook.reading;
    if (deadline === undefined) return 'note';
    if (!(deadline * 1000 + START_AND_END_MS <= hostMs(seen))) return 'fail late';
    // Where the host itself gives the gate too little time, the row of timeouts says so.
    const isEarly = deadline * 1000 < seen.gateMs && seen.gateMs + START_AND_END_MS <= hostMs(seen);
    return isEarly ? 'fail early' : 'ok';
  },
  words({ gateMs, hook }) {
    const killed = `a gate that hangs is killed after ${hook.reading.deadline} s`;
    return {
      ok: killed,
      note: 'no watchdog: a gate that hangs would open',
      'fail late': `${killed}, but the host kills it earlier, which opens it`,
      'fail early': `${killed}, but stopGate.timeoutMs is ${gateMs}: it is killed too early`,
    };
  },
  mend,
});

/** A hook for which the host does not wait, or which it asks once. */
export const detached = hostRow({
  check: 'hook.detached',
  about,
  look: lines,
  verdict: ({ hook }) => (hook.detached === undefined ? undefined : 'fail'),
  words: ({ hook }) => ({ fail: `with \`${hook.detached}\`, the host may ignore its answer` }),
  mend,
});

/** A hook that runs on some occasions of its event only. */
export const matcher = hostRow({
  check: 'hook.matcher',
  about,
  look: lines,
  verdict: ({ hook }) => (hook.matcher === undefined ? undefined : 'note'),
  words: ({ hook }) => ({ note: `only for \`${hook.matcher}\`` }),
  mend,
});

/** The largest guard that is read, in bytes. */
const LARGEST_GUARD = 64 * 1024;

/** The guards that hooks run. That of a plugin is the plugin itself. */
export const guard = hostRow({
  check: 'hooks.guard',
  look(world) {
    const byFile = new Map(
      lines(world).map((line) => [readGuarded(line.hook.command)?.file ?? '"', line]),
    );
    return [...byFile].flatMap(([file, line]) => {
      if (file.startsWith('"')) return [];
      const path = file.startsWith('~/')
        ? join(homeFolder(), file.slice(2))
        : join(world.environment.checkout, file);
      return [{ ...line, path, reading: world.files.readFollowed(path, LARGEST_GUARD) }];
    });
  },
  verdict({ reading }) {
    if (reading.found === 'nothing') return 'fail missing';
    return reading.found === 'text' && isGuardScript(reading.text) ? 'ok' : 'fail other';
  },
  words: ({ path }) => ({
    ok: `hooks run ${path}`,
    'fail missing': `hooks run ${path}, which does not exist`,
    'fail other': `hooks run ${path}, which is no guard of completion-promise`,
  }),
  follows: () => 'sessions with promises here are held, and all others run without the gate',
  mend,
});

/** Whether a host will run the stop hooks of its files, as far as it keeps that somewhere. */
export const trust = hostRow({
  check: 'hooks.trust',
  applies: ({ host }) => host.gates.length > 0,
  look: (world) => world.host.known.setup.trusting?.(world.host.gates, world) ?? [],
  verdict: ({ trust: given }) => given,
  words: ({ words }) => ({ ok: words, note: words, fail: words }),
  mend: (seen) => seen.mend,
});
