/**
 * Returns the name that a misspelt one most likely means: the same except for case and punctuation, or one or two edits
 * away.
 */
export function closestName(misspelt: string, names: readonly string[]): string | undefined {
  if (misspelt.length > 64) return undefined;
  const plain = plainName(misspelt);
  const alike = names.find(name => plainName(name) === plain);
  if (alike !== undefined) return alike;
  let closest: string | undefined;
  let fewest = plain.length < 5 ? 1 : 2;
  for (const name of names) {
    if (Math.abs(name.length - misspelt.length) > fewest) continue;
    const edits = editsBetween(plain, plainName(name));
    if (edits < fewest || (edits === fewest && closest === undefined)) {
      closest = name;
      fewest = edits;
    }
  }
  return closest;
}

const plainName = (name: string) => name.toLowerCase().replace(/[_\s-]/g, '');

/** Returns the Levenshtein distance, in which swapped neighbours are one edit. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line++) {
    const next = [line];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(row, column - 1) + (b[column - 1] === a[line - 1] ? 0 : 1);
      const isSwapped = a[line - 1] === b[column - 2] && a[line - 2] === b[column - 1];
      const swapped = isSwapped ? at(before, column - 2) + 1 : replaced;
      next.push(Math.min(replaced, swapped, at(row, column) + 1, at(next, column - 1) + 1));
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? 0;
