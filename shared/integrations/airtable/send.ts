import { env } from '../../env.ts';
import { ServiceRefusal, type ServiceRequest, type ServiceResponse, textAt } from '../../outbound/call-service.ts';
import type { Removal, Sending } from '../../outbound/sending.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { airtableRecord, idFieldOf, type TableField } from './record.ts';

type Table = { readonly id: string; readonly fields: readonly TableField[] };

/** The maximum size of a schema: a base with many tables of many fields, each with options. */
const schemaBytesMax = 2 * 1024 * 1024;

/** Airtable refuses a base for this long after more than five requests in a second, and doesn't say so in the reply. */
const limitedSeconds = '30';

const tables = new TtlCache<Table>(300, { sizeMax: 500 });

/** Writes the record of a response: https://airtable.com/developers/web/api/update-multiple-records */
export function sendToAirtable(sending: Sending): Promise<number> {
  return withTable(sending, async ({ path, fields, request }) => {
    const { mergeOn, ...record } = airtableRecord(sending.content, fields);
    // `typecast` creates options of selects, and reads numbers and dates by the format of their fields.
    const body = { records: [record], typecast: true };
    const { status } =
      mergeOn === undefined
        ? await request('POST', path, { body })
        : await request('PATCH', path, { body: { ...body, performUpsert: { fieldsToMergeOn: [mergeOn] } } });
    return status;
  });
}

/** The maximum number of records that one request deletes. */
const deletedAtOnce = 10;

/** Deletes the records with the ID of an erased response: https://airtable.com/developers/web/api/delete-multiple-records */
export function removeFromAirtable({ responseId, ...target }: Removal): Promise<number> {
  return withTable(target, async ({ path, fields, request }) => {
    const field = idFieldOf(fields);
    if (!field) throw new ServiceRefusal(noIdField, { status: 404 });
    const found = new URLSearchParams({
      filterByFormula: `{${field.name}}="${responseId}"`,
      'fields[]': field.name,
      pageSize: String(deletedAtOnce),
    });
    for (;;) {
      const { status, json } = await request('GET', `${path}?${found}`);
      const ids = idsIn(json);
      if (ids.length === 0) return status;
      await request('DELETE', `${path}?${new URLSearchParams(ids.map((id): [string, string] => ['records[]', id]))}`);
    }
  });
}

const noIdField = 'Airtable: the table has no text field “Response ID”, so the response’s record cannot be found';

function idsIn(json: unknown): string[] {
  const { records } = (json ?? {}) as { records?: readonly { readonly id: string }[] };
  if (!records) throw new ServiceRefusal('Airtable returned no records');
  return records.map(({ id }) => id);
}

type OpenTable = {
  readonly path: string;
  readonly fields: readonly TableField[];
  readonly request: (
    method: ServiceRequest['method'],
    path: string,
    rest?: Partial<ServiceRequest>,
  ) => Promise<ServiceResponse>;
};

async function withTable(
  { integration, credential, call }: Pick<Sending, 'integration' | 'credential' | 'call'>,
  work: (table: OpenTable) => Promise<number>,
): Promise<number> {
  const { id, config } = integration;
  const { baseId = '', table = '' } = config;
  const request: OpenTable['request'] = (method, path, rest = {}) =>
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
    return await work({ path: `/v0/${baseId}/${tableId}`, fields, request });
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
