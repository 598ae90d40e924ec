import { imagesIn } from '../domain/forms/pictures.ts';
import type { Template } from '../domain/forms/template.ts';
import type { Theme } from '../domain/forms/theme.ts';
import { validationFailed } from '../errors.ts';
import { isImageOf, newImageId } from '../ids.ts';
import { forgetImages, getImages, imagesOf, putImages } from '../store/forms/images.ts';
import { faultsOfUnknown } from './image-faults.ts';

type Organization = { readonly organizationId: string };
/** A form or template. */
type Owner = Organization & { readonly id: string };

/** Loads the S3 client, which few of these requests need. */
const objects = () => import('../aws/s3/images.ts');

/**
 * Returns the theme for a new form or a template, with copies of the images that others of the organization have.
 * Throws if it names images that the organization doesn't have.
 *
 * @param field the path of the theme in the request, for its faults
 */
export async function withOwnImages<T extends Theme | undefined>(
  theme: T,
  { organizationId, id: owner }: Owner,
  field = 'theme',
): Promise<T> {
  const named = imagesIn(theme);
  if (!theme || named.length === 0) return theme;
  const images = await getImages(organizationId, named);
  const faults = faultsOfUnknown(theme, new Set(images.map(({ id }) => id)), field);
  if (faults.length > 0) throw validationFailed(faults);
  const copies = images.filter(({ id }) => !isImageOf(owner, id)).map(image => ({ image, id: newImageId(owner) }));
  if (copies.length === 0) return theme;
  // The items come first: by them, the purge of the organization finds what a crash leaves behind.
  await putImages(
    organizationId,
    copies.map(({ image, id }) => ({ ...image, id })),
  );
  const { copyImage } = await objects();
  await Promise.all(copies.map(({ image, id }) => copyImage(image.id, id)));
  const copyOf = new Map(copies.map(({ image, id }) => [image.id, id]));
  const entries = Object.entries(theme).map(([name, value]) =>
    typeof value === 'object' ? [name, { ...value, image: copyOf.get(value.image) ?? value.image }] : [name, value],
  );
  return Object.fromEntries(entries);
}

/** Returns a template with images of its own. */
export async function ofTemplate(template: Template, { organizationId }: Organization): Promise<Template> {
  const { id, form } = template;
  const theme = await withOwnImages(form.theme, { organizationId, id }, 'form.theme');
  return theme ? { ...template, form: { ...form, theme } } : template;
}

/** Removes the images of a template that a change has left, or all of a deleted one. */
export async function removeFormerImages(
  { organizationId }: Organization,
  before: Template,
  after?: Template,
): Promise<void> {
  const named = imagesIn(after?.form.theme);
  if (imagesIn(before.form.theme).every(id => named.includes(id))) return;
  const ids = (await imagesOf(organizationId, before.id)).flatMap(({ id }) => (named.includes(id) ? [] : [id]));
  const { deleteImages } = await objects();
  await deleteImages(ids);
  await forgetImages(organizationId, ids);
}
