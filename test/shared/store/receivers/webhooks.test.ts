import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { changeEntries, newStoredWebhook, planWebhooks } from '../../../../shared/delivery/form-webhooks.ts';
import { isRotatedSince, secretsOf, withSecret } from '../../../../shared/delivery/secrets.ts';
import { newWebhookId, webhookOwner } from '../../../../shared/ids.ts';
import { faultsOfFormWebhooks } from '../../../../shared/outbound/receiver-url-faults.ts';
import { retryOnConflict } from '../../../../shared/retry-on-conflict.ts';
import { deleteForm, getForm, replaceForm } from '../../../../shared/store/forms/forms.ts';
import { quotas } from '../../../../shared/store/quotas.ts';
import {
  clearFailures,
  countFailure,
  disableReceiver,
  markSilent,
  openBreaker,
} from '../../../../shared/store/receivers/receiver-health.ts';
import { receiverKey } from '../../../../shared/store/receivers/receiver-item.ts';
import { webhooksOfEnvironment, webhooksOfForm } from '../../../../shared/store/receivers/webhook-lists.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookOf,
  replaceWebhook,
  type StoredWebhook,
  webhooksOf,
} from '../../../../shared/store/receivers/webhooks.ts';
import { dynamodb, tableName, updateItem } from '../../../../shared/store/table.ts';
import { formWith, newCaller, storedForm, storedWebhook } from '../../../support/records/records.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useKms();
process.env.WEBHOOK_ALLOW_LOOPBACK = 'false';

const addressOf = ({ owner, webhook }: StoredWebhook) => ({ owner, receiverId: webhook.id });
const reload = async (stored: StoredWebhook) => {
  const read = await getWebhook(addressOf(stored));
  if (!read) throw new Error('The webhook is gone');
  return read;
};

const replace = (read: StoredWebhook, changed: StoredWebhook) => {
  const { organizationId, webhook } = read;
  const caller = { kind: 'secretKey' as const, id: 'key', organizationId, environment: webhook.environment };
  return replaceWebhook(read, changed, { caller, action: 'webhook.updated' });
};

const created = { event: 'response.created', url: 'https://hooks.example.com/a' } as const;
const updated = { event: 'response.updated', url: 'https://hooks.example.com/a' } as const;
const elsewhere = { event: 'response.created', url: 'https://hooks.example.com/b' } as const;

