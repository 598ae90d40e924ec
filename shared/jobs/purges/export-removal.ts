import { deleteExportFile, type ExportFile } from '../../aws/s3/exports.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { filesOf, forgetFiles, type StoredFile } from '../../store/responses/export-files.ts';
import { exportStore, hideExport } from '../../store/responses/exports.ts';

/**
 * Removes the files of an export, or those of one form. Returns those that are still in an owner's bucket, which does
 * not let the service in: their items stay.
 */
export async function removeFiles(request: string, formId?: string): Promise<StoredFile[]> {
  const files = (await filesOf(request)).filter(file => formId === undefined || file.formId === formId);
  const left = new Set<StoredFile>();
  for (const file of files) if (!(await removeObject(file))) left.add(file);
  await forgetFiles(files.filter(file => !left.has(file)));
  return [...left];
}

/** Removes the files of a form from all exports. Hides an export whose files can't be removed yet. */
export async function removeFilesOf(environmentId: string, formId: string): Promise<void> {
  for (const id of await exportStore.idsOf(environmentId)) {
    if ((await removeFiles(id, formId)).length > 0) await hideExport(id);
  }
}

/** Removes the object of a file. Returns false when it is in an owner's bucket that does not let the service in. */
export async function removeObject(file: ExportFile): Promise<boolean> {
  try {
    await deleteExportFile(file);
    return true;
  } catch (error) {
    if (!isStorageUnreachable(error)) throw error;
    return false;
  }
}
