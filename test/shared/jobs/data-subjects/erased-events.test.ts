import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Json } from '../../../support/cloud/http.ts';
import { itInAll } from '../../../support/in-all.ts';
import { plantPerson } from '../../../support/records/planted-person.ts';
import { newCaller, storedWebhook } from '../../../support/records/records.ts';
import { newRequest, requestOf, runOnce, runToEnd } from '../../../support/table/data-subjects.ts';
import { deliveriesTo, useDeliveryLine } from '../../../support/table/delivery-line.ts';
import { diesAfter } from '../../../support/table/dies-after.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';
import { httpReceiver } from '../../outbound/receivers.ts';

useTable({ stream: true });
useKms();
useUploads();
const line = useDeliveryLine('5,30');

let caller: Caller;
let receiver: Awaited<ReturnType<typeof httpReceiver>>;

beforeEach(async () => {
  caller = await newCaller();
  receiver = await httpReceiver(response => void response.writeHead(204).end());
});
afterEach(() => receiver.close());

const subscribed = () =>
  storedWebhook(caller, { url: `http://127.0.0.1:${receiver.port}/`, events: ['response.erased'] });

const received = (): Json[] => receiver.requests.map(({ body = '' }) => JSON.parse(body));

const byId = (ids: readonly string[]) => [...ids].sort();

it('tells a webhook of each erased response, with IDs and the time alone, once everything is erased', async () => {
  const { email, name, theirs } = await plantPerson(caller);
  const [webhook, other] = [await subscribed(), await storedWebhook(caller, { events: ['response.updated'] })];
  const id = await newRequest(caller, 'erase', { email });
  // The responses are gone after the first run, and their traces a minute later.
  await runOnce(id);
  await line.workOff();
  expect(received()).toEqual([]);
  await runToEnd(id);
  await line.settle();
  const events = received();
  expect(byId(events.map(({ event }) => event.attributes.response.id))).toEqual(byId(theirs.map(each => each.id)));
  const [first] = events;
  expect(first.event).toEqual({
    name: 'response.erased',
    timestamp: expect.any(String),
    attributes: {
      response: { id: expect.any(String) },
      form: { id: expect.any(String) },
      'response.id': first.event.attributes.response.id,
      'form.id': first.event.attributes.form.id,
    },
  });
  expect(JSON.stringify(events)).not.toContain(name);
  expect((await deliveriesTo(webhook)).map(({ status }) => status)).toEqual(theirs.map(() => 'succeeded'));
  expect(await deliveriesTo(other)).toEqual([]);
});

itInAll(
  'tells once when the job dies at every request to AWS, and when two erasures name the same person',
  async () => {
    const { email, theirs } = await plantPerson(caller);
    await subscribed();
    const ids = [await newRequest(caller, 'erase', { email }), await newRequest(caller, 'erase', { email })];
    let requests = 1;
    const runBoth = async () => {
      const open: string[] = [];
      for (const id of ids) if ((await requestOf(id)).endedAt === undefined) open.push(id);
      requests += 1;
      await diesAfter(requests, async () => {
        for (const id of open) await runOnce(id);
      });
      await line.workOff();
    };
    for (const id of ids) await runToEnd(id, runBoth);
    await line.settle();
    const told = received().map(({ event }) => event.attributes.response.id);
    expect(byId(told)).toEqual(byId(theirs.map(({ id }) => id)));
  },
);
