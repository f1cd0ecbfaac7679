import type { HookOutcome } from '../domain/host/hook-trial.ts';
import type { RunEnd } from '../ports.ts';

/** Most of each stream that is kept, in characters. */
const MOST_OUTPUT = 64 * 1024;

/** A program that is run as a host runs hooks: nothing of the caller's session, and no key, reaches it. */
interface HostCall {
  /** A line for the shell, or the words of a program. */
  readonly command: string | readonly string[];
  readonly folder: string;
  readonly input?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export async function runAsHost({ variables = {}, ...call }: HostCall): Promise<HookOutcome> {
  const heard = { stdout: '', stderr: '' };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  // Few commands start a program.
  const { createNodeRun } = await import('../adapters/programs.ts');
  const { durationMs, ended } = await createNodeRun().program({
    ...call,
    environment: { hook: variables },
    endsAtOnce: true,
    onOutput: (chunk, stream) => {
      if (heard[stream].length < MOST_OUTPUT)
        heard[stream] += decoders[stream].decode(chunk, { stream: true });
    },
  });
  const code = ended.how === 'exit' ? ended.code : undefined;
  return { ...heard, durationMs, code, ended: endOf(ended, durationMs) };
}

/** How a program ended that gave no exit code, in words. */
function endOf(ended: RunEnd, durationMs: number): string {
  switch (ended.how) {
    case 'timeout':
      return `it did not answer within ${Math.round(durationMs / 1000)} s`;
    case 'signal':
      return `it was killed by ${ended.signal}`;
    default:
      return 'it cannot be started';
  }
}
