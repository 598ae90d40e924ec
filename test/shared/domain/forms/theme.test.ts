import { describe, expect, it } from '@jest/globals';
import { contrastWarnings, lookOf, type Theme } from '../../../../shared/domain/forms/theme.ts';
import { styleOf } from '../../../../shared/domain/pages/theme-style.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { fc, runs } from '../../../support/properties.ts';

const rulesOf = (theme: Theme, scheme?: 'light' | 'dark') =>
  contrastWarnings({ theme, ...(scheme && { ui: { theme: scheme } }) }).map(({ field }) => field);

const color = fc.integer({ min: 0, max: 0xffffff }).map(number => `#${number.toString(16).padStart(6, '0')}`);
const theme = fc.record({
  accent: fc.option(color, { nil: undefined }),
  text: fc.option(color, { nil: undefined }),
  background: fc.option(fc.oneof(color, fc.constant('transparent')), { nil: undefined }),
});

/** The contrast ratio, by the formula of WCAG, apart from the product's code. */
function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map(hex => {
    const [r, g, b] = [1, 3, 5].map(at => {
      const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  }) as [number, number];
  return Math.max(a, b) / Math.min(a, b);
}

/** The values in light and in dark. */
const bothOf = (value: string): [string, string] => {
  const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
  return [light ?? value, dark ?? value];
};

/** The values of ours in a look that have too little contrast. */
function unreadable(chosen: Theme): string[] {
  const { accent = '#000000', onAccent = '#ffffff', ...look } = lookOf(chosen);
  const [accents, letters] = [bothOf(accent), bothOf(onAccent)];
  const { background = '#ffffff', text = '#000000', error = '#000000', border = '#000000' } = look;
  const pairs: [name: string, one: string, other: string, least: number][] = [
    ['onAccent', accents[0], letters[0], 4.5],
    ['onAccent', accents[1], letters[1], 4.5],
    ...(look.scheme === undefined
      ? []
      : ([
          ['text', chosen.text === undefined ? text : readable, background, 4.5],
          ['error', error, background, 4.5],
          ['border', border, background, 3],
        ] as [string, string, string, number][])),
  ];
  return pairs
    .filter(([, one, other, least]) => one !== readable && contrast(one, other) < least)
    .map(([name]) => name);
}

/** For a color that was chosen: whether it can be read is for its owner. */
const readable = 'chosen';

describe('the look of a theme', () => {
  it('changes nothing without a theme', () => {
    expect(Object.values(lookOf({})).filter(value => value !== undefined)).toEqual([]);
    expect(styleOf(undefined)).toBeUndefined();
    expect(styleOf({ buttonText: 'Send it' })).toBeUndefined();
  });

  it('keeps the colors that were chosen, and adds those that go with them', () => {
    const look = lookOf({ accent: '#00695C', background: '#fff8e7', radius: 0, font: 'serif', width: 'full' });
    expect(look).toMatchObject({ accent: '#00695c', onAccent: '#ffffff', background: '#fff8e7', text: '#000000' });
    expect(look).toMatchObject({ scheme: 'light', radius: '0px', width: 'none' });
    expect(look.font).toMatch(/serif$/);
  });

  it('lightens an accent for dark pages where the form has no background', () => {
    expect(lookOf({ accent: '#00695c' }).accent).toMatch(/^light-dark\(#00695c, #(?!00695c)/);
    expect(lookOf({ text: '#222222' }).text).toBe('light-dark(#222222, #eceef6)');
    expect(lookOf({ text: '#eeeeee' }).text).toBe('light-dark(#1b1d29, #eeeeee)');
  });

  it('has no color and no scheme of its own behind it if the page shows through', () => {
    expect(lookOf({ background: 'transparent' })).toMatchObject({ background: 'transparent' });
    expect(lookOf({ background: 'transparent' }).scheme).toBeUndefined();
    expect(lookOf({ background: 'red' }).background).toBeUndefined();
  });

  it('has an accent of ours on a background of its own, for light and for dark ones', () => {
    expect(lookOf({ background: '#ffffff' })).toMatchObject({ scheme: 'light', accent: '#3f48cc' });
    expect(lookOf({ background: '#000000' })).toMatchObject({ scheme: 'dark', accent: '#a9b1ff' });
  });

  it('can be read wherever we choose the color', () => {
    fc.assert(fc.property(theme, chosen => expect(unreadable(chosen as Theme)).toEqual([])));
  });
});

describe('a warning about contrast', () => {
  it('comes exactly when text or accent are below 4.5 to 1', () => {
    fc.assert(
      fc.property(color, color, color, (accent, background, text) => {
        const low = [
          ...(contrast(text, background) < 4.5 ? ['theme.text'] : []),
          ...(contrast(accent, background) < 4.5 ? ['theme.accent'] : []),
        ];
        expect(rulesOf({ accent, background, text })).toEqual(low);
      }),
    );
  });

  it('says what it found, and what is needed', () => {
    const [text, accent] = contrastWarnings({ theme: { text: '#999999', background: '#ffffff', accent: '#ffe066' } });
    expect(text?.message).toBe('The text is hard to read on the background: 2.8:1. It needs at least 4.5:1');
    expect(accent?.message).toContain('Buttons need at least 3:1');
    expect([text, accent].map(warning => warning?.rule)).toEqual(['contrast', 'contrast']);
    const [links] = contrastWarnings({ theme: { accent: '#808080' } });
    expect(links?.message).toBe(
      'Links in the accent color are hard to read on the background: 3.9:1. They need at least 4.5:1',
    );
  });

  it('is about the surface that the form is shown on', () => {
    expect(rulesOf({ accent: '#a9b1ff' })).toEqual(['theme.accent']);
    expect(rulesOf({ accent: '#a9b1ff' }, 'dark')).toEqual([]);
    expect(rulesOf({ text: '#eeeeee' })).toEqual([]);
    expect(contrastWarnings({})).toEqual([]);
  });
});

describe('values that are no colors, sizes or names', () => {
  const evil = fc.oneof(
    fc.constantFrom(
      ...['red;}body{display:none', 'url(https://evil.example/x)', 'expression(1)', '#fff', '#12345g', '#1234567'],
      ...[
        '</style><script>alert(1)</script>',
        'var(--x)',
        '\\23 00695c',
        '#00695c\n;x:y',
        '#00695c/**/',
        '0;color:red',
      ],
      ...['__proto__', 'constructor', 'toString', 'light-dark(red,red)'],
    ),
    fc.string({ unit: anyCharacter }),
    fc.anything(),
  );
  const valid =
    /^(#[0-9a-f]{6}|light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)|transparent|light|dark|none|inherit|\d{1,2}px|[\d.]+rem)$/;
  const names = ['accent', 'background', 'text', 'font', 'radius', 'width', 'density', 'buttonText'];

  it('never become CSS', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), evil), hostile => {
        const { font, ...look } = lookOf(hostile as Theme);
        expect(Object.values(look).filter(value => value !== undefined && !valid.test(value))).toEqual([]);
        expect(font ?? 'none').toMatch(/^[\w ",-]+$/);
        expect(styleOf(hostile as Theme) ?? '').not.toMatch(/[<>\\@/]|url|expression|}./);
      }),
      { numRuns: runs(4000) },
    );
  });
});
