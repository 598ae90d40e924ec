import { isRetained } from '../../domain/forms/retention.ts';
import type { Fault } from '../../fault.ts';
import { importedResponseId, responseAddress } from '../../ids.ts';
import type { StoredForm } from '../../store/forms/forms.ts';
import { readableShards } from '../../store/shards.ts';
import type { ReadRow } from './rows.ts';

/** A row with the ID that its response has, or would have. */
export type PlannedRow = ReadRow & { readonly id: string };

/**
 * Assigns each row the ID of its response: the row's own ID if it belongs to the form, or else an ID that the same row
 * always gets, so importing it again creates nothing new. A row is identified by its ID in the file, or by its whole
 * content.
 *
 * @param firstLine distinguishes the parts of a file: equal rows in two parts are different rows
 */
export function planRows(stored: StoredForm, rows: readonly ReadRow[], firstLine: number): PlannedRow[] {
  const seen = new Map<string, number>();
  const forms = new Set(rows.flatMap(({ own }) => own.formId ?? []));
  return rows.map(row => {
    const text = row.own.id === undefined ? JSON.stringify([firstLine, row.cells]) : `id ${row.own.id}`;
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    const id = idOf(stored, row, `${times} ${text}`);
    return { ...row, id, faults: [...row.faults, ...faultsOf(stored, row, { id, times, forms: forms.size })] };
  });
}

const isOfForm = ({ form }: StoredForm, id: string | undefined): id is string =>
  id !== undefined && responseAddress(id)?.formId === form.id;

const idOf = (stored: StoredForm, { own, submittedAt }: ReadRow, identity: string): string =>
  isOfForm(stored, own.id) ? own.id : importedResponseId(stored.form.id, submittedAt, identity);

type ColumnTarget = { readonly id: string; readonly times: number; readonly forms: number };

const faultsOf = (stored: StoredForm, { own, submittedAt }: ReadRow, { id, times, forms }: ColumnTarget): Fault[] => [
  ...(own.id !== undefined && times > 0 ? [twice] : []),
  ...(isAddressed(stored, id) ? [] : [madeUp]),
  ...(forms > 1 && own.formId !== stored.form.id ? [ofAnother] : []),
  ...(isRetained(stored, submittedAt) ? [] : [expired]),
];

/** Whether a response with this ID would be found. */
function isAddressed(stored: StoredForm, id: string): boolean {
  return readableShards(stored).includes(responseAddress(id)?.shard ?? '');
}

const twice: Fault = { field: 'id', rule: 'unique', message: 'Another row has the same id' };

const madeUp: Fault = {
  field: 'id',
  rule: 'id',
  message: 'The form never had a response with this id; leave it out to get a new one',
};

const ofAnother: Fault = {
  field: 'formId',
  rule: 'form',
  message: 'The file has responses of several forms, and this one belongs to another form',
};

const expired: Fault = {
  field: 'submittedAt',
  rule: 'retention',
  message: 'The form does not keep responses that long; change its `retention` first',
};
