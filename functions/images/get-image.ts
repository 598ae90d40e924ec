import { Readable } from 'node:stream';
import { readImage } from '../../shared/aws/s3/images.ts';
import { getImage } from '../../shared/contracts/forms/images.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { isImageId } from '../../shared/ids.ts';

/** An image opened by itself runs nothing, and other sites may show it. */
const headers = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};

export const handler = endpoint(getImage, async ({ params: { imageId } }) => {
  const image = isImageId(imageId) ? await readImage(imageId) : undefined;
  if (!image) throw notFound('Image');
  return new Reply(Readable.from([image.bytes], { objectMode: false }), {
    headers: { ...headers, 'content-type': image.contentType },
  });
});
