import { bodyOf, receiveText } from './body.ts';
import { noSuchKey } from './errors.ts';
import { type S3Call, type S3Reply, xmlAnswer } from './operation.ts';
import { elements, unescapeXml } from './xml.ts';

/** Serves GetObjectTagging. */
export function getTags({ request, bucket, store }: S3Call): S3Reply {
  if (!store.get(bucket.name, request.key)) throw noSuchKey(request.key);
  const tags = Object.entries(store.tags(bucket.name, request.key));
  return xmlAnswer('Tagging', { TagSet: { Tag: tags.map(([Key, Value]) => ({ Key, Value })) } });
}

/** Serves PutObjectTagging, which replaces all tags. */
export async function putTags({ request, bucket, store, payload }: S3Call): Promise<S3Reply> {
  const xml = await receiveText(bodyOf(request, payload));
  if (!store.get(bucket.name, request.key)) throw noSuchKey(request.key);
  const textOf = (tag: string, name: string) => unescapeXml(elements(tag, name)[0] ?? '');
  const tags = elements(xml, 'Tag').map(tag => [textOf(tag, 'Key'), textOf(tag, 'Value')] as const);
  store.putTags(bucket.name, request.key, Object.fromEntries(tags));
  return {};
}
