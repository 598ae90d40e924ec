import { expect } from '@jest/globals';
import type { Client } from '../cloud/client.ts';
import type { Json } from '../cloud/http.ts';

export const contactForm = {
  title: 'Contact',
  status: 'live',
  fields: [
    { id: 'name', type: 'text', label: 'Your name', required: true, validate: { maxLength: 100 } },
    { id: 'email', type: 'email', label: 'E-mail' },
    { id: 'age', type: 'number', label: 'Age', validate: { min: 0, max: 150 } },
    { id: 'message', type: 'textarea', label: 'Message' },
  ],
};

/** Creates the contact form, with other properties if given. */
export async function newForm(client: Client, properties: object = {}): Promise<Json> {
  const { status, body } = await client('createForm', { body: { ...contactForm, ...properties } });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

/** Submits a response, which must succeed, and returns it. */
export async function submit(
  client: Client,
  formId: string,
  body: object = { name: 'Ada' },
  call: { query?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Json> {
  const reply = await client('createSubmission', { params: { formId }, body, ...call });
  expect({ status: reply.status, body: reply.body }).toMatchObject({ body: { formId } });
  return reply.body;
}

/** Submits one at a time, so that the order of the responses is known: the first submitted comes first. */
export async function submitEach(client: Client, formId: string, names: readonly string[]): Promise<Json[]> {
  const responses: Json[] = [];
  for (const name of names) responses.push(await submit(client, formId, { name }));
  return responses;
}
