import type { Advice } from '../domain/host/diagnosis.ts';
import type { HookPlace } from '../domain/host/hooks-in-force.ts';
import type { KnownHost } from '../hosts/hosts.ts';

/** How hooks are written anew, and taken out, by the place where they stand. */

const OPTIONS = { local: '', project: ' --shared', user: ' --user' } as const;

/** The hooks of a place are written anew. */
export function installAnew(known: KnownHost, place: HookPlace): Advice {
  switch (place) {
    case 'plugin':
      return 'Update the plugin: claude plugin update completion-promise';
    case 'managed':
      return 'Ask the administrators to install the hooks in managed settings again';
    case 'session':
      return 'Start the session with other settings';
    default:
      return { words: 'Run', command: `cs hooks install${named(known)}${OPTIONS[place]}` };
  }
}

/** Hooks are installed where none are. */
export function install(known: KnownHost): { readonly words: string; readonly command: string } {
  return { words: 'Run', command: `cs hooks install${named(known)}` };
}

/** The hooks of a place are taken out. */
export function takeOut(known: KnownHost, place: HookPlace): Advice {
  switch (place) {
    case 'plugin':
      return 'Run: claude plugin disable completion-promise';
    case 'managed':
      return 'Only an administrator can remove it';
    case 'session':
      return 'Start the session without it';
    default: {
      const words =
        place === 'project'
          ? 'If everyone who shares that file has the gate from elsewhere, run'
          : 'Run';
      return { words, command: `cs hooks uninstall${named(known)}${OPTIONS[place]}` };
    }
  }
}

const named = ({ host, setup }: KnownHost): string => (setup.isNamed ? ` --host ${host.name}` : '');
