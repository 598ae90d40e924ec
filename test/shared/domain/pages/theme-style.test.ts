import { describe, expect, it } from '@jest/globals';
import { styleOf } from '../../../../shared/domain/pages/theme-style.ts';

describe('the style sheet of a theme', () => {
  it.each([undefined, {}])('is none where it changes nothing: %j', theme => expect(styleOf(theme)).toBeUndefined());

  it('sets what the theme sets, and nothing else', () => {
    expect(styleOf({ radius: 6 })).toBe(':root:root{--radius:6px}');
    expect(styleOf({ width: 'wide', density: 'compact' })).toMatch(/^:root:root\{--width:[^;]+;--gap:[^;}]+\}$/);
  });

  it('sets every color that stands on a background', () => {
    const style = styleOf({ background: '#ffffff', accent: '#0b5fff', text: '#111111', font: 'serif' });
    const names = style?.slice(':root:root{'.length, -1).split(';');
    expect(names?.map(declaration => declaration.split(':')[0])).toEqual([
      ...['--accent', '--on-accent', '--card', '--surface', '--text', '--border', '--error', '--font', 'color-scheme'],
    ]);
    expect(names).toEqual(
      expect.arrayContaining([
        '--accent:#0b5fff',
        '--card:#ffffff',
        '--surface:#ffffff',
        '--text:#111111',
        'color-scheme:light',
      ]),
    );
  });
});
