import { bodyOf, receiveText } from './body.ts';
import { noSuchKey } from './errors.ts';
import { type Answer, type Call, xmlAnswer } from './operation.ts';
import { elements, unescaped } from './xml.ts';

/** Serves GetObjectTagging. */
export function getTags({ request, bucket, store }: Call): Answer {
  if (!store.get(bucket.name, request.key)) throw noSuchKey(request.key);
  const tags = Object.entries(store.tags(bucket.name, request.key));
  return xmlAnswer('Tagging', { TagSet: { Tag: tags.map(([Key, Value]) => ({ Key, Value })) } });
}

/** Serves PutObjectTagging, which replaces all tags. */
export async function putTags({ request, bucket, store, payload }: Call): Promise<Answer> {
  const xml = await receiveText(bodyOf(request, payload));
  if (!store.get(bucket.name, request.key)) throw noSuchKey(request.key);
  const textOf = (tag: string, name: string) => unescaped(elements(tag, name)[0] ?? '');
  const tags = elements(xml, 'Tag').map(tag => [textOf(tag, 'Key'), textOf(tag, 'Value')] as const);
  store.putTags(bucket.name, request.key, Object.fromEntries(tags));
  return {};
}
