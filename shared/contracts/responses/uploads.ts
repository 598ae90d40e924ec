import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { record } from '../records.ts';

export const signUpload = {
  method: 'POST',
  path: '/uploads/sign',
  summary: 'Sign the upload of a file',
  description:
    'Answers a URL that takes one PUT of the file, of exactly this size and type, within `expiresIn` seconds: send the body with the `headers`. Then submit the `fileId` as the answer to the field, or in the list that it is where the field takes several files. What the field does not `accept` is refused, by the type and the name that are sent here. A file that no response claims is removed a day after it was signed.',
  auth: ['publishableKey', 'secretKey', 'session'],
  role: 'editor',
  table: 'write',
  files: 'sign',
  rateShare: 0.1,
  limits: { sender: 'LIMIT_UPLOADS', bytes: 'LIMIT_UPLOAD_MEGABYTES' },
  status: 200,
  body: record({
    formId: { type: 'string', description: 'The id of a form; with a publishable key, of a live one.' },
    fieldId: { type: 'string', description: 'A field of type file.' },
    fileName: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: patterns.fileName.pattern,
      description: 'The name that it is downloaded under: no path, no control characters.',
    },
    contentType: {
      type: 'string',
      maxLength: 255,
      pattern: patterns.mediaType.pattern,
      description: 'A media type; `application/octet-stream` where the type is not known.',
    },
    size: {
      type: 'integer',
      minimum: 1,
      description: 'Bytes; at most the `maxBytes` of the field, or those of the deployment, 10 MB.',
    },
  }),
  response: record({
    fileId: { type: 'string', description: 'What the answer to the field has to be.' },
    uploadUrl: { type: 'string' },
    method: { const: 'PUT' },
    headers: {
      type: 'object',
      description: 'To be sent with the file, as they are.',
      additionalProperties: { type: 'string' },
    },
    expiresIn: { type: 'integer', description: 'Seconds.' },
    maxBytes: { type: 'integer', description: 'The largest file that may be signed.' },
  }),
} as const satisfies Contract;

export const getFile = {
  ...reads,
  path: '/files/{fileId}',
  summary: 'Download a file of a response',
  description:
    'Redirects to a URL that gives the file as a download, without a credential, for five minutes. A file that belongs to no response is not found. Do not send your key on to that URL: S3 refuses a second credential. 409 where a scan for malware withholds the file, and says why.',
  conflicts: true,
  files: 'read',
  status: 302,
  params: record({ fileId: { type: 'string', description: 'The answer to a field of type file.' } }),
} as const satisfies Contract;

export const uploads = {
  signUpload,
  getFile,
} as const;
