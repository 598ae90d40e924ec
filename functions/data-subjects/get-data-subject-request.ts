import { signExport } from '../../shared/aws/s3/exports.ts';
import { getDataSubjectRequest } from '../../shared/contracts/responses/data-subjects.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { recordReading } from '../../shared/store/readings.ts';
import { getRequestOf, requestRecord } from '../../shared/store/responses/data-subject-requests.ts';

const linkSeconds = 300;

export const handler = endpoint(getDataSubjectRequest, async ({ params, caller }) => {
  const request = await getRequestOf(caller, params.id);
  if (!request) throw notFound('Request');
  const record = requestRecord(request);
  const isThere = record.file !== null && record.file.expiresAt > new Date().toISOString();
  if (isThere) await recordReading(caller, 'data_subject.export_read', { id: request.id });
  const download = isThere ? { url: await signExport(request, linkSeconds), expiresIn: linkSeconds } : null;
  return { ...record, download };
});
