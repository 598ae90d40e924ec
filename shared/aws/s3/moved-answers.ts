import { GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import type { OwnerBucket } from '../../domain/forms/storage.ts';
import { withBucket } from './buckets.ts';

/** The object of a response's answers, in the bucket of their owner. */
export type AnswersObject = { readonly objectKey: string; readonly storage: OwnerBucket };

const placeOf = ({ objectKey, storage }: AnswersObject) => ({ Bucket: storage.bucket, Key: objectKey });

/** Stores the answers of a response. Nothing else ever writes this object. */
export async function putAnswers(object: AnswersObject, Body: string): Promise<void> {
  const put = new PutObjectCommand({ ...placeOf(object), Body, ContentType: 'application/json; charset=utf-8' });
  await withBucket(object, client => client.send(put));
}

/** Returns the content of the object, or undefined if it is gone. */
export const readAnswers = (object: AnswersObject): Promise<string | undefined> =>
  withBucket(object, async client => {
    try {
      return (await client.send(new GetObjectCommand(placeOf(object)))).Body?.transformToString();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  });
