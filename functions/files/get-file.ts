import { signDownload } from '../../shared/aws/file-urls.ts';
import { getFile } from '../../shared/contracts/uploads.ts';
import { Answer } from '../../shared/http/answer.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getClaimedUploadOf } from '../../shared/store/uploads.ts';

const linkSeconds = 300;

export const handler = endpoint(getFile, async ({ params, caller }) => {
  const upload = await getClaimedUploadOf(caller, params.fileId);
  if (!upload) throw notFound('File');
  return new Answer(undefined, { headers: { location: await signDownload(upload, linkSeconds) } });
});
