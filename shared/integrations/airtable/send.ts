import { env } from '../../env.ts';
import { ServiceRefusal, type ServiceRequest, textAt } from '../../outbound/call-service.ts';
import type { Sending } from '../../outbound/sending.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { airtableRecord, type TableField } from './record.ts';

type Table = { readonly id: string; readonly fields: readonly TableField[] };

/** The maximum size of a schema: a base with many tables of many fields, each with options. */
const schemaBytesMax = 2 * 1024 * 1024;

/** Airtable refuses a base for this long after more than five requests in a second, and doesn't say so in the reply. */
const limitedSeconds = '30';

const tables = new TtlCache<Table>(300, { sizeMax: 500 });

/** Writes the record of a response: https://airtable.com/developers/web/api/update-multiple-records */
export async function sendToAirtable({ integration, credential, content, call }: Sending): Promise<number> {
  const { id, config } = integration;
  const { baseId = '', table = '' } = config;
  const request = (method: ServiceRequest['method'], path: string, rest: Partial<ServiceRequest> = {}) =>
    call({
      service: 'Airtable',
      method,
      url: `${env('AIRTABLE_URL')}${path}`,
      headers: { authorization: `Bearer ${credential}` },
      explain: refusalOf,
      ...rest,
    });
  const known = `${id} ${baseId} ${table}`;
  try {
    const { id: tableId, fields } = await tables.get(known, async () =>
      tableOf(
        (await request('GET', `/v0/meta/bases/${baseId}/tables`, { responseBytesMax: schemaBytesMax })).json,
        table,
      ),
    );
    const { mergeOn, ...record } = airtableRecord(content, fields);
    // `typecast` creates options of selects, and reads numbers and dates by the format of their fields.
    const body = { records: [record], typecast: true };
    const path = `/v0/${baseId}/${tableId}`;
    const { status } =
      mergeOn === undefined
        ? await request('POST', path, { body })
        : await request('PATCH', path, { body: { ...body, performUpsert: { fieldsToMergeOn: [mergeOn] } } });
    return status;
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    // The table's fields may have changed.
    if (error.isFinal) tables.forget(known);
    throw error.status === 429 && error.retryAfter === undefined
      ? new ServiceRefusal(error.message, { status: 429, retryAfter: limitedSeconds })
      : error;
  }
}

function tableOf(json: unknown, wanted: string): Table {
  const { tables = [] } = (json ?? {}) as { tables?: readonly (Table & { readonly name: string })[] };
  const found = tables.find(({ id, name }) => id === wanted || name === wanted);
  if (found) return found;
  throw new ServiceRefusal('Airtable: the base has no table with this name or ID', { status: 404 });
}

/** Returns the reason of a refusal. A message about a value quotes it, so it ends before the quotation. */
function refusalOf(body: unknown): string | undefined {
  const [first] = ((body ?? {}) as { errors?: readonly unknown[] }).errors ?? [];
  const type = textAt(body, 'error', 'type') ?? textAt(body, 'error') ?? textAt(first, 'error');
  const message = textAt(body, 'error', 'message') ?? textAt(first, 'message');
  if (type === undefined) return undefined;
  const told = type === 'UNKNOWN_FIELD_NAME' ? message : message?.split(/["'`“]/)[0]?.trim();
  return told ? `Airtable: ${told} (${type})` : `Airtable: ${type}`;
}
