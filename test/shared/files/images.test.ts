import { expect, it } from '@jest/globals';
import { ulid } from 'ulid';
import { putImage, readImage, signImageUpload } from '../../../shared/aws/s3/images.ts';
import { keepUploadedImage } from '../../../shared/files/keep-image.ts';
import { withOwnImages } from '../../../shared/files/own-images.ts';
import { imagePrefix, newImageId } from '../../../shared/ids.ts';
import { removeImagesOf, removeImagesOfOrganization } from '../../../shared/jobs/purges/image-removal.ts';
import { getForm, replaceForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { getImages, imagesMax, imagesOf, putImages } from '../../../shared/store/forms/images.ts';
import { png } from '../../support/records/images.ts';
import { newCaller, storedForm } from '../../support/records/records.ts';
import { useUploads } from '../../support/table/s3.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useUploads();

const contentType = 'image/png';
const bytes = png(4, 1);
const dayBeforeLast = Date.now() - 48 * 3600_000;

async function staged({ form }: StoredForm): Promise<string> {
  const id = newImageId(form.id);
  const { url, headers } = await signImageUpload(id, { contentType, size: bytes.length }, 300);
  expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })).status).toBe(200);
  return id;
}

/** Stores as many images as a form keeps, and returns their IDs. */
async function full({ form, organizationId }: StoredForm, time: number): Promise<string[]> {
  const ids = Array.from({ length: imagesMax }, () => imagePrefix(form.id) + ulid(time));
  await putImages(
    organizationId,
    ids.map(id => ({ id, contentType, width: 4, height: 1, bytes: bytes.length })),
  );
  await Promise.all(ids.map(id => putImage(id, { bytes, contentType })));
  return ids;
}

it('a full form replaces old images that nothing names, and refuses one more without any', async () => {
  const stored = await storedForm(await newCaller());
  const [named = '', ...unnamed] = await full(stored, dayBeforeLast);
  const form = { ...stored.form, theme: { cover: { image: named } } };
  expect(await replaceForm(stored, form)).toBe(true);
  const one = await staged(stored);
  const current = (await getForm(form.id)) ?? stored;
  expect(await keepUploadedImage(current, one)).toMatchObject({ id: one, width: 4, height: 1 });
  const left = await imagesOf(stored.organizationId, form.id);
  expect(left.map(({ id }) => id).sort()).toEqual([named, one].sort());
  expect(await readImage(named)).toBeDefined();
  expect(await readImage(unnamed[0] ?? '')).toBeUndefined();

  const young = await storedForm(await newCaller());
  await full(young, Date.now());
  await expect(keepUploadedImage(young, await staged(young))).rejects.toMatchObject({
    status: 400,
    details: [{ field: 'image', rule: 'maxImages' }],
  });
});

it('all images end with their form, and those of templates with the organization', async () => {
  const stored = await storedForm(await newCaller());
  const { organizationId, form } = stored;
  const id = await staged(stored);
  await keepUploadedImage(stored, id);
  // A crash may leave an object without an item.
  const orphan = newImageId(form.id);
  await putImage(orphan, { bytes, contentType });
  const template = { organizationId, id: `tpl_${ulid()}` };
  const copied = (await withOwnImages({ logo: { image: id, alt: 'Acme' } }, template)).logo;
  expect(copied).toEqual({ image: expect.stringContaining(imagePrefix(template.id)), alt: 'Acme' });

  await removeImagesOf(organizationId, form.id);
  expect([await readImage(id), await readImage(orphan)]).toEqual([undefined, undefined]);
  expect(await readImage(copied.image)).toBeDefined();
  await removeImagesOfOrganization(organizationId);
  expect(await readImage(copied.image)).toBeUndefined();
  expect(await getImages(organizationId, [id, copied.image])).toEqual([]);
});
