import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { Field } from '../../../shared/domain/fields/field.ts';
import { newForm } from '../../../shared/domain/forms/stored-form.ts';
import type { IntegrationType, SentConfig } from '../../../shared/domain/receivers/integration.ts';
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
import { startAirtable } from '../../support/doubles/airtable.ts';
import { startDiscord } from '../../support/doubles/discord.ts';
import { startGoogle } from '../../support/doubles/google.ts';
import { startNotion } from '../../support/doubles/notion.ts';
import { useSes } from '../../support/doubles/ses.ts';
import { startSlack } from '../../support/doubles/slack.ts';
import { startTeams } from '../../support/doubles/teams.ts';
import { itInAll } from '../../support/in-all.ts';
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

/** The doubles of the services that get messages or rows. */
const startServices = async () => ({
  hook: await httpReceiver(response => response.writeHead(200).end()),
  slack: await startSlack(),
  discord: await startDiscord(),
  teams: await startTeams(),
  google: await startGoogle(),
  notion: await startNotion(),
  airtable: await startAirtable(),
});

let services: Awaited<ReturnType<typeof startServices>>;
let caller: Caller;
let form: StoredForm;
/** A receiver of each kind. */
let receivers: Receiver[];
let member: { id: string; email: string };

beforeAll(async () => {
  services = await startServices();
  const { google, notion, airtable } = services;
  // The double has a clock of its own, by which requests are far apart.
  airtable.state.pace = 1000;
  Object.assign(process.env, {
    ...{ GOOGLE_TOKEN_URL: google.tokenUrl, GOOGLE_SHEETS_URL: google.sheetsUrl },
    ...{ NOTION_URL: notion.url, AIRTABLE_URL: airtable.url },
  });
});
afterAll(async () => {
  for (const service of Object.values(services)) await service.close();
});

function integrations(): [IntegrationType, SentConfig][] {
  const { slack, discord, teams, google, notion, airtable } = services;
  const byMail = { recipients: [member.id], includeAnswers: true };
  return [
    ['slack', { webhookUrl: slack.webhookUrl }],
    ['discord', { webhookUrl: discord.webhookUrl }],
    ['teams', { webhookUrl: teams.webhookUrl }],
    ['google_sheets', { serviceAccount: google.serviceAccount, spreadsheetId: google.spreadsheetId }],
    ['notion', { token: notion.token, databaseId: notion.databaseId }],
    ['airtable', { token: airtable.token, baseId: airtable.baseId, table: 'Leads' }],
    ['email', byMail],
    ['email', { ...byMail, digest: 'hourly' }],
  ];
}

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
  // Ten minutes before the end of a digest.
  line.advance(hour - (Date.now() % hour) + 50 * minute);
  const { hook, slack, discord, teams, google, notion, airtable } = services;
  const { webhook, owner: ofWebhook } = await storedWebhook(caller, {
    url: hook.url,
    events: ['response.created', 'response.updated'],
    includeAnswers: true,
  });
  receivers = [
    (await getReceiver({ owner: ofWebhook, receiverId: webhook.id })) as Receiver,
    ...(await Promise.all(integrations().map(([type, config]) => storedIntegration(caller, type, config)))),
    (await getReceiver({ owner: form.form.id, receiverId: autoresponderId(form.form.id) })) as Receiver,
  ];
  google.write([]);
  const lists = [hook.requests, slack.messages, discord.messages, teams.messages];
  for (const seen of [...lists, notion.pages, airtable.records, ses.mails]) seen.length = 0;
});
afterEach(async () => {
  owner.open();
  await line.takeDeadLetters();
});

/** How many times each receiver got a text. */
function gotten(text: string) {
  const count = (all: readonly unknown[]) => all.filter(each => JSON.stringify(each).includes(text)).length;
  const mails = (subject: RegExp) => count(ses.mails.filter(mail => subject.test(mail.subject)));
  return {
    webhook: count(services.hook.requests),
    slack: count(services.slack.messages),
    discord: count(services.discord.messages),
    teams: count(services.teams.messages),
    sheet: count(services.google.rows()),
    notion: count(services.notion.pages),
    airtable: count(services.airtable.records),
    notification: mails(/^New response/),
    digest: mails(/^1 new response/),
    confirmation: mails(/^Thank you/),
  };
}

type Gotten = ReturnType<typeof gotten>;

/** Every receiver got it as often, except these. */
const each = (times: number, others: Partial<Gotten> = {}): Gotten => ({
  ...(Object.fromEntries(Object.keys(gotten('')).map(name => [name, times])) as Gotten),
  ...others,
});

