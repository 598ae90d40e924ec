import { env } from '../../env.ts';
import { ServiceRefusal, type ServiceRequest, textAt } from '../../outbound/call-service.ts';
import type { Sending } from '../../outbound/sending.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { type DatabaseProperties, notionPage } from './page.ts';

/**
 * The last version in which a page belongs directly to a database: https://developers.notion.com/reference/versioning
 */
const notionVersion = '2022-06-28';

/** The maximum size of a schema: a database with hundreds of options, each with its color. */
const databaseBytesMax = 1024 * 1024;

const databases = new TtlCache<DatabaseProperties>(300, { sizeMax: 500 });

/** Creates a page for a response: https://developers.notion.com/reference/post-page */
export async function sendToNotion({ integration, credential, content, call }: Sending): Promise<number> {
  const { id, config } = integration;
  const { databaseId = '' } = config;
  const request = (method: ServiceRequest['method'], path: string, rest: Partial<ServiceRequest> = {}) =>
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
    const body = { parent: { database_id: databaseId }, ...notionPage(content, properties) };
    return (await request('POST', '/v1/pages', { body })).status;
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
