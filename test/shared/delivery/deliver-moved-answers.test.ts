import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { Field } from '../../../shared/domain/fields/field.ts';
import { newForm } from '../../../shared/domain/forms/stored-form.ts';
import { timelineOf } from '../../../shared/domain/receivers/response-timeline.ts';
import type { Delivery } from '../../../shared/domain/receivers/webhook.ts';
import { autoresponderId } from '../../../shared/ids.ts';
import { sendDueMail } from '../../../shared/jobs/mails/send-due-mail.ts';
import { tendResponse } from '../../../shared/jobs/move-answers.ts';
import { membersOf } from '../../../shared/store/accounts/members.ts';
import { getUser } from '../../../shared/store/accounts/users.ts';
import { getForm, putForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { isMailKey, mailWrites } from '../../../shared/store/mails/mail-items.ts';
import { autoresponderWrite } from '../../../shared/store/receivers/autoresponders.ts';
import { retryDelivery } from '../../../shared/store/receivers/deliveries.ts';
import { shownReceiver } from '../../../shared/store/receivers/deliveries-of-response.ts';
import { getReceiver, type Receiver } from '../../../shared/store/receivers/receivers.ts';
import { addReply, repliesIn } from '../../../shared/store/responses/replies.ts';
import { findResponse, replaceResponse, responseKey } from '../../../shared/store/responses/responses.ts';
import { getItem } from '../../../shared/store/table.ts';
import { useSes } from '../../support/doubles/ses.ts';
import { startSlack } from '../../support/doubles/slack.ts';
import { newCaller, storedIntegration, storedWebhook, submitAnswers } from '../../support/records/records.ts';
import { deliveriesTo, useDeliveryLine } from '../../support/table/delivery-line.ts';
import { readDue } from '../../support/table/due-items.ts';
import { useKms } from '../../support/table/kms.ts';
import { useOwnerBucket } from '../../support/table/owner-bucket.ts';
import { useTable } from '../../support/table/table.ts';
import { httpReceiver } from '../outbound/receivers.ts';

useTable({ stream: true });
useKms();
const ses = useSes();
const owner = useOwnerBucket();
/** The last retry is after 40 minutes. */
const line = useDeliveryLine('60,600,1800');
beforeAll(() => void Object.assign(process.env, { DELIVERY_DEADLINE_SECONDS: '10' }));

const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000];
const fields: Field[] = [
  { id: 'name', type: 'text', label: 'Name' },
  { id: 'email', type: 'email', label: 'Email' },
];

let slack: Awaited<ReturnType<typeof startSlack>>;
let hook: Awaited<ReturnType<typeof httpReceiver>>;
let caller: Caller;
let form: StoredForm;
/** All kinds of receivers of the form's responses: their names, and how many times each got a text. */
let receivers: Receiver[];
let member: { id: string; email: string };

beforeAll(async () => {
  slack = await startSlack();
  hook = await httpReceiver(response => response.writeHead(200).end());
});
afterAll(() => Promise.all([slack.close(), hook.close()]));

beforeEach(async () => {
  caller = await newCaller();
  const made = newForm(
    {
      ...{ title: 'Contact', status: 'live', fields, storage: owner.storage },
      autoresponder: { enabled: true, nameField: 'name', subject: 'Thank you {{name}}', body: 'Bye.' },
    },
    caller.environment,
  );
  await putForm(made, caller, [autoresponderWrite(made, { caller, baseUrl: 'https://forms.example' })]);
  form = (await getForm(made.id)) as StoredForm;
  const user = await getUser((await membersOf(caller.organizationId))[0]?.userId ?? '');
  member = { id: user?.id ?? '', email: user?.email ?? '' };
  // At the start of an hour, so that a digest has ended an hour later.
  line.advance(hour - (Date.now() % hour) + minute);
  const { webhook, owner: ofWebhook } = await storedWebhook(caller, {
    url: hook.url,
    events: ['response.created', 'response.updated'],
    includeAnswers: true,
  });
  const byMail = { recipients: [member.id], includeAnswers: true };
  receivers = [
    (await getReceiver({ owner: ofWebhook, receiverId: webhook.id })) as Receiver,
    await storedIntegration(caller, 'slack', { webhookUrl: slack.webhookUrl }),
    await storedIntegration(caller, 'email', byMail),
    await storedIntegration(caller, 'email', { ...byMail, digest: 'hourly' }),
    (await getReceiver({ owner: form.form.id, receiverId: autoresponderId(form.form.id) })) as Receiver,
  ];
  for (const seen of [slack.messages, hook.requests, ses.mails]) seen.length = 0;
});
afterEach(async () => {
  owner.open();
  await line.takeDeadLetters();
});

/** How many times each receiver got a text: the webhook, Slack, the notification, the digest, the visitor. */
function gotten(text: string): number[] {
  const count = (all: readonly unknown[]) => all.filter(each => JSON.stringify(each).includes(text)).length;
  const mails = Map.groupBy(ses.mails, ({ subject }) => subject.replace(/:.*| Ada.*/, ''));
  const kinds = ['New response', '1 new response', 'Thank you'].map(subject => mails.get(subject) ?? []);
  return [hook.requests, slack.messages, ...kinds].map(count);
}

const responseOf = (id: string) => findResponse(id, form);

/** Moves the answers of a response to the bucket, as the job does seconds after the submission. */
async function move(id: string): Promise<void> {
  await tendResponse(responseKey(id), async () => {});
  expect(await getItem(responseKey(id))).not.toHaveProperty('answers');
}

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** Advances by minutes, with a sweep and all work after each. */
async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) {
    line.advance(minute);
    await line.sweep();
    await line.workOff();
  }
}

