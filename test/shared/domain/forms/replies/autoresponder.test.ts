import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../../shared/domain/fields/field.ts';
import {
  type Autoresponder,
  automaticReply,
  faultsOfAutoresponder,
} from '../../../../../shared/domain/forms/replies/autoresponder.ts';
import { plainName } from '../../../../../shared/domain/forms/replies/plain-name.ts';

const fields: Field[] = [
  { id: 'name', type: 'text', label: 'Name', pii: true },
  { id: 'email', type: 'email', label: 'E-mail', pii: true },
  { id: 'work', type: 'email', label: 'E-mail at work' },
  { id: 'topic', type: 'select', label: 'Topic', options: ['Sales', { value: 'help', label: 'Support' }], other: true },
  { id: 'days', type: 'multiselect', label: 'Days', options: ['Mon', 'Tue', 'Wed'] },
  { id: 'seats', type: 'number', label: 'Seats' },
  { id: 'day', type: 'date', label: 'Day' },
  { id: 'hour', type: 'time', label: 'Hour' },
  { id: 'message', type: 'textarea', label: 'Message' },
  { id: 'link', type: 'url', label: 'Link' },
  { id: 'source', type: 'hidden', label: 'Source' },
];

const words: Autoresponder = { enabled: true, nameField: 'name', subject: 'Thank you', body: 'Hello {{name}}, bye' };
type Policies = { fieldPolicies?: Record<string, 'encrypted' | 'masked'> };

const faults = (change: Partial<Autoresponder>, { fieldPolicies }: Policies = {}, ofForm = fields): string[] =>
  faultsOfAutoresponder({
    fields: ofForm,
    ...(fieldPolicies && { fieldPolicies }),
    autoresponder: { ...words, ...change },
  }).map(({ field, rule }) => `${field} ${rule}`);

const reply = (
  answers: Record<string, unknown>,
  change: Partial<Autoresponder> = {},
  { fieldPolicies }: Policies = {},
) =>
  automaticReply(
    { fields, ...(fieldPolicies && { fieldPolicies }), autoresponder: { ...words, ...change } },
    { email: 'ada@example.com', ...answers },
  );

