import { sizeInWords } from '../../../shared/domain/wording/in-words.ts';
import { fill } from '../../../shared/domain/wording/template.ts';
import type { Host } from '../fields/control.ts';
import { extras } from '../loading/load-parts.ts';
import type { Field } from '../schema.ts';
import { type Api, call } from './api.ts';

type UploadTarget = {
  fileId: string;
  uploadUrl: string;
  method: string;
  headers: Record<string, string>;
  maxBytes: number;
};

/**
 * Uploads a file to the bucket and returns its ID. Reports progress from 0 to 1. Rejects with a sentence for the
 * visitor.
 */
export async function upload(
  { api, texts, lang, preview }: Host,
  field: Field,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { accept, maxBytes } = field.validate ?? {};
  const refuse = (text: string, ...values: string[]) => new Error(fill(text, lang, [file.name, ...values]));
  if (accept && !accept.some(kind => isOfKind(file, kind))) {
    throw refuse(texts.accept, extras.kindsOf?.(accept, { texts, lang }) ?? accept.join(', '));
  }
  if (maxBytes && file.size > maxBytes) throw refuse(texts.maxBytes, sizeInWords(maxBytes, lang));
  if (preview) return 'preview';
  const signed = await sign(api, field, file, signal).catch(error => {
    console.warn(`formline: the upload for "${field.id}" was refused: ${error.message}`);
    throw refuse(texts.upload);
  });
  await put(signed, file, onProgress, signal).catch(() => {
    throw refuse(texts.upload);
  });
  return signed.fileId;
}

const sign = (api: Api, { id: fieldId }: Field, file: File, signal: AbortSignal): Promise<UploadTarget> => {
  const { name: fileName, type, size } = file;
  const body = { formId: api.formId, fieldId, fileName, contentType: type || 'application/octet-stream', size };
  return call<UploadTarget>(api, 'uploads/sign', { body, signal });
};

/** Uploads by XMLHttpRequest, because fetch reports no upload progress. */
const put = (
  { method, uploadUrl, headers }: UploadTarget,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, uploadUrl);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => (request.status < 300 ? resolve() : reject());
    request.onerror = reject;
    request.onabort = reject;
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });

/** Whether a file matches `image/png`, `image/*` or `.png`. */
function isOfKind({ name, type }: File, kind: string): boolean {
  if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind.toLowerCase());
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
}
