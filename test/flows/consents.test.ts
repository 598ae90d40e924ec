import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const browser = service.client('publishableKey');

const english = 'I agree to the **terms**.';
const german = 'Ich stimme den **Bedingungen** zu.';
const textsIn = (text: string) => ({ de: { fields: { terms: { text } } } });
const formOf = (properties: object = {}) =>
  newForm(secret, {
    language: 'en',
    fields: [
      { id: 'name', type: 'text' },
      { id: 'terms', type: 'consent', text: english, required: true },
    ],
    texts: textsIn(german),
    ...properties,
  });
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const shownIn = async (id: string, lang: string): Promise<string> => {
  const { body } = await service.client()('getPublicForm', { params: { id }, query: { lang } });
  return body.fields.find((field: Json) => field.id === 'terms').consentId;
};
const consentsOf = async (id: string): Promise<Json> =>
  (await secret('getResponse', { params: { id } })).body.meta.consents;
const textsOf = async (id: string, query: Record<string, string> = {}): Promise<Json[]> =>
  (await secret('listConsentTexts', { params: { id }, query })).body.items;

describe('the proof of a consent', () => {
  it('names the text and the language that the page showed, and that a visitor gave it', async () => {
    const { id } = await formOf();
    const ids = { en: await shownIn(id, 'en'), de: await shownIn(id, 'de') };
    expect(ids.en).not.toBe(ids.de);
    const response = await submit(browser, id, { name: 'Ada', terms: true, _consents: [ids.de] });
    expect(response).not.toHaveProperty('warnings');
    const { at } = (await consentsOf(response.id)).terms;
    const proof = { textHash: hashOf(german), language: 'de', shown: true, at, by: 'visitor' };
    expect(await consentsOf(response.id)).toEqual({ terms: proof });
    const { text } = await secret('listResponses', { query: { form_id: id, format: 'jsonl' } });
    expect(JSON.parse(text).meta.consents).toEqual({ terms: proof });
  });

  it('tells a server’s word from a visitor’s tick', async () => {
    const { id } = await formOf();
    const told = await submit(secret, id, { terms: true });
    const { at } = (await consentsOf(told.id)).terms;
    expect(await consentsOf(told.id)).toEqual({
      terms: { textHash: hashOf(english), language: 'en', at, by: 'server' },
    });
    const ticked = await submit(browser, id, { terms: true });
    expect((await consentsOf(ticked.id)).terms).toMatchObject({ by: 'visitor' });
  });

  it('is refused for a text that has changed since the page showed it', async () => {
    const { id } = await formOf();
    const before = await shownIn(id, 'de');
    const changed = `${german} Auch den neuen.`;
    await secret('updateForm', { params: { id }, body: { texts: textsIn(changed) } });
    const send = (consentId: string, query = {}) =>
      browser('createSubmission', {
        params: { formId: id },
        query,
        body: { name: 'Ada', terms: true, _consents: consentId },
      });
    const refused = await send(before);
    expectRefusal(refused, 409, 'consent_changed');
    expect(refused.body.details).toMatchObject([{ field: 'terms', rule: 'outdated' }]);
    const partial = await send(before, { status: 'partial' });
    expect(partial).toMatchObject({ status: 201, body: { answers: { name: 'Ada' }, details: [{ field: 'terms' }] } });
    expect(partial.body.answers).not.toHaveProperty('terms');

    const { body: form } = await secret('getForm', { params: { id } });
    expect(form.texts).toEqual(textsIn(changed));
    const now = await eventually(async () => {
      const shown = await shownIn(id, 'de');
      expect(shown).not.toBe(before);
      return shown;
    });
    const accepted = await send(now);
    expect((await consentsOf(accepted.body.id)).terms).toMatchObject({ textHash: hashOf(changed), language: 'de' });
  });

  it('keeps the text it names, however the form changes', async () => {
    const { id } = await formOf();
    const _consents = await shownIn(id, 'de');
    const response = await submit(browser, id, { terms: true, _consents });
    await secret('updateForm', { params: { id }, body: { texts: textsIn('Ja.') } });
    await secret('updateForm', { params: { id }, body: { texts: null, fields: [{ id: 'name', type: 'text' }] } });
    const { textHash } = (await consentsOf(response.id)).terms;
    expect(await textsOf(id, { text_hash: textHash })).toEqual([
      { textHash, fieldId: 'terms', language: 'de', text: german, current: false },
    ]);
    const all = await textsOf(id);
    expect(all.map(({ text, current }) => [text, current]).sort()).toEqual([
      [english, false],
      [german, false],
      ['Ja.', false],
    ]);
  });

  it('stays when the consent is withdrawn, with the time, and is another once it is given again', async () => {
    const { id } = await formOf({
      fields: [
        { id: 'terms', type: 'consent', text: english },
        { id: 'name', type: 'text' },
      ],
    });
    const _consents = await shownIn(id, 'en');
    const headers = { 'x-session-id': randomUUID() };
    const save = (body: object) => submit(browser, id, body, { headers, query: { status: 'partial' } });
    const { id: responseId } = await save({ name: 'Ada', terms: true, _consents });
    const given = (await consentsOf(responseId)).terms;
    await save({ terms: null, _consents });
    const withdrawn = (await consentsOf(responseId)).terms;
    expect(withdrawn).toEqual({ ...given, withdrawnAt: expect.any(String) });
    await save({ name: 'Ada L.', _consents });
    expect((await consentsOf(responseId)).terms).toEqual(withdrawn);
    await save({ terms: true, _consents });
    const again = (await consentsOf(responseId)).terms;
    expect(again).toEqual({ ...given, at: again.at });
    expect(again.at > given.at).toBe(true);

    const { body } = await secret('updateResponse', { params: { id: responseId }, body: { answers: { terms: null } } });
    expect(body.meta.consents.terms).toEqual({ ...again, withdrawnAt: body.updatedAt });
  });
});

