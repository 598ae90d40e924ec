import type { FromSchema } from 'json-schema-to-ts';
import type { theme } from '../../contracts/forms/theme.ts';
import type { Fault } from '../../fault.ts';

export type Theme = FromSchema<typeof theme>;

// Every CSS value of a theme is made here, from numbers and constants. No text of a form becomes CSS.

type Color = readonly [red: number, green: number, blue: number];

const white: Color = [255, 255, 255];
const black: Color = [0, 0, 0];
/** The surfaces and the text of forms without a background of their own. */
const light: Color = white;
const dark: Color = [22, 24, 31];
const lightText = '#eceef6';
const darkText = '#1b1d29';
const errors = { light: [179, 38, 30], dark: [255, 180, 171] } as const;

/** The contrasts of WCAG 2.2 for text (1.4.3), and for controls (1.4.11). */
const contrastOfText = 4.5;
const contrastOfControls = 3;

function colorOf(text: unknown): Color | undefined {
  const digits = typeof text === 'string' ? /^#([0-9a-f]{6})$/i.exec(text)?.[1] : undefined;
  if (digits === undefined) return undefined;
  const number = Number.parseInt(digits, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

const hex = (color: Color): string => `#${color.map(part => part.toString(16).padStart(2, '0')).join('')}`;

/** The relative luminance of WCAG. */
const luminance = (color: Color): number => {
  const [red = 0, green = 0, blue = 0] = color.map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns black or white, whichever is easier to read on a color. The contrast is always at least 4.58 to 1. */
const readableOn = (color: Color): Color => (contrast(color, white) >= contrast(color, black) ? white : black);

const mixed = ([red, green, blue]: Color, [r, g, b]: Color, share: number): Color => {
  const mix = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [mix(red, r), mix(green, g), mix(blue, b)];
};

const steps = Array.from({ length: 21 }, (_, step) => step / 20);

/**
 * Returns the nearest color with this contrast to the background. It is lighter or darker, whichever can be read there.
 */
function madeReadable(color: Color, background: Color, least: number): Color {
  const end = readableOn(background);
  return steps.map(share => mixed(color, end, share)).find(each => contrast(each, background) >= least) ?? end;
}

type Scheme = 'light' | 'dark';

const schemeOf = (background: Color): Scheme => (readableOn(background) === white ? 'dark' : 'light');

/** Returns the CSS value for both schemes, or for the only one. */
const either = (inLight: string, inDark: string): string =>
  inLight === inDark ? inLight : `light-dark(${inLight}, ${inDark})`;

const fonts: Readonly<Record<string, string>> = {
  system: 'system-ui, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", sans-serif',
  rounded:
    'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT Bold", sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif',
  slab: 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", serif',
  mono: 'ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  inherit: 'inherit',
};
const widths: Readonly<Record<string, string>> = { narrow: '32rem', medium: '42rem', wide: '56rem', full: 'none' };
const gaps: Readonly<Record<string, string>> = { compact: '1.1rem', comfortable: '1.75rem', spacious: '2.6rem' };

const named = (values: Readonly<Record<string, string>>, name: unknown): string | undefined =>
  typeof name === 'string' && Object.hasOwn(values, name) ? values[name] : undefined;

const pixels = (radius: unknown): string | undefined =>
  Number.isInteger(radius) ? `${Math.min(Math.max(Number(radius), 0), 24)}px` : undefined;

/** The CSS values of a theme. A value that the theme does not set is undefined, and stays as it is without a theme. */
export type Look = Readonly<
  Partial<Record<'accent' | 'onAccent' | 'background' | 'text' | 'border' | 'error', string>> &
    Partial<Record<'font' | 'radius' | 'width' | 'gap', string>>
> & {
  /** The only scheme that a form with a background of its own has. */
  readonly scheme?: Scheme;
};

/** Returns the CSS values of a theme. Invalid values count as left out. */
export function lookOf({ accent, background, text, font, radius, width, density }: Theme): Look {
  const surface = colorOf(background);
  return {
    ...(surface ? colorsOn(surface, { accent, text }) : colorsOnAny({ accent, text })),
    ...(background === 'transparent' && { background }),
    font: named(fonts, font),
    radius: pixels(radius),
    width: named(widths, width),
    gap: named(gaps, density),
  };
}

type Colors = Pick<Theme, 'accent' | 'text'>;

/** Returns the colors on a background of the form's own. */
function colorsOn(surface: Color, { accent, text }: Colors): Look {
  const scheme = schemeOf(surface);
  const ink = colorOf(text) ?? readableOn(surface);
  // The default accent has to be readable on any background. A chosen accent stays as it is.
  const main = colorOf(accent) ?? madeReadable(scheme === 'light' ? [63, 72, 204] : [169, 177, 255], surface, 4.5);
  return {
    scheme,
    background: hex(surface),
    text: hex(ink),
    accent: hex(main),
    onAccent: hex(readableOn(main)),
    border: hex(madeReadable(mixed(surface, ink, 0.45), surface, contrastOfControls)),
    error: hex(madeReadable(errors[scheme], surface, contrastOfText)),
  };
}

/** Returns the colors on whatever the page paints, in light and in dark. */
function colorsOnAny({ accent, text }: Colors): Look {
  const main = colorOf(accent);
  const inDark = main && madeReadable(main, dark, contrastOfText);
  const ink = colorOf(text);
  const isDark = ink && schemeOf(ink) === 'dark';
  return {
    ...(main &&
      inDark && {
        accent: either(hex(main), hex(inDark)),
        onAccent: either(hex(readableOn(main)), hex(readableOn(inDark))),
      }),
    // A dark text is for light pages; dark ones keep theirs.
    ...(ink && { text: isDark ? either(hex(ink), lightText) : either(darkText, hex(ink)) }),
  };
}

/** Returns warnings about colors of a form that are hard to tell apart. */
export function contrastWarnings({ theme = {}, ui }: { readonly theme?: Theme; readonly ui?: ThemeChoice }): Fault[] {
  const surface = colorOf(theme.background);
  return [
    ...warningsOfText(colorOf(theme.text), surface),
    ...warningsOfAccent(colorOf(theme.accent), surface ?? (ui?.theme === 'dark' ? dark : light)),
  ];
}

type ThemeChoice = { readonly theme?: 'auto' | Scheme };

function warningsOfText(text: Color | undefined, surface: Color | undefined): Fault[] {
  if (!text) return [];
  const found = contrast(text, surface ?? (schemeOf(text) === 'light' ? dark : light));
  if (found >= contrastOfText) return [];
  const message = `The text is hard to read on the background: ${ratio(found)}. It needs at least 4.5:1`;
  return [{ field: 'theme.text', rule: 'contrast', message }];
}

function warningsOfAccent(accent: Color | undefined, surface: Color): Fault[] {
  const found = accent ? contrast(accent, surface) : contrastOfText;
  if (found >= contrastOfText) return [];
  const message =
    found < contrastOfControls
      ? `The accent is hard to see on the background: ${ratio(found)}. Buttons need at least 3:1, links 4.5:1`
      : `Links in the accent color are hard to read on the background: ${ratio(found)}. They need at least 4.5:1`;
  return [{ field: 'theme.accent', rule: 'contrast', message }];
}

/** Returns a contrast as text, rounded down, so that an insufficient one never looks sufficient. */
const ratio = (found: number): string => `${Math.floor(found * 10) / 10}:1`;
