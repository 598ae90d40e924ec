import { type Api, call } from './api.ts';
import type { Host } from './fields/control.ts';
import type { Field } from './schema.ts';
import { fill } from './texts.ts';

type Signed = { fileId: string; uploadUrl: string; method: string; headers: Record<string, string>; maxBytes: number };

/** Sends a file to the bucket, and gives its id; progress is told from 0 to 1. Rejects with a sentence for the visitor. */
export async function upload(
  { api, texts, lang, preview }: Host,
  field: Field,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { accept, maxBytes } = field.validate ?? {};
  if (accept && !accept.some(kind => isOfKind(file, kind))) throw new Error(fill(texts.accept, accept.join(', ')));
  if (maxBytes && file.size > maxBytes) throw new Error(fill(texts.maxBytes, sizeInWords(maxBytes, lang)));
  if (preview) return 'preview';
  const signed = await sign(api, field, file, signal).catch(error => {
    console.warn(`formline: the upload for "${field.id}" was refused: ${error.message}`);
    throw new Error(texts.upload);
  });
  await put(signed, file, onProgress, signal).catch(() => {
    throw new Error(texts.upload);
  });
  return signed.fileId;
}

const sign = (api: Api, { id: fieldId }: Field, file: File, signal: AbortSignal): Promise<Signed> => {
  const { name: fileName, type, size } = file;
  const body = { formId: api.formId, fieldId, fileName, contentType: type || 'application/octet-stream', size };
  return call<Signed>(api, 'uploads/sign', { body, signal });
};

/** By XMLHttpRequest: fetch does not tell how far it has got. */
const put = (
  { method, uploadUrl, headers }: Signed,
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

/** `image/png`, `image/*` or `.png`. */
function isOfKind({ name, type }: File, kind: string): boolean {
  if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind.toLowerCase());
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
}

const sizeInWords = (bytes: number, lang: string): string =>
  new Intl.NumberFormat(lang, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(bytes / 1_048_576);
