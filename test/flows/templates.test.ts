import { describe, expect, it } from '@jest/globals';
import { clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { itLocally, keyHeader, rounds, startedService } from '../support/cloud/service.ts';
import { itInAll } from '../support/in-all.ts';
import { sensibleAnswers } from '../support/records/built-in-answers.ts';
import { submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

const contactId = 'tpl_00000000000000000000000060';
const unknownId = 'tpl_01KAJ5TR8M3Q4XV0Z6N1B7C9DE';

const fields = [
  {
    id: 'order',
    type: 'text',
    label: 'Order number',
    required: true,
    validate: { pattern: '^[0-9]+$', maxLength: 12 },
  },
  { id: 'reason', type: 'select', label: 'Why?', options: ['Broken', 'Too small'] },
];

/** Every property that a template's form can have. */
const form = {
  title: 'Send something back',
  fields,
  allowedOrigins: ['https://www.example.com'],
  fieldPolicies: { order: 'masked' },
  storage: { mode: 'platform', region: 'global' },
  ui: { theme: 'light', progress: 'bar', layout: 'one-by-one' },
  spamProtection: { honeypot: { enabled: true, fieldName: 'website' } },
  retention: { days: 90, policy: 'delete' },
};

const full = { name: 'Return', description: 'For the shops.', category: 'returns', form };

async function created(body: object = full, client = secret): Promise<Json> {
  const reply = await client('createTemplate', { body });
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 201 });
  return reply.body;
}

const get = (id: string, client = secret) => client('getTemplate', { params: { id } });
const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  secret('updateTemplate', { params: { id }, body, headers });
const createForm = (body: object, client = secret) => client('createForm', { body });

const builtInCount = Object.keys(sensibleAnswers).length;

