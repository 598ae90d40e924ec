import type { ServerResponse } from 'node:http';
import { httpReceiver } from '../../shared/outbound/receivers.ts';
import type { Json } from '../cloud/http.ts';

type Failure = { status: number; code: string; message: string; retryAfter?: string };

const token = 'ntn_0123456789abcdefghijklmnopqrstuvwxyzSECRET';
const databaseId = 'd9824bdc-8445-4327-be8b-5b47500af6ce';

/** The properties of a database: https://developers.notion.com/reference/property-object */
const properties: Record<string, Json> = {
  Name: { id: 'title', type: 'title', title: {} },
  Email: { id: 'a', type: 'email', email: {} },
  Age: { id: 'b', type: 'number', number: { format: 'number' } },
  Topic: { id: 'c', type: 'select', select: { options: [] } },
  Born: { id: 'd', type: 'date', date: {} },
  Agreed: { id: 'e', type: 'checkbox', checkbox: {} },
  Phone: { id: 'f', type: 'phone_number', phone_number: {} },
  Website: { id: 'g', type: 'url', url: {} },
  Remarks: { id: 'h', type: 'rich_text', rich_text: {} },
  State: { id: 'i', type: 'status', status: { options: [{ id: '1', name: 'Open' }] } },
  'Response ID': { id: 'j', type: 'rich_text', rich_text: {} },
  Sum: { id: 'k', type: 'formula', formula: {} },
};

/**
 * Imitates the used part of Notion's API as documented. It requires the version and the token. Only integrations that a
 * database is shared with can see it. It checks a page against the database's properties and the request limits.
 */
export async function startNotion() {
  const pages: Json[] = [];
  const ids = new Map<Json, string>();
  let made = 0;
  const failures: Failure[] = [];
  const state = { shared: true, properties: { ...properties } };

  const server = await httpReceiver((response, { method = '', url = '' }) => {
    const { body = '', headers = {} } = server.requests.at(-1) ?? {};
    const failure = failures.shift() ?? faultOf(headers);
    const result = failure ?? resultOf(method, url, body);
    if ('code' in result) refuse(response, result);
    else answer(response, 200, result);
  });

  function resultOf(method: string, url: string, body: string): Json {
    if (!state.shared) return notFound;
    if (method === 'GET' && url === `/v1/databases/${databaseId}`) {
      return { object: 'database', id: databaseId, properties: state.properties };
    }
    if (method === 'POST' && url.startsWith(`/v1/databases/${databaseId}/query`)) return found(JSON.parse(body).filter);
    if (method === 'PATCH' && url.startsWith('/v1/pages/')) return archived(url.slice('/v1/pages/'.length));
    return method === 'POST' && url === '/v1/pages' ? created(JSON.parse(body)) : notFound;
  }

  /** Queries by text: https://developers.notion.com/reference/post-database-query-filter */
  function found({ or: conditions }: Json): Json {
    const isMatch = (page: Json) =>
      conditions.some(({ property, ...condition }: Json) => {
        const [[type, { equals }]] = Object.entries<Json>(condition) as [[string, Json]];
        if (state.properties[property]?.type !== type) return false;
        return page.properties[property]?.[type]?.map(({ text }: Json) => text.content).join('') === equals;
      });
    return { object: 'list', results: pages.filter(isMatch).map(page => ({ object: 'page', id: ids.get(page) })) };
  }

  function archived(id: string): Json {
    const place = pages.findIndex(page => ids.get(page) === id);
    if (place === -1) return notFound;
    pages.splice(place, 1);
    return { object: 'page', id, archived: true };
  }

  function created(page: Json): Json {
    if (page.parent?.database_id !== databaseId) return notFound;
    const fault = faultOfPage(page, state.properties);
    if (fault) return { status: 400, code: 'validation_error', message: fault };
    pages.push(page);
    ids.set(page, `page-${++made}`);
    return { object: 'page', id: ids.get(page), properties: page.properties };
  }

  return {
    url: `http://127.0.0.1:${server.port}`,
    token,
    databaseId,
    pages,
    state,
    requests: server.requests,
    /** Sets the next answers, each used once. */
    failNext: (...next: Failure[]) => void failures.push(...next),
    close: server.close,
  };
}

const notFound: Failure = {
  status: 404,
  code: 'object_not_found',
  message: `Could not find database with ID: ${databaseId}. Make sure the relevant pages and databases are shared with your integration.`,
};

function faultOf(headers: Json): Failure | undefined {
  if (headers.authorization !== `Bearer ${token}`) {
    return { status: 401, code: 'unauthorized', message: 'API token is invalid.' };
  }
  if (headers['notion-version'] !== '2022-06-28') {
    return { status: 400, code: 'missing_version', message: 'Notion-Version header failed validation.' };
  }
  return undefined;
}

function answer(response: ServerResponse, status: number, body: Json, headers = {}): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
}

const refuse = (response: ServerResponse, { status, code, message, retryAfter }: Failure): void =>
  answer(
    response,
    status,
    { object: 'error', status, code, message, request_id: '8a1f' },
    retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  );

/** Returns the text of a page's `validation_error`, which quotes the input as Notion does. */
function faultOfPage(page: Json, known: Record<string, Json>): string | undefined {
  for (const [name, value] of Object.entries<Json>(page.properties)) {
    const type = known[name]?.type;
    if (!type) return `${name} is not a property that exists.`;
    if (!(type in value)) return `${name} is expected to be ${type}.`;
    const fault = faultOfValue(type, value[type], known[name]);
    if (fault)
      return `body failed validation: body.properties.${name}.${type} ${fault}, instead was \`${JSON.stringify(value[type])}\`..`;
  }
  if (page.children.length > 100) return 'body.children.length should be ≤ 100';
  const texts = page.children.flatMap((block: Json) => [block.paragraph.rich_text]);
  return texts.map(faultOfTexts).find((fault: string | undefined) => fault !== undefined);
}

function faultOfValue(type: string, value: Json, property: Json): string | undefined {
  switch (type) {
    case 'title':
    case 'rich_text':
      return faultOfTexts(value);
    case 'number':
      return typeof value === 'number' ? undefined : 'should be a number';
    case 'checkbox':
      return typeof value === 'boolean' ? undefined : 'should be a boolean';
    case 'select':
      return /^[^,]{1,100}$/.test(value.name) ? undefined : 'should be a valid option';
    case 'status':
      return property.status.options.some(({ name }: Json) => name === value.name) ? undefined : 'should be an option';
    case 'date':
      return Number.isNaN(Date.parse(value.start)) ? 'should be a valid ISO 8601 date string' : undefined;
    case 'email':
    case 'phone_number':
      return value.length <= 200 ? undefined : 'should be ≤ 200';
    case 'url':
      return value.length <= 2000 ? undefined : 'should be ≤ 2000';
    default:
      return 'cannot be written';
  }
}

const faultOfTexts = (texts: Json[]): string | undefined =>
  texts.length <= 100 && texts.every(({ text }) => text.content.length <= 2000) ? undefined : 'should be ≤ 2000';
