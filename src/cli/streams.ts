import { surroundings } from '../adapters/surroundings.ts';
import { errorCode } from '../domain/base/system-error.ts';
import { type CommandQuestion, EXIT } from '../report/exit.ts';

/**
 * Keeps a stream that is closed or full from ending the command in an error of Node's own, which
 * would let a session go that was told to stay. What the check decided stands, whether it could be
 * said or not; another command fails where its answer could not be written, except to a reader that
 * left early (`cs status | head -1`).
 */
export function tolerateBrokenStreams(asks: CommandQuestion): void {
  const around = surroundings();
  for (const stream of [around.output.stream(), around.errors.stream()]) {
    stream.on('error', (error) => {
      if (asks === 'anything-else' && errorCode(error) !== 'EPIPE') around.exitCode = EXIT.failed;
    });
  }
}
