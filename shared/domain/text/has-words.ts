/** Whether a name has all words of a search, in any order and case. */
export function hasWords(name: string, search: string): boolean {
  const text = name.toLowerCase();
  return search
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}