describe('the webhooks of an environment', () => {
  it('are 20 at most, however many requests come at once; a deleted one leaves its place', async () => {
    const caller = await newCaller();
    const create = async () => {
      const content = { id: newWebhookId(), formId: null, url: created.url, events: [created.event], active: true };
      const stored = await newStoredWebhook(content, caller.environmentId, 'a good secret', caller);
      return retryOnConflict(() => createWebhook(stored, { caller, action: 'webhook.created' }));
    };
    const outcomes: string[] = [];
    for (let round = 0; round < 5; round++) {
      outcomes.push(...(await Promise.all(Array.from({ length: 5 }, create))));
    }
    expect(outcomes.filter(outcome => outcome === 'created')).toHaveLength(quotas.webhooks.max);
    expect(outcomes.filter(outcome => outcome === 'full')).toHaveLength(5);
    const [first] = await webhooksOf(caller.environmentId);
    expect(first && (await deleteWebhook(first, { caller, action: 'webhook.deleted' }))).toBe(true);
    expect(first && (await deleteWebhook(first, { caller, action: 'webhook.deleted' }))).toBe(false);
    expect([await create(), await create()]).toEqual(['created', 'full']);
  });

  it('are no other environment’s', async () => {
    const [caller, other] = [await newCaller(), await newCaller()];
    const { webhook } = await storedWebhook(caller);
    expect((await getWebhookOf(caller, webhook.id))?.webhook).toEqual(webhook);
    expect(await getWebhookOf(other, webhook.id)).toBeUndefined();
    const form = await formWith(caller, [created]);
    const [own] = await webhooksOf(form.form.id);
    expect(await getWebhookOf(caller, own?.webhook.id ?? '')).toBeDefined();
    expect(await getWebhookOf(other, own?.webhook.id ?? '')).toBeUndefined();
    for (const id of ['', 'wh_', `${webhook.id}0`, webhook.id.toLowerCase(), '__proto__', form.form.id]) {
      expect(await getWebhookOf(caller, id)).toBeUndefined();
    }
  });

  it('are replaced only as they were read', async () => {
    const read = await storedWebhook(await newCaller());
    const changed = { ...read, webhook: { ...read.webhook, events: ['event.view' as const], active: false } };
    expect(await replace(read, changed)).toBe(true);
    expect(await replace(read, read)).toBe(false);
    expect((await reload(read)).webhook).toEqual(changed.webhook);
    expect(await replace(await reload(read), { ...changed, webhook: { ...changed.webhook, formId: null } })).toBe(true);
  });

  it('are listed with the own entries of forms, a page at a time and in order', async () => {
    const caller = await newCaller();
    const first = await storedWebhook(caller);
    const { form } = await formWith(caller, [created, updated]);
    const last = await storedWebhook(caller, { formId: form.id });
    await storedWebhook(await newCaller());
    const ids = async (list: ReturnType<typeof webhooksOfForm>, position?: string, order: 'asc' | 'desc' = 'asc') => {
      const found: string[] = [];
      for await (const { webhook } of list.read({ order, position, expected: 2 })) found.push(webhook.id);
      return found;
    };
    const own = (await webhooksOf(form.id)).map(({ webhook }) => webhook.id);
    const all = [first.webhook.id, ...own, last.webhook.id];
    expect(own).toHaveLength(2);
    for (const list of [webhooksOfEnvironment(caller), webhooksOfForm(caller, form.id)]) {
      const expected = list === undefined ? [] : await ids(list);
      expect(await list.count()).toBe(expected.length);
      for (const [index, id] of expected.entries()) {
        expect(await ids(list, id)).toEqual(expected.slice(index + 1));
        expect(await ids(list, id, 'desc')).toEqual(expected.slice(0, index).reverse());
      }
    }
    expect((await ids(webhooksOfEnvironment(caller))).sort()).toEqual([...all].sort());
    expect((await ids(webhooksOfForm(caller, form.id))).sort()).toEqual(all.slice(1).sort());
  });
});

describe('the webhooks of a form', () => {
  it('are its own, those that name it, and where it is asked for those for all forms', async () => {
    const caller = await newCaller();
    const [forAll, form] = [await storedWebhook(caller), await formWith(caller, [created])];
    const naming = await storedWebhook(caller, { formId: form.form.id });
    await storedWebhook(caller, { formId: (await storedForm(caller)).form.id });
    const [own] = await webhooksOf(form.form.id);
    const idsIn = async (list: ReturnType<typeof webhooksOfForm>, offset = 0) => {
      const found: string[] = [];
      for await (const { webhook } of list.read({ order: 'asc', offset, expected: 10 })) found.push(webhook.id);
      return found;
    };
    const ids = [own?.webhook.id, naming.webhook.id].sort();
    const all = [...ids, forAll.webhook.id].sort();
    const [ofForm, applying] = [
      webhooksOfForm(caller, form.form.id),
      webhooksOfForm(caller, form.form.id, { applies: true }),
    ];
    expect([await idsIn(ofForm), await ofForm.count()]).toEqual([ids, 2]);
    expect([await idsIn(applying), await applying.count()]).toEqual([all, 3]);
    expect(await idsIn(applying, 1)).toEqual(all.slice(1));
    expect(await idsIn(webhooksOfEnvironment(caller), 3)).toHaveLength(1);
  });

  it('are no longer among those of the environment once the form is deleted', async () => {
    const caller = await newCaller();
    const [kept, form] = [await storedWebhook(caller), await formWith(caller, [created])];
    const [own] = await webhooksOf(form.form.id);
    expect(await deleteForm(form)).toBe(true);
    const found: string[] = [];
    const { read } = webhooksOfEnvironment(caller);
    for await (const { webhook } of read({ order: 'asc', expected: 10 })) found.push(webhook.id);
    expect(found).toEqual([kept.webhook.id]);
    expect(await getWebhookOf(caller, own?.webhook.id ?? '')).toBeUndefined();
  });
});

