/** The part of Node that opens pipes and sockets, as far as it is used here. */
interface PipePart {
  readonly Pipe: new (kind: unknown) => { open(descriptor: number): number; unref(): void };
  readonly constants: { readonly SOCKET: unknown };
}

/**
 * Makes reading an empty standard input fail with `EAGAIN` instead of wait. Node's streams do that too, and
 * take a quarter of Node's own start to load (`npm run bench`), at every stop of every session; what they
 * do it with is the same in Node 20 to 25. False where this Node has no such part: streams must do then.
 */
export function neverWaitForInput(): boolean {
  try {
    const part: unknown = Reflect.get(process, 'binding')?.call(process, 'pipe_wrap');
    if (!isPipePart(part)) return false;
    const pipe = new part.Pipe(part.constants.SOCKET);
    const fault = pipe.open(0);
    pipe.unref();
    return fault === 0;
  } catch {
    return false;
  }
}

function isPipePart(part: unknown): part is PipePart {
  return typeof part === 'object' && part !== null && 'Pipe' in part && 'constants' in part;
}
