import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { getForm, putForm } from '../../../../shared/store/forms/forms.ts';
import { retentionKey } from '../../../../shared/store/forms/retention.ts';
import { formIdOfPath } from '../../../../shared/store/forms/slugs.ts';
import { dueParts } from '../../../../shared/store/keys.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let caller: Caller;

beforeAll(async () => {
  caller = await newCaller();
});

const formWith = (content: Partial<Parameters<typeof newForm>[0]>) =>
  newForm({ title: 'Contact', status: 'live', fields: [], ...content }, caller.environment);

describe('a new form', () => {
  it('is found by its address, which no other form gets', async () => {
    const form = formWith({ slug: 'contact-us' });
    await putForm(form, caller);
    expect(await formIdOfPath('contact-us')).toBe(form.id);
    expect(await formIdOfPath('Contact-Us')).toBe(form.id);
    expect(await formIdOfPath(form.id)).toBe(form.id);
    const other = formWith({ slug: 'contact-us' });
    await expect(putForm(other, caller)).rejects.toMatchObject({
      details: [
        { field: 'slug', rule: 'unique', message: '"contact-us" is the address of another form; choose another' },
      ],
    });
    expect(await getForm(other.id)).toBeUndefined();
  });

  it('with a retention has the work of it, and none without', async () => {
    const [kept, expiring] = [formWith({}), formWith({ retention: { days: 30 } })];
    for (const form of [kept, expiring]) await putForm(form, caller);
    expect(await getItem(retentionKey(caller.environmentId, kept.id))).toBeUndefined();
    const work = await getItem(retentionKey(caller.environmentId, expiring.id));
    expect(work).toMatchObject({ revision: 1 });
    expect(dueParts(String(work?.duesk)).tenant).toBe(caller.environmentId);
  });
});
