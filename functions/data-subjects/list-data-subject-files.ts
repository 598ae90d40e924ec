import { linkToFile } from '../../shared/aws/s3/file-urls.ts';
import { listDataSubjectFiles } from '../../shared/contracts/responses/data-subjects.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { recordReading } from '../../shared/store/readings.ts';
import { getRequestOf, requestRecord } from '../../shared/store/responses/data-subject-requests.ts';
import { exportedFileIds } from '../../shared/store/responses/found-responses.ts';
import { getUploads, type Upload } from '../../shared/store/responses/uploads.ts';

const linkSeconds = 300;

export const handler = endpoint(listDataSubjectFiles, async ({ params, query, caller }) => {
  const request = await getRequestOf(caller, params.id);
  if (!request) throw notFound('Request');
  const ids = requestRecord(request).file ? await exportedFileIds(request.id) : [];
  if (ids.length > 0) await recordReading(caller, 'data_subject.export_read', { id: request.id });
  return pageOfIds(ids, query, async some => {
    const uploads = await getUploads(some);
    const claimed = some.map(id => uploads.get(id)).filter(upload => upload?.state === 'claimed');
    return Promise.all(claimed.map(upload => linked(upload as Upload)));
  });
});

async function linked(upload: Upload) {
  const { fileId: id, responseId = '', fieldId, fileName: name, contentType, size } = upload;
  const link = await linkToFile(upload, linkSeconds);
  return { ...{ id, responseId, fieldId, name, contentType, size }, ...link, expiresIn: linkSeconds };
}
