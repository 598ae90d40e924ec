import { expect } from '@jest/globals';
import { changedForm, type Form } from '../../../shared/domain/forms/form.ts';
import { keepRetention } from '../../../shared/jobs/retention/keep-retention.ts';
import { getForm, replaceForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { retentionKey } from '../../../shared/store/forms/retention.ts';
import { dueParts } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/table.ts';

const hour = 3600_000;

/** Stores a form with another retention. */
export async function withRetention(stored: StoredForm, retention: Form['retention']): Promise<StoredForm> {
  const read = (await getForm(stored.form.id)) as StoredForm;
  const { id, version: _, environment: __, createdAt: ___, updatedAt: ____, ...change } = read.form;
  expect(await replaceForm(read, changedForm(read.form, { ...change, retention }, new Date().toISOString()))).toBe(
    true,
  );
  return (await getForm(id)) as StoredForm;
}

/** Applies a form's retention until nothing is due within a day. */
export async function keepToRetention({ form, environmentId }: StoredForm): Promise<void> {
  const key = retentionKey(environmentId, form.id);
  for (let runs = 0; runs < 30; runs++) {
    const item = await getItem(key);
    if (!item || dueParts(String(item.duesk)).time > Date.now() + 2 * hour) return;
    await keepRetention(key, Date.now() + hour);
  }
  throw new Error('The work does not end');
}
