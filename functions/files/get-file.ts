import { signDownload, withheldBecause } from '../../shared/aws/s3/file-urls.ts';
import { getFile } from '../../shared/contracts/responses/uploads.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { recordReading } from '../../shared/store/readings.ts';
import { getClaimedUploadOf } from '../../shared/store/responses/uploads.ts';

const linkSeconds = 300;

export const handler = endpoint(getFile, async ({ params, caller }) => {
  const found = await getClaimedUploadOf(caller, params.fileId);
  if (!found) throw notFound('File');
  const { upload, form } = found;
  const withheld = await withheldBecause(upload);
  if (withheld) throw conflict(withheld);
  await recordReading(caller, 'files.read', { id: form.id, name: form.title, responseId: upload.responseId });
  return new Reply(undefined, { headers: { location: await signDownload(upload, linkSeconds) } });
});
