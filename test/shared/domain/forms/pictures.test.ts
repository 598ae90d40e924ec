import { describe, expect, it } from '@jest/globals';
import { pictureOf } from '../../../../shared/domain/forms/pictures.ts';
import { png } from '../../../support/records/images.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const webp = (chunk: string, ...rest: readonly (string | readonly number[])[]) =>
  bytes('RIFF\x1a\0\0\0WEBP', chunk, '\x0a\0\0\0', ...rest);

const jpegFrame = '\xff\xc2\0\x11\x08\x01\x02\x03\x04\x03';

describe('the kind and size of an image', () => {
  it.each([
    ['PNG', png(300, 70), 'image/png', 300, 70],
    ['JPEG', bytes('\xff\xd8\xff\xe0\0\x10JFIF\0', Array(9).fill(0), jpegFrame), 'image/jpeg', 0x304, 0x102],
    ['JPEG with fill bytes', bytes('\xff\xd8\xff\xff\xff', jpegFrame.slice(1)), 'image/jpeg', 0x304, 0x102],
    ['lossy WebP', webp('VP8 ', '\0\0\0\x9d\x01\x2a', [0x2c, 0x01, 0x46, 0x40]), 'image/webp', 300, 70],
    ['lossless WebP', webp('VP8L', '\x2f', [0x2b, 0x41, 0x11, 0]), 'image/webp', 300, 70],
    ['extended WebP', webp('VP8X', [0, 0, 0, 0, 0x2b, 1, 0, 0x45, 0, 0]), 'image/webp', 300, 70],
  ])('is read from a %s', (_, image, contentType, width, height) => {
    expect(pictureOf(image)).toEqual({ contentType, width, height });
    // Cut off anywhere, it is either the same or nothing, and never an error.
    for (let end = 0; end < Math.min(image.length, 60); end++) {
      expect([undefined, contentType]).toContain(pictureOf(image.subarray(0, end))?.contentType);
    }
  });

  it.each([0xc0, 0xc1, 0xc3, 0xcf])('is read from the frame of a JPEG, by marker %i', marker => {
    expect(pictureOf(bytes('\xff\xd8\xff', [marker], jpegFrame.slice(2)))).toMatchObject({
      width: 0x304,
      height: 0x102,
    });
  });

  it.each([0xbf, 0xc4, 0xc8, 0xcc, 0xd0])('is not read from another part of a JPEG, by marker %i', marker => {
    const part = bytes('\xff', [marker], '\0\x08\x01\0\x01\0\x01\0');
    expect(pictureOf(bytes('\xff\xd8', [...part], jpegFrame))).toMatchObject({ width: 0x304, height: 0x102 });
  });

  it.each([
    ['an empty file', ''],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['GIF', 'GIF89a\x01\0\x01\0\0\0\0'],
    ['a page', '<!doctype html>'],
    ['a JPEG without a frame', `\xff\xd8\xff\xe0\0\x02${'\0'.repeat(20)}`],
    ['another RIFF file', 'RIFF\0\0\0\0WAVEfmt '],
    ['a PNG without its first part', '\x89PNG\r\n\x1a\n\0\0\0\x0dIEND\0\0\0\x01\0\0\0\x01'],
    ['the first part of a PNG alone', '\x89PNG\r\n\x1a\r\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01'],
    ['a frame of a JPEG alone', `\xff\xd8\xfe${jpegFrame}`],
    ['a frame of a JPEG that begins otherwise', `\xff\xd9${jpegFrame}`],
    ['a RIFX file with a chunk of WebP', `RIFX\x1a\0\0\0WEBPVP8X\x0a\0\0\0${'\x01'.repeat(10)}`],
    ['a RIFF file with a chunk of WebP', `RIFF\x1a\0\0\0WEBAVP8X\x0a\0\0\0${'\x01'.repeat(10)}`],
    ['WebP of an unknown kind', `RIFF\x1a\0\0\0WEBPVP9 \x0a\0\0\0\x2f\0\0\x9d\x01\x2a${'\x01'.repeat(10)}`],
    ['lossless WebP without its signature', `RIFF\x1a\0\0\0WEBPVP8L\x0a\0\0\0\x2e${'\x01'.repeat(10)}`],
    ['lossy WebP without its signature', `RIFF\x1a\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2b${'\x01'.repeat(10)}`],
  ])('is unknown for %s', (_, text) => {
    expect(pictureOf(bytes(text))).toBeUndefined();
  });
});
