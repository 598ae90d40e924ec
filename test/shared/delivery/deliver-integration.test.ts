import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { log } from '../../../shared/log.ts';
import { deleteForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { retryDelivery } from '../../../shared/store/receivers/deliveries.ts';
import {
  deleteIntegration,
  getIntegrationOf,
  replaceIntegration,
  type StoredIntegration,
} from '../../../shared/store/receivers/integrations.ts';
import {
  deleteResponse,
  getResponse,
  replaceResponse,
  responseKey,
} from '../../../shared/store/responses/responses.ts';
import { startSlack } from '../../support/doubles/slack.ts';
import {
  formWithFields,
  newCaller,
  storedForm,
  storedIntegration,
  submit,
  submitAnswers,
} from '../../support/records/records.ts';
import { deliveriesTo, useDeliveryLine } from '../../support/table/delivery-line.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable({ stream: true });
useKms();
const line = useDeliveryLine('5,30,60,60,60,60,60');
// Eight suites may share two cores.
beforeAll(() => void Object.assign(process.env, { DELIVERY_DEADLINE_SECONDS: '10' }));

let slack: Awaited<ReturnType<typeof startSlack>>;
let caller: Caller;
let form: StoredForm;

beforeAll(async () => {
  slack = await startSlack();
});
afterAll(() => slack.close());
beforeEach(async () => {
  caller = await newCaller();
  form = await storedForm(caller);
  slack.messages.length = 0;
});
afterEach(() => line.takeDeadLetters());

const toSlack = (properties: { formId?: string; includePersonalData?: boolean; webhookUrl?: string } = {}) =>
  storedIntegration(caller, 'slack', { webhookUrl: slack.webhookUrl, ...properties });

const statusesOf = async (integration: StoredIntegration) =>
  (await deliveriesTo(integration)).map(({ status }) => status);

async function deactivate({ integration: { id } }: StoredIntegration): Promise<void> {
  const read = await getIntegrationOf(caller, id);
  if (!read) throw new Error('The integration is gone');
  const changed = { ...read, integration: { ...read.integration, active: false } };
  expect(await replaceIntegration(read, changed, { caller, action: 'integration.updated' })).toBe(true);
}

/** Sets the status of a response, as PUT /responses/{id} does. */
async function setStatus(id: string, status: 'completed' | 'partial' | 'abandoned'): Promise<void> {
  const read = await getResponse(id, form);
  if (!read) throw new Error('The response is gone');
  await replaceResponse(read, { ...read.response, status, updatedAt: new Date().toISOString() });
}

describe('an integration', () => {
  it('is told of a completed response, once', async () => {
    const integration = await toSlack();
    await submit(form, 'Ada <!channel> & co');
    await line.settle();
    expect(slack.messages).toHaveLength(1);
    expect(slack.messages[0].text).toBe('New response: Contact');
    expect(JSON.stringify(slack.messages[0])).toContain('*name*\\nAda &lt;!channel&gt; &amp; co');
    expect(await statusesOf(integration)).toEqual(['succeeded']);
  });

  it('is told of a partial response when that is completed for the first time, and not again', async () => {
    const integration = await toSlack();
    const { id } = await submit(form, 'Ada', 'partial');
    await line.settle();
    expect(slack.messages).toEqual([]);
    for (const status of ['abandoned', 'completed', 'partial', 'completed'] as const) {
      line.advance(1000);
      await setStatus(id, status);
      await line.settle();
    }
    expect(slack.messages).toHaveLength(1);
    expect(await statusesOf(integration)).toEqual(['succeeded']);
  });

  it('of one form hears of that form alone', async () => {
    await toSlack({ formId: form.form.id });
    await submit(await storedForm(caller), 'Somebody else');
    await submit(form, 'Ada');
    await line.settle();
    expect(JSON.stringify(slack.messages)).toMatch(/Ada/);
    expect(slack.messages).toHaveLength(1);
  });

  it('gets no personal data unless it asks for it, and the logs get none at all', async () => {
    const lines: string[] = [];
    const spies = (['info', 'warn', 'error'] as const).map(level =>
      jest.spyOn(log, level).mockImplementation((...parts: unknown[]) => void lines.push(JSON.stringify(parts))),
    );
    form = await formWithFields(caller, {
      fields: [
        { id: 'topic', type: 'text' },
        { id: 'email', type: 'email', pii: true },
        { id: 'iban', type: 'text' },
        { id: 'diagnosis', type: 'text' },
      ],
      fieldPolicies: { iban: 'masked', diagnosis: 'encrypted' },
    });
    const answers = { topic: 'Sales', email: 'ada@example.com', iban: 'DE 00', diagnosis: 'hay fever' };
    const integration = await toSlack();
    await submitAnswers(form, answers);
    await line.settle();
    expect(JSON.stringify(slack.messages)).toMatch(/Sales/);
    expect(JSON.stringify(slack.messages)).not.toMatch(/ada@example|email|DE 00|iban|fever/);

    await deactivate(integration);
    slack.messages.length = 0;
    const all = await toSlack({ includePersonalData: true, webhookUrl: `${slack.webhookUrl}-wrong` });
    await submitAnswers(form, answers);
    await line.settle();
    const kept = JSON.stringify([await deliveriesTo(all), lines]);
    expect(kept).not.toMatch(/ada@example|DE 00|fever/);
    expect(kept).not.toContain(slack.webhookUrl);
    for (const spy of spies) spy.mockRestore();

    await deactivate(all);
    await toSlack({ includePersonalData: true });
    await submitAnswers(form, answers);
    await line.settle();
    expect(JSON.stringify(slack.messages)).toMatch(/ada@example\.com.*••••00/);
    expect(JSON.stringify(slack.messages)).not.toMatch(/DE 00|fever|diagnosis/);
  });

  it('is tried again after a 429, not before the time it names, and after a 500', async () => {
    const integration = await toSlack();
    slack.answerNext({ status: 429, word: 'rate_limited', retryAfter: '50' }, { status: 500, word: 'rollup_error' });
    const sentAt = Date.now();
    await submit(form);
    await line.settle();
    expect(slack.messages).toHaveLength(1);
    const [delivery] = await deliveriesTo(integration);
    expect(delivery?.attempts.map(({ status, error }) => [status, error])).toEqual([
      [429, 'Slack: rate_limited'],
      [500, 'Slack: rollup_error'],
      [200, undefined],
    ]);
    expect(Date.parse(delivery?.attempts[1]?.at ?? '') - sentAt).toBeGreaterThanOrEqual(50_000);
  });

  it('that is refused says why, is tried fewer times, and is sent what died once it has the right credential', async () => {
    const integration = await toSlack({ webhookUrl: `${slack.webhookUrl}-wrong` });
    await submit(form);
    await line.settle();
    const [dead] = await deliveriesTo(integration);
    expect(dead).toMatchObject({ status: 'dead', attemptCount: 6 });
    expect(dead?.attempts[0]).toMatchObject({ status: 404, error: 'Slack: no_service' });
    expect(await line.takeDeadLetters()).toHaveLength(1);

    await deactivate(integration);
    const right = await toSlack();
    slack.answerNext(...Array.from({ length: 8 }, () => ({ status: 500, word: 'rollup_error' })));
    await submit(form);
    await line.settle();
    const [died] = await deliveriesTo(right);
    expect(died).toMatchObject({ status: 'dead', attemptCount: 8 });
    if (died) await retryDelivery(died, right.environmentId, Date.now());
    await line.settle();
    expect(await statusesOf(right)).toEqual(['succeeded']);
    expect(slack.messages).toHaveLength(1);
  });

  it('that is gone is disabled, with the reason in its record', async () => {
    const integration = await toSlack();
    const gone = { status: 410, word: 'channel_is_archived' };
    slack.answerNext(gone, gone);
    await submit(form);
    await line.settle();
    const stored = await getIntegrationOf(caller, integration.integration.id);
    expect(stored?.integration).toMatchObject({ active: false, disabledReason: 'gone' });
    expect((await deliveriesTo(integration))[0]).toMatchObject({ status: 'dead', attemptCount: 2 });
  });
});

describe('what is queued for an integration', () => {
  let integration: StoredIntegration;
  beforeEach(async () => {
    integration = await toSlack();
    slack.answerNext({ status: 500, word: 'rollup_error' });
  });

  /** The jobs of deletions, which nobody carries out here, are due for ever. */
  const expectNoMore = async (left = ['cancelled']) => {
    for (let minutes = 0; minutes < 5; minutes++) {
      line.advance(60_000);
      await line.sweep();
      await line.workOff();
    }
    expect(slack.messages).toEqual([]);
    expect(await statusesOf(integration)).toEqual(left);
  };

  it('is cancelled when the response is deleted', async () => {
    const response = await submit(form);
    await line.workOff();
    await deleteResponse({ response, storedForm: form, item: responseKey(response.id), revision: 1 });
    await expectNoMore();
  });

  it('is removed when its form is deleted', async () => {
    await submit(form);
    await line.workOff();
    await deleteForm(form);
    await expectNoMore([]);
  });

  it('is cancelled when it is made inactive', async () => {
    await submit(form);
    await line.workOff();
    await deactivate(integration);
    await expectNoMore();
  });

  it('is cancelled when it is deleted, and nothing of later responses is sent', async () => {
    await submit(form);
    await line.workOff();
    expect(await deleteIntegration(integration, { caller, action: 'integration.deleted' })).toBe(true);
    await submit(form);
    await expectNoMore();
  });
});
