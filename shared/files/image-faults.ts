import type { Form } from '../domain/forms/form.ts';
import { imagesIn, pictureNames } from '../domain/forms/pictures.ts';
import type { Theme } from '../domain/forms/theme.ts';
import type { Fault } from '../fault.ts';
import { isImageOf } from '../ids.ts';
import { getImages } from '../store/forms/images.ts';

type OfForm = { readonly organizationId: string; readonly form: Form };

/** Returns the faults of images that a change of a form names: each must be an image of the form. */
export async function faultsOfImages({ organizationId, form: before }: OfForm, form: Form): Promise<Fault[]> {
  const known = imagesIn(before.theme);
  const added = imagesIn(form.theme).filter(id => !known.includes(id));
  if (added.length === 0) return [];
  const own = (await getImages(organizationId, added)).filter(({ id }) => isImageOf(form.id, id));
  return faultsOfUnknown(form.theme, new Set([...known, ...own.map(({ id }) => id)]));
}

/** Returns the faults of a theme that names images which are not among these. */
export const faultsOfUnknown = (theme: Theme | undefined, known: ReadonlySet<string>, field = 'theme'): Fault[] =>
  pictureNames.flatMap(name => {
    const { image } = theme?.[name] ?? {};
    if (image === undefined || known.has(image)) return [];
    const message = 'is not an image of this form; upload it with POST /forms/{id}/images';
    return [{ field: `${field}.${name}.image`, rule: 'unknown', message }];
  });
