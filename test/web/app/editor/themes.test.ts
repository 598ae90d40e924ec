import { describe, expect, it } from '@jest/globals';
import { contrastWarnings } from '../../../../shared/domain/forms/theme.ts';
import { isPreset, type Preset, presets, withPreset } from '../../../../web/app/pages/editor/design/theme/themes.ts';

const names = Object.keys(presets) as Preset[];

describe('a preset of a theme', () => {
  it.each(names)('%s can be read', name => {
    expect(contrastWarnings({ theme: presets[name] })).toEqual([]);
  });

  it('replaces the values, and keeps the words and images', () => {
    const own = { accent: '#ff0000', density: 'compact', buttonText: 'Book' } as const;
    expect(withPreset(own, 'ink')).toEqual({ ...presets.ink, buttonText: 'Book' });
    const logo = { image: 'img_1' };
    expect(withPreset({ ...own, logo }, 'ink')).toEqual({ ...presets.ink, buttonText: 'Book', logo });
    expect(isPreset({ ...presets.ink, logo }, 'ink')).toBe(true);
  });

  it('is recognized until a value differs', () => {
    const theme = withPreset({ buttonText: 'Book' }, 'clay');
    expect(names.filter(name => isPreset(theme, name))).toEqual(['clay']);
    expect(names.filter(name => isPreset({ ...theme, radius: 5 }, name))).toEqual([]);
    expect(names.filter(name => isPreset({ ...theme, width: 'wide' }, name))).toEqual([]);
  });
});
