import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { attemptEmail } from '../../../shared/delivery/attempt-email.ts';
import { retryNow } from '../../../shared/delivery/delivery-log.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { Field } from '../../../shared/domain/fields/field.ts';
import { addressSha256 } from '../../../shared/domain/mails/mailbox-identity.ts';
import { digestSettlesMs } from '../../../shared/domain/receivers/digest-window.ts';
import type { SentConfig } from '../../../shared/domain/receivers/integration.ts';
import { dropMember, membersOf } from '../../../shared/store/accounts/members.ts';
import { getUser } from '../../../shared/store/accounts/users.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { newDelivery, retryDelivery } from '../../../shared/store/receivers/deliveries.ts';
import type { StoredIntegration } from '../../../shared/store/receivers/integrations.ts';
import { countFailure, openBreaker } from '../../../shared/store/receivers/receiver-health.ts';
import { addressOf, getReceiver } from '../../../shared/store/receivers/receivers.ts';
import { recipientKey } from '../../../shared/store/receivers/recipients.ts';
import { deleteResponse, getResponse } from '../../../shared/store/responses/responses.ts';
import { putItem } from '../../../shared/store/table.ts';
import { useSes } from '../../support/doubles/ses.ts';
import { itInAll } from '../../support/in-all.ts';
import {
  eventAt,
  formWithFields,
  newCaller,
  storedForm,
  storedIntegration,
  submit,
  submitAnswers,
} from '../../support/records/records.ts';
import { deliveriesTo, useDeliveryLine } from '../../support/table/delivery-line.ts';
import type { WorkerCall, WorkerFault } from '../../support/table/killable-workers.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable({ stream: true });
useKms();
const ses = useSes();
const mailsTo = (address: string) => ses.mails.filter(({ to }) => to.includes(address));
const line = useDeliveryLine('5,30,60');
// Eight suites may share two cores.
beforeAll(() => void Object.assign(process.env, { DELIVERY_DEADLINE_SECONDS: '10' }));

const hour = 3_600_000;
/** So often the SDK asks within one attempt of ours. */
const sdkAttempts = 4;
let caller: Caller;
let form: StoredForm;
let member: { id: string; email: string };

beforeEach(async () => {
  line.meet({});
  caller = await newCaller();
  form = await storedForm(caller);
  const [owner] = await membersOf(caller.organizationId);
  const user = await getUser(owner?.userId ?? '');
  member = { id: user?.id ?? '', email: user?.email ?? '' };
});
afterEach(() => line.takeDeadLetters());

const byMail = (config: SentConfig & { formId?: string } = {}) =>
  storedIntegration(caller, 'email', { recipients: [member.id], ...config });

/** An address of the organization, as the table has it. */
const address = (text: string, state: 'pending' | 'confirmed' | 'unsubscribed') =>
  putItem({
    ...recipientKey(caller.organizationId, addressSha256(text)),
    ...{ address: text, state, secret: 's'.repeat(32), asked: [], changedAt: '', revision: 1 },
  });

/** A mail about a response that one of two recipients had only after SES throttled it. */
async function deliveredLate(): ReturnType<typeof byMail> {
  await address('late@example.com', 'confirmed');
  const integration = await byMail({ recipients: [member.id, 'late@example.com'] });
  let throttled = 0;
  ses.fail(to => (to === 'late@example.com' && throttled++ < sdkAttempts ? 'TooManyRequestsException' : undefined));
  await submit(form);
  await line.settle();
  return integration;
}

/** A minute-exact start: so many ms after a full hour. */
function toFullHour(): void {
  line.advance(hour - (Date.now() % hour) + 60_000);
}

const healthOf = async (stored: StoredIntegration) => (await getReceiver(addressOf(stored)))?.health;

const killAfter = (matches: (call: WorkerCall) => boolean): WorkerFault => {
  let seen = 0;
  return call => {
    if (!matches(call)) return undefined;
    seen += 1;
    return seen === 1 ? call.proceed().then(call.kill) : undefined;
  };
};

