import { newForm } from '../../records/forms.ts';
import { keptImage, stagedImage } from '../../records/images.ts';
import type { Call, Client } from '../client.ts';
import { created, exampleBody, type Resource, type ResourceCalls, ulid } from './resource.ts';

export const form: Resource = {
  create: async client => (await newForm(client, exampleBody('createForm'))).id,
  unknownId: `form_${ulid}`,
};

const template: Resource = {
  create: async client => (await created(client, 'createTemplate', { body: exampleBody('createTemplate') })).id,
  unknownId: `tpl_${ulid}`,
};

const image: Resource = {
  create: async client => keptImage(client, await form.create(client)),
  unknownId: `img_${ulid}${ulid}`,
};

async function viewCall(client: Client): Promise<Call> {
  const id = await form.create(client);
  const { id: viewId } = await created(client, 'createView', { params: { id }, body: { name: 'All' } });
  return { params: { id, viewId } };
}

/** Publishes a title, which makes a version. */
async function newVersion(client: Client, id: string): Promise<string> {
  await created(client, 'updateDraftVersion', { params: { id }, body: exampleBody('updateDraftVersion') }, 200);
  await created(client, 'publishVersion', { params: { id } }, 200);
  const { items } = await created(client, 'listVersions', { params: { id } }, 200);
  return String(items[0].number);
}

export const formCalls: ResourceCalls = {
  resources: {
    '/forms/{id}': form,
    '/v1/forms/{formId}': form,
    '/f/{formId}': form,
    '/templates/{id}': template,
    '/images/{imageId}': image,
  },
  secondResources: {
    // A job makes archives, when responses have expired.
    archiveId: { create: async () => `arc_${ulid}`, unknownId: `arc_${ulid}` },
    imageId: { create: (client, id) => stagedImage(client, id), unknownId: `img_${ulid}${ulid}` },
    number: { create: newVersion, unknownId: '999' },
    viewId: { create: async client => (await viewCall(client)).params?.viewId ?? '', unknownId: `view_${ulid}` },
  },
  calls: {
    updateView: async client => ({ ...(await viewCall(client)), body: exampleBody('updateView') }),
    deleteView: viewCall,
    getChallenge: async client => {
      const { id } = await newForm(client, { spamProtection: { proofOfWork: { enabled: true } } });
      return { params: { id } };
    },
  },
};
