import { join } from 'node:path';
import { homeFolder } from '../adapters/environment.ts';
import { type Advice, type Diagnosis, fail, ok } from '../domain/host/diagnosis.ts';
import { isGuardScript } from '../domain/host/guard-script.ts';
import { readGuarded } from '../domain/host/guarded-command.ts';
import type { HostWorld } from './host-world.ts';

/** The largest guard that is read, in bytes. */
const LARGEST_GUARD = 64 * 1024;

/** A hook, and how it is written anew. */
interface GuardedHook {
  readonly command: string;
  readonly advice: Advice;
}

/** Says of each guard that hooks run whether it is there. That of a plugin is the plugin itself. */
export function examineGuards(
  check: string,
  hooks: readonly GuardedHook[],
  { environment, files }: HostWorld,
): readonly Diagnosis[] {
  const guards = new Map(
    hooks.flatMap(({ advice, command }) => {
      const file = readGuarded(command)?.file;
      return file === undefined || file.startsWith('"') ? [] : [[file, advice] as const];
    }),
  );
  return [...guards].map(([file, advice]) => {
    const path = file.startsWith('~/')
      ? join(homeFolder(), file.slice(2))
      : join(environment.checkout, file);
    const reading = files.readFollowed(path, LARGEST_GUARD);
    if (reading.found === 'text' && isGuardScript(reading.text))
      return ok(check, `hooks run ${path}`);
    const what =
      reading.found === 'nothing' ? 'does not exist' : 'is no guard of completion-promise';
    return {
      ...fail(check, `hooks run ${path}, which ${what}`, advice),
      follows: 'sessions with promises here are held, and all others run without the gate',
    };
  });
}