describe('an integration by e-mail', () => {
  it('tells a member of a response with a link to it, and of no answers', async () => {
    await byMail({ formId: form.form.id });
    const { id } = await submit(form, 'Ada');
    await line.settle();
    const [mail, ...more] = mailsTo(member.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'New response: Contact', replyTo: [] });
    const query = `organization=${caller.organizationId}&environment=production`;
    expect(mail?.text).toContain(`https://forms.example/app/forms/${form.form.id}/responses/${id}?${query}`);
    expect(`${mail?.text}${mail?.html}`).not.toContain('Ada');
    expect(Object.fromEntries(mail?.headers ?? [])).toEqual({ 'Auto-Submitted': 'auto-generated' });
  });

  it('tells answers where it says so, personal ones where it says that too, and sealed ones never', async () => {
    const fields: Field[] = [
      { id: 'topic', type: 'text', label: 'Topic' },
      { id: 'email', type: 'email', label: 'E-mail', pii: true },
      { id: 'other', type: 'email', label: 'Other' },
      { id: 'iban', type: 'text', label: 'IBAN' },
      { id: 'diagnosis', type: 'text', label: 'Diagnosis' },
    ];
    form = await formWithFields(caller, { fields, fieldPolicies: { iban: 'masked', diagnosis: 'encrypted' } });
    await byMail({ includeAnswers: true });
    await byMail({ includeAnswers: true, includePersonalData: true });
    await byMail({ includePersonalData: true, formId: form.form.id, replyToField: 'other' });
    await submitAnswers(form, {
      ...{ topic: '<b>Sales</b>\r\nBcc: x@y.example', email: 'ada@example.com', other: 'work@example.com' },
      ...{ iban: 'DE 00', diagnosis: 'hay fever' },
    });
    await line.settle();
    const told = mailsTo(member.email).map(({ replyTo, text }) => [
      replyTo[0],
      ...['Sales', 'ada@example', 'work@example', '••00', 'DE 00', 'fever'].map(part => text.includes(part)),
    ]);
    expect(told.sort()).toEqual([
      ['ada@example.com', true, true, true, true, false, false],
      ['work@example.com', false, false, false, false, false, false],
      ['work@example.com', true, false, true, false, false, false],
    ]);
    expect(ses.mails.every(({ html }) => !html.includes('<b>Sales'))).toBe(true);
  });

  it.each([
    ['of one machine alone', 'ada@localhost'],
    ['with a local part beyond 64 characters', `${'a'.repeat(65)}@example.com`],
  ])('goes out without an address to reply to where the respondent gives one %s', async (_, email) => {
    form = await formWithFields(caller, { fields: [{ id: 'email', type: 'email', label: 'E-mail', pii: true }] });
    await byMail({ includePersonalData: true });
    await submitAnswers(form, { email });
    await line.settle();
    expect(mailsTo(member.email).map(({ replyTo }) => replyTo)).toEqual([[]]);
  });

  it('goes to members for as long as they are, and to addresses from confirming to unsubscribing', async () => {
    for (const state of ['pending', 'confirmed', 'unsubscribed'] as const) await address(`${state}@example.com`, state);
    const states = ['pending', 'confirmed', 'unsubscribed', 'unknown'];
    await byMail({ recipients: [member.id, ...states.map(state => `${state}@example.com`)] });
    await submit(form);
    await line.settle();
    expect(ses.mails.flatMap(({ to }) => to)).toEqual([member.email, 'confirmed@example.com']);
    const headers = Object.fromEntries(mailsTo('confirmed@example.com')[0]?.headers ?? []);
    expect(headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    expect(headers['List-Unsubscribe']).toMatch(/^<https:\/\/forms\.example\/mails\/uns_\w+.*>$/);
  });

  it('ends with a link that unsubscribes an address, and with none for a member', async () => {
    await address('ada@example.com', 'confirmed');
    await byMail({ recipients: [member.id, 'ada@example.com'] });
    await submit(form);
    await line.settle();
    const place = caller.organizationId.slice('org_'.length) + addressSha256('ada@example.com') + 's'.repeat(32);
    const url = `https://forms.example/mails/uns_${place}`;
    const [toAddress, toMember] = [mailsTo('ada@example.com')[0], mailsTo(member.email)[0]];
    expect(toAddress?.text.split('-- \n')[1]).toBe(
      `You have confirmed that these mails may come to this address.\nEnd these mails:\n${url}\n`,
    );
    expect(toAddress?.html).toMatch(new RegExp(`<a class="link" href="${url}" style="[^"]+">End these mails</a>`));
    expect(Object.fromEntries(toAddress?.headers ?? [])).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(toMember?.text.split('-- \n')[1]).toBe(
      'You get this as a member of the organization whose form it is. Its admins choose who does, under Integrations.\n',
    );
    expect(toMember?.html).not.toContain('/mails/');
  });

  it('is refused where the deployment sends no mail', async () => {
    const integration = await byMail();
    const delivery = newDelivery(addressOf(integration), eventAt(Date.now(), form.form.id), 'event');
    const { MAIL_FROM } = process.env;
    delete process.env.MAIL_FROM;
    const outcome = await attemptEmail(integration, delivery, form, 1000);
    process.env.MAIL_FROM = MAIL_FROM;
    expect(outcome).toEqual({
      succeeded: false,
      error: 'MAIL_FROM is not set: the deployment sends no mail',
      latencyMs: 0,
      refused: true,
    });
    expect(ses.mails).toEqual([]);
  });

  it('gives up without an alarm where nobody is left to write to, and says why', async () => {
    const integration = await byMail();
    for (const left of await membersOf(caller.organizationId)) await dropMember(left);
    await submit(form);
    await line.settle();
    expect(ses.mails).toEqual([]);
    const [delivery] = await deliveriesTo(integration);
    expect(delivery).toMatchObject({
      status: 'cancelled',
      attempts: [{ error: expect.stringContaining('recipient') }],
    });
    expect(await line.takeDeadLetters()).toEqual([]);
  });

  itInAll('is tried again after throttling, and writes twice to nobody', async () => {
    const integration = await deliveredLate();
    expect(ses.mails.map(({ to }) => to[0])).toEqual([member.email, 'late@example.com']);
    const [delivery] = await deliveriesTo(integration);
    expect(delivery?.status).toBe('succeeded');
    expect(delivery?.attempts[0]?.error).toBe('SES: TooManyRequestsException');
  });

  itInAll('goes to all again when it is sent again by hand, also where some had it late', async () => {
    const integration = await deliveredLate();
    const [sent] = await deliveriesTo(integration);
    if (sent) await retryDelivery(sent, caller.environmentId, Date.now());
    await line.settle();
    expect(ses.mails.map(({ to }) => to[0])).toEqual([
      ...[member.email, 'late@example.com'],
      ...[member.email, 'late@example.com'],
    ]);
  });

  it('waits for its sender to be verified', async () => {
    const integration = await byMail();
    const { MAIL_FROM } = process.env;
    process.env.MAIL_FROM = 'Acme <forms@other.example>';
    await submit(form);
    await line.workOff();
    process.env.MAIL_FROM = MAIL_FROM;
    expect(await deliveriesTo(integration)).toMatchObject([{ status: 'scheduled', attemptCount: 1 }]);
    await line.settle();
    expect(mailsTo(member.email)).toHaveLength(1);
  });

  it('is dead at once when SES rejects an address, and once mended writes to that one alone', async () => {
    await address('bad@acme.example', 'confirmed');
    await address('good@example.com', 'confirmed');
    const integration = await byMail({ recipients: ['bad@acme.example', 'good@example.com'] });
    ses.fail(to => (to === 'bad@acme.example' ? 'MessageRejected' : undefined));
    await submit(form);
    await line.settle();
    const [dead] = await deliveriesTo(integration);
    expect(dead).toMatchObject({ status: 'dead', attemptCount: 1, told: ['good@example.com'] });
    expect(dead?.attempts[0]?.error).toBe('SES refused the mail to bad@acme.example');
    expect(await line.takeDeadLetters()).toHaveLength(1);
    ses.fail(undefined);
    if (dead) await retryDelivery(dead, caller.environmentId, Date.now());
    await line.settle();
    expect(ses.mails.map(({ to }) => to[0])).toEqual(['good@example.com', 'bad@acme.example']);
  });

  it('is not at fault for an address that SES rejects: the others get every mail', async () => {
    await address('bad@acme.example', 'confirmed');
    const integration = await byMail({ recipients: ['bad@acme.example', member.id] });
    ses.fail(to => (to === 'bad@acme.example' ? 'MessageRejected' : undefined));
    for (let number = 0; number < 6; number++) await submit(form);
    await line.workOff();
    expect(mailsTo(member.email)).toHaveLength(6);
    expect(await healthOf(integration)).toEqual({ failures: 0, probes: 0, slow: false });
    await countFailure(integration, Date.now(), false);
    await openBreaker(integration, Date.now(), 1);
    await submit(form);
    await line.workOff();
    expect(mailsTo(member.email)).toHaveLength(7);
    expect(await healthOf(integration)).toEqual({ failures: 0, probes: 0, slow: false });
  });
});