/** A sheet and a base have one row of a response, however often it is sent. A digest is not sent again. */
const once = { sheet: 1, airtable: 1, digest: 1 };

const responseOf = (id: string) => findResponse(id, form);

/** Moves the answers of a response to the bucket, as the job does seconds after the submission. */
async function move(id: string): Promise<void> {
  await tendResponse(responseKey(id), async () => {});
  expect(await getItem(responseKey(id))).not.toHaveProperty('answers');
}

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** Lets 15 minutes pass, after which a delivery is tried again whose answers are in a closed bucket. */
async function pass(quarters: number): Promise<void> {
  for (let passed = 0; passed < quarters; passed++) {
    line.advance(15 * minute);
    await line.sweep();
    await line.workOff();
  }
}

const deliveries = async (): Promise<Delivery[]> => (await Promise.all(receivers.map(deliveriesTo))).flat();

/** Sends the deliveries about a response again, as a member can. */
async function sendAgain(id: string): Promise<void> {
  for (const delivery of await deliveries())
    if (delivery.event.responseId === id && !delivery.digest)
      await retryDelivery(delivery, caller.environmentId, Date.now());
}

describe('the answers of a delivery, once they have moved to the bucket', () => {
  it('are in every message, whether they moved before it or after it, and days later', async () => {
    const { id } = await submitAnswers(form, ada);
    await move(id);
    await line.settle();
    expect(gotten('Ada Lovelace')).toEqual(each(1));

    const other = await submitAnswers(form, { ...ada, name: 'Ada Byron', email: 'byron@example.com' });
    await line.settle();
    expect(gotten('Ada Byron')).toEqual(each(1));
    await move(other.id);
    // The move is no event of its own.
    await line.settle();
    expect(gotten('Ada Byron')).toEqual(each(1));
    line.advance(3 * day);
    await sendAgain(other.id);
    await line.settle();
    expect(gotten('Ada Byron')).toEqual(each(2, once));

    const read = await responseOf(id);
    if (read) await replaceResponse(read, { ...read.response, answers: { ...ada, name: 'Ada King' } });
    await move(id);
    await line.settle();
    // Only webhooks get changes.
    expect(gotten('Ada King')).toEqual(each(0, { webhook: 1 }));
    expect(gotten('response.updated')).toEqual(each(0, { webhook: 1 }));
  });

  itInAll('are waited for while the bucket is closed, also when a delivery is sent again days later', async () => {
    const { id } = await submitAnswers(form, ada);
    await move(id);
    owner.close();
    await line.workOff();
    await pass(2);
    expect(gotten('Ada')).toEqual(each(0));
    const waiting = await deliveries();
    const [collected, ...others] = waiting.toSorted(
      (a, b) => Number(b.status === 'succeeded') - Number(a.status === 'succeeded'),
    );
    // The digest knows the response, and waits itself.
    expect([collected?.status, collected?.digest]).toEqual(['succeeded', expect.any(String)]);
    expect(others.map(({ status, waitingFor }) => [status, waitingFor])).toEqual(
      receivers.map(() => ['scheduled', 'answers']),
    );
    const read = await responseOf(id);
    const told = waiting.slice(0, 1).map(delivery => ({ delivery, receiver: shownReceiver(receivers[0] as Receiver) }));
    expect(timelineOf(read?.response as never, [], told)).toContainEqual(
      expect.objectContaining({ type: 'delivery', state: 'waiting', waitingFor: 'answers', attempts: [] }),
    );
    owner.open();
    expect(await line.settle()).toBeLessThan(20);
    expect(gotten('Ada Lovelace')).toEqual(each(1));
    expect(await deliveries()).not.toContainEqual(expect.objectContaining({ waitingFor: expect.anything() }));

    line.advance(3 * day);
    owner.close();
    await sendAgain(id);
    await pass(1);
    const again = (await deliveries()).filter(({ digest }) => !digest);
    expect(again.map(({ status, waitingFor }) => [status, waitingFor])).toEqual(
      again.map(() => ['scheduled', 'answers']),
    );
    owner.open();
    await line.settle();
    expect(gotten('Ada Lovelace')).toEqual(each(2, once));

    owner.close();
    await sendAgain(id);
    await pass(4);
    const dead = (await deliveries()).filter(({ digest }) => !digest);
    expect(dead.map(({ status, attempts }) => [status, attempts.at(-1)?.error])).toEqual(
      dead.map(() => ['dead', 'answers_unavailable']),
    );
    expect(gotten('Ada Lovelace')).toEqual(each(2, once));
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
