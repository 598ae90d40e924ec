import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { checkAnswers } from '../../../../shared/domain/responses/answers.ts';

const faultsOf = (field: Field, answer: unknown) => {
  const checked = checkAnswers([field], { [field.id]: answer }, { partial: false });
  return 'faults' in checked ? checked.faults : [];
};

const messagesOf = (field: Field, answer: unknown) => faultsOf(field, answer).map(({ message }) => message);

/** The rules that one answer breaks. */
const broken = (field: Omit<Field, 'id'>, answer: unknown) =>
  faultsOf({ id: 'a', ...field }, answer).map(({ rule }) => rule);

describe('types', () => {
  it.each([
    ['text', 1],
    ['text', true],
    ['text', ['a']],
    ['text', { a: 1 }],
    ['email', 5],
    ['textarea', {}],
    ['select', 1],
    ['number', '1,5'],
    ['checkbox', 'perhaps'],
    ['number', true],
    ['number', [1]],
    ['date', 20260131],
    ['file', {}],
  ] as const)('a %s is not answered by %j', (type, answer) => {
    expect(broken({ type, options: type === 'select' ? ['x'] : undefined }, answer)).toEqual(['type']);
  });

  it('are named in the message, and the answer is not', () => {
    expect(messagesOf({ id: 'a', type: 'number' }, '4111-1111')).toEqual(['Must be a number; a string was sent']);
  });
});

describe('text', () => {
  it('is one line', () => {
    expect(broken({ type: 'text' }, 'a\nb')).toEqual(['singleLine']);
    expect(broken({ type: 'text' }, 'a\rb')).toEqual(['singleLine']);
    expect(broken({ type: 'textarea' }, 'a\r\nb\n')).toEqual([]);
  });

  it('may hold tabs and any printable character, and no other control character', () => {
    expect(broken({ type: 'text' }, 'a\tb é 日本 😀 \u00a0')).toEqual([]);
    expect(broken({ type: 'text' }, 'a\u0000b')).toEqual(['characters']);
    expect(broken({ type: 'textarea' }, 'a\u001bb')).toEqual(['characters']);
    expect(broken({ type: 'textarea' }, 'a\u001f')).toEqual(['characters']);
    expect(broken({ type: 'textarea' }, 'a ~\u0080')).toEqual([]);
    expect(messagesOf({ id: 'a', type: 'text' }, 'a\u0000b')).toEqual([
      'Must not contain control characters; remove U+0000',
    ]);
  });

  it('is measured in characters as people count them, an emoji being one', () => {
    const validate = { minLength: 3, maxLength: 3 };
    expect(broken({ type: 'text', validate }, '😀é日')).toEqual([]);
    expect(broken({ type: 'text', validate }, '😀é')).toEqual(['minLength']);
    expect(broken({ type: 'text', validate }, '😀é日x')).toEqual(['maxLength']);
    // Halves that make no pair count one each.
    expect(broken({ type: 'text', validate }, '\ud83d\ud83d\ude00a')).toEqual([]);
    expect(broken({ type: 'text', validate }, '\ude00\ud83d\ude00a')).toEqual([]);
    expect(broken({ type: 'text', validate }, '\ude00\ude00\ud83d')).toEqual([]);
  });

  it('has 10,000 characters at most, and a textarea 100,000, where the form says nothing', () => {
    expect(broken({ type: 'text' }, 'x'.repeat(10_000))).toEqual([]);
    expect(broken({ type: 'text' }, 'x'.repeat(10_001))).toEqual(['maxLength']);
    expect(broken({ type: 'textarea' }, 'x'.repeat(100_000))).toEqual([]);
    expect(broken({ type: 'textarea' }, 'x'.repeat(100_001))).toEqual(['maxLength']);
  });

  it('has 1,000 at most with a pattern, which is not tried on longer ones', () => {
    const validate = { pattern: 'y' };
    expect(broken({ type: 'text', validate }, 'x'.repeat(1_000))).toEqual(['pattern']);
    expect(broken({ type: 'text', validate }, 'x'.repeat(1_001))).toEqual(['maxLength']);
  });

  it('is told the pattern it must match', () => {
    const field: Field = { id: 'a', type: 'text', validate: { pattern: '^[0-9]{5}$' } };
    expect(messagesOf(field, '1234')).toEqual(['Must match the pattern ^[0-9]{5}$']);
  });
});

