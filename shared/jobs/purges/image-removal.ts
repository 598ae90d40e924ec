import { deleteImages, deleteImagesOf } from '../../aws/s3/images.ts';
import { forgetImages, imagesOf, someImages } from '../../store/forms/images.ts';

/**
 * Removes all images of a deleted form.
 *
 * @param org undefined in jobs from before there were images
 */
export async function removeImagesOf(org: string | undefined, formId: string): Promise<void> {
  if (org === undefined) return;
  await deleteImagesOf(formId);
  const images = await imagesOf(org, formId);
  await forgetImages(
    org,
    images.map(({ id }) => id),
  );
}

/** Removes the images of a deleted organization: those of its templates, and of forms that were never created. */
export async function removeImagesOfOrganization(org: string): Promise<void> {
  for (;;) {
    const ids = (await someImages(org)).map(({ id }) => id);
    if (ids.length === 0) return;
    await deleteImages(ids);
    await forgetImages(org, ids);
  }
}
