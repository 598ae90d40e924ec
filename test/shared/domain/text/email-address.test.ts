import { expect, it } from '@jest/globals';
import { isEmail, isEmailBeyondAscii } from '../../../../shared/domain/text/email-address.ts';

const label = 'x'.repeat(63);

it.each(['a@b', "!#$%&'*+/=?^_`{|}~.-@b.de", `a@${label}.${label}`, 'a@b-c.d-e', 'a@b--c.de', 'A@B.DE', '1@2.3'])(
  'takes %s',
  text => expect(isEmail(text)).toBe(true),
);

it.each(['', 'a', '@b', 'a@', 'a@.b', 'a@b.', 'a@b..c', 'a@-b', 'a@b-', 'a@b.-c', 'a@b.c-', 'a@b_c', 'a b@c', 'a@b@c'])(
  'takes no %j',
  text => expect(isEmail(text)).toBe(false),
);

it.each([`a@x${label}`, `a@b.x${label}`, 'xa@b.de\n', '(a)@b', 'a@b.de, c@d.de', `${'a'.repeat(250)}@b.de`])(
  'takes no %s',
  text => expect(isEmail(text)).toBe(false),
);

it.each([
  ['ü@example.com', true],
  ['a@bücher.example', true],
  ['日本@例え.テスト', true],
  ['a@example.com', false],
  ['ü', false],
  ['ü @example.com', false],
])('knows %s for one beyond ASCII: %s', (text, expected) => expect(isEmailBeyondAscii(text)).toBe(expected));