describe('an e-mail address', () => {
  it.each([
    'a@b.de',
    'first.last+tag@sub.example.co.uk',
    "o'brien@example.com",
    'a@localhost',
    '1@2.fr',
    'a@xn--bcher-kva.example',
  ])('is accepted as browsers accept it: %s', answer => expect(broken({ type: 'email' }, answer)).toEqual([]));

  it.each([
    'a',
    'a@',
    '@b.de',
    'a b@c.de',
    ' a@b.de',
    'a@b.de ',
    'a@b..de',
    'a@-b.de',
    'a@b-.de',
    'a@b@c.de',
    'a@b.de\n',
    'ä@b.de',
  ])('is refused as browsers refuse it: "%s"', answer => expect(broken({ type: 'email' }, answer)).toEqual(['email']));

  it.each(['ü@example.com', 'name@exämple.com'])('is told apart where it is one beyond ASCII: %s', answer => {
    const messageOf = (text: string) => messagesOf({ id: 'email', type: 'email' }, text).join();
    expect(messageOf(answer)).toContain('in ASCII');
    expect(messageOf(answer.replace('@', ''))).not.toContain('in ASCII');
  });

  it('has 254 characters at most', () => {
    const ofLength = (length: number) => `${'a'.repeat(length - 5)}@b.de`;
    expect(broken({ type: 'email' }, ofLength(254))).toEqual([]);
    expect(broken({ type: 'email' }, ofLength(255))).toEqual(['maxLength']);
    expect(broken({ type: 'email', validate: { maxLength: 1_000 } }, ofLength(255))).toEqual(['maxLength']);
  });

  it('may have to match a pattern too', () => {
    expect(broken({ type: 'email', validate: { pattern: '@example\\.com$' } }, 'a@b.de')).toEqual(['pattern']);
  });
});

describe('a select', () => {
  it('is answered by exactly one of its options', () => {
    const field = { type: 'select', options: ['DE', 'FR'] } as const;
    expect(broken({ ...field, options: [...field.options] }, 'FR')).toEqual([]);
    expect(broken({ ...field, options: [...field.options] }, 'fr')).toEqual(['options']);
  });

  it('names ten of its options at most, each in short', () => {
    const options = Array.from({ length: 500 }, (_, index) => `${index}${'x'.repeat(990)}`);
    const [message = ''] = messagesOf({ id: 'a', type: 'select', options }, 'y');
    expect(message).toMatch(/ and 490 more$/);
    expect(message.match(/x"|x…"/g)).toHaveLength(10);
    expect(message).toContain(`"0${'x'.repeat(49)}…", "1`);
    expect(message.length).toBeLessThan(1_000);
  });
});

describe('a number', () => {
  it.each([0, -0, 1.5, -2, 1e-300, 0.1, 2 ** 53 - 1, -(2 ** 53) + 1])('may be %d', answer => {
    expect(broken({ type: 'number' }, answer)).toEqual([]);
  });

  it('is finite: 1e400 in JSON is not', () => {
    expect(broken({ type: 'number' }, JSON.parse('1e400'))).toEqual(['type']);
  });

  it('is refused where JSON would lose digits of it', () => {
    expect(broken({ type: 'number' }, JSON.parse('12345678901234567890'))).toEqual(['precision']);
    expect(broken({ type: 'number' }, JSON.parse('-9007199254740993'))).toEqual(['precision']);
  });

  it('lies within min and max, both included', () => {
    const field = { type: 'number', validate: { min: -1, max: 1.5 } } as const;
    expect([-1, 0, 1.5].flatMap(answer => broken(field, answer))).toEqual([]);
    expect(broken(field, -1.01)).toEqual(['min']);
    expect(broken(field, 1.6)).toEqual(['max']);
  });
});

