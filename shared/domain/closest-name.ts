/** The name that a misspelt one was most likely meant to be: the same but for case and signs, or one or two edits away. */
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

/** Levenshtein's distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [line, character] of [...a].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (b[column - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