describe('the secret of a webhook', () => {
  it('is nowhere in what is stored', async () => {
    const stored = await storedWebhook(await newCaller());
    const { Item } = await dynamodb.send(
      new GetCommand({ TableName: tableName(), Key: receiverKey(addressOf(stored)) }),
    );
    expect(JSON.stringify(Item)).not.toContain('a good secret');
    expect(Item?.secretLast4).toBe('cret');
    expect(await secretsOf(await reload(stored), Date.now())).toEqual(['a good secret']);
  });

  it('signs along for a day when there is a newer one', async () => {
    const read = await storedWebhook(await newCaller());
    const now = Date.now();
    expect(await replace(read, await withSecret(read, 'a newer secret', now))).toBe(true);
    const rotated = await reload(read);
    expect(await secretsOf(rotated, now)).toEqual(['a newer secret', 'a good secret']);
    expect(await secretsOf(rotated, now + 24 * 3600_000)).toEqual(['a newer secret']);
  });

  it('has the one before beside it with its end, or none at all', async () => {
    const read = await storedWebhook(await newCaller());
    const before = await reload(read);
    expect(before).not.toHaveProperty('previousSecret');
    const now = Date.now();
    const changed = await withSecret(before, 'a newer secret', now);
    expect(await replace(before, changed)).toBe(true);
    const rotated = await reload(read);
    expect(rotated).toStrictEqual({
      ...before,
      webhook: { ...before.webhook, secretLast4: 'cret' },
      secret: changed.secret,
      previousSecret: { sealed: before.secret, until: now + 24 * 3600_000 },
      revision: 2,
    });
    const { previousSecret: _, ...ended } = rotated;
    expect(await replace(rotated, ended)).toBe(true);
    expect(await reload(read)).toStrictEqual({ ...ended, revision: 3 });
  });

  it.each(['previousSecret', 'previousUntil'])('has none before it where %s is missing', async missing => {
    const stored = await storedWebhook(await newCaller());
    const before = await reload(stored);
    const [name, value] = missing === 'previousSecret' ? ['previousUntil', Date.now()] : ['previousSecret', 'sealed'];
    expect(await updateItem(receiverKey(addressOf(stored)), { set: { [name as string]: value } })).toBe(true);
    expect(await reload(stored)).toStrictEqual(before);
  });

  it('is new since a request that began before it, and not since a later one', async () => {
    const stored = await storedWebhook(await newCaller());
    const now = Date.now();
    const rotated = await withSecret(stored, 'a newer secret', now);
    const times = [now - 1, now, now + 1];
    expect(times.map(time => isRotatedSince(rotated, time))).toEqual([true, true, false]);
    expect(isRotatedSince(stored, 0)).toBe(false);
  });

  it('cannot be opened as that of another webhook', async () => {
    const caller = await newCaller();
    const [one, other] = [await storedWebhook(caller), await storedWebhook(caller)];
    expect(await secretsOf(one, Date.now())).toEqual(['a good secret']);
    const moved = secretsOf({ ...other, secret: one.secret }, Date.now());
    await expect(moved).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
  });
});

