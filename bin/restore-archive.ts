/**
 * Brings the responses of an archive back into the table, and removes the archive. Lengthen or remove the form's retention
 * first: docs/retention.md. What was interrupted is run again.
 *
 *   npm run restore-archive -- --table <name> --bucket <uploads> --form <form_…> --archive <arc_…>
 */
import { parseArgs } from 'node:util';

const text = { type: 'string' } as const;
const { table, bucket, form, archive } = parseArgs({
  options: { table: text, bucket: text, form: text, archive: text },
}).values;
if (!table || !bucket || !form || !archive) {
  console.error(
    'Usage: npm run restore-archive -- --table <name> --bucket <uploads> --form <form_…> --archive <arc_…>',
  );
  process.exit(1);
}

Object.assign(process.env, { TABLE_NAME: table, UPLOADS_BUCKET: bucket });
const { restoreArchive } = await import('../shared/jobs/retention/restore-archive.ts');

try {
  console.log(`Restored: ${await restoreArchive({ formId: form, id: archive })} responses`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
