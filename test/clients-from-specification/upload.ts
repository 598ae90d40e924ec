import assert from 'node:assert/strict';
import { type Access, bearer, call } from './access.ts';

/** An upload: a page has an address signed, sends the file there, and names it in its submission. */
export async function upload({ baseUrl, environments: { production } }: Access): Promise<void> {
  const form = await call(`${baseUrl}/forms`, 'POST', {
    headers: bearer(production.secretKey),
    body: {
      ...{ title: 'Application', status: 'live', environment: 'production' },
      fields: [
        { id: 'name', type: 'text', label: 'Name', required: true },
        { id: 'cv', type: 'file', label: 'CV', required: true },
      ],
    },
  });
  const content = 'Analyst, Metaphysician, and Founder of Scientific Computing';
  const headers = { 'x-publishable-key': production.publishableKey };
  const signed = await call(`${baseUrl}/uploads/sign`, 'POST', {
    headers,
    body: { formId: form.id, fieldId: 'cv', fileName: 'cv.txt', contentType: 'text/plain', size: content.length },
  });
  const sent = await fetch(signed.uploadUrl, {
    method: signed.method ?? 'PUT',
    headers: signed.headers,
    body: content,
  });
  assert.ok(sent.ok, `The upload: ${sent.status} ${await sent.text()}`);
  const submission = await call(`${baseUrl}/v1/forms/${form.id}/submissions`, 'POST', {
    headers,
    body: { name: 'Ada', cv: signed.fileId },
  });
  assert.equal(submission.answers.cv, signed.fileId);
  const file = await fetch(`${baseUrl}/files/${signed.fileId}`, { headers: bearer(production.secretKey) });
  assert.equal(await file.text(), content);
}
