import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { Field } from '../../../shared/domain/fields/field.ts';
import type { Autoresponder } from '../../../shared/domain/forms/replies/autoresponder.ts';
import { newForm } from '../../../shared/domain/forms/stored-form.ts';
import { mailLinkOf } from '../../../shared/domain/mails/mail-token.ts';
import { repliesAnHourMax } from '../../../shared/domain/mails/reply-bounds.ts';
import type { Response } from '../../../shared/domain/responses/response.ts';
import { autoresponderId } from '../../../shared/ids.ts';
import { putForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { optOut, reserveReply } from '../../../shared/store/mails/mailboxes.ts';
import { autoresponderWrite } from '../../../shared/store/receivers/autoresponders.ts';
import { getReceiver } from '../../../shared/store/receivers/receivers.ts';
import { findResponse } from '../../../shared/store/responses/responses.ts';
import { moveResponse } from '../../../shared/store/responses/spam.ts';
import { createResponse } from '../../../shared/store/responses/submissions.ts';
import { useSes } from '../../support/doubles/ses.ts';
import { startSlack } from '../../support/doubles/slack.ts';
import { itInAll } from '../../support/in-all.ts';
import { newCaller, readForm, storedIntegration, submitAnswers } from '../../support/records/records.ts';
import { deliveriesTo, useDeliveryLine } from '../../support/table/delivery-line.ts';
import type { WorkerCall } from '../../support/table/killable-workers.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable({ stream: true });
useKms();
const ses = useSes();
const mailsTo = (address: string) => ses.mails.filter(({ to }) => to.includes(address));
const line = useDeliveryLine('5,30,60');
beforeAll(() => void Object.assign(process.env, { DELIVERY_DEADLINE_SECONDS: '10' }));

const day = 24 * 3_600_000;
const fields: Field[] = [
  { id: 'name', type: 'text', label: 'Name' },
  { id: 'email', type: 'email', label: 'E-mail' },
  { id: 'topic', type: 'select', label: 'Topic', options: ['Sales', 'Support'], other: true },
];
const words: Autoresponder = {
  ...{ enabled: true, nameField: 'name', subject: 'Thank you {{name}}' },
  body: 'Hello {{name}}, we got your question about {{topic}}.',
};

let caller: Caller;
let form: StoredForm;
let victims = 0;
/** Nobody has written to it yet: bounds are of the whole deployment. */
const newAddress = () => `ada${victims++}@example.com`;

async function replying(autoresponder: Autoresponder = words): Promise<StoredForm> {
  const made = newForm({ title: 'Contact', status: 'live', fields, autoresponder }, caller.environment);
  await putForm(made, caller, [autoresponderWrite(made, { caller, baseUrl: 'https://forms.example' })]);
  return readForm(made.id);
}

beforeEach(async () => {
  line.meet({});
  caller = await newCaller();
  form = await replying();
  // Far from midnight, and from the end of an hour.
  line.advance(day - (Date.now() % day) + 12.25 * 3_600_000);
});
afterEach(() => line.takeDeadLetters());

const answer = (answers: Response['answers'], to = form) => submitAnswers(to, answers);

async function storedSpam(email: string): Promise<string> {
  const { id: formId, environment } = form.form;
  const spam = { score: 1, reasons: ['ticket'], at: new Date().toISOString() } as unknown as Response['spam'];
  const content = {
    ...{ formId, formVersion: 1, environment, status: 'completed' as const, answers: { email }, notes: [] },
    ...{ meta: { source: 'browser' as const }, ...(spam && { spam }) },
  };
  const response = await createResponse(form, content);
  return response?.id ?? '';
}

describe('an automatic reply', () => {
  it('goes to whoever has completed a response, as what it is', async () => {
    const email = newAddress();
    const { id } = await submitAnswers(form, { email }, 'partial');
    await line.settle();
    expect(ses.mails).toEqual([]);
    expect(id).toBeTruthy();
    await answer({ email, name: 'Ada', topic: 'Sales' });
    await line.settle();
    expect(ses.mails).toHaveLength(1);
    const [mail] = ses.mails;
    expect(mail).toMatchObject({ to: [email], subject: 'Thank you Ada', replyTo: [] });
    expect(mail?.text).toContain('Hello Ada, we got your question about Sales.');
    const headers = Object.fromEntries(mail?.headers ?? []);
    expect(headers).toMatchObject({
      ...{ 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', Precedence: 'bulk' },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(headers['List-Unsubscribe']).toMatch(/^<https:\/\/forms\.example\/mails\/opt_[\w-]{96}>$/);
  });

  it('answers no spam, and nothing that is found not to be spam later', async () => {
    const id = await storedSpam(newAddress());
    await line.settle();
    const read = await findResponse(id, form);
    if (!read) throw new Error('The spam is gone');
    const slack = await startSlack();
    await storedIntegration(caller, 'slack', { webhookUrl: slack.webhookUrl });
    expect(await moveResponse(read, undefined)).toBeDefined();
    await line.settle();
    // Its integrations hear of it, so it was on its way.
    expect(slack.messages).toHaveLength(1);
    expect(ses.mails).toEqual([]);
    await slack.close();
  });

  it('is sent once, though its worker is killed before it could, and though the event comes twice', async () => {
    const email = newAddress();
    let kills = 0;
    const afterReserving = ({ command, input, proceed, kill }: WorkerCall) =>
      command === 'TransactWriteCommand' && JSON.stringify(input).includes('MAILBOX#') && kills++ === 0
        ? proceed().then(kill)
        : undefined;
    let repeats = 0;
    line.meet({ calls: [afterReserving], repeat: () => (repeats++ < 3 ? 'once more' : undefined) });
    await answer({ email });
    await line.workOff();
    expect(ses.mails).toEqual([]);
    line.advance(6 * 60_000);
    await line.settle();
    expect(mailsTo(email)).toHaveLength(1);
    expect(repeats).toBeGreaterThan(1);
    expect(kills).toBeGreaterThan(0);
  });

  itInAll('waits out throttling, while others are told', async () => {
    const slack = await startSlack();
    await storedIntegration(caller, 'slack', { webhookUrl: slack.webhookUrl });
    let throttled = 0;
    ses.fail(() => (throttled++ < 4 ? 'TooManyRequestsException' : undefined));
    const email = newAddress();
    await answer({ email });
    await line.workOff();
    expect(slack.messages).toHaveLength(1);
    expect(ses.mails).toEqual([]);
    await line.settle();
    expect(mailsTo(email)).toHaveLength(1);
    await slack.close();
  });

  it('to an address that SES refuses rings no alarm, and stops no other', async () => {
    ses.fail(to => (to.startsWith('bad') ? 'MessageRejected' : undefined));
    for (let number = 0; number < 6; number++) await answer({ email: `bad${number}-${newAddress()}` });
    const email = newAddress();
    await answer({ email });
    await line.settle();
    expect(ses.mails.map(({ to }) => to)).toEqual([[email]]);
    expect(await line.takeDeadLetters()).toEqual([]);
    const stored = await getReceiver({ owner: form.form.id, receiverId: autoresponderId(form.form.id) });
    if (!stored) throw new Error('There is no autoresponder');
    expect((await deliveriesTo(stored)).filter(({ status }) => status === 'cancelled')).toHaveLength(6);
    expect(stored.health).toMatchObject({ failures: 0 });
  });
});

describe('an attacker', () => {
  it('has a mailbox written to once a day by a form, however it is spelled', async () => {
    const email = newAddress();
    const name = email.split('@')[0];
    for (const each of [email, email.toUpperCase(), `${name}+1@example.com`, `${name}+2@EXAMPLE.com`]) {
      await answer({ email: each });
    }
    await line.settle();
    expect(ses.mails).toHaveLength(1);
    line.advance(day);
    await answer({ email });
    await answer({ email: `${name}+3@example.com` });
    await line.settle();
    expect(ses.mails).toHaveLength(2);
  });

  it('has a mailbox written to five times a day, through however many forms', async () => {
    const email = newAddress();
    for (let forms = 0; forms < 7; forms++) await answer({ email }, await replying());
    await line.settle();
    expect(mailsTo(email)).toHaveLength(5);
  });

  itInAll('has a form write to so many mailboxes an hour, and not more', async () => {
    for (let sent = 0; sent < repliesAnHourMax - 2; sent += 7) {
      const some = Array.from({ length: Math.min(7, repliesAnHourMax - 2 - sent) }, newAddress);
      const replies = some.map((email, index) => ({ email, responseId: `sub_${sent + index}` }));
      await Promise.all(
        replies.map(({ email, responseId }) => reserveReply(email, { formId: form.form.id, responseId }, Date.now())),
      );
    }
    for (let number = 0; number < 4; number++) await answer({ email: newAddress() });
    await line.settle();
    expect(ses.mails).toHaveLength(2);
    await answer({ email: newAddress() }, await replying());
    line.advance(3_600_000);
    await answer({ email: newAddress() });
    await line.settle();
    expect(ses.mails).toHaveLength(4);
  });

  it('is one of so many a day, of the whole deployment', async () => {
    const limit = process.env.LIMIT_REPLIES;
    process.env.LIMIT_REPLIES = '2';
    try {
      for (let number = 0; number < 3; number++) await answer({ email: newAddress() }, await replying());
      await line.settle();
      expect(ses.mails).toHaveLength(2);
      line.advance(day);
      await answer({ email: newAddress() });
      await line.settle();
      expect(ses.mails).toHaveLength(3);
    } finally {
      process.env.LIMIT_REPLIES = limit;
    }
  });

  it('cannot write to anybody who has asked for nothing more, through any form', async () => {
    const email = newAddress();
    await answer({ email });
    await line.settle();
    const { 'List-Unsubscribe': header = '' } = Object.fromEntries(ses.mails[0]?.headers ?? []);
    const link = mailLinkOf(header.slice('<https://forms.example/mails/'.length, -1));
    if (link?.act !== 'optOut') throw new Error('The mail has no link that ends it');
    expect(await optOut({ ...link, secret: 'x'.repeat(32) })).toBe(false);
    expect(await optOut(link)).toBe(true);
    expect(await optOut(link)).toBe(true);
    line.advance(2 * day);
    await answer({ email: email.replace('@', '+tag@') }, await replying());
    await answer({ email });
    await line.settle();
    expect(ses.mails).toHaveLength(1);
  });

  it('brings no word of its own into a mail, but for a name', async () => {
    const evil = [
      'https://evil.example',
      'ｅｖｉｌ．ｅｘａｍｐｌｅ',
      'hxxp evil',
      'Ada\r\nBcc: x@y.example',
      'Ada\u202e',
      'a'.repeat(10_000),
    ];
    for (const text of evil) await answer({ email: newAddress(), name: text, topic: text.slice(0, 200) });
    await answer({ email: newAddress(), name: `${'Ada '.repeat(14).trim()}`, topic: 'Sales' });
    await line.settle();
    expect(ses.mails).toHaveLength(7);
    const texts = ses.mails.map(({ subject, text, html, headers }) => JSON.stringify([subject, text, html, headers]));
    // Without the tokens of links, in which any letters may come.
    const words = texts.join().replaceAll(/opt_[\w-]+/g, '');
    expect(words).toContain('https://forms.example/mails/');
    expect(words).not.toMatch(/evil|ｅｖｉｌ|hxxp|y\.example|\u202e|aaaa/);
    expect(ses.mails.slice(0, 6).map(({ subject }) => subject)).toEqual(Array(6).fill('Thank you'));
    expect(ses.mails[6]?.subject).toContain('Ada Ada');
  });
});
