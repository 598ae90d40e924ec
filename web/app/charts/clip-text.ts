/**
 * Shortens a user's text to one line without direction marks, since a drawing can't isolate it from the numbers beside it.
 */
export function clipText(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .replace(/[\p{Bidi_Control}\p{Cc}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