describe('the page of a form without a script', () => {
  const post = (formId: string, fields: Record<string, string>) =>
    service.send({
      method: 'POST',
      path: `/f/${formId}?lang=de`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: new URL(service.credentials().baseUrl).origin,
      },
      body: new URLSearchParams({ _key: service.key('publishableKey'), ...fields }).toString(),
    });
  const shownOn = (text: string): string => /name="_consents" value="(\w+)"/.exec(text)?.[1] ?? '';

  it('proves the text in its language, and asks again when that has changed', async () => {
    const { id } = await formOf();
    const _consents = shownOn((await service.send({ method: 'GET', path: `/f/${id}?lang=de` })).text);
    const sent = { name: 'Ada', terms: 'true', _consents };
    expect(await post(id, { ...sent, _token: randomUUID() })).toMatchObject({ status: 303 });
    await secret('updateForm', { params: { id }, body: { texts: textsIn('Ja, wirklich.') } });
    // A function may know the form of before for a second.
    const again = await eventually(async () => {
      const reply = await post(id, { ...sent, _token: randomUUID() });
      expect(reply.status).toBe(409);
      return reply;
    });
    expect(again.text).toContain('Der Text dieser Einwilligung hat sich geändert');
    expect(again.text).toContain('<p>Ja, wirklich.</p>');
    expect(again.text).toContain('value="Ada"');
    expect(again.text).not.toContain('checked');
    expect(await post(id, { ...sent, _consents: shownOn(again.text) })).toMatchObject({ status: 303 });
    const { items } = (await secret('listResponses', { query: { form_id: id } })).body;
    expect([items[0], items.at(-1)].map(({ meta }: Json) => meta.consents.terms)).toMatchObject([
      { textHash: hashOf('Ja, wirklich.'), language: 'de', shown: true, by: 'visitor' },
      { textHash: hashOf(german), language: 'de', shown: true, by: 'visitor' },
    ]);
  });
});
