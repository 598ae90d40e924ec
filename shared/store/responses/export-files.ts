import type { ExportFile } from '../../aws/s3/exports.ts';
import { type Key, keyOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { batchDelete, type Item, type TransactItem } from '../table.ts';
import { putNewWrite } from '../writes.ts';
import { exportStore } from './exports.ts';

/** A file of an export: its object and its name. */
export type StoredFile = ExportFile & { formId: string; name: string; rows: number; bytes: number } & {
  /** The fields whose answers it shows whole, by the policies at the time of writing. Files of 0.1.0 lack this. */
  whole?: string[];
  /** It shows answers that were sealed when it was written. This matters once the form and its policies are gone. */
  unsealed?: boolean;
};

const fileKey = (request: string, file: string): Key => keyOf('exportFile', { request, file });

/**
 * Returns the write that stores a file. It belongs with the progress of the export, so no other file can take its
 * place.
 */
export const fileWrite = (file: StoredFile): TransactItem =>
  putNewWrite({ ...fileKey(file.request, file.id), ...file });

function fromItem({ pk, sk, ...file }: Item): StoredFile {
  return file as unknown as StoredFile;
}

/** Returns the files of an export in the order they were written. */
export async function filesOf(request: string): Promise<StoredFile[]> {
  const items = await queryAll({ partition: exportStore.partition(request), prefix: prefixOf('exportFile') });
  return items.map(fromItem);
}

export const forgetFiles = (files: readonly StoredFile[]): Promise<void> =>
  batchDelete(files.map(({ request, id }) => fileKey(request, id)));
