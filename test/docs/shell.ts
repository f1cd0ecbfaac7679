import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createProject } from '../rig/worlds/project.ts';
import { PACKAGE } from '../rig/worlds/suite.ts';

/** One bash that runs a page's commands one after the other, as a reader would. */
export interface Shell {
  /** Runs a command; `$?` in it is the exit code of the one before. */
  run(command: string): Promise<{ readonly code: number; readonly output: string }>;
  /** Writes a file of the project, as a reader's editor would. */
  write(path: string, text: string): void;
}

/** Who commits in the examples: git asks for a name, and a scratch HOME has none. */
const COMMITTER = { NAME: 'Ada', EMAIL: 'ada@example.org' };

/** Ends what a command printed, with its exit code. */
const END = /^([\s\S]*)<<ended with (\d+)>>$/;

/** Opens a bash in a scratch project that finds the suite's commands as an installation has them. */
export function openShell(): Shell {
  const { folder } = createProject();
  const bins = join(folder, '..', 'bin');
  mkdirSync(bins);
  for (const [name, file] of Object.entries(manifest.bin)) {
    symlinkSync(join(PACKAGE, file), join(bins, name));
  }
  const bash = spawn('bash', ['--norc', '--noprofile'], {
    cwd: folder,
    env: {
      PATH: [bins, process.env['PATH']].join(delimiter),
      HOME: join(folder, '..', 'home'),
      ...Object.fromEntries(
        Object.entries(COMMITTER).flatMap(([key, value]) => [
          [`GIT_AUTHOR_${key}`, value],
          [`GIT_COMMITTER_${key}`, value],
        ]),
      ),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void bash.stdin.end());
  bash.stdout.setEncoding('utf8');
  bash.stdin.write('exec 2>&1\nlast=0\n');
  return {
    write: (path, text) => writeFileSync(join(folder, path), text),
    run: (command) =>
      new Promise((resolve, reject) => {
        let heard = '';
        const listen = (chunk: string): void => {
          heard += chunk;
          const [, output, code] = END.exec(heard) ?? [];
          if (output === undefined) return;
          bash.stdout.off('data', listen);
          bash.off('close', giveUp);
          resolve({ code: Number(code), output });
        };
        const giveUp = (): void => reject(new Error(`bash ended in: ${command}\n${heard}`));
        bash.stdout.on('data', listen);
        bash.once('close', giveUp);
        bash.stdin.write(`(exit $last)\n${command}\nlast=$?; printf '<<ended with %d>>' "$last"\n`);
      }),
  };
}
