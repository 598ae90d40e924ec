import { type ExportNames, type PersonFormat, signExport } from '../../shared/aws/s3/exports.ts';
import { getDataSubjectRequest } from '../../shared/contracts/responses/data-subjects.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { recordReading } from '../../shared/store/readings.ts';
import { getRequestOf, requestRecords } from '../../shared/store/responses/data-subject-requests.ts';

const linkSeconds = 300;

export const handler = endpoint(getDataSubjectRequest, async ({ params, caller }) => {
  const request = await getRequestOf(caller, params.id);
  if (!request) throw notFound('Request');
  const [record] = await requestRecords(caller, [request]);
  const isThere = record.file !== null && record.file.expiresAt > new Date().toISOString();
  if (isThere) await recordReading(caller, 'data_subject.export_read', { id: request.id });
  if (!(isThere && record.file)) return { ...record, download: null, downloads: [] };
  const json = { format: 'json' as const, bytes: record.file.bytes, ...(await linkTo(request, 'json')) };
  const zip = request.zip && { format: 'zip' as const, ...request.zip, ...(await linkTo(request, 'zip')) };
  const { url, expiresIn } = json;
  return { ...record, download: { url, expiresIn }, downloads: zip ? [zip, json] : [json] };
});

async function linkTo(names: ExportNames, format: PersonFormat) {
  return { url: await signExport(names, format, linkSeconds), expiresIn: linkSeconds };
}
