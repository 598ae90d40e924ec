import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fanOut, type Occurrence } from '../../../shared/delivery/fan-out.ts';
import { changeEntries } from '../../../shared/delivery/form-webhooks.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newResponseId } from '../../../shared/ids.ts';
import { log } from '../../../shared/log.ts';
import { autoresponderWrite } from '../../../shared/store/receivers/autoresponders.ts';
import { deliveryKey, newDelivery } from '../../../shared/store/receivers/deliveries.ts';
import { countFailure, disableReceiver } from '../../../shared/store/receivers/receiver-health.ts';
import { receiverKey } from '../../../shared/store/receivers/receiver-item.ts';
import { addressOf, getReceiver, type Receiver } from '../../../shared/store/receivers/receivers.ts';
import { webhooksOf } from '../../../shared/store/receivers/webhooks.ts';
import { updateItem, writeIfUnchanged } from '../../../shared/store/table.ts';
import { eventAt, newCaller, storedForm, storedIntegration, storedWebhook } from '../../support/records/records.ts';
import { useKms } from '../../support/table/kms.ts';
import { useDeliveryQueues } from '../../support/table/queues.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();
const messagesIn = useDeliveryQueues();

const now = Date.now();
let caller: Caller;
let formId: string;
beforeEach(async () => {
  caller = await newCaller();
  formId = (await storedForm(caller)).form.id;
});
afterEach(async () => {
  for (const queue of ['fast', 'slow'] as const) await messagesIn(queue);
  jest.restoreAllMocks();
});

/** A response that was completed now, by default. */
function occurrence(changes: Partial<Occurrence> = {}, event: Partial<Occurrence['event']> = {}): Occurrence {
  const responseId = newResponseId(formId, 1, now);
  return {
    identity: responseId,
    event: { ...eventAt(now, formId), responseId, ...event },
    ...{ completes: true, wasSpam: false, environmentId: caller.environmentId },
    ...changes,
  };
}

const slack = (properties: object = {}) =>
  storedIntegration(caller, 'slack', { webhookUrl: 'https://hooks.slack.com/services/T0/B0/x', ...properties });
const sheet = () =>
  storedIntegration(caller, 'notion', { token: 'secret_token', databaseId: '0123456789abcdef0123456789abcdef' });

/** The message of an event to a receiver, but for the time of its delivery. */
function messageTo(receiver: Receiver, { event, identity }: Occurrence) {
  const delivery = newDelivery(addressOf(receiver), event, identity);
  return { ...deliveryKey(delivery), delivery: { ...delivery, createdAt: expect.any(String) } };
}

/** The receivers that get something, from either lane. */
async function told(): Promise<string[]> {
  const messages = [...(await messagesIn('fast')), ...(await messagesIn('slow'))];
  return messages.map(({ delivery }) => delivery.receiverId).sort();
}
const idsOf = (...receivers: Receiver[]) => receivers.map(each => addressOf(each).receiverId).sort();

