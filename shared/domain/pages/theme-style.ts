import { type Look, lookOf, type Theme } from '../forms/theme.ts';

/** The custom properties of page.css that a theme sets. */
const properties: readonly (readonly [name: string, value: keyof Look])[] = [
  ['--accent', 'accent'],
  ['--on-accent', 'onAccent'],
  ['--card', 'background'],
  ['--surface', 'background'],
  ['--text', 'text'],
  ['--border', 'border'],
  ['--error', 'error'],
  ['--radius', 'radius'],
  ['--width', 'width'],
  ['--gap', 'gap'],
  ['--font', 'font'],
  ['color-scheme', 'scheme'],
];

/** Returns the style sheet that gives a page the theme of its form; undefined if it changes nothing. */
export function styleOf(theme: Theme | undefined): string | undefined {
  const look = lookOf(theme ?? {});
  const declarations = properties.flatMap(([name, value]) =>
    look[value] === undefined ? [] : [`${name}:${look[value]}`],
  );
  if (declarations.length === 0) return undefined;
  return `:root:root{${declarations.join(';')}}`;
}
