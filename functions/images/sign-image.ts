import { signImageUpload } from '../../shared/aws/s3/images.ts';
import { signImage } from '../../shared/contracts/forms/images.ts';
import { imageBytesMax } from '../../shared/domain/forms/pictures.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { newImageId } from '../../shared/ids.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';

const expiresIn = 300;

export const handler = endpoint(signImage, async ({ params, body, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const imageId = newImageId(stored.form.id);
  const { url, headers } = await signImageUpload(imageId, body, expiresIn);
  return { imageId, uploadUrl: url, method: 'PUT', headers, expiresIn, maxBytes: imageBytesMax };
});
