import { sizeInWords } from '../../../shared/domain/wording/in-words.ts';
import { fill } from '../../../shared/domain/wording/template.ts';
import type { Field } from '../schema.ts';
import { type Api, call } from '../send/api.ts';
import type { Host } from './control.ts';

type UploadTarget = {
  fileId: string;
  uploadUrl: string;
  method: string;
  headers: Record<string, string>;
  maxBytes: number;
};

/** A file that the field does not take. To try again would not help. */
export class UnfitFile extends Error {}

/**
 * Uploads a file to the bucket and returns its ID. Reports progress from 0 to 1. Rejects with a sentence for the
 * visitor.
 */
export async function upload(
  { api, texts, lang, preview, kindsOf }: Host,
  field: Field,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { accept, maxBytes } = field.validate ?? {};
  const say = (text: string, ...values: string[]) => fill(text, lang, [file.name, ...values]);
  if (accept && !accept.some(kind => isOfKind(file, kind))) {
    throw new UnfitFile(say(texts.accept, kindsOf?.(accept, { texts, lang }) ?? accept.join(', ')));
  }
  if (maxBytes && file.size > maxBytes) throw new UnfitFile(say(texts.maxBytes, sizeInWords(maxBytes, lang)));
  if (preview) return 'preview';
  const signed = await sign(api, field, file, signal).catch(error => {
    console.warn(`formline: the upload for "${field.id}" was refused: ${error.message}`);
    throw new Error(say(texts.upload));
  });
  await put(signed, file, onProgress, signal).catch(() => {
    throw new Error(say(texts.upload));
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
