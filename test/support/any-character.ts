import { fc } from './properties.ts';

/** Generates any Unicode character. It equals fast-check's `binary`, which first takes a second to list them all. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map(place => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));
