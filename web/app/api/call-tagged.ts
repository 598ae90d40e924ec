import { send } from './client.ts';
import type { Input, Output, Route } from './operations.ts';

/** A stored record with its `ETag`. An update sends the `ETag`, so that nobody overwrites someone else's change. */
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
