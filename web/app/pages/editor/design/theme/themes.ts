import type { Theme } from '../../../../../../shared/domain/forms/theme.ts';
import { compact } from '../../model/draft.ts';

/** Themes to start from. */
export const presets = {
  clear: { accent: '#3f48cc', background: '#ffffff', font: 'system', radius: 8 },
  forest: { accent: '#1f6f4a', background: '#f4f8f2', text: '#16241c', font: 'humanist', radius: 12 },
  clay: { accent: '#a03c22', background: '#fff6ee', text: '#2e1a12', font: 'serif', radius: 4 },
  night: { accent: '#9db2ff', background: '#12151f', text: '#eceffb', font: 'system', radius: 8 },
  ink: { accent: '#111111', background: '#ffffff', text: '#111111', font: 'geometric', radius: 0 },
  // An embed that looks like its page.
  page: { background: 'transparent', font: 'inherit', width: 'full' },
} as const satisfies Readonly<Record<string, Theme>>;

export type Preset = keyof typeof presets;

/** Returns what no preset has: the button text, the logo and the cover. */
export const ownParts = ({ buttonText, logo, cover }: Theme): Theme => compact({ buttonText, logo, cover });

/** Returns the theme of a preset, with the button text and images of the current theme. */
export const withPreset = (theme: Theme, preset: Preset): Theme => ({ ...presets[preset], ...ownParts(theme) });

/** Whether a theme is this preset. */
export const isPreset = ({ buttonText: _, logo: _logo, cover: _cover, ...theme }: Theme, preset: Preset): boolean => {
  const values: Theme = presets[preset];
  const names = new Set([...Object.keys(theme), ...Object.keys(values)]) as Set<keyof typeof theme>;
  return [...names].every(name => theme[name] === values[name]);
};
