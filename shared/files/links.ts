import { fileIdsIn } from '../domain/responses/file-changes.ts';
import type { Response } from '../domain/responses/response.ts';
import { getUploads, type Upload } from '../store/responses/uploads.ts';

const linkSeconds = 3600;

/** The number of responses whose files are looked up together. */
const responsesAtOnce = 100;

/** Returns the responses in order, each with links to its files. */
export async function* streamWithLinks(responses: AsyncIterable<Response>): AsyncGenerator<Response> {
  let some: Response[] = [];
  for await (const response of responses) {
    some.push(response);
    if (some.length < responsesAtOnce) continue;
    yield* await addLinks(some);
    some = [];
  }
  yield* await addLinks(some);
}

export async function addLinks(responses: readonly Response[]): Promise<Response[]> {
  const ids = responses.flatMap(({ formId, answers }) => fileIdsIn(formId, answers));
  const uploads = await getUploads([...new Set(ids)]);
  return Promise.all(responses.map(response => withLinks(response, uploads)));
}

async function withLinks(response: Response, uploads: ReadonlyMap<string, Upload>): Promise<Response> {
  const files: NonNullable<Response['files']> = {};
  for (const [fieldId, answer] of Object.entries(response.answers)) {
    // The sender chooses the answer. Only the upload says which response has a file.
    const own = [answer].flat().flatMap(part => uploads.get(String(part)) ?? []);
    const links = await Promise.all(own.filter(({ responseId }) => responseId === response.id).map(linkTo));
    const [link] = links;
    if (link) files[fieldId] = Array.isArray(answer) ? links : link;
  }
  return { ...response, files };
}

async function linkTo(upload: Upload) {
  const { linkToFile } = await import('../aws/s3/file-urls.ts');
  const { fileId: id, fileName: name, contentType, size } = upload;
  return { id, name, contentType, size, ...(await linkToFile(upload, linkSeconds)) };
}
