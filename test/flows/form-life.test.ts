import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { rounds, startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { contactForm, newForm } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const anonymous = service.client();

const get = async (id: string): Promise<Json> => (await secret('getForm', { params: { id } })).body;
const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  secret('updateForm', { params: { id }, body, headers });

/** Every property of the specification, each with a value that is no default. */
const fullForm = {
  title: 'Everything – “all” of it 🎉',
  status: 'live',
  fields: [
    {
      id: 'name',
      type: 'text',
      label: 'Name',
      required: true,
      placeholder: 'Ada',
      validate: { minLength: 2, maxLength: 50, pattern: '^[A-Z]' },
      pii: true,
    },
    { id: 'email', type: 'email', label: 'E-mail', required: false, validate: { maxLength: 100 }, pii: false },
    { id: 'topic', type: 'select', options: ['Sales', 'Support', 'Ünïcödé'] },
    { id: 'message', type: 'textarea', validate: { minLength: 0, maxLength: 5000 } },
    { id: 'age', type: 'number', validate: { min: -0.5, max: 150 } },
    { id: 'birthday', type: 'date' },
    { id: 'cv', type: 'file' },
  ],
  allowedOrigins: ['https://www.example.com', 'http://localhost:8080'],
  fieldPolicies: { name: 'encrypted', email: 'masked' },
  storage: { mode: 'platform', region: 'global' },
  ui: { theme: 'dark', progress: 'steps', layout: 'one-by-one' },
  spamProtection: {
    honeypot: { enabled: true, fieldName: 'website' },
    recaptcha: { enabled: true, siteKey: '6Lc_site', threshold: 0.7, enforced: false },
  },
  webhooks: [{ event: 'response.created', url: 'https://hooks.example.com/in', secret: 'at-least-eight' }],
  retention: { days: 30, policy: 'archive' },
};

/** A form as it is read: the secrets of its webhooks are in the answer that set them, and nowhere else. */
// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
const withoutSecrets = (form: any) => ({
  ...form,
  webhooks: form.webhooks.map(({ event, url }: { event: string; url: string }) => ({ event, url })),
});

/** Of the form's captcha, in the answers to those who write the form. */
const withoutCaptchaSecret = {
  field: 'spamProtection.recaptcha.secretKey',
  rule: 'required',
  message: expect.stringContaining('no secret'),
};

describe('a form', () => {
  it('comes back as it was sent, with every property', async () => {
    const { warnings, ...created } = await newForm(secret, fullForm);
    const { id, createdAt, updatedAt, version, environment, ...sent } = created;
    expect(sent).toEqual(fullForm);
    expect(warnings).toEqual([withoutCaptchaSecret]);
    expect({ version, environment, updatedAt }).toEqual({
      version: 1,
      environment: 'production',
      updatedAt: createdAt,
    });
    expect(new Date(createdAt).toISOString()).toBe(createdAt);
    expect(id).toMatch(/^form_[0-9A-Z]{26}$/);
    expect(await get(id)).toEqual(withoutSecrets(created));
  });

  it('is a draft, and without properties that were not sent, by default', async () => {
    const { id, createdAt, updatedAt, ...rest } = (await secret('createForm', { body: { title: 'T', fields: [] } }))
      .body;
    expect(rest).toEqual({ title: 'T', fields: [], status: 'draft', environment: 'production', version: 1 });
  });

  it('can be created in the environment of its key and in no other', async () => {
    const body = { title: 'T', fields: [], environment: 'staging' };
    expectRefusal(await secret('createForm', { body }), 403, 'environment_mismatch');
    const { id } = await newForm(secret);
    expectFaults(await put(id, { environment: 'staging' }), 'environment readOnly');
    expect((await put(id, { environment: 'production' })).status).toBe(200);
  });

  it('keeps what an update does not name, at every depth, and replaces arrays as a whole', async () => {
    const { id, updatedAt, warnings: _, ...before } = withoutSecrets(await newForm(secret, fullForm));
    const { status, body } = await put(id, {
      title: 'New',
      ui: { theme: 'light' },
      status: 'archived',
      spamProtection: { recaptcha: { threshold: 0.3 } },
      retention: { days: 60 },
      fieldPolicies: { name: null },
      allowedOrigins: ['https://other.example'],
    });
    expect(status).toBe(200);
    const { warnings, ...stored } = body;
    expect(warnings).toEqual([withoutCaptchaSecret]);
    const { updatedAt: changedAt, ...after } = stored;
    const { honeypot, recaptcha } = before.spamProtection;
    expect(after).toEqual({
      id,
      ...before,
      title: 'New',
      ui: { ...before.ui, theme: 'light' },
      status: 'archived',
      spamProtection: { honeypot, recaptcha: { ...recaptcha, threshold: 0.3 } },
      retention: { days: 60, policy: 'archive' },
      fieldPolicies: { email: 'masked' },
      allowedOrigins: ['https://other.example'],
    });
    expect(changedAt > updatedAt).toBe(true);
    expect(await get(id)).toEqual(stored);
  });

  it('loses each optional property by null, and no required one', async () => {
    const { id } = await newForm(secret, fullForm);
    const optional = ['allowedOrigins', 'fieldPolicies', 'storage', 'ui', 'spamProtection', 'webhooks', 'retention'];
    const { body } = await put(id, Object.fromEntries(optional.map(name => [name, null])));
    expect(Object.keys(body).filter(name => optional.includes(name))).toEqual([]);
    expect(body).toEqual(await get(id));
    const nothing = { title: null, fields: null, status: null };
    const faults = expectRefusal(await put(id, nothing), 400, 'validation_failed');
    expect([...new Set(faults.map(({ field }) => field))].sort()).toEqual(['fields', 'status', 'title']);
    await put(id, { retention: { days: 30, policy: 'archive' } });
    expect((await put(id, { retention: { policy: null } })).body.retention).toEqual({ days: 30 });
    expect((await put(id, { retention: { days: null } })).body).not.toHaveProperty('retention');
  });

  it('may have ids that begin with a digit, a decoy that begins with _, and origins that end in a slash', async () => {
    const fields = [
      { id: '1st', type: 'text', validate: { pattern: '^a+$', maxLength: 5000 } },
      { id: '2', type: 'text' },
    ];
    const spamProtection = { honeypot: { enabled: true, fieldName: '_website' } };
    const allowedOrigins = ['https://www.example.com/', 'http://localhost:8080'];
    const { id } = await newForm(secret, { fields, spamProtection, allowedOrigins });
    expect(await get(id)).toMatchObject({ allowedOrigins: ['https://www.example.com', 'http://localhost:8080'] });
    const submission = { params: { formId: id }, headers: { origin: 'https://www.example.com' } };
    const publishable = service.client('publishableKey');
    const body = { '1st': 'a'.repeat(5000), 2: 'x', _website: 'spam' };
    expect((await publishable('createSubmission', { ...submission, body })).body.answers).toEqual({
      '1st': 'a'.repeat(5000),
      2: 'x',
    });
    expect((await put(id, { allowedOrigins: ['https://b.example/'] })).body.allowedOrigins).toEqual([
      'https://b.example',
    ]);
    const wrong = {
      title: ' ',
      allowedOrigins: ['https://www.example.com/page'],
      fields: [{ id: '-a', type: 'text' }],
    };
    const { details } = (await secret('createForm', { body: wrong })).body;
    expect(details.map(({ message }: Json) => message)).toEqual([
      'must not be blank',
      'must be 1 to 64 letters, digits, "_", "-" or ".", and begin with a letter, a digit or "_"',
      'must be an origin, scheme, host and port without a path: https://www.example.com',
    ]);
  });

  it('counts its version up with each change of its fields, and with nothing else', async () => {
    const { id, fields } = await newForm(secret);
    const versionAfter = async (body: object) => (await put(id, body)).body.version;
    expect(await versionAfter({ title: 'Other' })).toBe(1);
    expect(await versionAfter({ fields })).toBe(1);
    expect(await versionAfter({ fields: [...fields].reverse() })).toBe(2);
    expect(await versionAfter({ fields: [{ ...fields[0], label: 'Changed' }], title: 'And' })).toBe(3);
    expect((await get(id)).version).toBe(3);
  });

  it('may go from any status to any other', async () => {
    const { id } = await newForm(secret, { status: 'draft' });
    for (const status of ['live', 'archived', 'draft', 'archived', 'live', 'draft', 'live']) {
      expect((await put(id, { status })).body.status).toBe(status);
    }
  });

  it('is never live without a field', async () => {
    const { id } = await newForm(secret, { status: 'draft', fields: [] });
    expectFaults(await put(id, { status: 'live' }), 'fields minItems');
    expectFaults(await secret('createForm', { body: { title: 'T', status: 'live', fields: [] } }), 'fields minItems');
    expect((await get(id)).status).toBe('draft');
  });

  it('is not stored with a storage that nobody would carry out', async () => {
    const { id } = await newForm(secret);
    const storage = { mode: 'platform', roleArn: 'arn:aws:iam::111122223333:role/formline-storage-a' };
    for (const reply of [await put(id, { storage }), await secret('createForm', { body: { ...fullForm, storage } })]) {
      const details = [{ field: 'storage.roleArn' }];
      expect(reply).toMatchObject({ status: 400, body: { code: 'not_supported', details } });
    }
    expect((await get(id)).storage).toBeUndefined();
  });

  itInAll('loses no change of many that are made at once', async () => {
    const changes = [
      { title: 'Changed' },
      { ui: { theme: 'dark' } },
      { retention: { days: 7 } },
      { allowedOrigins: ['https://a.example'] },
      { storage: { mode: 'platform' } },
      { webhooks: [] },
    ];
    for (const round of rounds) {
      const { id } = await newForm(secret);
      const replies = await Promise.all(changes.map(change => put(id, change)));
      expect({ round, statuses: replies.map(({ status }) => status) }).toEqual({
        round,
        statuses: changes.map(() => 200),
      });
      expect(await get(id)).toMatchObject(Object.assign({}, ...changes));
    }
  });

  it('takes one of many changes that were all made to the same version of it', async () => {
    const created = await secret('createForm', { body: contactForm });
    const ifMatch = { 'if-match': created.headers.etag ?? '' };
    const replies = await Promise.all([1, 2, 3, 4, 5].map(n => put(created.body.id, { title: `Title ${n}` }, ifMatch)));
    const [winner, ...others] = replies.toSorted((one, other) => one.status - other.status);
    expect(winner?.status).toBe(200);
    for (const other of others) expectRefusal(other, 412, 'version_mismatch');
    expect(await get(created.body.id)).toEqual(winner?.body);
  });

  it('is refused with every fault it has, not only the first', async () => {
    const fields = [
      { id: '-a', type: 'text' },
      { id: 'a', type: 'select' },
      { id: 'a', type: 'number', validate: { min: 2, max: 1 } },
      { id: 'b', type: 'text', options: ['x'], validate: { pattern: '(a' } },
      { id: 'constructor', type: 'textarea', validate: { minLength: 5, maxLength: 4 } },
    ];
    const body = { title: 'T', fields: fields.slice(1), fieldPolicies: { missing: 'masked' } };
    expectFaults(
      await secret('createForm', { body }),
      'fields[0].options required',
      'fields[1].id unique',
      'fields[1].validate.min range',
      'fields[2].options notAllowed',
      'fields[2].validate.pattern pattern',
      'fields[3].id reserved',
      'fields[3].validate.minLength range',
      'fieldPolicies.missing unknown',
    );
    const shapeless = { title: ' ', status: 'open', fields, retention: { days: 0 }, surprise: 1, storage: {} };
    expectFaults(
      await secret('createForm', { body: shapeless }),
      'title pattern',
      'status enum',
      'fields[0].id pattern',
      'retention.days minimum',
      'surprise unknown',
    );
  });

  it('takes as many fields and options as the contract says, and no more', async () => {
    const fieldsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `f${n}`, type: 'text' }));
    const optionsOf = (count: number) => Array.from({ length: count }, (_, n) => `option ${n}`);
    const withOptions = (count: number) => [{ id: 'choice', type: 'select', options: optionsOf(count) }];
    const create = (fields: object[]) => secret('createForm', { body: { title: 'x'.repeat(255), fields } });
    expect((await create(fieldsOf(200))).status).toBe(201);
    expect((await create(withOptions(500))).status).toBe(201);
    expectFaults(await create(fieldsOf(201)), 'fields maxItems');
    expectFaults(await create(withOptions(501)), 'fields[0].options maxItems');
    expectFaults(await secret('createForm', { body: { title: 'x'.repeat(256), fields: [] } }), 'title maxLength');
  });

  it('takes no pattern that could stall a function', async () => {
    const create = (pattern: string) =>
      secret('createForm', { body: { title: 'T', fields: [{ id: 'a', type: 'text', validate: { pattern } }] } });
    for (const pattern of ['(a)\\1', '(?=a)b', '(?<!a)b', '[', 'a{2,1}', '*', '(?<n']) {
      expectFaults(await create(pattern), 'fields[0].validate.pattern pattern');
    }
    expectFaults(await create('(?:[a-z]{1000}){1000}'), 'fields[0].validate.pattern patternBudget');
    expect((await create('(a+)+$')).status).toBe(201);
  });

  itInAll('may change its fields as often as anybody likes', async () => {
    const { id } = await newForm(secret);
    const label = '\u{1F600}'.repeat(500);
    for (const round of ['a', 'b', 'c', 'd', 'e']) {
      const fields = Array.from({ length: 100 }, (_, n) => ({ id: `${round}${n}`, type: 'text', label }));
      const { status, body } = await put(id, { fields });
      expect({ round, status, code: body.code }).toEqual({ round, status: 200, code: undefined });
    }
    expect((await get(id)).fields).toHaveLength(100);
  });
});

