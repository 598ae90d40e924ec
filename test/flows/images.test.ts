import { describe, expect, it } from '@jest/globals';
import { clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { itLocally, keyHeader, startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { objectsThatName } from '../support/records/files.ts';
import { newForm } from '../support/records/forms.ts';
import { keptImage, png, stagedImage } from '../support/records/images.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

const show = (imageId: string) => fetch(`${service.baseUrl()}/images/${imageId}`);
const setTheme = (id: string, theme: object) => secret('updateForm', { params: { id }, body: { theme } });
const keep = (id: string, imageId: string) => secret('keepImage', { params: { id, imageId } });
const newOne = async (): Promise<string> => (await newForm(secret)).id;

describe('an image of a form', () => {
  it('is uploaded, checked, named by the theme, and shown to anyone for ever', async () => {
    const id = await newOne();
    const bytes = png(12, 3);
    const imageId = await stagedImage(secret, id, bytes);
    expect((await show(imageId)).status).toBe(404);
    const kept = await keep(id, imageId);
    const image = { id: imageId, contentType: 'image/png', width: 12, height: 3, bytes: bytes.length };
    expect({ status: kept.status, body: kept.body }).toEqual({ status: 200, body: image });
    expect((await keep(id, imageId)).body).toEqual(image);
    const theme = { accent: '#00695c', logo: { image: imageId, alt: 'Acme' }, cover: { image: imageId } };
    const { status, body } = await setTheme(id, theme);
    expect({ status, theme: body.theme }).toEqual({ status: 200, theme });
    expect((await secret('getPublicForm', { params: { id } })).body.theme).toEqual(theme);

    const shown = await show(imageId);
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(shown.headers.has('set-cookie')).toBe(false);
  });

  it('is what its bytes are, whatever its type says', async () => {
    const id = await newOne();
    const page = await stagedImage(
      secret,
      id,
      Buffer.from('<svg onload="alert(1)" xmlns="http://www.w3.org/2000/svg"/>'),
    );
    expectFaults(await keep(id, page), 'image type');
    const tall = await stagedImage(secret, id, png(1, 4097));
    expectFaults(await keep(id, tall), 'image size');
    expectFaults(await setTheme(id, { logo: { image: page } }), 'theme.logo.image unknown');
    const body = { contentType: 'image/svg+xml', size: 1_048_577 };
    expectFaults(await secret('signImage', { params: { id }, body }), 'contentType enum', 'size maximum');
  });

  it('belongs to one form', async () => {
    const [one, other] = [await newOne(), await newOne()];
    const imageId = await keptImage(secret, one);
    expectFaults(await setTheme(other, { cover: { image: imageId } }), 'theme.cover.image unknown');
    expectRefusal(await keep(other, imageId), 404, 'not_found');
    const never = `${imageId.slice(0, -6)}ZZZZZZ`;
    expectFaults(await setTheme(one, { cover: { image: never } }), 'theme.cover.image unknown');
    expectRefusal(await keep(one, never), 409, 'conflict');
  });

  it('is copied to a copy of the form and to a template, and from there to a form', async () => {
    const original = await newOne();
    const imageId = await keptImage(secret, original);
    const form = { title: 'Copy', fields: [], theme: { logo: { image: imageId, alt: 'Acme' } } };
    const created = async (operation: 'createForm' | 'createTemplate', body: object): Promise<Json> =>
      (await secret(operation, { body })).body;
    const copy = await created('createForm', form);
    const template = await created('createTemplate', { name: 'Ours', form });
    const fromTemplate = await created('createForm', { templateId: template.id });
    const images = [copy, template.form, fromTemplate].map(({ theme }: Json) => theme.logo.image);
    expect(new Set([imageId, ...images]).size).toBe(4);
    expect(copy.theme.logo.alt).toBe('Acme');
    expect((await setTheme(copy.id, { width: 'wide' })).status).toBe(200);
    for (const image of images) expect((await show(image)).status).toBe(200);

    await secret('updateTemplate', { params: { id: template.id }, body: { form: { theme: { logo: null } } } });
    expect((await show(images[1])).status).toBe(404);
    expect((await show(images[2])).status).toBe(200);
    const foreign = await service.newOrganization();
    const theirs = clientOf(() => ({
      baseUrl: service.baseUrl(),
      headers: keyHeader('secretKey', foreign.environments.production.secretKey),
    }));
    expectFaults(await theirs('createForm', { body: form }), 'theme.logo.image unknown');
    expectFaults(await theirs('createTemplate', { body: { name: 'Ours', form } }), 'form.theme.logo.image unknown');
  });

  itLocally('ends with its form', async () => {
    const id = await newOne();
    const imageId = await keptImage(secret, id);
    expect(await objectsThatName(service.cloud(), `images/${imageId}`)).toHaveLength(1);
    await secret('deleteForm', { params: { id } });
    await eventually(async () => {
      await service.hasten('JOB#job_');
      expect((await show(imageId)).status).toBe(404);
    });
  });
});
