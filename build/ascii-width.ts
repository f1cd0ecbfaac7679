/**
 * Stands in for `string-width` in the bundle. The original builds an Intl.Segmenter when it is
 * loaded, which costs more than all else that a command loads; help texts are plain ASCII.
 */
export default function asciiWidth(text: string): number {
  return text.length;
}