const deliveries = async (): Promise<Delivery[]> => (await Promise.all(receivers.map(deliveriesTo))).flat();

describe('the answers of a delivery, once they have moved to the bucket', () => {
  it('are in every message, whether they moved before it or after it, and days later', async () => {
    const { id } = await submitAnswers(form, ada);
    await move(id);
    await line.settle();
    expect(gotten('Ada Lovelace')).toEqual([1, 1, 1, 1, 1]);

    const other = await submitAnswers(form, { ...ada, name: 'Ada Byron', email: 'byron@example.com' });
    await line.settle();
    expect(gotten('Ada Byron')).toEqual([1, 1, 1, 1, 1]);
    await move(other.id);
    // The move is no event of its own.
    await line.settle();
    expect(gotten('Ada Byron')).toEqual([1, 1, 1, 1, 1]);
    line.advance(3 * day);
    for (const delivery of await deliveries())
      if (delivery.event.responseId === other.id && !delivery.digest)
        await retryDelivery(delivery, caller.environmentId, Date.now());
    await line.settle();
    // A mailbox gets one confirmation a day from a form.
    expect(gotten('Ada Byron')).toEqual([2, 2, 2, 1, 2]);

    const read = await responseOf(id);
    if (read) await replaceResponse(read, { ...read.response, answers: { ...ada, name: 'Ada King' } });
    await move(id);
    await line.settle();
    // Only webhooks get changes.
    expect(gotten('Ada King')).toEqual([1, 0, 0, 0, 0]);
    expect(gotten('response.updated')).toEqual([1, 0, 0, 0, 0]);
  });

  it('are waited for while the bucket is closed, also when a delivery is sent again days later', async () => {
    const { id } = await submitAnswers(form, ada);
    await move(id);
    owner.close();
    await pass(20);
    expect(gotten('')).toEqual([0, 0, 0, 0, 0]);
    const waiting = await deliveries();
    expect(waiting.map(({ status, waitingFor }) => [status, waitingFor])).toEqual([
      ['scheduled', 'answers'],
      ['scheduled', 'answers'],
      ['scheduled', 'answers'],
      // Waits for its digest.
      ['succeeded', undefined],
      ['scheduled', undefined],
      ['scheduled', 'answers'],
    ]);
    const read = await responseOf(id);
    const told = waiting.slice(0, 1).map(delivery => ({ delivery, receiver: shownReceiver(receivers[0] as Receiver) }));
    expect(timelineOf(read?.response as never, [], told)).toContainEqual(
      expect.objectContaining({ type: 'delivery', state: 'waiting', waitingFor: 'answers', attempts: [] }),
    );
    owner.open();
    await pass(16);
    await line.settle();
    expect(gotten('Ada Lovelace')).toEqual([1, 1, 1, 1, 1]);
    expect(await deliveries()).not.toContainEqual(expect.objectContaining({ waitingFor: expect.anything() }));

    line.advance(3 * day);
    owner.close();
    for (const delivery of await deliveries())
      if (!delivery.digest) await retryDelivery(delivery, caller.environmentId, Date.now());
    await pass(20);
    const again = (await deliveries()).filter(({ digest }) => !digest);
    expect(again.map(({ status, waitingFor }) => [status, waitingFor])).toEqual(
      again.map(() => ['scheduled', 'answers']),
    );
    owner.open();
    await line.settle();
    expect(gotten('Ada Lovelace')).toEqual([2, 2, 2, 1, 2]);

    owner.close();
    for (const delivery of await deliveries())
      if (!delivery.digest) await retryDelivery(delivery, caller.environmentId, Date.now());
    await pass(75);
    owner.open();
    await line.settle();
    const dead = (await deliveries()).filter(({ digest }) => !digest);
    expect(dead.map(({ status, attempts }) => [status, attempts.at(-1)?.error])).toEqual(
      dead.map(() => ['dead', 'answers_unavailable']),
    );
  });

  it('give a reply by a member its address, which waits for it without a failure', async () => {
    const { id } = await submitAnswers(form, ada);
    await move(id);
    await line.settle();
    ses.mails.length = 0;
    const read = await responseOf(id);
    if (!read) throw new Error('The response is not stored');
    const replyId = 'rpl_1';
    const matter = { kind: 'reply' as const, organizationId: caller.organizationId, responseId: id, replyId };
    const reply = {
      ...{ fieldId: 'email', memberId: member.id, subject: 'Your question', body: 'Hello.', authorId: member.id },
      ...{ createdAt: new Date().toISOString(), state: 'queued' as const, baseUrl: 'https://forms.example' },
    };
    const style = { language: 'en' as const, baseUrl: 'https://forms.example' };
    expect(await addReply(read, [replyId, reply], mailWrites(matter, style))).toBe(true);
    const send = async (): Promise<number> => {
      let due = 0;
      for await (const { pk, sk } of readDue(Date.now())) {
        if (!isMailKey({ pk, sk })) continue;
        due += 1;
        await sendDueMail({ pk, sk }, Date.now());
      }
      return due;
    };
    const state = async () => repliesIn((await responseOf(id))?.item as never)[replyId]?.state;
    owner.close();
    expect([await send(), await send(), await state()]).toEqual([1, 0, 'queued']);
    line.advance(15 * minute);
    owner.open();
    expect([await send(), await state()]).toEqual([1, 'sent']);
    expect(ses.mails).toMatchObject([{ to: ['ada@example.com'], subject: 'Your question' }]);
  });
});
