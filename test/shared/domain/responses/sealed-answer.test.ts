import { createDecipheriv, randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { type AnswerPlace, openAnswer, sealAnswer } from '../../../../shared/domain/responses/sealed-answer.ts';
import { isSealed, type SealedAnswer } from '../../../../shared/domain/responses/stored-answers.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { fc, runs } from '../../../support/properties.ts';

const place: AnswerPlace = {
  organizationId: 'org_1',
  environmentId: 'env_1',
  formId: 'form_1',
  responseId: 'sub_1',
  fieldId: 'iban',
};
const dataKey = { generation: 3, key: randomBytes(32) };
const seal = (answer: unknown) => sealAnswer(answer as string, place, dataKey);
const open = (sealed: SealedAnswer, where = place, key: Uint8Array = dataKey.key) => openAnswer(sealed, where, key);

const anyText = fc.oneof(fc.string({ unit: anyCharacter }), fc.string());
const anyAnswer = fc.oneof(
  anyText,
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter(number => !Object.is(number, -0)),
  fc.boolean(),
  fc.array(anyText),
  fc.dictionary(fc.string({ minLength: 1 }), anyText, { noNullPrototype: true }),
);

it('opens to any answer that was sealed, after it was stored as JSON', () => {
  fc.assert(
    fc.property(anyAnswer, answer => {
      const stored = JSON.parse(JSON.stringify({ iban: seal(answer) })).iban;
      expect(isSealed(stored)).toBe(true);
      expect(open(stored)).toEqual(answer);
    }),
  );
});

it('is nothing that a visitor can answer', () => {
  fc.assert(fc.property(anyAnswer, answer => expect(isSealed(answer)).toBe(false)));
});

it('shows neither the answer nor, of short ones, how long it is, and differs each time', () => {
  const [yes, no, again] = ['Yes, I do', 'No', 'Yes, I do'].map(answer => seal(answer));
  expect(JSON.stringify([yes, no])).not.toContain('Yes, I do');
  expect(yes?.[2].length).toBe(no?.[2].length);
  expect(yes?.[2]).not.toBe(again?.[2]);
  expect(seal(true)[2].length).toBe(seal(false)[2].length);
});

it('opens nowhere else', () => {
  const sealed = seal('DE89 3704 0044 0532 0130 00');
  for (const part of Object.keys(place)) expect(open(sealed, { ...place, [part]: 'another' })).toBeUndefined();
  // Of two parts beside each other, none takes up what the other has lost.
  expect(open(sealed, { ...place, formId: 'form_1","sub_1', responseId: '' })).toBeUndefined();
  expect(open(sealed, place, randomBytes(32))).toBeUndefined();
  expect(open(sealed)).toBe('DE89 3704 0044 0532 0130 00');
});

// Of the last character of the longer one, some bits say nothing.
it.each(['DE89 3704 0044 0532 0130 00', 'Hay fever, since I was a child of eight'])(
  'of %s, no character changes',
  text => {
    const sealed = seal(text);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ =+/é';
    const positions = fc.oneof(fc.nat(sealed[2].length - 1), fc.constant(sealed[2].length - 1));
    const changed = (position: number, character: string) =>
      sealed[2].slice(0, position) + character + sealed[2].slice(position + 1);
    fc.assert(
      fc.property(positions, fc.constantFrom(...alphabet), (position, character) => {
        fc.pre(sealed[2][position] !== character);
        expect(open([sealed[0], sealed[1], changed(position, character)])).toBeUndefined();
      }),
      { numRuns: runs(1000) },
    );
    expect(open([1, sealed[1], sealed[2]])).toBeUndefined();
    expect(open([3, sealed[1], sealed[2]])).toBeUndefined();
    expect(open([sealed[0], 4, sealed[2]])).toBeUndefined();
    for (const cut of ['', 'A', sealed[2].slice(1), sealed[2].slice(0, -4), `${sealed[2]}AAAA`]) {
      expect(open([sealed[0], sealed[1], cut])).toBeUndefined();
    }
  },
);

it('opens what 0.1.0 sealed under the data key itself', () => {
  const bytes = 'zb4KK3gihimjjRhxf6mdPeSx8C-eJRPGSTgZTTQQj7KP3h3j48t9lUCcYUwqk9qTIVnhgJ0wsB-3yBh2';
  expect(open([1, 3, bytes], place, Buffer.alloc(32, 7))).toBe('DE89 3704');
  expect(open([2, 3, bytes], place, Buffer.alloc(32, 7))).toBeUndefined();
});

it('is sealed under a key of its place, so that a data key takes any number of answers', () => {
  const sealed = seal('DE89 3704');
  expect(sealed[0]).toBe(2);
  // The IV is of one key: under the data key itself, it opens nothing.
  const bytes = Buffer.from(sealed[2], 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', dataKey.key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(JSON.stringify([2, 3, ...Object.values(place)])))
    .setAuthTag(bytes.subarray(-16));
  decipher.update(bytes.subarray(12, -16));
  expect(() => decipher.final()).toThrow();
});

it('takes what is stored in place of it for unreadable, whatever that is', () => {
  for (const bytes of [undefined, null, 7, {}, []]) {
    expect(open([1, 3, bytes] as unknown as SealedAnswer)).toBeUndefined();
  }
});