describe('the setting of an automatic reply', () => {
  it('takes choices, numbers, dates and the name', () => {
    expect(faults({ subject: '{{topic}} {{ seats }}', body: '{{day}} {{days}} {{name}}' })).toEqual([]);
  });

  it.each(['message', 'link', 'source', 'email'])('refuses the placeholder of what anybody can write: %s', id => {
    expect(faults({ body: `{{${id}}}` })).toEqual(['autoresponder.body placeholder']);
    expect(faults({ subject: `{{${id}}}` })).toEqual(['autoresponder.subject placeholder']);
  });

  it('refuses a text field that is not the name', () => {
    const { nameField: _, ...rest } = words;
    const found = faultsOfAutoresponder({ fields, autoresponder: rest });
    expect(found.map(({ rule }) => rule)).toEqual(['placeholder']);
  });

  it.each<[string, Partial<Autoresponder>, Policies['fieldPolicies'], string]>([
    ['an unknown field', { emailField: 'emial' }, {}, 'the form has no field "emial"; did you mean "email"?'],
    ['one like no other', { emailField: 'x'.repeat(9) }, {}, `the form has no field "${'x'.repeat(9)}"`],
    [
      'an unknown placeholder',
      { body: '{{nmae}}' },
      {},
      '{{nmae}}: the form has no field "nmae"; did you mean "name"?',
    ],
    ['a field of another type', { emailField: 'name' }, {}, 'must be a field of the type email; "name" is text'],
    ['a field with a policy', { emailField: 'email' }, { email: 'masked' }, '"email" has a policy'],
    ['a placeholder with one', { body: '{{seats}}' }, { seats: 'masked' }, '{{seats}} has a policy'],
    ['braces that are left', { body: '{{' }, {}, 'has {{ or }} that belong to no placeholder'],
    ['what anybody can write', { body: '{{link}}' }, {}, '{{link}} is a field of type url, in which anyone could'],
  ])('says what is wrong with %s', (_, change, fieldPolicies = {}, message) => {
    const found = faultsOfAutoresponder({ fields, fieldPolicies, autoresponder: { ...words, ...change } });
    expect(found.map(fault => fault.message)).toEqual([expect.stringContaining(message)]);
  });

  it('may be missing', () => {
    expect(faultsOfAutoresponder({ fields })).toEqual([]);
    expect(automaticReply({ fields }, { email: 'ada@example.com' })).toBeUndefined();
  });

  it('refuses what no field stands for, and braces that are no placeholder', () => {
    expect(faults({ body: '{{nmae}}' })).toEqual(['autoresponder.body unknown']);
    for (const body of ['{{name', 'name}}', '{{na me}}', '{{}}']) {
      expect(faults({ body })).toEqual(['autoresponder.body placeholder']);
    }
  });

  it('refuses fields of another type, and fields with a policy', () => {
    expect(faults({ emailField: 'name' })).toEqual(['autoresponder.emailField type']);
    expect(faults({ nameField: 'message', body: 'Hi' })).toEqual(['autoresponder.nameField type']);
    expect(faults({ emailField: 'phone' })).toEqual(['autoresponder.emailField unknown']);
    expect(faults({ emailField: 'email' }, { fieldPolicies: { email: 'masked' } })).toEqual([
      'autoresponder.emailField sealed',
    ]);
    expect(faults({ body: '{{seats}}' }, { fieldPolicies: { seats: 'encrypted' } })).toEqual([
      'autoresponder.body sealed',
    ]);
  });

  it('needs an address to go to', () => {
    expect(faults({}, {}, fields.slice(0, 1))).toEqual(['autoresponder emailField']);
    expect(faults({}, { fieldPolicies: { email: 'masked', work: 'masked' } })).toEqual(['autoresponder emailField']);
    expect(faults({}, { fieldPolicies: { email: 'masked' } })).toEqual([]);
  });
});

describe('an automatic reply', () => {
  it('has the words of the owner, with what was chosen in them', () => {
    const body = 'Hello {{name}}, {{topic}} for {{seats}} on {{day}} {{hour}}: {{days}}';
    const answers = { name: 'Ada', topic: 'help', seats: 2, day: '2026-12-01', hour: '09:30', days: ['Mon', 'Wed'] };
    expect(reply(answers, { body })).toEqual({
      to: 'ada@example.com',
      subject: 'Thank you',
      body: 'Hello Ada, Support for 2 on 2026-12-01 09:30: Mon, Wed',
    });
  });

  it('goes to the first address, the chosen one, or none', () => {
    expect(reply({})?.to).toBe('ada@example.com');
    expect(reply({ work: 'ada@work.example' }, { emailField: 'work' })?.to).toBe('ada@work.example');
    expect(reply({}, { emailField: 'work' })).toBeUndefined();
    expect(reply({}, { enabled: false })).toBeUndefined();
    expect(reply({ work: 'w@x.example' }, {}, { fieldPolicies: { email: 'masked' } })?.to).toBe('w@x.example');
  });

  it.each([
    'ada@example.com\r\nBcc: victim@example.com',
    'ada@example.com, victim@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\0',
    ['ada@example.com', 'victim@example.com'],
    { to: 'ada@example.com' },
    '',
  ])('goes to nothing that is more than an address: %j', email => {
    expect(reply({ email })).toBeUndefined();
  });

  it('has nothing that was typed in under "other", and nothing of what is no answer of its type', () => {
    const body = '[{{topic}}{{seats}}{{day}}{{days}}]';
    const evil = 'https://evil.example';
    expect(reply({ topic: evil, seats: evil, day: evil, days: [evil] }, { body })?.body).toBe('[]');
    expect(reply({ topic: { value: evil }, seats: Number.NaN, day: ['x'] }, { body })?.body).toBe('[]');
  });

  it('shows nothing of a field that has come to have a policy', () => {
    expect(reply({ seats: 3 }, { body: '[{{seats}}]' }, { fieldPolicies: { seats: 'masked' } })?.body).toBe('[]');
  });

  it('leaves no gap where a name is missing', () => {
    expect(reply({})?.body).toBe('Hello, bye');
    expect(reply({}, { body: 'Hello {{name}} {{name}} {{message}}, {{name}} bye' })?.body).toBe('Hello, bye');
    expect(reply({}, { body: 'Hello {{name}} there' })?.body).toBe('Hello there');
  });

  it('inserts what was inserted as it is', () => {
    expect(reply({ name: 'name', topic: 'Sales' }, { body: '{{name}} {{topic}}' })?.body).toBe('name Sales');
  });
});

