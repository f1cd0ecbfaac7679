import { Transform } from 'node:stream';

/** Longest line that is read, in bytes. */
const LONGEST_LINE = 4 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * Passes on the lines of a stream for which `faultOf` finds no fault, whole. `faultOf` is given undefined for a line that
 * is too long, of which nothing is kept.
 */
export function linesWithout(faultOf: (line: string | undefined) => boolean): Transform {
  let pieces: Buffer[] = [];
  let length = 0;
  const add = (piece: Buffer): void => {
    length += piece.length;
    if (length > LONGEST_LINE) pieces = [];
    else pieces.push(piece);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        add(chunk.subarray(from, end));
        const line = length > LONGEST_LINE ? undefined : Buffer.concat(pieces).toString('utf8');
        if (!faultOf(line)) this.push(`${line}\n`);
        pieces = [];
        length = 0;
        from = end + 1;
      }
      add(chunk.subarray(from));
      done();
    },
  });
}
