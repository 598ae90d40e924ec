import { fc } from './properties.ts';

/** Any character of Unicode. The `binary` of fast-check is the same, and takes a second to list them all first. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map(place => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));
