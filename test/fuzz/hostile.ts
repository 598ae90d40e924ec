import { anyCharacter } from '../support/any-character.ts';
import { type Arbitrary, fc } from '../support/properties.ts';

/** Texts that somebody sends who wants a service to fail. */
export const text: Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('\ud800', '#', '__proto__', '') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        '',
        ' ',
        '#',
        '%',
        '\0',
        '\ud800',
        'a\udc00',
        '😀',
        '\u202egpj.exe',
        '＝1+1',
        '=1+1',
        "'",
        '"',
        '\\',
        '{}',
        '[]',
        'null',
      ],
      ...[
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        'prototype',
        '../../etc/passwd',
        '#{7*7}',
        '{{7*7}}',
      ],
      ...[
        '(a+)+$',
        '[',
        'https://127.0.0.1/',
        'http://[::1]/',
        'https://a.example\\@b.example',
        'NaN',
        '-0',
        '1e400',
        '0x10',
        '٣',
      ],
      ...[
        '9999-12-31',
        '0000-01-01',
        '+275760-09-13',
        '2026-02-30',
        'true',
        'x'.repeat(5000),
        '😀'.repeat(200),
        'a'.repeat(129),
      ],
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
);

const scalar: Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -1, 1e308, 2 ** 53 + 2, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON value, with names that an object may have of its own. */
export const json: Arbitrary<unknown> = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map(entries => Object.fromEntries(entries)),
  ),
})).value;

const numbers = ['1e400', '-1e400', '123456789012345678901234567890', '-0', '1E-400', '0.1e1'];

/** What no JSON.stringify writes: deep, large, doubled or cut off. */
const oddities: readonly ((whole: string) => string)[] = [
  whole => whole.slice(0, Math.floor(whole.length / 2)),
  whole => `\ufeff${whole}`,
  whole => whole.replace(/^\{/, '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},'),
  whole => whole.replace(/^\{("[^"]*":)/, '{$1"first",$1'),
  whole => whole.replace(/:("[^"]*"|\d+)/, `:${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  whole => whole.replace(/:("[^"]*"|\d+)/, `:${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`),
  whole => whole.replace(/:"[^"]*"/, `:"${'é'.repeat(70_000)}"`),
  whole => whole.replace(/:"[^"]*"/, `:"${'\\ud83d'.repeat(3000)}"`),
  whole => whole.replace(/^\{/, `{${Array.from({ length: 3000 }, (_, index) => `"k${index}":${index}`).join(',')},`),
  whole => `${whole}${' '.repeat(300_000)}`,
];

/** The text of a value, some of it replaced by anything. */
export function jsonText(value: unknown): Arbitrary<string> {
  const whole = JSON.stringify(value) ?? '';
  const replacement = fc.oneof(
    json.map(each => JSON.stringify(each)),
    fc.constantFrom(...numbers),
  );
  const damaged = fc.array(fc.tuple(fc.nat(), replacement), { minLength: 1, maxLength: 2 }).map(replacements => {
    const parts = whole.split(/(?<=[:[,])("(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false|null)(?=[,}\]])/);
    for (const [index, part] of parts.length > 1 ? replacements : [])
      parts[(index % ((parts.length - 1) / 2)) * 2 + 1] = part;
    return parts.join('');
  });
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(whole) },
    { weight: 8, arbitrary: damaged },
    { weight: 2, arbitrary: fc.constantFrom(...oddities).map(odd => odd(whole)) },
  );
}
