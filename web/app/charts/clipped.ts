/**
 * A text that somebody else has written, short and on one line, without what turns the direction of writing: it stands
 * beside numbers in a drawing, where nothing else isolates it.
 */
export function clipped(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .replace(/[\p{Bidi_Control}\p{Cc}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
