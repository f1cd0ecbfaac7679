import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { inject, onTestFinished } from 'vitest';
import type { ScreenRig } from './host.ts';
import type { HostWorld } from './host-world.ts';
import { commandOf } from './install.mjs';

/** Sessions of hosts on a terminal, where a user sits and types: each in a tmux of its own. */

export interface Screen {
  /** What stands on it now, without colours. */
  shown(): string;
  /** All that stood on it so far, as far as it was not wiped. */
  history(): string;
  /** The same with the sequences that colour it. */
  coloured(): string;
  /** Types, and enters nothing. */
  type(text: string): void;
  /** Types a line, and enters it until it is taken, or it is plain that it is not. */
  enter(line: string, isTaken: () => boolean): Promise<void>;
  /** Interrupts the host at its work. */
  interrupt(): Promise<void>;
  /** Waits until something is so, and tries now and then what is to bring it about. */
  until(what: string, isSo: () => boolean, attempt?: () => unknown): Promise<void>;
  /** Waits until the host rests, its screen and what is counted standing still, or until it is enough. */
  rests(count: () => number, isEnough: () => boolean): Promise<void>;
}

/** The longest that anything is waited for: far more than it takes. */
const PATIENCE_MS = 180_000;

/** How often is looked. */
const LOOK_MS = 100;

/** After so many looks something that did not come about is tried again: the host may have been about to draw. */
const LOOKS_PER_ATTEMPT = 20;

/** A host that works moves something on its screen several times in a second. */
const LOOKS_AT_REST = 40;

/** So long a host stands still that does nothing about what was entered. */
const LOOKS_IN_VAIN = 150;

/** What hosts show while Escape interrupts them: elsewhere it opens a menu. */
const OFFERS_INTERRUPT = /\besc (?:esc )?(?:to )?(?:interrupt|cancel)\b/;

/** What some show for a moment after the first Escape, while they wait for a second one. */
const OFFERS_AGAIN = /\besc again to interrupt\b/;

/** Starts a host on a screen; all of it ends with the test. */
export async function startOnScreen(
  world: HostWorld,
  size: { readonly columns: number; readonly rows: number } = { columns: 150, rows: 50 },
): Promise<Screen> {
  const { env, folder, home, rig } = world;
  const socket = join(home, '..', 'tmux');
  const tmux = (...words: readonly string[]): string => {
    const all = ['-S', socket, '-f', '/dev/null', ...words];
    const { status, stderr, stdout } = spawnSync('tmux', all, { encoding: 'utf8', env });
    if (status !== 0) throw new Error(`tmux ${words.join(' ')}: ${stderr}`);
    return stdout;
  };
  const screen = screenOf(tmux, rig.screen);
  onTestFinished(() => {
    tmux('kill-server');
    endAllOf(home);
  });
  rig.screen.prepare?.(world);
  const words = [...commandOf(inject('clients')[rig.key]), ...rig.screen.words];
  const cells = ['-x', `${size.columns}`, '-y', `${size.rows}`];
  const start = ['new-session', '-d', ...cells, '-c', folder, ...words];
  tmux(...start, ';', 'set', '-g', 'remain-on-exit', 'on');
  await screen.until('was ready', () => rig.screen.ready.test(screen.shown()));
  return screen;
}

function screenOf(tmux: (...words: readonly string[]) => string, rig: ScreenRig): Screen {
  const shown = (): string => tmux('capture-pane', '-p');
  const until: Screen['until'] = async (what, isSo, attempt) => {
    const end = performance.now() + PATIENCE_MS;
    for (let look = 0; !isSo(); look += 1) {
      if (performance.now() > end) throw new Error(`it never ${what}; it shows:\n${shown()}`);
      if (look % LOOKS_PER_ATTEMPT === 0) attempt?.();
      await scheduler.wait(LOOK_MS);
    }
  };
  /** Does something with the keyboard, unless something is asked first. */
  const press = (...words: readonly string[]): void => {
    const [, key] = rig.opening?.find(([asked]) => asked.test(shown())) ?? [];
    tmux(...(key === undefined ? words : ['send-keys', key]));
  };
  /** Waits until what is seen was the same for so many looks, or until it is enough. */
  const still = (
    looks: number,
    seen: () => string,
    isEnough: () => boolean,
    attempt?: () => unknown,
  ): Promise<void> => {
    let before = '';
    let since = 0;
    const isStill = (): boolean => {
      const now = seen();
      since = now === before ? since + 1 : 0;
      before = now;
      return since >= looks || isEnough();
    };
    return until('came to rest', isStill, attempt);
  };
  return {
    shown,
    history: () => tmux('capture-pane', '-p', '-J', '-S', '-'),
    coloured: () => tmux('capture-pane', '-p', '-e'),
    until,
    type: (text) => void tmux('send-keys', '-l', text),
    async enter(line, isTaken) {
      const paste = ['set-buffer', line, ';', 'paste-buffer', '-p'];
      await until(
        `showed: ${line}`,
        () => shown().includes(line),
        () => press(...paste),
      );
      await still(LOOKS_IN_VAIN, shown, isTaken, () => press('send-keys', 'Enter'));
    },
    interrupt() {
      const pressEscape = (): void => void tmux('send-keys', 'Escape');
      // A second one is pressed only where it is asked for, and once: two in vain open a menu.
      let isPressed = false;
      const isInterrupted = (): boolean => {
        if (isPressed && OFFERS_AGAIN.test(shown())) {
          pressEscape();
          isPressed = false;
        }
        return rig.interrupted.test(shown());
      };
      return until('was interrupted', isInterrupted, () => {
        isPressed = OFFERS_INTERRUPT.test(shown());
        if (isPressed) pressEscape();
      });
    },
    rests: (count, isEnough) => still(LOOKS_AT_REST, () => `${count()} ${shown()}`, isEnough),
  };
}

/** Ends what a host left running behind its screen: what has the home of this test. */
function endAllOf(home: string): void {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const pid of processes.filter((one) => environmentOf(one).includes(`HOME=${home}`))) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

/** The variables of a process, each with its value; none of one that has ended or is another user's. */
function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(join('/proc', pid, 'environ'), 'utf8').split('\0');
  } catch {
    return [];
  }
}