describe('the public schema', () => {
  const getPublic = (id: string) => anonymous('getPublicForm', { params: { id } });

  it('shows what is needed to show the form, and nothing else', async () => {
    const { id, title, version, ui } = await newForm(secret, fullForm);
    const { body } = await getPublic(id);
    expect(body).toEqual({
      id,
      title,
      version,
      fields: fullForm.fields.map(({ pii: _, ...field }: { pii?: boolean; id: string; type: string }) => ({
        ...field,
        // Its answers stay out of the storage of the visitor's browser.
        ...(Object.hasOwn(fullForm.fieldPolicies, field.id) && { unsaved: true }),
      })),
      ui,
      spamProtection: {
        honeypot: { fieldName: 'website' },
        recaptcha: { siteKey: '6Lc_site' },
        captcha: { provider: 'recaptcha', siteKey: '6Lc_site', action: 'submit', enforced: false },
      },
    });
    const { text } = await getPublic(id);
    for (const hidden of ['at-least-eight', 'hooks.example', 'my-bucket', 'archive', 'masked', '0.7', 'pii']) {
      expect(text).not.toContain(hidden);
    }
  });

  it('shows no protection that is switched off', async () => {
    const spamProtection = {
      honeypot: { enabled: false, fieldName: 'website' },
      recaptcha: { enabled: false, siteKey: '6Lc_site' },
    };
    const { id } = await newForm(secret, { spamProtection });
    expect((await getPublic(id)).body.spamProtection).toBeUndefined();
  });

  it('exists only while the form is live', async () => {
    const { id } = await newForm(secret, { status: 'draft' });
    expectRefusal(await getPublic(id), 404, 'not_found');
    await put(id, { status: 'live' });
    await eventually(async () => expect((await getPublic(id)).status).toBe(200));
    await put(id, { status: 'archived' });
    await eventually(async () => expectRefusal(await getPublic(id), 404, 'not_found'));
  });

  it('is another version for a client that has an older one', async () => {
    const { id, fields } = await newForm(secret);
    const { etag = '' } = (await getPublic(id)).headers;
    const conditional = () => anonymous('getPublicForm', { params: { id }, headers: { 'if-none-match': etag } });
    expect((await conditional()).status).toBe(304);
    await put(id, { retention: { days: 3 } });
    expect((await conditional()).status).toBe(304);
    await put(id, { fields: fields.slice(1) });
    await eventually(async () => expect(await conditional()).toMatchObject({ status: 200, body: { version: 2 } }));
  });
});