describe('a digest', () => {
  itInAll('is one mail for an hour, with each response once, whatever is repeated or killed', async () => {
    const integration = await byMail({ digest: 'hourly', includeAnswers: true });
    toFullHour();
    const ofEntry = ({ command, input }: WorkerCall) =>
      command === 'TransactWriteCommand' && JSON.stringify(input).includes('DIGEST#');
    const ofSchedule = ({ command, input }: WorkerCall) =>
      command === 'PutCommand' && input.Item?.status === 'scheduled';
    line.meet({ calls: [killAfter(ofSchedule), killAfter(ofEntry)], repeat: () => 'once more' });
    for (const name of ['Ada', 'Grace']) await submit(form, name);
    await line.workOff();
    line.meet({ repeat: () => 'to two at once' });
    line.advance(6 * 60_000);
    await line.workOff();
    await submit(form, 'Alan');
    await line.workOff();
    expect(ses.mails).toEqual([]);
    line.meet({});
    await line.settle();
    const [mail, ...more] = mailsTo(member.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('3 new responses: Contact');
    for (const name of ['Ada', 'Grace', 'Alan']) expect(mail?.text.split(`name: ${name}`)).toHaveLength(2);
    const deliveries = await deliveriesTo(integration);
    expect(deliveries.map(({ status }) => status)).toEqual(Array(4).fill('succeeded'));
    expect(new Set(deliveries.map(({ digest }) => digest)).size).toBe(1);
    expect(deliveries.filter(({ event }) => event.responseId === undefined)).toHaveLength(1);
  });

  itInAll('has what came after its end in the next one, and is sent by what was collected when it fails', async () => {
    await byMail({ digest: 'hourly', includeAnswers: true });
    toFullHour();
    await submit(form, 'Ada');
    await line.workOff();
    line.advance(hour);
    await submit(form, 'Grace');
    let failures = 0;
    ses.fail(() => (failures++ < sdkAttempts ? 'TooManyRequestsException' : undefined));
    await line.settle();
    expect(ses.mails.map(({ subject, text }) => [subject, /Ada/.test(text), /Grace/.test(text)])).toEqual([
      ['1 new response: Contact', true, false],
      ['1 new response: Contact', false, true],
    ]);
  });

  itInAll('waits for its end and what may still be on its way, lists 25, and counts the rest', async () => {
    await byMail({ digest: 'hourly' });
    toFullHour();
    for (let number = 0; number < 27; number++) await submit(form, `Person ${number}`);
    await line.workOff();
    line.advance(hour - (Date.now() % hour) + digestSettlesMs - 30_000);
    await line.sweep();
    await line.workOff();
    expect(ses.mails).toEqual([]);
    await line.settle();
    expect(ses.mails).toHaveLength(1);
    expect(ses.mails[0]?.subject).toBe('27 new responses: Contact');
    expect(ses.mails[0]?.text).toContain('2 more are in the dashboard.');
    expect(ses.mails[0]?.text).not.toContain('Person');
  });

  it('is not sent by hand while it collects', async () => {
    const integration = await byMail({ digest: 'hourly' });
    toFullHour();
    await submit(form);
    await line.workOff();
    const [digest] = (await deliveriesTo(integration)).filter(({ status }) => status === 'scheduled');
    const retry = () => retryNow(async () => integration, digest?.id ?? '');
    await expect(retry()).rejects.toMatchObject({
      code: 'conflict',
      message: `This digest still collects responses. It is sent at ${digest?.nextAttemptAt}.`,
    });
    line.advance(hour + digestSettlesMs);
    await expect(retry()).resolves.toMatchObject({ status: 'scheduled' });
    await line.settle();
    expect(mailsTo(member.email).map(({ subject }) => subject)).toEqual(['1 new response: Contact']);
  });

  it('is not sent when all of its responses are gone', async () => {
    const integration = await byMail({ digest: 'hourly' });
    toFullHour();
    const { id } = await submit(form);
    await line.workOff();
    const read = await getResponse(id, form);
    if (read) await deleteResponse(read);
    await line.settle();
    expect(ses.mails).toEqual([]);
    expect((await deliveriesTo(integration)).map(({ status }) => status)).toEqual(['succeeded', 'cancelled']);
  });

  it('collects while no mail can be sent', async () => {
    const integration = await byMail({ digest: 'hourly' });
    toFullHour();
    await openBreaker(integration, Date.now() + 10 * hour, 0);
    await submit(form);
    await line.workOff();
    expect((await deliveriesTo(integration)).map(({ status }) => status)).toEqual(['succeeded', 'scheduled']);
  });
});
