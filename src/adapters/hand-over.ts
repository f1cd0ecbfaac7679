import { environmentWithout } from './environment.ts';
import { listenForInterrupts } from './interrupts.ts';

/**
 * Runs a script with the Node that runs now, on the same terminal and streams, and gives its exit code; 1 where it
 * cannot be started or was killed. `leaving`: a folder whose programs it does not find on `PATH`.
 */
export function handOver(
  script: string,
  words: readonly string[],
  { folder, leaving }: { readonly folder: string; readonly leaving: string },
): Promise<number> {
  // Loaded only here: few commands are handed over.
  const { spawn } = process.getBuiltinModule('node:child_process');
  // A terminal sends Ctrl-C to both: the answer is the other's.
  const interruption = listenForInterrupts();
  return new Promise((resolve) => {
    const end = (code: number): void => {
      interruption.stop();
      resolve(code);
    };
    const child = spawn(process.execPath, [script, ...words], {
      cwd: folder,
      env: environmentWithout(leaving),
      stdio: 'inherit',
    });
    child.on('error', () => end(1));
    child.on('exit', (code) => end(code ?? 1));
  });
}
