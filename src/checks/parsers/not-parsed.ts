/** Thrown by a parser that knows that it cannot judge a text. Known by its name: parsers are files of their own. */
export class NotParsed extends Error {
  override readonly name = 'NotParsed';
}
