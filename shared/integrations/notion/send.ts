import { env } from '../../env.ts';
import { ServiceRefusal, type ServiceRequest, type ServiceResponse, textAt } from '../../outbound/call-service.ts';
import type { Removal, Sending } from '../../outbound/sending.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { type DatabaseProperties, notionPage, pagesOfResponse } from './page.ts';

/**
 * The last version in which a page belongs directly to a database: https://developers.notion.com/reference/versioning
 */
const notionVersion = '2022-06-28';

/** The maximum size of a schema: a database with hundreds of options, each with its color. */
const databaseBytesMax = 1024 * 1024;

const databases = new TtlCache<DatabaseProperties>(300, { sizeMax: 500 });

/** Creates a page for a response: https://developers.notion.com/reference/post-page */
export function sendToNotion(sending: Sending): Promise<number> {
  return withDatabase(sending, async ({ databaseId, properties, request }) => {
    const body = { parent: { database_id: databaseId }, ...notionPage(sending.content, properties) };
    return (await request('POST', '/v1/pages', { body })).status;
  });
}

/** Moves the pages with the ID of an erased response to the trash: https://developers.notion.com/reference/archive-a-page */
export function removeFromNotion(removal: Removal): Promise<number> {
  return withDatabase(removal, async ({ databaseId, properties, request }) => {
    const filter = pagesOfResponse(removal.responseId, properties);
    if (!filter) throw new ServiceRefusal(noIdProperty, { status: 404 });
    const path = `/v1/databases/${databaseId}/query?filter_properties=title`;
    const { status, json } = await request('POST', path, { body: { filter }, responseBytesMax: databaseBytesMax });
    for (const id of idsIn(json)) await request('PATCH', `/v1/pages/${id}`, { body: { archived: true } });
    return status;
  });
}

const noIdProperty = 'Notion: the database has no text property “Response ID”, so the response’s page cannot be found';

function idsIn(json: unknown): string[] {
  const { results } = (json ?? {}) as { results?: readonly { readonly id: string }[] };
  if (!results) throw new ServiceRefusal('Notion returned no pages');
  return results.map(({ id }) => id);
}

type Database = {
  readonly databaseId: string;
  readonly properties: DatabaseProperties;
  readonly request: (
    method: ServiceRequest['method'],
    path: string,
    rest?: Partial<ServiceRequest>,
  ) => Promise<ServiceResponse>;
};

async function withDatabase(
  { integration, credential, call }: Pick<Sending, 'integration' | 'credential' | 'call'>,
  work: (database: Database) => Promise<number>,
): Promise<number> {
  const { id, config } = integration;
  const { databaseId = '' } = config;
  const request: Database['request'] = (method, path, rest = {}) =>
    call({
      service: 'Notion',
      method,
      url: `${env('NOTION_URL')}${path}`,
      headers: { authorization: `Bearer ${credential}`, 'notion-version': notionVersion },
      explain: refusalOf,
      ...rest,
    });
  const known = `${id} ${databaseId}`;
  try {
    const properties = await databases.get(known, async () =>
      propertiesOf((await request('GET', `/v1/databases/${databaseId}`, { responseBytesMax: databaseBytesMax })).json),
    );
    return await work({ databaseId, properties, request });
  } catch (error) {
    // The database's properties may have changed.
    if (error instanceof ServiceRefusal && error.isFinal) databases.forget(known);
    throw error;
  }
}

function propertiesOf(json: unknown): DatabaseProperties {
  const { properties } = (json ?? {}) as { properties?: DatabaseProperties };
  if (typeof properties !== 'object') throw new ServiceRefusal('Notion returned no properties of the database');
  return properties;
}

function refusalOf(body: unknown): string | undefined {
  const message = textAt(body, 'message');
  return message && `Notion: ${message} (${textAt(body, 'code')})`;
}