describe('a name', () => {
  it.each([
    'Ada',
    'Ada Lovelace',
    'J. R. R. Tolkien',
    "Eva-Maria O'Neil",
    'Zoë',
    'Müller, Anna',
    '山田 太郎',
    'مريم',
    'Dr. No',
    'ʻIolani',
    'Ａｄａ',
  ])('may be %s', name => {
    expect(plainName(name)).toBe(name.normalize('NFKC'));
  });

  it.each(
    [
      ...['https://evil.example', 'evil.example', 'www evil', 'hxxp evil', 'hxxps evil', 'Visit www. evil. example'],
      ...[
        'xn--evl-1na.example',
        'xn--evl-1na',
        'ｅｖｉｌ．ｅｘａｍｐｌｅ',
        'evil。example',
        'evil․example',
        'evil·example',
        'evil[.]example',
      ],
      ...[
        'ada@example.com',
        'Ada\nBcc: x',
        'Ada\r\nSubject: x',
        'Ada\u2028x',
        'Ada\u0000',
        'Ada\t',
        '//evil',
        'a/b',
        'a:b',
        'a\\b',
      ],
      ...[
        'Ada\u202eelpmaxe',
        'Ada\u2066x',
        'Ada\u200bx',
        'Ada\u200dx',
        'Ada\ufeffx',
        '\u200f',
        'call 0800 123',
        '💰',
        '<b>Ada</b>',
        '&lt;',
        '=cmd',
      ],
      ...['', ' ', '-', '.', 'a'.repeat(61), 'ﷺ'.repeat(60)],
    ].filter(name => name.trim() === name || name === ' '),
  )('is not %j', name => {
    expect(plainName(name)).toBeUndefined();
  });

  it('is short, spaces around it apart', () => {
    expect(plainName(` ${'a'.repeat(60)} `)).toBe('a'.repeat(60));
    expect(plainName(`${'a'.repeat(60)}${' '.repeat(180)}`)).toBe('a'.repeat(60));
    expect(plainName(`${'a'.repeat(60)}${' '.repeat(181)}`)).toBeUndefined();
  });

  it('is no list, number or object', () => {
    for (const answer of [['Ada'], 1, { name: 'Ada' }, null, undefined]) expect(plainName(answer)).toBeUndefined();
  });
});

it('bounds a reply that repeats long choices', () => {
  const options = Array.from({ length: 200 }, (_, index) => ({
    value: `${index}`,
    label: `${index} ${'x'.repeat(990)}`,
  }));
  const long: Field[] = [...fields, { id: 'm', type: 'multiselect', options }];
  const form = { fields: long, autoresponder: { ...words, subject: 'Hi', body: '{{m}}'.repeat(1000) } };
  const answers = { email: 'ada@example.com', m: options.map(({ value }) => value) };
  const { body = '' } = automaticReply(form, answers) ?? {};
  expect([body.length, body.indexOf('…'), body.endsWith('…')]).toEqual([20_000, 999, true]);
});
