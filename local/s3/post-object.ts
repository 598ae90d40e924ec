import { maxBodyBytes, receiveFile } from './body.ts';
import type { Bucket } from './buckets.ts';
import { ByteReader } from './byte-reader.ts';
import { entityTooSmall, invalidArgument, notImplemented, S3Error } from './errors.ts';
import type { ObjectStore } from './object-store.ts';
import { commit } from './objects.ts';
import { type Answer, objectHeaders, xmlAnswer } from './operation.ts';
import { checkPolicy, type LengthRange } from './post-policy.ts';
import type { S3Request } from './request.ts';

const maxFormBytes = 20_480;

const malformed = (message: string) => new S3Error(400, 'MalformedPOSTRequest', message);

interface Form {
  /** Names in lower case. */
  readonly fields: Map<string, string>;
  readonly fileName: string;
  readonly delimiter: string;
}

/** Reads the fields of a form up to the content of its file, which S3 wants last. */
async function readForm(reader: ByteReader, contentType: string): Promise<Form> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const delimiter = `\r\n--${quoted ?? plain ?? ''}`;
  const fields = new Map<string, string>();
  if ((await reader.text('\r\n', maxFormBytes)) !== delimiter.slice(2)) throw malformed('The form has no boundary.');
  for (let left = maxFormBytes; ; ) {
    const head = await reader.text('\r\n\r\n', left);
    const name = /^content-disposition:.*[;\s]name="([^"]*)"/im.exec(head)?.[1]?.toLowerCase();
    if (name === undefined) throw malformed('A field of the form has no name.');
    if (name === 'file') return { fields, fileName: /filename="([^"]*)"/i.exec(head)?.[1] ?? '', delimiter };
    const value = await reader.text(delimiter, left);
    fields.set(name, value);
    left = Math.max(0, left - head.length - value.length);
    if ((await reader.text('\r\n', 2)) !== '')
      throw invalidArgument('POST requires exactly one file upload per request.');
  }
}

const knownFields = [
  ...['key', 'policy', 'bucket', 'success_action_status', 'cache-control', 'content-disposition', 'content-encoding'],
  ...['content-language', 'content-type', 'expires', 'x-amz-algorithm', 'x-amz-credential', 'x-amz-date'],
  ...['x-amz-signature', 'x-amz-security-token'],
];

/** Throws unless the policy of the form allows it for this bucket. Returns the key and the sizes that are allowed. */
function checkForm({ fields, fileName }: Form, bucket: Bucket, now: number): { key: string; range: LengthRange } {
  const unknown = fields.keys().find(name => !knownFields.includes(name) && !/^x-(amz-meta|ignore)-/.test(name));
  if (unknown !== undefined) throw notImplemented(`the form field ${unknown}`);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what S3 replaces is written so.
  const key = (fields.get('key') ?? '').replaceAll('${filename}', () => fileName);
  if (key === '') throw invalidArgument("Bucket POST must contain a field named 'key'.");
  if (Buffer.byteLength(key) > 1024) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
  fields.set('key', key);
  fields.set('bucket', bucket.name);
  return { key, range: checkPolicy(fields, now) };
}

interface Posted {
  readonly request: S3Request;
  readonly bucket: Bucket;
  readonly store: ObjectStore;
  readonly now: number;
}

/** The upload of a browser's form, allowed by a signed policy instead of a signed request. */
export async function postObject({ request, bucket, store, now }: Posted): Promise<Answer> {
  const reader = new ByteReader(request.message);
  try {
    const form = await readForm(reader, request.header('content-type') ?? '');
    const { key, range } = checkForm(form, bucket, now);
    const max = Math.min(range.max, maxBodyBytes);
    const file = store.newFile();
    const { size, md5 } = await receiveFile(reader.until(form.delimiter), {
      file: store.path(file),
      max,
      check({ size }) {
        if (size < range.min) throw entityTooSmall(size, range.min);
      },
    });
    const etag = md5.toString('hex');
    const headers = objectHeaders(form.fields);
    commit(store, { bucket: bucket.name, key, file, size, etag, modified: now, headers, checksums: {} }, false);
    return answer(request, form.fields.get('success_action_status'), { bucket: bucket.name, key, etag: `"${etag}"` });
  } finally {
    await reader.close();
  }
}

function answer(
  request: S3Request,
  status: string | undefined,
  { bucket, key, etag }: { bucket: string; key: string; etag: string },
): Answer {
  const location = `http://${request.header('host')}/${bucket}/${encodeURIComponent(key)}`;
  const headers = { etag, location };
  if (status !== '201') return { status: status === '200' ? 200 : 204, headers };
  const created = xmlAnswer('PostResponse', { Location: location, Bucket: bucket, Key: key, ETag: etag });
  return { ...created, status: 201, headers: { ...headers, ...created.headers } };
}
