import { deleteExportFile } from '../aws/exports.ts';
import { isStorageUnreachable } from '../errors.ts';
import { filesOf, forgetFiles } from '../store/exports/export-files.ts';

/** Removes the files of an export, or those of one form, also from the buckets of owners, as far as these let us. */
export async function removeFiles(request: string, formId?: string): Promise<void> {
  const files = (await filesOf(request)).filter(file => formId === undefined || file.formId === formId);
  for (const file of files) {
    await deleteExportFile(file).catch(error => {
      if (!isStorageUnreachable(error)) throw error;
    });
  }
  await forgetFiles(files);
}
