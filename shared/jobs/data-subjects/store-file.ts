import { type PersonFormat, putExport } from '../../aws/s3/exports.ts';
import { type DataSubjectRequest, isLatestRequest } from '../../store/responses/data-subject-requests.ts';
import { withTemporaryFile } from './temporary-file.ts';

/**
 * Stores a file of an export unless another run came first, whose file stays.
 *
 * @returns its size in bytes, or undefined when another run came first
 */
export function storeFile(
  request: DataSubjectRequest,
  format: PersonFormat,
  content: AsyncIterable<string | Uint8Array>,
): Promise<number | undefined> {
  return withTemporaryFile(content, async file => {
    // A run that came first may have ended the request meanwhile and removed what the content was read from.
    if (!(await isLatestRequest(request))) return undefined;
    await putExport(request, format, file);
    return file.bytes;
  });
}