describe('an event', () => {
  it('goes to each webhook that subscribes to it, and to no other', async () => {
    const all = await storedWebhook(caller);
    const ofForm = await storedWebhook(caller, { formId });
    await storedWebhook(caller, { formId: (await storedForm(caller)).form.id });
    await storedWebhook(caller, { events: ['response.updated'] });
    await disableReceiver(await storedWebhook(caller), 'failing');
    await storedWebhook(await newCaller());
    const { writes } = await changeEntries(
      formId,
      [
        { event: 'response.created', url: 'https://hooks.example.com/' },
        { event: 'event.view', url: 'https://hooks.example.com/' },
      ],
      [],
      caller,
    );
    await writeIfUnchanged(writes);
    const own = (await webhooksOf(formId)).filter(({ webhook }) => webhook.events.includes('response.created'));
    const happened = occurrence();
    expect(await fanOut([happened])).toEqual([]);
    const sent = await messagesIn('fast');
    const wanted = [all, ofForm, ...own].map(receiver => messageTo(receiver, happened));
    expect(sent).toHaveLength(3);
    expect(sent).toEqual(expect.arrayContaining(wanted));
    expect(await messagesIn('slow')).toEqual([]);
  });

  it('goes to webhooks with partial responses, or to those without, where it is for one of them', async () => {
    const [whole, early] = [await storedWebhook(caller), await storedWebhook(caller)];
    await updateItem(receiverKey(addressOf(early)), { set: { partials: true } });
    await fanOut([occurrence({ partials: false })]);
    expect(await told()).toEqual(idsOf(whole));
    await fanOut([occurrence({ partials: true })]);
    expect(await told()).toEqual(idsOf(early));
    await fanOut([occurrence()]);
    expect(await told()).toEqual(idsOf(whole, early));
  });

  it('goes to integrations when it completes a response, under the id of the response', async () => {
    const all = await slack();
    await slack({ formId: (await storedForm(caller)).form.id });
    const { responseId = '' } = occurrence().event;
    const completed = occurrence({ identity: `${responseId} completed` }, { responseId });
    await fanOut([occurrence({ completes: false }), completed]);
    const sent = await messagesIn('fast');
    expect(sent).toEqual([messageTo(all, { ...completed, identity: responseId })]);
  });

  it('of an erased response goes to integrations with a row for each', async () => {
    await slack();
    const rows = await sheet();
    const erased = occurrence({ completes: false }, { name: 'response.erased' });
    await fanOut([erased]);
    expect(await messagesIn('fast')).toEqual([messageTo(rows, erased)]);
  });

  it('has the form reply when it completes a response that was no spam', async () => {
    const replying = { id: formId, autoresponder: { enabled: true } as never };
    await writeIfUnchanged([autoresponderWrite(replying, { caller, baseUrl: 'https://forms.example' })]);
    const id = `aut_${formId.slice('form_'.length)}`;
    await fanOut([occurrence({ wasSpam: true }), occurrence({ completes: false })]);
    expect(await told()).toEqual([]);
    await fanOut([occurrence()]);
    expect(await told()).toEqual([id]);
    expect(await getReceiver({ owner: formId, receiverId: id })).toBeDefined();
  });

  it('makes the same delivery when it comes again', async () => {
    const webhook = await storedWebhook(caller);
    const happened = occurrence();
    await fanOut([happened]);
    await fanOut([happened]);
    const [first, second, ...others] = await messagesIn('fast');
    expect(others).toEqual([]);
    expect(second).toEqual(messageTo(webhook, happened));
    expect(first.delivery.id).toBe(second.delivery.id);
  });

  it('takes the slow lane to a slow receiver', async () => {
    const [slow, quick] = [await storedWebhook(caller), await storedWebhook(caller)];
    await countFailure(slow, now, true);
    const happened = occurrence();
    expect(await fanOut([happened])).toEqual([]);
    expect(await messagesIn('slow')).toEqual([messageTo(slow, happened)]);
    expect(await messagesIn('fast')).toEqual([messageTo(quick, happened)]);
  });

  it('is returned as refused when a receiver is damaged, and goes to the others', async () => {
    const errors = jest.spyOn(log, 'error').mockImplementation(() => {});
    const [webhook, damaged] = [await storedWebhook(caller), await slack()];
    const key = receiverKey(addressOf(damaged));
    await updateItem(key, { set: { config: '{' } });
    const happened = occurrence();
    expect(await fanOut([happened])).toEqual([{ unsent: happened, isRefused: true }]);
    expect(await messagesIn('fast')).toEqual([messageTo(webhook, happened)]);
    expect(errors.mock.calls).toEqual([['items of receivers are damaged', { keys: [key] }]]);
  });

  it('is returned as refused when it cannot be sent to a receiver, and goes to the others', async () => {
    const errors = jest.spyOn(log, 'error').mockImplementation(() => {});
    const [webhook, damaged] = [await storedWebhook(caller), await storedWebhook(caller)];
    await updateItem(receiverKey(addressOf(damaged)), { set: { events: 7 } });
    const happened = occurrence();
    expect(await fanOut([happened])).toEqual([{ unsent: happened, isRefused: true }]);
    expect(await messagesIn('fast')).toEqual([messageTo(webhook, happened)]);
    expect(errors.mock.calls).toEqual([
      ['an event cannot be sent to a receiver', { error: expect.any(Error), ...addressOf(damaged) }],
    ]);
  });
});