describe('a template', () => {
  it('comes back as it was sent, with every property', async () => {
    const template = await created();
    const { id, isBuiltIn, createdAt, updatedAt, ...sent } = template;
    expect(sent).toEqual(full);
    expect({ isBuiltIn, updatedAt }).toEqual({ isBuiltIn: false, updatedAt: createdAt });
    expect(id).toMatch(/^tpl_[0-9A-Z]{26}$/);
    expect((await get(id)).body).toEqual(template);
  });

  it('may do without a description and a category', async () => {
    const body = { name: 'Bare', form: { title: 'T', fields: [] } };
    expect(await created(body)).toMatchObject({ description: null, category: null });
    expect(await created({ ...body, description: null, category: null })).toMatchObject({ form: body.form });
  });

  it('keeps what an update does not name, in its form too, and loses an optional property by null', async () => {
    const { id, updatedAt, ...before } = await created();
    const { body: renamed } = await put(id, { name: 'Returns', category: null });
    expect(renamed).toEqual({ ...before, id, name: 'Returns', category: null, updatedAt: expect.any(String) });
    expect(renamed.updatedAt > updatedAt).toBe(true);
    await put(id, { form: { ui: { theme: 'dark', layout: 'one-by-one' } }, description: null });
    const small = { title: 'Small', fields, ui: { theme: 'light' } };
    const { body } = await put(id, { form: small });
    const form = { ...before.form, ...small, ui: { ...before.form.ui, theme: 'light', layout: 'one-by-one' } };
    expect(body).toMatchObject({ description: null, form });
    expect((await get(id)).body.form).toEqual(form);
    expectFaults(await put(id, { name: null, form: null }), 'name required', 'form required');
    expectFaults(await put(id, {}), ' minProperties');
  });

  it('takes no form that could not be created, and names each fault by its place', async () => {
    const wrong = {
      title: ' ',
      fields: [
        { id: '-1', type: 'text' },
        { id: 'a', type: 'select' },
        { id: 'a', type: 'number', validate: { min: 2, max: 1 } },
      ],
    };
    expectFaults(
      await secret('createTemplate', { body: { form: wrong } }),
      'name required',
      'form.title pattern',
      'form.fields[0].id pattern',
    );
    const fitsTheSchema = {
      title: 'T',
      fields: [
        { id: 'p', type: 'text', validate: { pattern: '(' } },
        { id: 'a', type: 'select' },
        { id: 'a', type: 'number', validate: { min: 2, max: 1 } },
      ],
      fieldPolicies: { b: 'masked' },
      spamProtection: { honeypot: { fieldName: 'p' } },
    };
    const faults = [
      'form.fields[0].validate.pattern pattern',
      'form.fields[1].options required',
      'form.fields[2].id unique',
      'form.fields[2].validate.min range',
      'form.fieldPolicies.b unknown',
      'form.spamProtection.honeypot.fieldName unique',
    ];
    expectFaults(await secret('createTemplate', { body: { ...full, form: fitsTheSchema } }), ...faults);
    const { id } = await created();
    expectFaults(await put(id, { form: fitsTheSchema }), ...faults, 'form.fieldPolicies.order unknown');
    expect((await get(id)).body.form).toEqual(form);
  });

  it('holds nothing that each form is given of its own: status, environment, webhooks', async () => {
    const webhooks = [{ event: 'response.created', url: 'https://hooks.example.com/', secret: 'at-least-eight' }];
    const body = { ...full, form: { ...form, status: 'live', environment: 'production', webhooks, version: 1 } };
    const names = ['status', 'environment', 'webhooks', 'version'];
    expectFaults(await secret('createTemplate', { body }), ...names.map(name => `form.${name} unknown`));
  });

  itInAll('loses no change of many that are made at once', async () => {
    const changes = [
      { name: 'Changed' },
      { description: 'Changed' },
      { category: 'changed' },
      { form: { title: 'Changed', fields } },
    ];
    for (const _ of rounds) {
      const { id } = await created();
      const replies = await Promise.all(changes.map(change => put(id, change)));
      expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200));
      expect((await get(id)).body).toMatchObject(Object.assign({}, ...changes));
    }
  });

  itInAll('is gone once it was deleted, whoever deletes it at the same time', async () => {
    const { id } = await created();
    const remove = () => secret('deleteTemplate', { params: { id } });
    const replies = await Promise.all([remove(), remove(), remove()]);
    expect(new Set(replies.map(({ status }) => status))).toContain(204);
    for (const { status } of replies) expect([204, 404]).toContain(status);
    expectRefusal(await remove(), 404, 'not_found');
    expectRefusal(await get(id), 404, 'not_found');
    expectRefusal(await put(id, { name: 'Again' }), 404, 'not_found');
    expectFaults(await createForm({ templateId: id }), 'templateId unknown');
  });

  it('is the organization’s: every environment has it', async () => {
    const template = await created();
    const inStaging = service.client('secretKey', 'staging');
    expect((await get(template.id, inStaging)).body).toEqual(template);
    const { status, body } = await createForm({ templateId: template.id }, inStaging);
    expect({ status, environment: body.environment }).toEqual({ status: 201, environment: 'staging' });
  });

  itLocally('is no other organization’s', async () => {
    const { environments } = await service.newOrganization();
    const headers = keyHeader('secretKey', environments.production.secretKey);
    const theirs = clientOf(() => ({ baseUrl: service.cloud().baseUrl, headers }));
    const { id } = await created(full, theirs);
    expectRefusal(await get(id), 404, 'not_found');
    expectRefusal(await put(id, { name: 'Mine' }), 404, 'not_found');
    expectRefusal(await secret('deleteTemplate', { params: { id } }), 404, 'not_found');
    expectFaults(await createForm({ templateId: id }), 'templateId unknown');
    const list = async (client = secret) => (await client('listTemplates', { query: { limit: 1000 } })).body.items;
    expect((await list()).map((item: Json) => item.id)).not.toContain(id);
    expect((await list(theirs)).filter((item: Json) => !item.isBuiltIn).map((item: Json) => item.id)).toEqual([id]);
  });
});

