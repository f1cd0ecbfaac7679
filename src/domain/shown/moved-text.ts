/** Folders that are somewhere else now. */
interface Moved {
  readonly from: readonly string[];
  readonly to: string;
}

/** A text in which the names of some folders are that of the folder which stands for them. */
export function movedText(text: string, { from, to }: Moved): string {
  const names = [...from].sort((one, other) => other.length - one.length);
  return names.reduce((moved, name) => {
    if (name.length < 2 || !moved.includes(name)) return moved;
    const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return moved.replace(new RegExp(`(?<![\\w.-])${literal}(?![\\w.-])`, 'g'), () => to);
  }, text);
}
