import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

const fields = [
  { id: 'name', type: 'text', label: 'Full name', pii: true },
  { id: 'comment', type: 'textarea', label: 'Comment' },
  { id: 'city', type: 'select', label: 'City', options: [{ value: 'b', label: 'Berlin: Mitte' }, 'Köln'], other: true },
  { id: 'topics', type: 'multiselect', options: ['Sales', 'Support', 'Press'] },
  { id: 'age', type: 'number', label: 'Age' },
  { id: 'price', type: 'currency', currency: 'EUR', label: 'Price' },
  { id: 'stars', type: 'rating' },
  { id: 'recommend', type: 'scale' },
  { id: 'member', type: 'checkbox' },
  { id: 'order', type: 'ranking', options: ['one', 'two'] },
  { id: 'grid', type: 'matrix', rows: ['r1', 'r2'], columns: ['good', 'bad'] },
  { id: 'day', type: 'date' },
  { id: 'clock', type: 'time' },
  { id: 'salary', type: 'number' },
  { id: 'phone', type: 'phone' },
];

const answersOf = (index: number) => ({
  name: `Ada ${index}`,
  comment: index % 2 === 0 ? 'The delivery was late' : 'Friendly delivery, thanks',
  city: ['b', 'Köln', 'Somewhere else'][index % 3],
  topics: ['Sales', 'Support', 'Press'].slice(0, 1 + (index % 3)),
  age: 20 + index,
  price: (1999 + index * 10) / 100,
  stars: 1 + (index % 5),
  recommend: index % 11,
  member: index % 2 === 0,
  order: index % 4 === 0 ? ['two', 'one'] : ['one', 'two'],
  grid: { r1: 'good', r2: index % 2 === 0 ? 'bad' : 'good' },
  day: `2026-0${1 + (index % 3)}-15`,
  clock: `${10 + (index % 3)}:30`,
  salary: 1000 + index,
  phone: '+49 30 1234567',
});

async function submit(formId: string, answers: object, query: Record<string, string> = {}): Promise<string> {
  const { status, body } = await secret('createSubmission', { params: { formId }, body: answers, query });
  expect([200, 201]).toContain(status);
  return body.id;
}

