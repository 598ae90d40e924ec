import { importResponses } from '../../shared/contracts/responses/imports.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { conflict, notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { usesOfColumns } from '../../shared/http/imports/columns.ts';
import { readTable } from '../../shared/http/imports/csv-table.ts';
import { type PlannedRow, planRows } from '../../shared/http/imports/plan.ts';
import { refusedRows, warningsOf } from '../../shared/http/imports/report.ts';
import { readRow } from '../../shared/http/imports/rows.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { firstSaveOf } from '../../shared/ids.ts';
import { inParallel } from '../../shared/in-parallel.ts';
import { audit } from '../../shared/store/audit.ts';
import { addExtraNames, getCachedFormOf, getFormOf, type StoredForm } from '../../shared/store/forms/forms.ts';
import { putImported, takenIds } from '../../shared/store/responses/imported-responses.ts';

const atOnce = 25;

export const handler = endpoint(importResponses, async ({ body, caller }) => {
  const stored = await getFormOf(caller, body.formId);
  if (!stored) throw notFound('Form');
  const { header, rows } = planOf(stored, body);
  const good = rows.filter(({ faults }) => faults.length === 0);
  const taken = await takenIds(good.map(({ id }) => id));
  const fresh = good.filter(({ id }) => !taken.has(id));
  const late = body.dryRun ? [] : await store(caller, stored, fresh);
  const existing = [...good.filter(({ id }) => taken.has(id)), ...late].map(({ line }) => line);
  return {
    ...{ dryRun: body.dryRun, rows: rows.length, imported: good.length - existing.length },
    existing: existing.sort((one, other) => one - other),
    refused: refusedRows(rows),
    warnings: warningsOf(header, rows),
  };
});

function planOf(stored: StoredForm, body: Request<typeof importResponses>['body']) {
  const { csv, delimiter, guard, columns: naming, firstLine, submittedAt, rules } = body;
  const { table } = orRefuse(readTable(csv, delimiter));
  const { uses } = orRefuse(usesOfColumns(stored.form, table.header, { naming, guard }));
  const ahead = firstLine - (table.rows[0]?.line ?? firstLine);
  const rows = table.rows.map(({ line, cells }) =>
    readRow(stored.form, { line: line + ahead, cells }, { uses, guard, rules, submittedAt }),
  );
  return { header: table.header, rows: planRows(stored, rows, firstLine) };
}

function orRefuse<T extends object>(read: T): Exclude<T, Faulty> {
  if ('faults' in read) throw validationFailed((read as unknown as Faulty).faults);
  return read as Exclude<T, Faulty>;
}

type Faulty = { faults: Fault[] };

/** Returns the rows that another request imported meanwhile. Stored rows stay if the rest fails. */
async function store(caller: Caller, stored: StoredForm, rows: readonly PlannedRow[]): Promise<PlannedRow[]> {
  if (rows.length === 0) return [];
  await addExtraNames(stored, Object.assign({}, ...rows.map(({ answers }) => answers)));
  await audit(caller, importResponses.audited, stored.form.id);
  const { id: formId, version: formVersion, environment } = stored.form;
  const updatedAt = new Date().toISOString();
  const late = await inParallel(rows, atOnce, async row => {
    await checkUnchanged(caller, stored);
    const { id, status, answers } = row;
    const times = { startedAt: isoOf(startOf(row)), submittedAt: isoOf(row.submittedAt), updatedAt };
    const of = { id, formId, formVersion, environment, status, ...times };
    return (await putImported(stored, { ...of, answers, notes: [], meta: { source: 'import' } })) ? [] : [row];
  });
  return late.flat();
}

const isoOf = (time: number): string => new Date(time).toISOString();

/**
 * Returns when a row's response was started: at its first save, whose time is in its ID, unless the row has an earlier
 * time.
 */
const startOf = ({ id, submittedAt, startedAt = submittedAt }: PlannedRow): number =>
  Math.min(startedAt, submittedAt, firstSaveOf(id));

/** Throws if the form's policies or retention changed meanwhile, because they must apply to these responses too. */
async function checkUnchanged(caller: Caller, { form, revision }: StoredForm): Promise<void> {
  const now = await getCachedFormOf(caller, form.id);
  if (now !== undefined && now.revision <= revision) return;
  throw conflict('The form was changed meanwhile. Send the same again to import the rest.');
}
