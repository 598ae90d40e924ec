import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { expect } from '@jest/globals';
import type { Client } from '../cloud/client.ts';
import { type Json, type Reply, send } from '../cloud/http.ts';
import type { ReachableCloud } from '../cloud/shared-cloud.ts';
import { newForm, submit } from './forms.ts';

export const fileForm = {
  title: 'Application',
  status: 'live',
  fields: [
    { id: 'name', type: 'text' },
    { id: 'cv', type: 'file', label: 'Your CV' },
    { id: 'photo', type: 'file' },
  ],
};

const content = 'My life so far';

export const announced = (formId: string, changes: object = {}) => ({
  formId,
  fieldId: 'cv',
  fileName: 'Ada.pdf',
  contentType: 'application/pdf',
  size: content.length,
  ...changes,
});

/** Signs an upload, which must succeed, and returns the answer. */
export async function signed(client: Client, formId: string, changes: object = {}): Promise<Json> {
  const { status, body } = await client('signUpload', { body: announced(formId, changes) });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Sends a file as its signed upload requires, except for the given changes. */
export function put(upload: Json, body = content, headers: Record<string, string> = {}): Promise<Reply> {
  const { origin, pathname, search } = new URL(upload.uploadUrl);
  return send(origin, { method: 'PUT', path: pathname + search, headers: { ...upload.headers, ...headers }, body });
}

/** Signs and sends a file. Returns its ID. */
export async function uploaded(client: Client, formId: string, changes: object = {}): Promise<string> {
  const upload = await signed(client, formId, changes);
  expect((await put(upload)).status).toBe(200);
  return upload.fileId;
}

/** Submits a response with a file to a new form. */
export async function submittedFile(client: Client): Promise<{ fileId: string; formId: string; response: Json }> {
  const { id: formId } = await newForm(client, fileForm);
  const fileId = await uploaded(client, formId);
  return { fileId, formId, response: await submit(client, formId, { name: 'Ada', cv: fileId }) };
}

/** Returns the uploads bucket and a client for it. */
export function uploadsBucket({ assembly, environment }: ReachableCloud): { client: S3Client; Bucket: string } {
  const { AWS_ENDPOINT_URL_S3: endpoint, AWS_REGION: region, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = environment;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID ?? '', secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '' };
  const Bucket = assembly.buckets.find(({ name }) => name.includes('uploads'))?.name ?? '';
  return { client: new S3Client({ endpoint, region, credentials }), Bucket };
}

/** Returns the keys of all objects in the uploads bucket that contain this text. */
export async function objectsThatName(cloud: ReachableCloud, text: string): Promise<string[]> {
  const { client, Bucket } = uploadsBucket(cloud);
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  client.destroy();
  return Contents.map(({ Key = '' }) => Key).filter(key => key.includes(text));
}
