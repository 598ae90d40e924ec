import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { startDiscord } from '../../support/doubles/discord.ts';
import { startTeams } from '../../support/doubles/teams.ts';
import { formWithFields, newCaller, storedIntegration, submitAnswers } from '../../support/records/records.ts';
import { deliveriesTo, useDeliveryLine } from '../../support/table/delivery-line.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable({ stream: true });
useKms();
const line = useDeliveryLine('5,30');

let services: Readonly<Record<'discord' | 'teams', Awaited<ReturnType<typeof startDiscord>>>>;
let caller: Caller;
let form: StoredForm;

beforeAll(async () => {
  Object.assign(process.env, { DELIVERY_DEADLINE_SECONDS: '10' });
  services = { discord: await startDiscord(), teams: await startTeams() };
});
afterAll(() => Promise.all(Object.values(services).map(({ close }) => close())));
beforeEach(async () => {
  caller = await newCaller();
  const long = Array.from({ length: 30 }, (_, index) => ({ id: `long${index}`, type: 'textarea' as const }));
  form = await formWithFields(caller, {
    fields: [{ id: 'who', type: 'text', label: 'Who?' }, { id: 'note', type: 'textarea' }, ...long],
  });
  for (const { messages } of Object.values(services)) messages.length = 0;
});

async function submitted(type: 'discord' | 'teams', answers: Record<string, string>, url = services[type].webhookUrl) {
  const integration = await storedIntegration(caller, type, { webhookUrl: url });
  const { id } = await submitAnswers(form, answers);
  await line.settle();
  const [delivery] = await deliveriesTo(integration);
  await line.takeDeadLetters();
  return { id, delivery, message: services[type].messages[0] };
}

describe('Discord', () => {
  it('gets an embed with each answer, which can neither mention nor link', async () => {
    const { id, delivery, message } = await submitted('discord', {
      who: '@everyone **Ada**',
      note: '[x](https://e.example)',
    });
    expect(delivery?.status).toBe('succeeded');
    expect(message).toEqual({
      embeds: [
        {
          title: 'New response: Contact',
          fields: [
            { name: 'Who?', value: '\\@everyone \\*\\*Ada\\*\\*' },
            { name: 'note', value: '\\[x\\]\\(https\\://e.example\\)' },
          ],
          footer: { text: id },
          timestamp: expect.any(String),
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  it('gets what fits into its limits, and the number of the others', async () => {
    const answers = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`long${index}`, '*'.repeat(900)]));
    const { delivery, message } = await submitted('discord', answers);
    expect(delivery?.status).toBe('succeeded');
    expect(message.embeds[0].footer.text).toMatch(/ · 2[0-9] more answers$/);
  });

  it('refuses a webhook that is gone', async () => {
    const { delivery } = await submitted(
      'discord',
      { who: 'Ada' },
      services.discord.webhookUrl.replace('WXYZ', 'gone'),
    );
    expect(delivery?.attempts[0]).toMatchObject({ status: 404, error: 'Discord: Unknown Webhook' });
  });
});

describe('Teams', () => {
  it('gets a card with each answer as plain text', async () => {
    const { id, delivery, message } = await submitted('teams', { who: '**Ada**' });
    expect(delivery?.status).toBe('succeeded');
    const texts = message.attachments[0].content.body.map(({ inlines }: { inlines: { text: string }[] }) =>
      inlines.map(({ text }) => text).join(''),
    );
    expect(texts).toEqual(['New response: Contact', 'Who?\n**Ada**', expect.stringMatching(`^${id} · `)]);
  });

  it('gets what fits into its limits, and the number of the others', async () => {
    const answers = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`long${index}`, 'ü'.repeat(900)]));
    const { delivery, message } = await submitted('teams', answers);
    expect(delivery?.status).toBe('succeeded');
    expect(JSON.stringify(message)).toMatch(/ · \d+ more answers"/);
  });

  it('refuses a workflow that does not know the signature', async () => {
    const { delivery } = await submitted('teams', { who: 'Ada' }, services.teams.webhookUrl.replace('WXYZ', 'gone'));
    expect(delivery?.attempts[0]).toMatchObject({ status: 401, error: 'Teams: DirectApiAuthorizationRequired' });
  });
});
