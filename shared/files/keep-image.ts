import { deleteImages, putImage, readStagedImage } from '../aws/s3/images.ts';
import type { Form } from '../domain/forms/form.ts';
import { imagesIn, type Picture, pictureOf, picturePixelsMax } from '../domain/forms/pictures.ts';
import { dayMs } from '../durations.ts';
import { conflict, notFound, validationFailed } from '../errors.ts';
import { timeOfImage } from '../ids.ts';
import { getDraftVersion } from '../store/forms/draft-versions.ts';
import { forgetImages, getImage, type Image, imagesMax, imagesOf, putImageOfForm } from '../store/forms/images.ts';
import { contentsOfVersions } from '../store/forms/versions.ts';

type OfForm = { readonly organizationId: string; readonly form: Form };

/** Checks an uploaded image of a form, and stores it where visitors see it. Repeating it changes nothing. */
export async function keepUploadedImage({ organizationId, form }: OfForm, id: string): Promise<Image> {
  const known = await getImage(organizationId, id);
  if (known) return known;
  const staged = await readStagedImage(id);
  if (!staged)
    throw conflict('This image has not been uploaded, or a day ago; sign it again, and PUT it to its uploadUrl.');
  const picture = checked(pictureOf(staged.bytes));
  await makeRoom({ organizationId, form });
  const { contentType } = picture;
  await putImage(id, { bytes: staged.bytes, contentType });
  const image = { id, ...picture, bytes: staged.bytes.byteLength };
  if (!(await putImageOfForm(organizationId, form.id, image))) throw notFound('Form');
  return image;
}

function checked(picture: Picture | undefined): Picture {
  if (!picture) throw refused('type', 'is not a PNG, JPEG or WebP image, whatever its type says');
  const { width, height } = picture;
  if (Math.min(width, height) >= 1 && Math.max(width, height) <= picturePixelsMax) return picture;
  throw refused('size', `is ${width} × ${height} pixels; use 1 to ${picturePixelsMax} in each direction`);
}

const refused = (rule: string, message: string) => validationFailed([{ field: 'image', rule, message }]);

/** Deletes the images of a full form that nothing names. An editor may not have saved the draft with a new one yet. */
async function makeRoom({ organizationId, form }: OfForm): Promise<void> {
  const images = await imagesOf(organizationId, form.id);
  if (images.length < imagesMax) return;
  const contents = [form, (await getDraftVersion(form)).content, ...(await contentsOfVersions(form.id))];
  const named = new Set(contents.flatMap(({ theme }) => imagesIn(theme)));
  const unused = images.filter(({ id }) => !named.has(id) && timeOfImage(id) < Date.now() - dayMs);
  if (unused.length === 0) {
    throw refused(
      'maxImages',
      `The form has ${imagesMax} images, the most it can have, and uses them; try again tomorrow`,
    );
  }
  const ids = unused.map(({ id }) => id);
  await deleteImages(ids);
  await forgetImages(organizationId, ids);
}
