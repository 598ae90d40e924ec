import { httpReceiver } from '../../shared/outbound/receivers.ts';
import type { Json } from '../cloud/http.ts';

type Refusal = { status: number; body: Json };

const token = 'patAbCdEfGhIjKlMn.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
const baseId = 'appAbCdEfGhIjKlMn';
const tableId = 'tblAbCdEfGhIjKlMn';

/** The fields of a table: https://airtable.com/developers/web/api/field-model */
const fields: Json[] = [
  { id: 'fld0', name: 'Who are you?', type: 'singleLineText' },
  { id: 'fld1', name: 'Email', type: 'email' },
  { id: 'fld2', name: 'Age', type: 'number' },
  { id: 'fld3', name: 'Topic', type: 'singleSelect', options: { choices: [{ name: 'Sales' }] } },
  { id: 'fld4', name: 'Tags', type: 'multipleSelects', options: { choices: [] } },
  { id: 'fld5', name: 'Born', type: 'date' },
  { id: 'fld6', name: 'Agreed', type: 'checkbox' },
  { id: 'fld7', name: 'Response ID', type: 'singleLineText' },
  { id: 'fld8', name: 'Submitted at', type: 'dateTime' },
  { id: 'fld9', name: 'Other answers', type: 'multilineText' },
  { id: 'fldA', name: 'Total', type: 'formula' },
];

/**
 * Imitates the used part of Airtable's API as documented: tokens, the schema of a base, records with typecast and upsert,
 * the limits of 10 records and of 5 requests a second for each base, and its refusals.
 */