describe('a built-in template', () => {
  it('can be read and is there for everybody, but is never changed or deleted', async () => {
    const { body } = await get(contactId);
    expect(body).toMatchObject({ id: contactId, name: 'Contact', category: 'contact', isBuiltIn: true });
    expectRefusal(await put(contactId, { name: 'Mine' }), 409, 'conflict');
    const refused = await secret('deleteTemplate', { params: { id: contactId } });
    expectRefusal(refused, 409, 'conflict');
    expect(refused.body.message).toMatch(/built-in .* Create one of your own/);
    expect((await get(contactId)).body).toEqual(body);
  });

  it('is changed by creating an own one from it', async () => {
    const { form: builtIn } = (await get(contactId)).body;
    const own = await created({
      name: 'Our contact form',
      category: 'contact',
      form: { ...builtIn, title: 'Write to us' },
    });
    expect(own).toMatchObject({ isBuiltIn: false, form: { fields: builtIn.fields, title: 'Write to us' } });
  });

  it('makes a form that goes live and takes what a person would answer', async () => {
    const { items } = (await secret('listTemplates', { query: { limit: 1000 } })).body;
    const builtIn = items.filter((item: Json) => item.isBuiltIn);
    expect(builtIn).toHaveLength(builtInCount);
    for (const { id, name, form: content } of builtIn) {
      const { status, body } = await createForm({ templateId: id, status: 'live' });
      expect({ status, body }).toMatchObject({ status: 201, body: { ...content, status: 'live', version: 1 } });
      // A file has to be uploaded first.
      const needsFile = content.fields.some((field: Json) => field.type === 'file' && field.required);
      if (needsFile) continue;
      const publishable = service.client('publishableKey');
      const answers = sensibleAnswers[name] ?? {};
      expect((await submit(publishable, body.id, { ...answers, website: '' })).answers).toEqual(answers);
    }
  });
});

describe('a form from a template', () => {
  it('has everything of it, and nothing that tells where it came from', async () => {
    const { id: templateId } = await created();
    const { status, body } = await createForm({ templateId });
    expect(status).toBe(201);
    const { id, createdAt, updatedAt, ...rest } = body;
    expect(rest).toEqual({ ...form, status: 'draft', environment: 'production', version: 1 });
    expect((await secret('getForm', { params: { id } })).body).toEqual(body);
  });

  it('has what was sent in place of what the template has, each property as a whole', async () => {
    const { id: templateId } = await created();
    const webhooks = [
      { event: 'response.created', url: 'https://hooks.example.com/returns', secret: 'at-least-eight' },
    ];
    const overrides = { title: 'Mine', status: 'live', ui: { theme: 'dark' }, allowedOrigins: [], webhooks };
    const { body } = await createForm({ templateId, ...overrides });
    const { id, environment, version, createdAt, updatedAt, ...rest } = body;
    expect(rest).toEqual({ ...form, ...overrides });
  });

  it('is checked as a whole: what was sent has to fit what the template has', async () => {
    const { id: templateId } = await created();
    const others = [{ id: 'website', type: 'text' }];
    const refused = await createForm({ templateId, fields: others });
    expectFaults(refused, 'fieldPolicies.order unknown', 'spamProtection.honeypot.fieldName unique');
    const fitting = { fieldPolicies: {}, spamProtection: {} };
    const { status, body } = await createForm({ templateId, fields: others, ...fitting });
    expect({ status, body }).toMatchObject({ status: 201, body: { title: form.title, fields: others, ...fitting } });
    const empty = await created({ name: 'Empty', form: { title: 'T', fields: [] } });
    expectFaults(await createForm({ templateId: empty.id, status: 'live' }), 'fields minItems');
  });

  it('stays as it is when the template changes or goes', async () => {
    const { id: templateId } = await created();
    const { body } = await createForm({ templateId });
    await put(templateId, { form: { title: 'Other', fields: [] } });
    await secret('deleteTemplate', { params: { id: templateId } });
    expect((await secret('getForm', { params: { id: body.id } })).body).toEqual(body);
  });

  it('needs a template that there is', async () => {
    const ids = [
      unknownId,
      'tpl_00000000000000000000000061',
      'Contact',
      'constructor',
      `${contactId}#`,
      contactId.toLowerCase(),
    ];
    for (const templateId of ids.filter(id => id !== contactId)) {
      const refused = await createForm({ templateId, title: 'T', fields });
      expectFaults(refused, 'templateId unknown');
      expect(refused.body.message).toBe('templateId: is not the id of a template; list them with GET /templates');
    }
    for (const templateId of [1, {}, []]) expectFaults(await createForm({ templateId }), 'templateId type');
    for (const templateId of [null, '']) {
      expectFaults(await createForm({ templateId }), 'title required', 'fields required');
    }
  });

  it('has title and fields of its own where there is no template', async () => {
    const refused = await createForm({});
    expectFaults(refused, 'title required', 'fields required');
    expect(refused.body.message).toMatch(/^title: is required/);
    expectFaults(await createForm({ title: 'T', ui: {} }), 'fields required');
    expectFaults(
      await createForm({ templateId: contactId, title: '', surprise: 1 }),
      'title minLength',
      'title pattern',
      'surprise unknown',
    );
  });
});

