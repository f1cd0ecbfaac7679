import type { ArtifactAccount } from '../../domain/account/account.ts';
import type { FormatMeans } from '../report-format.ts';
import { html, type Part } from './markup.ts';

/** The largest picture that a page holds, and all pictures of a page together, in bytes. */
const LARGEST = 1024 * 1024;
const MOST = 8 * 1024 * 1024;

/** The kinds of pictures that a page shows, by the bytes that they begin with. A drawing in SVG could load others. */
const KINDS: readonly (readonly [type: string, begins: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638/],
  ['image/webp', /^52494646.{8}57454250/],
];

export interface Pictures {
  /** The picture that an artifact is, as markup; nothing where it is none, or where the page has no room for it. */
  pictureOf(artifact: ArtifactAccount): Part;
  /** Whether the page holds any so far. */
  areThere(): boolean;
}

export function createPictures(artifactBytes: FormatMeans['artifactBytes']): Pictures {
  let used = 0;
  const pictureOf = (artifact: ArtifactAccount): Part => {
    const { bytes, kept, path } = artifact;
    if (kept === null || bytes > LARGEST || used + bytes > MOST) return '';
    if (!/\.(?:gif|jpe?g|png|webp)$/i.test(path)) return '';
    const content = artifactBytes(artifact);
    const begins = content?.toString('hex', 0, 12) ?? '';
    const [type] = KINDS.find(([, first]) => first.test(begins)) ?? [];
    if (content === undefined || type === undefined) return '';
    used += bytes;
    return html`<img src="${`data:${type};base64,${content.toString('base64')}`}" alt="${path}">`;
  };
  return { pictureOf, areThere: () => used > 0 };
}
