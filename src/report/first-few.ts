/** The first of many things, which are named, and how many are left, which are only counted. */
export function firstFew<Item>(
  items: readonly Item[],
  most: number,
): { readonly named: readonly Item[]; readonly more: number } {
  const named = items.slice(0, most);
  return { named, more: items.length - named.length };
}
