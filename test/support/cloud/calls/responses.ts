import { randomUUID } from 'node:crypto';
import { newResponseId } from '../../../../shared/ids.ts';
import { fileForm, submittedFile } from '../../records/files.ts';
import { newForm, submit } from '../../records/forms.ts';
import type { Call, Client } from '../client.ts';
import { form } from './forms.ts';
import { makeRoom } from './make-room.ts';
import { created, exampleBody, type Resource, type ResourceCalls, ulid } from './resource.ts';

const response: Resource = {
  create: async client => (await submit(client, await form.create(client), exampleBody('createSubmission'))).id,
  unknownId: newResponseId(form.unknownId, 1, 0),
};

const file: Resource = {
  create: async client => (await submittedFile(client)).fileId,
  unknownId: `file_${ulid}${ulid}`,
};

const dataSubjectRequest: Resource = {
  create: async client =>
    (await created(client, 'exportDataSubject', { body: exampleBody('exportDataSubject') }, 202)).id,
  unknownId: `dsr_${ulid}`,
};

async function exportCall(client: Client): Promise<Call> {
  await makeRoom(client, 'Export', 4);
  return { body: exampleBody('createExport') };
}

const exported: Resource = {
  create: async client => (await created(client, 'createExport', await exportCall(client), 202)).id,
  unknownId: `exp_${ulid}`,
};

/** Returns a call on a visit that its visitor can resume. */
async function draftCall(client: Client): Promise<Call> {
  const { id } = await newForm(client, {
    title: 'Draft',
    fields: [{ id: 'name', type: 'text' }],
    ui: { saveAndResume: true },
  });
  const headers = { 'x-session-id': randomUUID() };
  const query = { status: 'partial' };
  await created(client, 'createSubmission', { params: { formId: id }, query, headers, body: { name: 'Ada' } });
  const call = { params: { id }, headers };
  await client('keepDraft', call);
  return call;
}

export const responseCalls: ResourceCalls = {
  resources: {
    '/responses/{id}': response,
    '/files/{fileId}': file,
    '/data-subjects/{id}': dataSubjectRequest,
    '/exports/{id}': exported,
  },
  calls: {
    createExport: exportCall,
    getDraft: draftCall,
    resumeDraft: async client => ({ ...(await draftCall(client)), body: { session: randomUUID() } }),
    keepDraft: async client => ({ ...(await draftCall(client)), body: {} }),
    importResponses: async client => ({
      body: { ...exampleBody('importResponses'), formId: await form.create(client) },
    }),
    changeResponses: async client => ({ body: { ids: [await response.create(client)], handling: 'done' } }),
    createReply: async client => ({
      params: { id: await response.create(client) },
      body: {
        ...exampleBody('createReply'),
        memberId: (await client('listUsers', { query: { order: 'asc', limit: 1 } })).body.items[0].id,
      },
    }),
    signUpload: async client => ({
      body: { ...exampleBody('signUpload'), formId: (await newForm(client, fileForm)).id },
    }),
  },
};
