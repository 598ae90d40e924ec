import { expect } from '@jest/globals';
import { changedForm, type Form } from '../../shared/domain/forms/form.ts';
import { getForm, replaceForm, type StoredForm } from '../../shared/store/forms/forms.ts';

/** A form with another retention, stored. */
export async function withRetention(stored: StoredForm, retention: Form['retention']): Promise<StoredForm> {
  const read = (await getForm(stored.form.id)) as StoredForm;
  const { id, version: _, environment: __, createdAt: ___, updatedAt: ____, ...change } = read.form;
  expect(await replaceForm(read, changedForm(read.form, { ...change, retention }, new Date().toISOString()))).toBe(
    true,
  );
  return (await getForm(id)) as StoredForm;
}
