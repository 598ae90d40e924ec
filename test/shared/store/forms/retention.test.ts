import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { deleteForm, putForm, replaceForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import {
  archivingWrites,
  continueRetention,
  endRetention,
  getRetention,
  isRetentionKey,
  noteErasure,
  type RetentionWork,
  restartWrite,
  retentionChange,
  retentionKey,
  retentionsOf,
} from '../../../../shared/store/forms/retention.ts';
import { dueKeys, keyOf } from '../../../../shared/store/keys.ts';
import { getItem, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { newCaller, readForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const now = Date.parse('2026-11-20T10:00:00.000Z');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let caller: Caller;
beforeEach(async () => {
  caller = await newCaller();
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function stored(retention?: Form['retention']): Promise<StoredForm> {
  const content = { title: 'Contact', status: 'live' as const, fields: [], ...(retention && { retention }) };
  const form = newForm(content, caller.environment);
  await putForm(form, caller);
  return readForm(form.id);
}

async function change(before: StoredForm, retention: Form['retention']): Promise<StoredForm> {
  expect(await replaceForm(before, { ...before.form, retention } as Form)).toBe(true);
  return readForm(before.form.id);
}

const keyOfWork = ({ form, environmentId }: StoredForm) => retentionKey(environmentId, form.id);

async function workOf(form: StoredForm): Promise<RetentionWork> {
  const work = await getRetention(keyOfWork(form));
  if (!work) throw new Error('The form has no work');
  return work;
}

const dueOf = async (form: StoredForm) => (await getItem(keyOfWork(form)))?.duesk;
const dueAt = (time: number) => dueKeys(time, caller.environmentId).duesk;
const fromTheStart = { of: 'responses', from: '0' } as const;

const firstWork = ({ form, environmentId }: StoredForm, revision: number) => ({
  ...{ formId: form.id, environmentId, revision, cleanUntil: 0, rewriting: fromTheStart },
  ...{ archiving: undefined, erasures: 0 },
});

describe('the work of a retention', () => {
  it('begins a minute after a change of the retention, and not after another change', async () => {
    const form = await stored();
    expect(retentionChange(form, { ...form.form, title: 'New' })).toEqual({ writes: [] });
    const limited = await change(form, { days: 30 });
    expect(await workOf(limited)).toEqual(firstWork(limited, 2));
    expect(await dueOf(limited)).toBe(dueAt(now + minuteMs));
    expect(await replaceForm(limited, { ...limited.form, title: 'New' })).toBe(true);
    expect(await workOf(limited)).toEqual(firstWork(limited, 2));
  });

  it('begins anew when the retention ends, and what had expired stays expired', async () => {
    const limited = await stored({ days: 30 });
    const { expired, writes } = retentionChange(limited, { ...limited.form, retention: { days: 60 } } as Form);
    expect(expired).toEqual({ before: now - 30 * dayMs, policy: 'delete' });
    expect(writes).toHaveLength(1);
    const unlimited = await change(limited, undefined);
    expect(unlimited.expired).toEqual({ before: now - 30 * dayMs, policy: 'delete' });
    expect(await workOf(unlimited)).toEqual(firstWork(unlimited, 2));
  });

  it('is continued where it was, unless the retention has changed meanwhile', async () => {
    const form = await stored({ days: 30 });
    const work = await workOf(form);
    const rewriting = { of: 'files', from: '01A' } as const;
    expect(await continueRetention(work, { cleanUntil: 7, rewriting }, now + 5)).toBe(true);
    expect(await workOf(form)).toEqual({ ...work, cleanUntil: 7, rewriting });
    expect(await dueOf(form)).toBe(dueAt(now + 5));
    expect(await continueRetention(work, { cleanUntil: 8 }, now + dayMs)).toBe(true);
    expect(await workOf(form)).toEqual({ ...work, cleanUntil: 8, rewriting: undefined });
    expect(await writeIfUnchanged([restartWrite(work)])).toBe(true);
    expect(await workOf(form)).toEqual({ ...work, cleanUntil: 8 });
    expect(await dueOf(form)).toBe(dueAt(now));
    const changed = await change(form, { days: 60 });
    const after = await workOf(changed);
    expect(after).toEqual({ ...work, cleanUntil: 8, revision: 2 });
    expect(await continueRetention(work, { cleanUntil: 9 }, now)).toBe(false);
    expect(await writeIfUnchanged([restartWrite(work)])).toBe(false);
    expect(await endRetention(work)).toBe(false);
    expect(await workOf(changed)).toEqual(after);
    expect(await endRetention(after)).toBe(true);
    expect(await getRetention(keyOfWork(changed))).toBeUndefined();
  });

  it('makes one archive at a time, of responses that none was erased of meanwhile', async () => {
    const form = await stored({ days: 30, policy: 'archive' });
    const work = await workOf(form);
    const begin = (of: RetentionWork, id: string) => writeIfUnchanged([archivingWrites.begin(of, id)]);
    expect(await noteErasure(form.environmentId, form.form.id)).toBe(true);
    expect(await begin({ ...work, erasures: 2 }, 'arc_1')).toBe(false);
    const known = await workOf(form);
    expect(known).toEqual({ ...work, erasures: 1 });
    expect(await begin({ ...known, revision: 2 }, 'arc_1')).toBe(false);
    expect(await begin(known, 'arc_1')).toBe(true);
    expect(await begin(known, 'arc_2')).toBe(false);
    expect(await workOf(form)).toEqual({ ...known, archiving: 'arc_1' });
    expect(await writeIfUnchanged([archivingWrites.end(known, { id: 'arc_2', to: 9 })])).toBe(false);
    expect(await writeIfUnchanged([archivingWrites.end(known, { id: 'arc_1', to: 9 })])).toBe(true);
    expect(await workOf(form)).toEqual({ ...known, cleanUntil: 9 });
  });

  it('is listed by environment, and goes with its form', async () => {
    const [one, other] = [await stored({ days: 30 }), await stored({ days: 60 })];
    const ofForm = (form: StoredForm) => firstWork(form, 1);
    const works = await retentionsOf(caller.environmentId);
    expect(works).toHaveLength(2);
    expect(works).toEqual(expect.arrayContaining([ofForm(one), ofForm(other)]));
    expect(await deleteForm(one)).toBe(true);
    expect(await retentionsOf(caller.environmentId)).toEqual([ofForm(other)]);
    expect(await noteErasure(one.environmentId, one.form.id)).toBe(false);
    expect(await retentionsOf('env_none')).toEqual([]);
    expect(isRetentionKey(keyOfWork(one))).toBe(true);
    expect(isRetentionKey(keyOf('form', { form: one.form.id }))).toBe(false);
  });
});
