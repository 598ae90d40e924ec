import type { Caller } from '../../domain/accounts/caller.ts';
import { namedColumns } from '../../domain/exports/columns.ts';
import { accessOf } from '../../domain/responses/field-policies.ts';
import { notFound, validationFailed } from '../../errors.ts';
import type { Fault } from '../../fault.ts';
import { newId } from '../../ids.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import type { AuditedAction } from '../../store/audit.ts';
import { quotas } from '../../store/quotas.ts';
import { searchOf } from '../../store/responses/answer-search.ts';
import { type Export, type ExportOptions, exportRecord, exportStore } from '../../store/responses/exports.ts';
import { responsesOfForm } from '../../store/responses/response-lists.ts';

const full: Fault = {
  field: '',
  rule: 'maxExports',
  message: `The environment has ${quotas.exports.max} exports that have not ended; wait for one of them, or cancel it`,
};

/**
 * Stores an export, which its job carries out. Throws if the export could not be carried out, or has options without
 * effect.
 */
export async function startExport(
  { options, times }: { options: ExportOptions; times: { from?: number; to?: number } },
  { caller, action }: AuditedAction<Caller>,
) {
  const faults = [...faultsOfOptions(options), ...(await faultsInForm(options, caller))];
  if (faults.length > 0) throw validationFailed(faults);
  const { environment, environmentId, organizationId } = caller;
  const now = Date.now();
  const to = Math.min(times.to ?? Number.POSITIVE_INFINITY, now + 1);
  const stored: Export = {
    ...{ id: newId('export'), state: 'queued' as const, environment, environmentId, organizationId },
    ...{ options, access: accessOf(caller), createdAt: new Date(now).toISOString(), from: times.from, to },
    ...{ rows: 0, files: 0, bytes: 0, failures: 0, revision: 1 },
  };
  const outcome = await retryOnConflict(() => exportStore.create(stored, { caller, action }));
  if (outcome === 'full') throw validationFailed([full]);
  return exportRecord(stored);
}

const filters = ['handling', 'assignee', 'source', 'origin', 'language', 'browser', 'q', 'answers'] as const;
const ofOneForm = ['columns', ...filters] as const;
const ofCsv = ['bom', 'guard', 'delimiter'] as const;

function faultsOfOptions(options: ExportOptions): Fault[] {
  const { format, formId } = options;
  const without = (field: keyof ExportOptions, what: string): Fault[] =>
    options[field] === undefined ? [] : [{ field, rule: 'noEffect', message: `is for ${what}` }];
  return [
    ...(format === 'csv' ? [] : ofCsv.flatMap(field => without(field, 'CSV files'))),
    ...(format === 'csv' || format === 'xlsx' ? [] : without('headers', 'CSV and Excel files')),
    ...(format === 'parquet' ? without('timezone', 'CSV, Excel and JSON Lines; times in Parquet are moments') : []),
    ...(formId === undefined ? ofOneForm.flatMap(field => without(field, 'one form: name it by formId')) : []),
  ];
}

/** Returns the conditions and columns that the form does not have. */
async function faultsInForm(options: ExportOptions, caller: Caller): Promise<Fault[]> {
  const { formId, columns } = options;
  if (formId === undefined) return [];
  const list = await responsesOfForm(caller, formId, {}, await searchOf(caller.organizationId, options));
  if (!list) throw notFound('Form');
  const known = await list.columns();
  const unknown = columns === undefined ? [] : namedColumns(columns, known.columns, known.retired).faults;
  return [...(list.faults ?? []), ...unknown];
}