async function summaryOf(id: string, query: Record<string, string> = {}): Promise<Json> {
  const { status, body } = await secret('getSummary', { params: { id }, query });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const fieldOf = (summary: Json, id: string): Json => summary.fields.find(({ fieldId }: Json) => fieldId === id);

const countsOf = (items: Json[] = [], name = 'value') =>
  Object.fromEntries(items.map(each => [each[name], each.count]));

describe('the summary of a form', () => {
  it('is exact for a field of every type, after corrections, removals, spam and imports', async () => {
    const { id } = await newForm(secret, { fields, fieldPolicies: { salary: 'encrypted', phone: 'masked' } });
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) ids.push(await submit(id, answersOf(index)));
    await submit(id, answersOf(50), { status: 'partial' });
    const [first = '', second = '', third = ''] = ids;
    await secret('updateResponse', { params: { id: first }, body: { answers: { age: 99, city: 'Köln' } } });
    await secret('deleteResponse', { params: { id: second } });
    await secret('updateResponse', { params: { id: third }, body: { spam: true } });

    const left = [{ ...answersOf(0), age: 99, city: 'Köln' }, ...[3, 4, 5, 6, 7, 8, 9, 10, 11].map(answersOf)];
    const count = (matches: (answers: ReturnType<typeof answersOf>) => boolean) => left.filter(matches).length;
    const summary = await eventually(async () => {
      const found = await summaryOf(id);
      expect(found.responses).toBe(10);
      expect(countsOf(fieldOf(found, 'city').choices).Köln).toBe(count(({ city }) => city === 'Köln'));
      return found;
    });

    expect(summary.fields.map(({ fieldId }: Json) => fieldId)).toEqual(fields.map(field => field.id));
    expect(fieldOf(summary, 'city').choices).toEqual([
      { value: 'b', label: 'Berlin: Mitte', count: count(({ city }) => city === 'b'), share: 30, kind: 'option' },
      { value: 'Köln', label: 'Köln', count: count(({ city }) => city === 'Köln'), share: 40, kind: 'option' },
      { value: '', label: '', count: count(({ city }) => city === 'Somewhere else'), share: 30, kind: 'other' },
    ]);
    expect(countsOf(fieldOf(summary, 'topics').choices)).toEqual({
      Sales: 10,
      Support: count(({ topics }) => topics.includes('Support')),
      Press: count(({ topics }) => topics.includes('Press')),
    });
    const ages = left.map(({ age }) => age).sort((one, other) => one - other);
    const middle = ((ages[4] ?? 0) + (ages[5] ?? 0)) / 2;
    const sum = ages.reduce((all, age) => all + age, 0);
    expect(fieldOf(summary, 'age').number).toMatchObject({
      ...{ sum, mean: sum / 10, median: { from: middle, to: middle } },
    });
    const cents = left.map(({ price }) => Math.round(price * 100)).reduce((all, each) => all + each, 0);
    expect(fieldOf(summary, 'price').number.sum).toBe(cents / 100);
    expect(fieldOf(summary, 'stars')).toMatchObject({
      answered: 10,
      points: { mean: left.reduce((all, { stars }) => all + stars, 0) / 10 },
    });
    const promoters = count(({ recommend }) => recommend >= 9);
    const detractors = count(({ recommend }) => recommend <= 6);
    expect(fieldOf(summary, 'recommend').points.nps).toEqual({
      ...{ promoters, passives: 10 - promoters - detractors, detractors },
      score: (promoters - detractors) * 10,
    });
    expect(countsOf(fieldOf(summary, 'member').choices)).toEqual({
      true: count(({ member }) => member),
      false: count(({ member }) => !member),
    });
    const firstRanks = count(({ order }) => order[0] === 'one');
    expect(fieldOf(summary, 'order').ranking).toEqual([
      { value: 'one', label: 'one', count: 10, meanRank: (firstRanks + 2 * (10 - firstRanks)) / 10 },
      { value: 'two', label: 'two', count: 10, meanRank: (10 - firstRanks + 2 * firstRanks) / 10 },
    ]);
    const bad = count(({ grid }) => grid.r2 === 'bad');
    expect(fieldOf(summary, 'grid').matrix.counts).toEqual([
      [10, 0],
      [10 - bad, bad],
    ]);
    const { unit, counts } = fieldOf(summary, 'day').dates;
    expect({ unit, days: counts.length }).toEqual({ unit: 'day', days: 60 });
    expect(countsOf(counts, 'date')).toMatchObject(
      Object.fromEntries(
        ['2026-01-15', '2026-02-15', '2026-03-15'].map(date => [date, count(({ day }) => day === date)]),
      ),
    );
    expect(countsOf(fieldOf(summary, 'clock').times, 'hour')).toMatchObject({
      10: count(({ clock }) => clock === '10:30'),
      13: 0,
    });
    const { texts } = fieldOf(summary, 'comment');
    expect(texts).toMatchObject({ answers: 10 });
    expect(texts.words[0]).toEqual({ word: 'delivery', count: 10 });
    expect(texts.latest[0]).toMatchObject({ responseId: ids.at(-1) });
    // Neither personal data, nor what a policy conceals.
    expect(['name', 'salary', 'phone'].map(field => fieldOf(summary, field))).toMatchObject([
      { answered: null, unsummarized: 'pii' },
      { answered: null, unsummarized: 'encrypted' },
      { answered: null, unsummarized: 'masked' },
    ]);
    expect(JSON.stringify(summary)).not.toMatch(/Ada|1234567|\b10(0\d|1[01])\b/);

    // One field, a period, and the same as CSV.
    const one = await summaryOf(id, { field_id: 'age', from: new Date().toISOString().slice(0, 10) });
    expect(one.fields).toHaveLength(1);
    expect((await summaryOf(id, { to: '2026-01-01', timezone: 'Asia/Kathmandu' })).responses).toBe(0);
    const { text } = await secret('getSummary', { params: { id }, query: { format: 'csv' } });
    expect(text.split('\r\n').filter((line: string) => line.startsWith('city'))).toEqual([
      'city,City,option,,answered,10,',
      `city,City,option,b,Berlin: Mitte,${count(({ city }) => city === 'b')},30`,
      'city,City,option,Köln,Köln,4,40',
      'city,City,option,,other,3,30',
    ]);
  });

  it('keeps what was chosen when the options of a field change, and when the field goes', async () => {
    const city = { id: 'city', type: 'select', label: 'City', options: ['Bonn', 'Berlin'] };
    const { id } = await newForm(secret, { fields: [city, { id: 'name', type: 'text' }] });
    await submit(id, { city: 'Bonn' });
    await secret('updateForm', { params: { id }, body: { fields: [{ ...city, options: ['Berlin', 'Köln'] }] } });
    // A submission may still be taken by the form as it was a second ago.
    await eventually(() => submit(id, { city: 'Köln' }));
    await eventually(async () => {
      const [field] = (await summaryOf(id)).fields;
      expect(field.choices.map(({ value, count, kind }: Json) => [value, count, kind])).toEqual([
        ['Berlin', 0, 'option'],
        ['Köln', 1, 'option'],
        ['Bonn', 1, 'former'],
      ]);
    });
    await secret('updateForm', { params: { id }, body: { fields: [{ id: 'name', type: 'text' }] } });
    const { fields } = await summaryOf(id);
    expect(fields.map(({ fieldId, type, answered }: Json) => [fieldId, type, answered])).toEqual([
      ['name', 'text', 0],
      ['city', null, 2],
    ]);
  });

  it('says what is wrong with a request', async () => {
    const { id } = await newForm(secret);
    const refused = async (query: Record<string, string>, field: string, rule: string) =>
      expect(
        expectRefusal(await secret('getSummary', { params: { id }, query }), 400, 'invalid_parameter'),
      ).toMatchObject([{ field, rule }]);
    await refused({ from: '2026-02-30' }, 'from', 'format');
    await refused({ from: '2026-02-02', to: '2026-02-01' }, 'to', 'minimum');
    await refused({ timezone: 'Europe/Berln' }, 'timezone', 'timezone');
    await refused({ field_id: 'nmae' }, 'field_id', 'unknown');
    expect((await secret('getSummary', { params: { id: 'form_01KAJ5TR8M3Q4XV0Z6N1B7C9DE' } })).status).toBe(404);
  });
});
