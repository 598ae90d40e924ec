import { describe, expect, it } from '@jest/globals';
import { formlineOf } from '../support/cloud/formline.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

describe('the list of forms', () => {
  const inDevelopment = service.client('secretKey', 'development');
  const list = async (query: Record<string, string | number> = {}): Promise<Json> => {
    const { status, body } = await inDevelopment('listForms', { query });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const ids = (page: Json): string[] => page.items.map(({ id }: Json) => id);

  it('pages through the forms of the environment, newest first, each once', async () => {
    const { total: before } = await list();
    const created: string[] = [];
    for (let n = 0; n < 7; n++) created.unshift((await newForm(inDevelopment, { title: `Form ${n}` })).id);
    // A page that shows the whole list counts it; any other asks the counters, which follow the stream.
    await eventually(async () => expect((await list({ limit: 1 })).total).toBe(before + 7));

    expect(ids(await list({ limit: 7 }))).toEqual(created);
    const page = await list({ limit: 3, offset: 2 });
    expect(ids(page)).toEqual(created.slice(2, 5));
    expect(page).toMatchObject({ total: before + 7, limit: 3, offset: 2, hasMore: true });
    expect((await list({ limit: 3 })).items[0]).toEqual(
      (await inDevelopment('getForm', { params: { id: created[0] ?? '' } })).body,
    );

    const walked: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null && walked.length < before + 7) {
      const part: Json = await list({ limit: 3, ...(cursor && { cursor }) });
      walked.push(...ids(part));
      expect(part.hasMore).toBe(part.nextCursor !== null);
      cursor = part.nextCursor;
    }
    expect(walked.slice(0, 7)).toEqual(created);
    expect(walked).toHaveLength(before + 7);
    expect(new Set(walked).size).toBe(before + 7);
    expect(ids(await list({ order: 'asc', limit: 1000 }))).toEqual(walked.toReversed());
  });

  it('counts the responses of each form of a page on request', async () => {
    const [none, some] = [await newForm(inDevelopment), await newForm(inDevelopment)];
    await submit(inDevelopment, some.id);
    await submit(inDevelopment, some.id, { name: 'Ada' }, { query: { status: 'partial' } });
    const empty = { responses: 0, completed: 0, partial: 0, abandoned: 0, open: 0 };
    await eventually(async () =>
      expect((await list({ counts: 'true', limit: 2 })).counts).toEqual([
        { ...empty, formId: some.id, responses: 2, completed: 1, partial: 1, open: 2 },
        { ...empty, formId: none.id },
      ]),
    );
    expect(await list({ limit: 2 })).not.toHaveProperty('counts');
  });

  it('goes on where a page ended, whatever was created since', async () => {
    for (const title of ['A', 'B', 'C', 'D']) await newForm(inDevelopment, { title });
    const first = await list({ limit: 2 });
    await newForm(inDevelopment, { title: 'E' });
    const second = await list({ limit: 2, cursor: first.nextCursor });
    const titles = [...first.items, ...second.items].map(({ title }: Json) => title);
    expect(titles).toEqual(['D', 'C', 'B', 'A']);
  });

  it('holds the forms of one status alone, and follows a change of it', async () => {
    const { total: before } = await list({ status: 'archived' });
    const archived = await newForm(inDevelopment, { status: 'archived' });
    const changed = await newForm(inDevelopment, { status: 'live' });
    await inDevelopment('updateForm', { params: { id: changed.id }, body: { status: 'archived' } });
    await eventually(async () => {
      const page = await list({ status: 'archived', limit: 2 });
      expect(ids(page)).toEqual([changed.id, archived.id]);
      expect(page.total).toBe(before + 2);
    });
    expect(ids(await list({ status: 'live' }))).not.toContain(changed.id);
  });

  it('has an end, however far beyond it one asks', async () => {
    const { total } = await list();
    for (const offset of [total, total + 1, 100_000, 2 ** 31, 2 ** 53, '1e300']) {
      expect(await list({ offset })).toMatchObject({ items: [], total, hasMore: false, nextCursor: null });
    }
  });

  it('refuses a cursor with an offset, and a cursor that is none', async () => {
    const { nextCursor } = await list({ limit: 1 });
    const wrong: Record<string, string | number>[] = [
      { cursor: nextCursor, offset: 0 },
      { cursor: 'nonsense' },
      { cursor: '%00' },
    ];
    for (const query of wrong) {
      const reply = await inDevelopment('listForms', { query });
      expect(expectRefusal(reply, 400, 'invalid_parameter')).toMatchObject([{ field: 'cursor' }]);
    }
  });

  it('takes the name of its own environment as a filter, and of no other', async () => {
    expect((await list({ environment: 'development' })).items.length).toBeGreaterThan(0);
    const reply = await inDevelopment('listForms', { query: { environment: 'production' } });
    expectRefusal(reply, 403, 'environment_mismatch');
  });

  itInAll(
    'ends a page before the answer is larger than Lambda takes, with everything escaped in it, and loses nothing',
    async () => {
      const inStaging = service.client('secretKey', 'staging');
      const options = Array.from({ length: 500 }, (_, n) => `${n}${'"'.repeat(230)}`);
      const created: string[] = [];
      for (let n = 0; n < 16; n++) {
        created.unshift((await newForm(inStaging, { fields: [{ id: 'choice', type: 'select', options }] })).id);
      }
      const walked: string[] = [];
      const formline = formlineOf(service, { secretKey: service.key('secretKey', 'staging') });
      for await (const page of formline.pages('listForms', { query: { limit: 1000 } })) {
        expect(page.hasMore).toBe(page.nextCursor !== null);
        walked.push(...page.items.map(({ id }) => id));
      }
      expect(walked).toEqual(created);
    },
  );

  it('shows no form of another environment', async () => {
    const { id } = await newForm(secret);
    expect(ids(await list({ limit: 1000 }))).not.toContain(id);
  });
});
