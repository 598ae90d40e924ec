import { keepImage } from '../../shared/contracts/forms/images.ts';
import { notFound } from '../../shared/errors.ts';
import { keepUploadedImage } from '../../shared/files/keep-image.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { isImageOf } from '../../shared/ids.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';

export const handler = endpoint(keepImage, async ({ params: { id, imageId }, caller }) => {
  const stored = await getFormOf(caller, id);
  if (!stored) throw notFound('Form');
  if (!isImageOf(id, imageId)) throw notFound('Image');
  return keepUploadedImage(stored, imageId);
});