export async function startAirtable() {
  const records: Json[] = [];
  const ids = new Map<Json, string>();
  const state = {
    fields: [...fields],
    /** Whether the token's owner may add options to selects. */
    mayAddOptions: true,
    /** The time between two requests in milliseconds. The double has a clock of its own. */
    pace: 250,
    /** Whether the next write is carried out, but its answer is lost. */
    loseAnswer: false,
  };
  const limit = rateLimit(state);

  const server = await httpReceiver((response, { method = '', url = '' }) => {
    const { body = '', headers = {} } = server.requests.at(-1) ?? {};
    const result = limit() ?? faultOf(headers) ?? resultOf(method, url, body);
    if (state.loseAnswer && method !== 'GET') {
      state.loseAnswer = false;
      return void response.socket?.destroy();
    }
    response.writeHead(result.status, { 'content-type': 'application/json' }).end(JSON.stringify(result.body));
  });

  function resultOf(method: string, url: string, body: string): Refusal {
    if (method === 'GET' && url === `/v0/meta/bases/${baseId}/tables`) {
      return { status: 200, body: { tables: [{ id: tableId, name: 'Leads', fields: state.fields }] } };
    }
    const { pathname, searchParams } = new URL(url, 'http://airtable');
    if (pathname === `/v0/${baseId}/${tableId}` && method === 'GET') return found(searchParams);
    if (pathname === `/v0/${baseId}/${tableId}` && method === 'DELETE')
      return deleted(searchParams.getAll('records[]'));
    if (url !== `/v0/${baseId}/${tableId}` || !['POST', 'PATCH'].includes(method)) return notFound;
    return written(JSON.parse(body), method);
  }

  /** Finds by the one formula that is used: a field equals a text. */
  function found(query: URLSearchParams): Refusal {
    const [, name = '', text] = /^\{(.+)\}="(.*)"$/.exec(query.get('filterByFormula') ?? '') ?? [];
    if (!fieldOf(name))
      return refusal(422, 'INVALID_FILTER_BY_FORMULA', 'The formula for filtering records is invalid');
    const same = records.filter(record => record[name] === text).slice(0, Number(query.get('pageSize')));
    return { status: 200, body: { records: same.map(record => ({ id: idOf(record), fields: { [name]: text } })) } };
  }

  function deleted(sent: readonly string[]): Refusal {
    if (sent.length > 10) return refusal(422, 'INVALID_REQUEST_UNKNOWN', 'Too many records');
    for (const id of sent) {
      const place = records.findIndex(record => idOf(record) === id);
      if (place === -1) return notFound;
      records.splice(place, 1);
    }
    return { status: 200, body: { records: sent.map(id => ({ id, deleted: true })) } };
  }

  function idOf(record: Json): string {
    const id = ids.get(record) ?? `rec${ids.size}`;
    ids.set(record, id);
    return id;
  }

  function written({ records: sent, typecast, performUpsert }: Json, method: string): Refusal {
    if (sent.length > 10) return refusal(422, 'INVALID_REQUEST_UNKNOWN', 'Too many records');
    const [mergeOn] = performUpsert?.fieldsToMergeOn ?? [];
    if (method === 'PATCH' && !isText(fieldOf(mergeOn))) {
      return refusal(422, 'INVALID_REQUEST_UNKNOWN', 'Fields to merge on must be text');
    }
    const rows = sent.map(({ fields }: Json) => rowOf(fields, typecast === true));
    const refused = rows.find((row: Json) => 'refused' in row);
    if (refused) return refused.refused;
    for (const { cells } of rows) upsert(cells, fieldOf(mergeOn)?.name);
    return {
      status: 200,
      body: { records: rows.map(({ cells }: Json, at: number) => ({ id: `rec${at}`, fields: cells })) },
    };
  }

  function rowOf(fields: Json, typecast: boolean): { cells: Json } | { refused: Refusal } {
    const cells: Json = {};
    for (const [key, value] of Object.entries(fields)) {
      const field = fieldOf(key);
      if (!field) return { refused: refusal(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${key}"`) };
      const cell = cellOf(field, value, typecast);
      if ('refused' in cell) return cell;
      cells[field.name] = cell.value;
    }
    return { cells };
  }

  function upsert(cells: Json, name: string | undefined): void {
    const same = name === undefined ? undefined : records.find(record => record[name] === cells[name]);
    if (same) Object.assign(same, cells);
    else records.push(cells);
  }

  const fieldOf = (key: string): Json | undefined => state.fields.find(({ id, name }) => id === key || name === key);

  function cellOf(field: Json, value: Json, typecast: boolean): { value: Json } | { refused: Refusal } {
    if (isComputed(field)) {
      const message = `Field "${field.name}" cannot accept a value because the field is computed`;
      return { refused: refusal(422, 'INVALID_VALUE_FOR_COLUMN', message) };
    }
    const isKnown = (name: string) => field.options?.choices.some((choice: Json) => choice.name === name);
    const added = field.options ? [value].flat().filter((name: string) => !isKnown(name)) : [];
    if (added.length > 0 && !(typecast && state.mayAddOptions)) {
      const message = `Insufficient permissions to create new select option ""${added[0]}""`;
      return { refused: refusal(422, 'INVALID_MULTIPLE_CHOICE_OPTIONS', message) };
    }
    if (takes[field.type]?.(value)) return { value };
    const message = `Field "${field.name}" cannot accept the provided value`;
    return { refused: refusal(422, 'INVALID_VALUE_FOR_COLUMN', message) };
  }

  return {
    url: `http://127.0.0.1:${server.port}`,
    ...{ token, baseId, tableId, records, state },
    requests: server.requests,
    close: server.close,
  };
}

/** Five requests in a second; after that, none for 30 seconds. */
function rateLimit(state: { readonly pace: number }): () => Refusal | undefined {
  const times: number[] = [];
  let lockedUntil = 0;
  let offset = 0;
  return () => {
    offset += state.pace;
    const now = Date.now() + offset;
    times.push(now);
    if (times.filter(time => time > now - 1000).length > 5) lockedUntil = now + 30_000;
    return now < lockedUntil ? limited : undefined;
  };
}

const isText = (field: Json | undefined): boolean => /^(singleLine|multiline)Text$/.test(field?.type);

const isComputed = ({ type }: Json): boolean => ['formula', 'rollup', 'autoNumber', 'createdTime'].includes(type);

const isString = (value: Json): boolean => typeof value === 'string' && value.length <= 100_000;

const takes: Record<string, (value: Json) => boolean> = {
  singleLineText: isString,
  multilineText: isString,
  email: isString,
  number: value => typeof value === 'number',
  singleSelect: isString,
  multipleSelects: value => Array.isArray(value) && value.every(isString),
  date: value => /^\d{4}-\d{2}-\d{2}$/.test(value),
  dateTime: value => !Number.isNaN(Date.parse(value)),
  checkbox: value => typeof value === 'boolean',
};

const refusal = (status: number, type: string, message: string): Refusal => ({
  status,
  body: { error: { type, message } },
});

const notFound: Refusal = { status: 404, body: { error: 'NOT_FOUND' } };

const limited: Refusal = {
  status: 429,
  body: { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }] },
};

function faultOf({ authorization }: Json): Refusal | undefined {
  if (authorization === `Bearer ${token}`) return undefined;
  if (String(authorization).startsWith('Bearer pat')) {
    const message = 'Invalid permissions, or the requested model was not found.';
    return refusal(403, 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND', message);
  }
  return refusal(401, 'AUTHENTICATION_REQUIRED', 'Authentication required');
}
