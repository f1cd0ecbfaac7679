/** How words are highlighted on a terminal; elsewhere they are plain. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  caution(text: string): string;
}

const unchanged = (text: string) => text;

export const plainStyle: Style = {
  bold: unchanged,
  dim: unchanged,
  good: unchanged,
  bad: unchanged,
  caution: unchanged,
};
