import { type Look, lookOf, type Theme } from '../../../shared/domain/forms/theme.ts';
import { h } from '../dom.ts';
import type { Schema } from '../schema.ts';
import type { Api } from '../send/api.ts';

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
export function applyTheme(place: HTMLElement, { theme = {} }: Schema, api: Api): Look['scheme'] {
  const look = lookOf(theme);
  for (const [name, ofPage, value] of properties) {
    place.style.setProperty(name, look[value] === undefined ? '' : `var(${ofPage}, ${look[value]})`);
  }
  // What has a background keeps its content off the edges.
  place.style.setProperty('--inset', look.scheme === undefined ? '' : '1.5rem');
  place.prepend(...picturesOf(place, theme, api));
  return look.scheme;
}

/** Returns the cover and the logo. The hosted page has its own. */
function picturesOf(place: HTMLElement, theme: Theme, { base }: Api): HTMLElement[] {
  const root = place.getRootNode();
  if (root instanceof ShadowRoot && root.host.hasAttribute('data-page')) return [];
  const pictures = pictureNames.flatMap(name => {
    const { image, alt = '' } = theme[name] ?? {};
    if (!image) return [];
    const picture = h('img', { class: name, part: name, alt, src: `${base}images/${encodeURIComponent(image)}` });
    // The page or the network may block it.
    picture.addEventListener('error', () => picture.remove());
    return [picture];
  });
  return pictures.length > 0 ? [h('div', { class: 'brand' }, h('div', {}, ...pictures))] : [];
}

const pictureNames = ['cover', 'logo'] as const;
