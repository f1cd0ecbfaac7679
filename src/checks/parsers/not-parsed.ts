/**
 * A parser throws this where it knows that it cannot judge a text. The catcher knows it by its name and
 * not by its class: each parser is a bundle of its own, with its own copy of this class.
 */
export class NotParsed extends Error {
  override readonly name = 'NotParsed';
}
