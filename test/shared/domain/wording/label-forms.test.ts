import { describe, expect, it } from '@jest/globals';
import { labelForms } from '../../../../shared/domain/wording/label-forms.ts';

describe('a label that names a thing', () => {
  it.each([
    ['Full name', { label: 'Full name', it: 'full name', The: 'Full name', your: 'your full name', a: 'a full name' }],
    ['age', { label: 'age', it: 'age', The: 'Age', your: 'your age', a: 'an age' }],
    ['Your name', { it: 'your name', your: 'your name', a: 'your name' }],
    ['The reason', { it: 'the reason', your: 'the reason', a: 'the reason' }],
    // What stands behind a name says nothing in a sentence.
    ['Name: ', { label: 'Name', it: 'name' }],
    ['Name **', { label: 'Name', it: 'name' }],
    ['Age (in years)', { label: 'Age (in years)', it: 'age', The: 'Age' }],
    ['Age(y)', { label: 'Age(y)', it: 'age' }],
    ['Age ()', { it: 'age' }],
    // Only a word that is no abbreviation and no name of letters loses its capital.
    ['VAT number', { it: 'VAT number', The: 'VAT number', your: 'your VAT number' }],
    ['B2B contact', { it: 'B2B contact' }],
    ['iPhone model', { it: 'iPhone model', The: 'IPhone model' }],
    ['E-mail address', { it: 'e-mail address', your: 'your e-mail address' }],
    ['E-', { it: 'e-' }],
    ['T-shirt size', { it: 'T-shirt size' }],
    ['A4 paper', { it: 'A4 paper' }],
    ['Contact in Rome', { it: 'contact in Rome' }],
    ['Number of VAT IDs', { it: 'number of VAT IDs' }],
    ['2nd choice', { it: '2nd choice', The: '2nd choice' }],
    ['Food & drinks / snacks', { it: 'food & drinks / snacks' }],
    ['Élan', { it: 'élan' }],
    // An article that fits the sound.
    ['Hour of arrival', { a: 'an hour of arrival' }],
    ['Umbrella color', { a: 'an umbrella color' }],
    ['University', { a: 'a university' }],
    ['Use case', { a: 'a use case' }],
    ['Uniform size', { a: 'a uniform size' }],
    ['User', { a: 'a user' }],
    ['Honest opinion', { a: 'an honest opinion' }],
    ['House', { a: 'a house' }],
    // None before a plural, by its main word.
    ['Hobbies', { a: 'hobbies' }],
    ['Types of room', { a: 'types of room' }],
    ['Number of guests', { a: 'a number of guests' }],
    ['Status', { a: 'a status' }],
    ['Class', { a: 'a class' }],
    ['Thesis', { a: 'a thesis' }],
    ['Guests at table', { a: 'guests at table' }],
    ['Sensor', { a: 'a sensor' }],
    ['Room of guests', { a: 'a room of guests' }],
    ['Softs', { a: 'softs' }],
  ])('%s', (label, forms) => expect(labelForms(label, true)).toMatchObject(forms));
});

describe('any other label', () => {
  const quoted = (label: string) => ({
    label,
    it: `“${label}”`,
    The: `Your answer to “${label}”`,
    your: `an answer to “${label}”`,
    a: `an answer to “${label}”`,
  });

  it.each([
    'What is your name?',
    'How was it',
    'Any notes',
    'Name? Address',
    '?name',
    '“Name”',
    'One two three four five six seven',
    'I agree',
    'In case of fire',
    '',
  ])('is quoted: %s', label => expect(labelForms(label, true)).toEqual(quoted(label)));

  it('is quoted where it begins with a name but is six words or fewer, not more', () => {
    expect(labelForms('One two three four five six', true).it).toBe('one two three four five six');
    expect(labelForms('One  two three four five six', true).it).toBe('one  two three four five six');
  });

  it('is quoted where texts are not English', () => {
    expect(labelForms('Name:', false)).toEqual(quoted('Name'));
    expect(labelForms('Name (voll)', false)).toEqual(quoted('Name (voll)'));
  });

  it('is cut where it is long', () => {
    const most = `Why ${'a'.repeat(76)}`;
    expect(labelForms(most, true)).toEqual(quoted(most));
    expect(labelForms(`${most}b`, true)).toEqual(quoted(`${most}…`));
    expect(labelForms(`Why ${'a'.repeat(75)} bcd`, true)).toEqual(quoted(`Why ${'a'.repeat(75)}…`));
  });
});
