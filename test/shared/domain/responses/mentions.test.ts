import { describe, expect, it } from '@jest/globals';
import { criterionOf, fingerprintOf } from '../../../../shared/domain/responses/data-subject.ts';
import { forMentions, hitFinderOf, mentionMatcherOf } from '../../../../shared/domain/responses/mentions.ts';

function fingerprintFor(subject: Parameters<typeof criterionOf>[0]) {
  const criterion = criterionOf(subject);
  if ('faults' in criterion) throw new Error('It is refused');
  return forMentions(fingerprintOf(criterion), 'value' in criterion ? criterion.value : undefined);
}

const ada = fingerprintFor({ email: 'ada@müller.example' });

describe('a mention of an address', () => {
  it.each([
    ['within a sentence', 'Write to ada@müller.example, please.'],
    ['at the end of one', 'Her address is ada@müller.example.'],
    ['in another case', 'ADA@MÜLLER.EXAMPLE?'],
    ['with the domain in Punycode', 'to: ada@xn--mller-kva.example'],
    ['decomposed', 'ada@mu\u0308ller.example!'],
    ['in wide letters', 'see ａｄａ＠müller.example'],
    ['with invisible characters', 'see a\u200Bda@mül\u00ADler.example'],
    ['after an invisible blank', 'see\u200Bada@müller.example'],
    ['in brackets', 'Ada <ada@müller.example>'],
    ['in quotes', '“ada@müller.example”'],
    ['in a link', '<a href="mailto:ada@müller.example?subject=Hi">'],
    ['in a query', 'https://a.example/?email=ada@müller.example&x=1'],
    ['in emphasis', '*ada@müller.example*'],
    ['alone', 'ada@müller.example'],
  ])('is found %s', (_, text) => {
    expect(mentionMatcherOf(ada)(text)).toBe(true);
  });

  it.each([
    ['another person', 'Write to grace@müller.example'],
    ['a longer name', 'Write to linda.ada@müller.example'],
    ['a longer domain', 'Write to ada@müller.example.org'],
    ['a tag', 'ada+forms@müller.example'],
    ['no address', 'ada at müller.example'],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(mentionMatcherOf(ada)(text)).toBe(false);
  });

  it('takes hostile texts in their stride', () => {
    const begun = performance.now();
    for (const text of ['@'.repeat(100_000), 'a@'.repeat(50_000), '.'.repeat(100_000), `${'a.'.repeat(50_000)}@`]) {
      expect(mentionMatcherOf(ada)(text)).toBe(false);
    }
    // A quadratic search would take minutes.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

describe('a mention of a value', () => {
  const customer = fingerprintFor({ fieldId: 'customer', value: 'Zoë Groß' });

  it('is found among words, in any spelling, and not as a part of one', () => {
    const mentions = mentionMatcherOf(customer);
    for (const text of ['I am ZOE\u0308  GROSS.', '(zoë groß)', 'zoë gr\u200Boß', 'Zoë Groß']) {
      expect([text, mentions(text)]).toEqual([text, true]);
    }
    for (const text of ['Zoë Großmann', 'Chloëzoë groß', 'Zoe Groß', '']) {
      expect([text, mentions(text)]).toEqual([text, false]);
    }
  });

  it('is not looked for if it is too short, or without its length', () => {
    expect(mentionMatcherOf(fingerprintFor({ fieldId: 'customer', value: 12 }))('12')).toBe(false);
    expect(mentionMatcherOf(fingerprintFor({ fieldId: 'customer', value: 123 }))('No. 123!')).toBe(true);
  });
});

describe('a hit', () => {
  const hitOf = hitFinderOf(ada);
  const note = { id: 'note_1', body: 'She is ada@müller.example' };
  const reply = { id: 'rpl_1', subject: 'For ada@müller.example', body: 'Hello' };
  const nothing = { notes: [], replies: [] };

  it('has the first kind that fits, and every place', () => {
    const answers = { email: 'ADA@müller.example', message: 'ada@müller.example wrote', other: 'x' };
    expect(hitOf({ answers, notes: [note], replies: [reply] }, true)).toEqual({
      ...{ kind: 'named', fields: ['email', 'message'], notes: ['note_1'], replies: ['rpl_1'] },
    });
    const { email: _, ...rest } = answers;
    expect(hitOf({ answers: rest, notes: [note], replies: [] }, true)).toMatchObject({ kind: 'mentioned' });
    expect(hitOf({ answers: {}, notes: [note], replies: [] }, true)).toMatchObject({
      kind: 'notes',
      notes: ['note_1'],
    });
    expect(hitOf({ answers: {}, notes: [], replies: [reply] }, true)).toMatchObject({ kind: 'notes' });
    expect(hitOf({ answers: { other: 'x' }, ...nothing }, true)).toBeUndefined();
  });

  it('by a value only mentions the person where no field names people by it', () => {
    const byValue = hitFinderOf(fingerprintFor({ fieldId: 'customer', value: 4711 }));
    const answers = { customer: 4711 };
    expect(byValue({ answers, ...nothing }, true)).toMatchObject({ kind: 'named' });
    expect(byValue({ answers, ...nothing }, false)).toMatchObject({ kind: 'mentioned', fields: ['customer'] });
    expect(byValue({ answers: { total: 4711 }, ...nothing }, true)).toMatchObject({ kind: 'mentioned' });
  });

  it('has at most ten places of each kind', () => {
    const answers = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, 'ada@müller.example']));
    expect(hitOf({ answers, ...nothing }, true)?.fields).toHaveLength(10);
  });
});