describe('the list of templates', () => {
  const list = async (query: Record<string, string | number>): Promise<Json> => {
    const { status, body } = await secret('listTemplates', { query });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const ids = (page: Json): string[] => page.items.map(({ id }: Json) => id);

  it('pages through own templates, newest first, and then through the built-in ones', async () => {
    const { total: before } = await list({});
    const own: string[] = [];
    for (let n = 0; n < 4; n++) own.unshift((await created({ ...full, name: `Template ${n}` })).id);
    const total = before + 4;
    const all = await list({ limit: 1000 });
    expect(all).toMatchObject({ total, offset: 0, hasMore: false, nextCursor: null });
    expect(ids(all).slice(0, 4)).toEqual(own);
    expect(ids(all).at(-builtInCount)).toBe(contactId);
    expect(all.items[0]).toEqual((await get(own[0] ?? '')).body);

    for (const order of ['desc', 'asc']) {
      const walked: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null && walked.length <= total) {
        const page: Json = await list({ order, limit: 3, ...(cursor && { cursor }) });
        expect(page.total).toBe(total);
        walked.push(...ids(page));
        cursor = page.nextCursor;
      }
      expect(walked).toEqual(order === 'desc' ? ids(all) : ids(all).reverse());
    }
    expect(ids(await list({ offset: 2, limit: 3 }))).toEqual(ids(all).slice(2, 5));
    expect(await list({ offset: total - 1, limit: 3 })).toMatchObject({ total, hasMore: false });
    expect(await list({ offset: total + 1 })).toMatchObject({ total, items: [], hasMore: false });
  });

  it('is that of one category when it is asked for, in exactly those letters', async () => {
    const { id } = await created({ ...full, category: 'contact' });
    await created({ ...full, category: 'Contact' });
    await created({ ...full, category: 'contacts' });
    const page = await list({ category: 'contact' });
    expect(new Set(page.items.map(({ category }: Json) => category))).toEqual(new Set(['contact']));
    expect(ids(page)).toContain(id);
    expect(ids(page).indexOf(contactId)).toBeGreaterThan(ids(page).indexOf(id));
    expect(await list({ category: 'contact', limit: 1 })).toMatchObject({ total: page.total, hasMore: true });
    expect(await list({ category: 'nothing' })).toMatchObject({ total: 0, items: [] });
    await put(id, { category: 'moved' });
    expect(await list({ category: 'moved' })).toMatchObject({ total: 1 });
  });
});
