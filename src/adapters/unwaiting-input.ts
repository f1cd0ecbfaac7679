/** The part of Node's own binding for pipes and sockets that is used here. */
interface PipePart {
  readonly Pipe: new (kind: unknown) => { open(descriptor: number): number; unref(): void };
  readonly constants: { readonly SOCKET: unknown };
}

/**
 * Makes a read of an empty standard input fail with `EAGAIN` instead of waiting. Hosts that run on Node give
 * their hooks a socket, and no public function of Node but its streams does this to one: a socket cannot be
 * opened again by its path in `/dev/fd`, and a process cannot end while a `fs.read` of its thread pool waits.
 * The streams do it with the same binding, and take 3 ms longer, which is 10 % of a stop. The binding is the
 * same in Node 20 to 25. False where this Node does not have it: then the streams must do.
 */
export function neverWaitForInput(descriptor: number): boolean {
  try {
    const part: unknown = Reflect.get(process, 'binding')?.call(process, 'pipe_wrap');
    if (!isPipePart(part)) return false;
    const pipe = new part.Pipe(part.constants.SOCKET);
    const fault = pipe.open(descriptor);
    pipe.unref();
    return fault === 0;
  } catch {
    return false;
  }
}

function isPipePart(part: unknown): part is PipePart {
  return typeof part === 'object' && part !== null && 'Pipe' in part && 'constants' in part;
}
