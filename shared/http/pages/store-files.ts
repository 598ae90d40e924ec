import { filesMax } from '../../domain/responses/file-changes.ts';
import { unavailable, validationFailed } from '../../errors.ts';
import type { OperationReply } from './call-operation.ts';
import type { SentFile } from './sent-form.ts';

/** Requests the signature of one upload. */
type Sign = (body: object) => Promise<OperationReply>;

/** The IDs of files by field, or the reply that refuses one of them. */
export type StoredFiles =
  | { readonly ids: ReadonlyMap<string, readonly string[]> }
  | { readonly refusal: OperationReply };

/** Stores the files of a form as a page with a script does: each is signed, and then sent to S3. */
export async function storeFiles(formId: string, files: readonly SentFile[], sign: Sign): Promise<StoredFiles> {
  if (files.length > filesMax) {
    const message = `must have at most ${filesMax} files`;
    throw validationFailed([{ field: '', rule: 'maxFiles', message }]);
  }
  const ids: [string, string][] = [];
  for (const { name, file } of files) {
    const { size } = file;
    const contentType = file.type || 'application/octet-stream';
    const signed = await sign({ formId, fieldId: name, fileName: baseNameOf(file.name), contentType, size });
    if (signed.status !== 200) return { refusal: aboutField(signed, name) };
    await put(signed.body, file);
    ids.push([name, signed.body.fileId]);
  }
  const groups = Map.groupBy(ids, ([name]) => name);
  return { ids: new Map([...groups].map(([name, each]) => [name, each.map(([, id]) => id)])) };
}

/** Some old browsers send the whole path. */
const baseNameOf = (path: string): string => path.split(/[\\/]/).at(-1)?.slice(-255) || 'file';

/** Returns the faults of a signature request as faults of the file's field. */
function aboutField(answer: OperationReply, field: string): OperationReply {
  const { details } = answer.body;
  if (!Array.isArray(details)) return answer;
  return { ...answer, body: { ...answer.body, details: details.map(detail => ({ ...detail, field })) } };
}

type UploadTarget = { uploadUrl: string; method: string; headers: Record<string, string> };

async function put({ uploadUrl, method, headers }: UploadTarget, file: File): Promise<void> {
  const response = await fetch(uploadUrl, { method, headers, body: file });
  if (!response.ok) throw unavailable(new Error(`S3 answers ${response.status} to the file of a form`));
}
