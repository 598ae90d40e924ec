import type { SentTexts } from '../../domain/pages/sent-texts.ts';
import { controlsMax } from '../../domain/pages/shown-field.ts';
import { HttpError, validationFailed } from '../../errors.ts';
import type { SentForm } from '../read-request.ts';

export type SentFile = { readonly name: string; readonly file: File };

/** The content of a sent form: texts by the names of their controls, and files. */
export type ReadForm = { readonly sent: SentTexts; readonly files: readonly SentFile[] };

const otherType = (contentType: string) =>
  new HttpError(
    415,
    'unsupported_media_type',
    `A form is sent as application/x-www-form-urlencoded or as multipart/form-data, not as ${contentType || 'nothing'}. JSON goes to POST /v1/forms/{formId}/submissions.`,
  );

function typeOf(contentType = ''): string {
  const [type = ''] = contentType.split(';');
  return type.trim().toLowerCase();
}

/** Whether this is a content type of HTML forms. */
export const isFormType = (contentType: string | undefined): boolean =>
  ['application/x-www-form-urlencoded', 'multipart/form-data'].includes(typeOf(contentType));

/** Reads the body of a form. Throws a 400 or 415 if it is not one. */
export async function readSentForm({ bytes, contentType }: SentForm): Promise<ReadForm> {
  const type = typeOf(contentType);
  if (type === 'application/x-www-form-urlencoded') return formOf(urlencoded(bytes));
  if (type === 'multipart/form-data') return formOf(await multipart(bytes, contentType));
  throw otherType(contentType);
}

type FormEntry = readonly [name: string, value: string | File];

function urlencoded(bytes: Buffer): FormEntry[] {
  checkParts(occurrencesOf(bytes, '&') + 1);
  return [...new URLSearchParams(bytes.toString())];
}

async function multipart(bytes: Buffer, contentType: string): Promise<FormEntry[]> {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary !== undefined) checkParts(occurrencesOf(bytes, `--${boundary}`));
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
    return [...form];
  } catch {
    const message = 'is not multipart/form-data as RFC 7578 has it; send it with the boundary that Content-Type names';
    throw validationFailed([{ field: '', rule: 'multipart', message }]);
  }
}

/** Counts how often a text occurs, only as far as it matters. */
function occurrencesOf(bytes: Buffer, text: string): number {
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0 && count <= controlsMax; at = bytes.indexOf(text, at + text.length))
    count += 1;
  return count;
}

function checkParts(count: number): void {
  if (count <= controlsMax) return;
  throw validationFailed([{ field: '', rule: 'maxFields', message: `must have at most ${controlsMax} fields` }]);
}

function formOf(entries: readonly FormEntry[]): ReadForm {
  const texts = entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string');
  const groups = Map.groupBy(texts, ([name]) => name);
  return {
    sent: new Map([...groups].map(([name, values]) => [name, values.map(([, value]) => value)])),
    // A control without a file sends an empty one without a name.
    files: entries.flatMap(([name, file]) =>
      typeof file === 'string' || (file.name === '' && file.size === 0) ? [] : [{ name, file }],
    ),
  };
}
