import { type Look, lookOf } from '../../../shared/domain/forms/theme.ts';
import type { Schema } from '../schema.ts';

/** The style property of each value, and the custom property of the page around, which wins. */
const properties: readonly (readonly [name: string, ofPage: string, value: Exclude<keyof Look, 'scheme'>])[] = [
  ['--accent', '--fl-accent', 'accent'],
  ['--on-accent', '--fl-on-accent', 'onAccent'],
  ['--background', '--fl-background', 'background'],
  ['--text', '--fl-text', 'text'],
  ['--border', '--fl-border', 'border'],
  ['--error', '--fl-error', 'error'],
  ['--radius', '--fl-radius', 'radius'],
  ['--width', '--fl-width', 'width'],
  ['--gap', '--fl-gap', 'gap'],
  ['font-family', '--fl-font', 'font'],
];

/** Gives a form its theme. Returns its only color scheme if it has a background of its own. */
export function applyTheme(place: HTMLElement, theme: Schema['theme']): Look['scheme'] {
  const look = lookOf(theme ?? {});
  for (const [name, ofPage, value] of properties) {
    place.style.setProperty(name, look[value] === undefined ? '' : `var(${ofPage}, ${look[value]})`);
  }
  // What has a background keeps its content off the edges.
  place.style.setProperty('--inset', look.scheme === undefined ? '' : '1.5rem');
  return look.scheme;
}
