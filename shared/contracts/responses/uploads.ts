import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { record } from '../records.ts';

export const signUpload = {
  method: 'POST',
  path: '/uploads/sign',
  summary: 'Sign the upload of a file',
  description:
    'Returns a URL for one PUT of the file, with exactly this size and type, within `expiresIn` seconds: send the body with the `headers`. Then submit the `fileId` as the answer to the field, in a list if the field takes several. The type and name must match the field’s `accept`. A file that no response uses is removed after a day.',
  auth: ['publishableKey', 'secretKey', 'session'],
  role: 'editor',
  grants: ['table:write', 'files:sign'],
  rateShare: 0.1,
  limits: { sender: 'LIMIT_UPLOADS', bytes: 'LIMIT_UPLOAD_MEGABYTES' },
  status: 200,
  body: record({
    formId: { type: 'string', description: 'The ID of a form; with a publishable key, of a live one.' },
    fieldId: { type: 'string', description: 'A field of type file.' },
    fileName: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: patterns.fileName.pattern,
      description: 'The name for downloads: no path, no control characters.',
    },
    contentType: {
      type: 'string',
      maxLength: 255,
      pattern: patterns.mediaType.pattern,
      description: 'A media type; `application/octet-stream` if unknown.',
    },
    size: {
      type: 'integer',
      minimum: 1,
      description: 'In bytes. At most the field’s `maxBytes`, or the deployment’s limit, 10 MB by default.',
    },
  }),
  response: record({
    fileId: { type: 'string', description: 'The answer to submit for the field.' },
    uploadUrl: { type: 'string' },
    method: { const: 'PUT' },
    headers: {
      type: 'object',
      description: 'Send these with the file, unchanged.',
      additionalProperties: { type: 'string' },
    },
    expiresIn: { type: 'integer', description: 'The seconds until the link expires.' },
    maxBytes: { type: 'integer', description: 'The largest allowed file.' },
  }),
} as const satisfies Contract;

export const getFile = {
  ...reads,
  path: '/files/{fileId}',
  summary: 'Download a file of a response',
  auditedReading: ['files.read'],
  description:
    'Redirects to a URL that downloads the file without a credential for five minutes. Don’t send your key to that URL: S3 refuses a second credential. 404 for a file without a response. 409 if a malware scan withholds the file.',
  conflicts: true,
  grants: ['table:read', 'files:read'],
  status: 302,
  params: record({ fileId: { type: 'string', description: 'The answer to a field of type file.' } }),
} as const satisfies Contract;

export const uploads = {
  signUpload,
  getFile,
} as const;
