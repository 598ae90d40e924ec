import type { Picture } from '../../domain/forms/pictures.ts';
import { imagePrefix } from '../../ids.ts';
import { keyOf, partitionOf } from '../keys.ts';
import { queryAll, queryPage } from '../query.ts';
import { batchGet, deleteOnce, getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { putWrite } from '../writes.ts';
import { formExistsCheck } from './forms.ts';

/** An image that was checked. Its ID begins with its form or template. */
export type Image = Picture & { readonly id: string; readonly bytes: number };

/** The most images that a form keeps. */
export const imagesMax = 20;

const keyOfImage = (org: string, image: string) => keyOf('image', { org, image });

const imageWrite = (org: string, { id, ...content }: Image): TransactItem =>
  putWrite({ ...keyOfImage(org, id), ...content });

const fromItem = ({ pk: _, sk: id, contentType, bytes, width, height }: Item): Image => ({
  ...{ id, contentType: contentType as Image['contentType'] },
  ...{ bytes: Number(bytes), width: Number(width), height: Number(height) },
});

/** Stores an image of a form. Returns false if the form was deleted. */
export const putImageOfForm = (org: string, formId: string, image: Image): Promise<boolean> =>
  writeIfUnchanged([imageWrite(org, image), formExistsCheck(formId)]);

/** Stores images of a form or template that is about to be created. */
export const putImages = (org: string, images: readonly Image[]): Promise<boolean> =>
  writeIfUnchanged(images.map(image => imageWrite(org, image)));

export async function getImage(org: string, id: string): Promise<Image | undefined> {
  const item = await getItem(keyOfImage(org, id));
  return item && fromItem(item);
}

/** Returns those of these images that the organization has. */
export async function getImages(org: string, ids: readonly string[]): Promise<Image[]> {
  return ids.length === 0 ? [] : (await batchGet([...new Set(ids)].map(id => keyOfImage(org, id)))).map(fromItem);
}

/** Returns the images of a form or template, oldest first. */
export async function imagesOf(org: string, owner: string): Promise<Image[]> {
  const partition = partitionOf('image', 'pk', { org });
  return (await queryAll({ partition, prefix: imagePrefix(owner) })).map(fromItem);
}

/** Returns some images of an organization, of its forms and templates. */
export async function someImages(org: string): Promise<Image[]> {
  const { items } = await queryPage({ partition: partitionOf('image', 'pk', { org }) }, 100);
  return items.map(fromItem);
}

export const forgetImages = async (org: string, ids: readonly string[]): Promise<void> => {
  await Promise.all(ids.map(id => deleteOnce(keyOfImage(org, id))));
};
