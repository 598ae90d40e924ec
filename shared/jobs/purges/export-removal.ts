import { deleteExportFile, type ExportFile } from '../../aws/s3/exports.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { filesOf, forgetFiles } from '../../store/responses/export-files.ts';

/** Removes the files of an export, or those of one form. */
export async function removeFiles(request: string, formId?: string): Promise<void> {
  const files = (await filesOf(request)).filter(file => formId === undefined || file.formId === formId);
  for (const file of files) await removeObject(file);
  await forgetFiles(files);
}

/** Removes the object of a file, even from an owner's bucket, as far as permissions allow. */
export async function removeObject(file: ExportFile): Promise<void> {
  await deleteExportFile(file).catch(error => {
    if (!isStorageUnreachable(error)) throw error;
  });
}
