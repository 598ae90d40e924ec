import { examples } from '../../../../shared/contracts/openapi/examples.ts';
import type { Client } from '../client.ts';

/** The name of the example, which test keys use. */
const nameOfKeys = ((examples.createApiKey as { body: unknown }).body as { name: string }).name;

/** Deletes the oldest ones, so that tests can create theirs below the maximum. */
export async function makeRoom(client: Client, kind: 'Webhook' | 'Integration' | 'Export', kept = 8): Promise<void> {
  const { body } = await client(`list${kind}s`, { query: { order: 'asc' } });
  const oldest: { id: string }[] = body.items?.slice(0, Math.max(0, body.items.length - kept)) ?? [];
  for (const { id } of oldest) await client(`delete${kind}`, { params: { id } });
}

/** Deletes the oldest keys that tests created, which are named as the example. */
export async function makeRoomForKeys(client: Client): Promise<void> {
  const { body } = await client('listApiKeys', { query: { limit: 1000 } });
  const made: { id: string; name: string }[] = body.items.filter((key: { name: string }) => key.name === nameOfKeys);
  for (const { id } of made.slice(60)) await client('deleteApiKey', { params: { id } });
}

/** Deletes the oldest organizations that the user created: the maximum is ten. */
export async function makeRoomForOrganizations(client: Client): Promise<void> {
  const { body } = await client('listOrganizations', { query: { order: 'asc', limit: 1000 } });
  const made: { id: string }[] = body.items.slice(1);
  for (const { id } of made.slice(0, Math.max(0, made.length - 4))) {
    await client('deleteOrganization', { params: { orgId: id } });
  }
}
