import { send } from './client.ts';
import type { Input, Output, Route } from './operations.ts';

/** A record as the service has it, and the tag that a change of it names, so that nobody overwrites what another has changed. */
export type TaggedRecord<T> = { readonly record: T; readonly etag: string };

/** Returns the record with its `ETag`. Throws an `ApiError`: 412 if `etag` is outdated. */
export async function callTagged<R extends Route>(
  route: R,
  input: Input<R>,
  etag?: string,
): Promise<TaggedRecord<NoInfer<Output<R>>>> {
  const untyped = send as (route: string, input: object) => Promise<Response>;
  const response = await untyped(route, { ...input, ...(etag && { headers: { 'if-match': etag } }) });
  return { record: await response.json(), etag: response.headers.get('etag') ?? '' };
}