describe('the health of a webhook', () => {
  it('is kept over a change of its events, and forgotten with its url or when it is enabled again', async () => {
    const stored = await storedWebhook(await newCaller());
    expect(await countFailure(stored, 1000, true)).toMatchObject({ failures: 1, failingSince: 1000, slow: true });
    expect(await countFailure(stored, 2000, false)).toMatchObject({ failures: 2, failingSince: 1000, slow: true });
    let read = await reload(stored);
    await replace(read, { ...read, webhook: { ...read.webhook, events: ['event.view'] } });
    read = await reload(stored);
    expect(read.health).toMatchObject({ failures: 2, failingSince: 1000 });
    await replace(read, { ...read, webhook: { ...read.webhook, url: 'https://elsewhere.example.com/' } });
    expect((await reload(stored)).health).toEqual({ failures: 0, probes: 0, slow: false });

    await countFailure(stored, 3000, false);
    expect(await disableReceiver(read, 'gone')).toBe(true);
    expect(await disableReceiver(read, 'failing')).toBe(false);
    read = await reload(stored);
    expect(read.webhook).toMatchObject({ active: false, disabledReason: 'gone' });
    await replace(read, { ...read, webhook: { ...read.webhook, active: true, disabledReason: null } });
    read = await reload(stored);
    expect(read.webhook).toMatchObject({ active: true, disabledReason: null });
    expect(read.health.failures).toBe(0);
  });

  it('lets one worker open the breaker, and is cleared by a success', async () => {
    const read = await storedWebhook(await newCaller());
    await countFailure(read, 1000, true);
    const opened = await Promise.all([openBreaker(read, 5000, 1), openBreaker(read, 5000, 1)]);
    expect(opened.filter(Boolean)).toHaveLength(1);
    const failing = await reload(read);
    const probing = await Promise.all([openBreaker(failing, 9000, 1), openBreaker(failing, 9000, 1)]);
    expect(probing.filter(Boolean)).toHaveLength(1);
    expect(await clearFailures(failing, { slow: true })).toBe(true);
    expect((await reload(read)).health).toEqual({ failures: 0, probes: 0, slow: true });
    expect(await clearFailures(failing, { slow: false })).toBe(true);
    expect((await reload(read)).health).toEqual({ failures: 0, probes: 0, slow: false });
    expect(await clearFailures(failing, { slow: false })).toBe(false);
  });

  it('ends a silence with a failure, and keeps how long the receiver is waited for', async () => {
    const read = await storedWebhook(await newCaller());
    expect(await markSilent(read, 5000)).toBe(true);
    expect((await reload(read)).health).toEqual({ failures: 0, probes: 0, slow: false, silentUntil: 5000 });
    const failed = { failures: 1, probes: 0, slow: false, failingSince: 1000 };
    expect(await countFailure(read, 1000, false)).toEqual(failed);
    expect((await reload(read)).health).toEqual(failed);
    expect(await clearFailures(read, { slow: false, patientUntil: 9000 })).toBe(true);
    expect((await reload(read)).health).toEqual({ failures: 0, probes: 0, slow: false, patientUntil: 9000 });
    expect(await markSilent(read, 6000)).toBe(true);
    expect(await clearFailures(read, { slow: false })).toBe(true);
    expect((await reload(read)).health).toEqual({ failures: 0, probes: 0, slow: false, patientUntil: 9000 });
  });

  it('brings no deleted webhook back', async () => {
    const caller = await newCaller();
    const stored = await storedWebhook(caller);
    await deleteWebhook(stored, { caller, action: 'webhook.deleted' });
    expect(await countFailure(stored, 1000, true)).toBeUndefined();
    expect(await openBreaker(stored, 5000, 1)).toBe(false);
    expect(await markSilent(stored, 5000)).toBe(false);
    expect(await clearFailures(stored, { slow: false })).toBe(false);
    expect(await disableReceiver(stored, 'gone')).toBe(false);
    expect(await replace(stored, stored)).toBe(false);
    expect(await getWebhook(addressOf(stored))).toBeUndefined();
  });
});

