import type { ExportFile } from '../../aws/exports.ts';
import { type Key, keyOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { batchDelete, type Item, type TransactItem } from '../table.ts';
import { putNewWrite } from '../writes.ts';
import { exportStore } from './exports.ts';

/** A file of an export: its object, and what it is called. */
export type StoredFile = ExportFile & { formId: string; name: string; rows: number; bytes: number } & {
  /** The fields of which it shows whole answers, by the policies of when it was written. Missing from files of 0.1.0. */
  whole?: string[];
  /** It shows answers that were sealed when it was written: counts once its form is gone, and the policies with it. */
  unsealed?: boolean;
};

const fileKey = (request: string, file: string): Key => keyOf('exportFile', { request, file });

/** The write that stores a file: with the progress of its export, so that no other is in its place. */
export const fileWrite = (file: StoredFile): TransactItem =>
  putNewWrite({ ...fileKey(file.request, file.id), ...file });

function fromItem({ pk, sk, ...file }: Item): StoredFile {
  return file as unknown as StoredFile;
}

/** The files of an export, in the order in which they were written. */
export async function filesOf(request: string): Promise<StoredFile[]> {
  const items = await queryAll({ partition: exportStore.partition(request), prefix: prefixOf('exportFile') });
  return items.map(fromItem);
}

export const forgetFiles = (files: readonly StoredFile[]): Promise<void> =>
  batchDelete(files.map(({ request, id }) => fileKey(request, id)));
