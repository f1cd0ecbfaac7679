/** The first of many things, which a text names, and how many more there are. */
export function firstFew<Item>(
  items: readonly Item[],
  most: number,
): { readonly named: readonly Item[]; readonly more: number } {
  const named = items.slice(0, most);
  return { named, more: items.length - named.length };
}
