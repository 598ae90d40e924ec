/**
 * Restores the responses of an archive to the table and deletes the archive. First extend or remove the form's
 * retention: docs/retention.md. Run an interrupted restore again to continue it.
 *
 *   npm run restore-archive -- --table <name> --bucket <uploads> --form <form_…> --archive <arc_…>
 */
import { command } from './command/command.ts';
import { CommandError } from './command/command-error.ts';

const { table, bucket, form, archive } = command({
  name: 'restore-archive',
  does: 'Brings the responses of an archive back into the table, and removes the archive: docs/retention.md.',
  options: {
    table: { type: 'string', required: true, value: 'name', means: 'the output TableName of the data stack' },
    bucket: { type: 'string', required: true, value: 'name', means: 'the output UploadsBucket of the data stack' },
    form: { type: 'string', required: true, value: 'form_…', means: 'the form' },
    archive: { type: 'string', required: true, value: 'arc_…', means: 'the archive' },
  },
}).values;

Object.assign(process.env, { TABLE_NAME: table, UPLOADS_BUCKET: bucket });
const { restoreArchive } = await import('../shared/jobs/retention/restore-archive.ts');

const restored = await restoreArchive({ formId: form, id: archive }).catch((error: Error) => {
  throw error.constructor === Error ? new CommandError(error.message) : error;
});
console.log(`Restored: ${restored} responses`);