describe('the own entries of a form', () => {
  it('are webhooks, which the form does not tell the secrets of', async () => {
    const caller = await newCaller();
    const { form } = await formWith(caller, [{ ...created, secret: 'chosen secret' }, updated]);
    expect(form.webhooks).toEqual([created, updated]);
    const own = await webhooksOf(form.id);
    expect(own.map(({ webhook: { url, events, formId } }) => ({ url, events, formId }))).toEqual(
      expect.arrayContaining([created, updated].map(({ url, event }) => ({ url, events: [event], formId: form.id }))),
    );
    for (const stored of own) expect(webhookOwner(stored.webhook.id)).toEqual({ formId: form.id });
    const secrets = (await Promise.all(own.map(stored => secretsOf(stored, Date.now())))).flat();
    expect(secrets).toContain('chosen secret');
    expect(secrets.find(secret => secret !== 'chosen secret')).toMatch(/^whsec_/);
  });

  it('keep id and secret by event and url, and are deleted when they are gone', async () => {
    const caller = await newCaller();
    const read = await formWith(caller, [{ ...created, secret: 'chosen secret' }, updated]);
    const before = await webhooksOf(read.form.id);
    const kept = before.find(({ webhook }) => webhook.events.includes('response.created'));
    const changes = await changeEntries(read.form.id, [elsewhere, created], before, caller);
    expect(changes.shown).toEqual([{ ...elsewhere, secret: expect.stringMatching(/^whsec_/) }, created]);
    expect(await replaceForm(read, { ...read.form, webhooks: changes.entries }, changes.writes)).toBe(true);
    const after = await webhooksOf(read.form.id);
    expect(after.map(({ webhook }) => webhook.url).sort()).toEqual([created.url, elsewhere.url]);
    expect(after).toContainEqual(kept);

    const reread = await getForm(read.form.id);
    const rotation = await changeEntries(read.form.id, [{ ...created, secret: 'newer secret' }], after, caller);
    expect(reread && (await replaceForm(reread, { ...read.form, webhooks: rotation.entries }, rotation.writes))).toBe(
      true,
    );
    const [rotated] = await webhooksOf(read.form.id);
    expect(rotated?.webhook.id).toBe(kept?.webhook.id);
    expect(rotated && (await secretsOf(rotated, Date.now()))).toEqual(['newer secret', 'chosen secret']);
  });

  it('are planned with the form: stored without their secrets, and shown with those just set', async () => {
    const caller = await newCaller();
    const { form } = await storedForm(caller);
    const sent = {
      ...form,
      webhooks: [{ ...created, secret: 'chosen secret', partials: true, includeAnswers: false }],
    };
    const plan = await planWebhooks(sent, [], caller);
    expect(plan.form).toStrictEqual({ ...form, webhooks: [{ ...created, partials: true }] });
    expect(plan.shown).toStrictEqual({ ...form, webhooks: [{ ...created, partials: true, secret: 'chosen secret' }] });
    expect(plan.writes).toHaveLength(2);
  });

  it('leave a form without entries as it is, and delete those that it had', async () => {
    const caller = await newCaller();
    const read = await formWith(caller, [created]);
    const before = await webhooksOf(read.form.id);
    const { webhooks: _, ...form } = read.form;
    expect(await planWebhooks(form, [], caller)).toStrictEqual({ form, shown: form, writes: [] });
    const plan = await planWebhooks(form, before, caller);
    expect([plan.form, plan.shown]).toStrictEqual([form, form]);
    expect(await replaceForm(read, form, plan.writes)).toBe(true);
    expect(await webhooksOf(form.id)).toEqual([]);
  });

  it('are not written when nothing about them changes, and keep their secret when only a setting does', async () => {
    const caller = await newCaller();
    const read = await formWith(caller, [{ ...created, includeAnswers: true }]);
    const before = await webhooksOf(read.form.id);
    const same = await changeEntries(read.form.id, [{ ...created, includeAnswers: true }], before, caller);
    expect(same.writes).toEqual([]);
    const { entries, shown, writes } = await changeEntries(read.form.id, [created], before, caller);
    expect([entries, shown]).toStrictEqual([[created], [created]]);
    expect(await replaceForm(read, { ...read.form, webhooks: entries }, writes)).toBe(true);
    const [kept, ...others] = before;
    if (!kept) throw new Error('The form has no webhook');
    expect(others).toEqual([]);
    expect(await reload(kept)).toStrictEqual({
      ...kept,
      webhook: { ...kept.webhook, includeAnswers: false, updatedAt: expect.any(String) },
      revision: 2,
    });
  });

  it('change with the form or not at all', async () => {
    const caller = await newCaller();
    const read = await storedForm(caller);
    expect(await replaceForm(read, { ...read.form, title: 'Other' })).toBe(true);
    const { entries, writes } = await changeEntries(read.form.id, [created], [], caller);
    expect(await replaceForm(read, { ...read.form, webhooks: entries }, writes)).toBe(false);
    expect(await webhooksOf(read.form.id)).toEqual([]);
  });

  it('are refused with a url that may not be a receiver, or twice with the same event and url', async () => {
    expect(await faultsOfFormWebhooks([created, updated, elsewhere])).toEqual([]);
    const faults = await faultsOfFormWebhooks([created, { ...created }, { ...created, url: 'http://127.0.0.1:3000/' }]);
    expect(faults.map(({ field, rule }) => [field, rule])).toEqual([
      ['webhooks[1]', 'unique'],
      ['webhooks[2].url', 'receiver'],
    ]);
  });
});
