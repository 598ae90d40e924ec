import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { consentTextsOf } from '../../../../shared/domain/forms/consent-texts.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { outdatedConsents, withConsents } from '../../../../shared/domain/responses/consents.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';

const fields: Field[] = [
  { id: 'name', type: 'text' },
  { id: 'terms', type: 'consent', text: 'I agree' },
  { id: 'news', type: 'consent', text: 'Send me news' },
];
const form = { fields } as Form;
const german = {
  ...form,
  language: 'en',
  texts: { de: { fields: { terms: { text: 'Ich stimme zu' } } } },
} as unknown as Form;
const changed = {
  fields: fields.map(field => (field.id === 'terms' ? { ...field, text: 'I agree to all' } : field)),
} as Form;
const textIn = (of: Form, fieldId: string, language?: string) =>
  consentTextsOf(of).find(each => each.fieldId === fieldId && each.language === language);
const idIn = (...place: Parameters<typeof textIn>) => textIn(...place)?.consentId ?? '';
const hashIn = (...place: Parameters<typeof textIn>) => textIn(...place)?.textHash ?? '';

describe('consents that a submission gives to texts', () => {
  const [terms, news] = [idIn(form, 'terms'), idIn(form, 'news')];

  it.each<[string, object]>([
    ['no text is named', { terms: true }],
    ['their texts are named', { terms: true, news: true, _consents: [terms, news] }],
    ['they are named in one text', { terms: true, news: 'on', _consents: `${terms}, ${news}` }],
    ['the others were not given', { terms: true, news: false, _consents: terms }],
  ])('are good where %s', (_, body) => expect(outdatedConsents(form, body as never)).toEqual([]));

  it('are refused where the form has another text by now', () => {
    expect(outdatedConsents(changed, { terms: true, news: true, name: 'Ada', _consents: [terms, news] })).toEqual([
      {
        ...{ field: 'terms', rule: 'outdated' },
        message: 'The text of this consent has changed. Show the new text and ask again',
      },
    ]);
    expect(outdatedConsents(form, { terms: true, _consents: news }).map(({ field }) => field)).toEqual(['terms']);
  });

  it('are not named by an answer of that name', () => {
    const own = { fields: [...fields, { id: '_consents', type: 'text' }] } as Form;
    expect(outdatedConsents(own, { terms: true, _consents: 'none' })).toEqual([]);
  });
});

describe('the consents of a response', () => {
  const [at, later] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
  type Body = Parameters<typeof outdatedConsents>[1];
  type Consented = Pick<Response, 'answers' | 'meta'>;
  const given = (of: Form, sent: Body, before: object = {}, time = at, by?: 'visitor') =>
    withConsents<Consented>(of, { answers: sent, meta: { source: 'browser', ...before } } as Consented, sent, time, by)
      .meta;
  const own = { textHash: hashIn(form, 'terms'), at, by: 'server' };

  it('have the text, when and by whom, of each that was given', () => {
    expect(given(form, { terms: true })).toEqual({ source: 'browser', consents: { terms: own } });
    expect(given(form, { terms: true }, {}, at, 'visitor').consents?.terms).toEqual({ ...own, by: 'visitor' });
    expect(given(form, { name: 'Ada', news: false })).toEqual({ source: 'browser' });
  });

  it('have the text that was shown, in its language', () => {
    const _consents = idIn(german, 'terms', 'de');
    expect(given(german, { terms: true, _consents }).consents?.terms).toEqual({
      ...{ textHash: hashIn(german, 'terms', 'de'), language: 'de', shown: true },
      ...{ at, by: 'server' },
    });
    expect(given(german, { terms: true }).consents?.terms).toMatchObject({ language: 'en' });
    expect(given(german, { terms: true }).consents?.terms).not.toHaveProperty('shown');
  });

  it('keep their first time when they are sent again, unless the text is another', () => {
    const consents = { terms: own };
    expect(given(form, { terms: true }, { consents }, later).consents).toEqual(consents);
    expect(given(changed, { terms: true }, { consents }, later).consents?.terms).toEqual({
      ...own,
      ...{ textHash: hashIn(changed, 'terms'), at: later },
    });
    const inGerman = { terms: { ...own, textHash: hashIn(german, 'terms', 'de'), language: 'de' } };
    expect(given(german, { terms: true }, { consents: inGerman }, later).consents).toEqual(inGerman);
    const _consents = idIn(german, 'terms', 'en');
    expect(given(german, { terms: true, _consents }, { consents: inGerman }, later).consents?.terms).toMatchObject({
      language: 'en',
      at: later,
    });
  });

  it('of before had no language, which is no other one', () => {
    const before = { terms: { ...own, textHash: hashIn(german, 'terms', 'en') } };
    expect(given(german, { terms: true }, { consents: before }, later).consents).toEqual(before);
    const other = { terms: { ...before.terms, language: 'fr' } };
    expect(given(german, { terms: true }, { consents: other }, later).consents?.terms).toMatchObject({ at: later });
  });

  it('stay when they are withdrawn, with the first time of that, and begin anew when given again', () => {
    const consents = { terms: own };
    const withdrawn = given(form, { terms: false }, { consents }, later).consents;
    expect(withdrawn).toEqual({ terms: { ...own, withdrawnAt: later } });
    const third = '2026-01-03T00:00:00.000Z';
    expect(given(form, { name: 'Ada' }, { consents: withdrawn }, third).consents).toEqual(withdrawn);
    expect(given(form, { terms: true }, { consents: withdrawn }, third).consents).toEqual({
      terms: { ...own, at: third },
    });
  });

  it('stay as they are where a request has no answer to them', () => {
    const answers = { terms: true } as never;
    const meta = (consents?: object) => ({ answers, meta: (consents ? { consents } : {}) as never });
    expect(withConsents(form, meta({ terms: own }), { name: 'Ada' }, later).meta).toEqual({ consents: { terms: own } });
    expect(withConsents(form, meta(), { name: 'Ada' }, later).meta).toEqual({});
    // A field that the form has no more.
    const former = { former: own };
    expect(
      withConsents(form, { answers: { former: true } as never, ...{ meta: { consents: former } as never } }, {}, later)
        .meta,
    ).toEqual({ consents: former });
  });
});
