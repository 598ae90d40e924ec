import type { Theme } from './theme.ts';

/** What the first bytes of an image say. */
export type Picture = {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
};

/** The maximum size of an image in bytes, as in its contract. */
export const imageBytesMax = 1_048_576;

/** The largest width and height in pixels. A small file may have so many that a phone can't show it. */
export const picturePixelsMax = 4096;

/** Returns the kind and size of a PNG, JPEG or WebP by its bytes, or undefined for anything else. */
export function pictureOf(bytes: Uint8Array): Picture | undefined {
  return pngOf(bytes) ?? jpegOf(bytes) ?? webpOf(bytes);
}

const hasText = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

/** Returns the number in bytes at these places, the most significant first. What follows the end of a file is 0. */
const numberAt = (bytes: Uint8Array, ...places: readonly number[]): number =>
  places.reduce((number, place) => number * 256 + (bytes[place] ?? 0), 0);

/** https://www.w3.org/TR/png-3/#11IHDR */
function pngOf(bytes: Uint8Array): Picture | undefined {
  if (!hasText(bytes, 0, '\x89PNG\r\n\x1a\n') || !hasText(bytes, 12, 'IHDR')) return undefined;
  const contentType = 'image/png';
  return { contentType, width: numberAt(bytes, 16, 17, 18, 19), height: numberAt(bytes, 20, 21, 22, 23) };
}

/** The markers of a frame, which has the size; C4, C8 and CC are others. ITU-T T.81, table B.1. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegOf(bytes: Uint8Array): Picture | undefined {
  if (!hasText(bytes, 0, '\xff\xd8\xff')) return undefined;
  let at = 2;
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      const contentType = 'image/jpeg';
      return { contentType, width: numberAt(bytes, at + 7, at + 8), height: numberAt(bytes, at + 5, at + 6) };
    }
    // Any number of FF may precede a marker.
    at += marker === 0xff ? 1 : 2 + Math.max(2, numberAt(bytes, at + 2, at + 3));
  }
  return undefined;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webpOf(bytes: Uint8Array): Picture | undefined {
  if (!hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WEBP')) return undefined;
  const contentType = 'image/webp';
  if (hasText(bytes, 12, 'VP8X')) {
    return { contentType, width: numberAt(bytes, 26, 25, 24) + 1, height: numberAt(bytes, 29, 28, 27) + 1 };
  }
  if (hasText(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = numberAt(bytes, 24, 23, 22, 21);
    return { contentType, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (hasText(bytes, 12, 'VP8 ') && hasText(bytes, 23, '\x9d\x01\x2a')) {
    return { contentType, width: numberAt(bytes, 27, 26) & 0x3fff, height: numberAt(bytes, 29, 28) & 0x3fff };
  }
  return undefined;
}

export const pictureNames = ['logo', 'cover'] as const;

/** Returns the IDs of the images that a theme names. */
export const imagesIn = (theme: Theme | undefined): string[] =>
  pictureNames.flatMap(name => theme?.[name]?.image ?? []);