describe('a date', () => {
  it.each(['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    'is one of the calendar: %s',
    answer => {
      expect(broken({ type: 'date' }, answer)).toEqual([]);
    },
  );

  it.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-04-31',
    '0000-01-01',
    '2026-1-1',
    '31.01.2026',
    '2026-01-31T00:00:00Z',
    '+002026-01-31',
    '２０２６-01-31',
  ])('is none of these: %s', answer => expect(broken({ type: 'date' }, answer)).toEqual(['date']));
});

describe('a file', () => {
  it('is the id of an uploaded file', () => {
    const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const id = `file_${ulid}${ulid}`;
    expect(broken({ type: 'file' }, id)).toEqual([]);
    const others = ['cv.pdf', 'file_', 'file_../x', 'https://example.com/cv.pdf', `file_${ulid}`];
    for (const answer of [...others, `${id}0`, id.toLowerCase(), ` ${id}`, id.replace('file', 'sub')]) {
      expect(broken({ type: 'file' }, answer)).toEqual(['file']);
    }
  });
});

describe('messages', () => {
  it.each<[Omit<Field, 'id'>, unknown, string]>([
    [{ type: 'text' }, null, 'An answer is required'],
    [{ type: 'text' }, ['a'], 'Must be a string; an array was sent'],
    [{ type: 'textarea' }, { a: 1 }, 'Must be a string; an object was sent'],
    [{ type: 'email' }, 1, 'Must be a string with an email address; a number was sent'],
    [{ type: 'select' }, true, 'Must be a string, one of the options; a boolean was sent'],
    [{ type: 'date' }, 1, 'Must be a string with a date, YYYY-MM-DD; a number was sent'],
    [{ type: 'file' }, 1, 'Must be the fileId that POST /uploads/sign answered, a string; a number was sent'],
    [{ type: 'number' }, JSON.parse('1e400'), 'Must be a finite number; the one sent is too large'],
    [{ type: 'number', validate: { min: 2 } }, 1, 'Must be 2 or more'],
    [{ type: 'number', validate: { max: 2 } }, 3, 'Must be 2 or less'],
    [{ type: 'text' }, 'a\nb', 'Must be one line, without line breaks'],
    [{ type: 'text' }, 'a\u007f', 'Must not contain control characters; remove U+007F'],
    [{ type: 'text', validate: { minLength: 2 } }, 'a', 'Must have at least 2 characters; it has 1'],
    [{ type: 'text', validate: { maxLength: 1 } }, 'ab', 'Must have at most 1 character; it has 2'],
    [{ type: 'email' }, 'a', 'Must be an email address such as name@example.com, without spaces'],
    [{ type: 'select', options: ['a', 'b'] }, 'c', 'Must be exactly one of the options: "a", "b"'],
    [{ type: 'date' }, 'today', 'Must be a valid date, YYYY-MM-DD: 2026-01-31'],
    [{ type: 'file' }, 'cv.pdf', 'Must be a fileId (file_…) that POST /uploads/sign returned'],
  ])('say what would be right: %j answered by %j', (field, answer, message) => {
    expect(messagesOf({ id: 'a', required: true, ...field }, answer)).toEqual([message]);
  });

  it('never repeat an answer, which may be personal data', () => {
    const secret = 'S3CR3T';
    const types = ['text', 'email', 'textarea', 'select', 'number', 'date', 'file'] as const;
    for (const type of types) {
      const validate = { pattern: '^x$', minLength: 50 };
      const field: Field = { id: 'a', type, options: ['x'], validate };
      const found = messagesOf(field, `${secret}\u0000`);
      expect(found.length).toBeGreaterThan(0);
      expect(found.join()).not.toContain(secret);
    }
  });
});
