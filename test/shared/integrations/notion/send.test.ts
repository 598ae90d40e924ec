import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import type { Json } from '../../../support/cloud/http.ts';
import { startNotion } from '../../../support/doubles/notion.ts';
import { sendErasure } from '../../../support/records/erasures.ts';
import { formWithFields, newCaller, storedIntegration, submitAnswers } from '../../../support/records/records.ts';
import { deliveriesTo, useDeliveryLine } from '../../../support/table/delivery-line.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable({ stream: true });
useKms();
const line = useDeliveryLine('5,30');

let notion: Awaited<ReturnType<typeof startNotion>>;
let caller: Caller;
let form: StoredForm;

beforeAll(() => void Object.assign(process.env, { DELIVERY_DEADLINE_SECONDS: '10' }));
beforeEach(async () => {
  notion = await startNotion();
  process.env.NOTION_URL = notion.url;
  await beginAnew();
});
afterEach(async () => {
  await line.takeDeadLetters();
  await notion.close();
});
afterAll(() => void delete process.env.NOTION_URL);

/** Another organization, without an integration. */
async function beginAnew(): Promise<void> {
  caller = await newCaller();
  form = await formWithFields(caller, {
    fields: [
      { id: 'age', type: 'number', label: 'Age' },
      { id: 'who', type: 'text', label: 'Who are you?' },
      { id: 'email', type: 'email' },
      { id: 'topic', type: 'select', options: ['Sales', 'Support, urgent'] },
      { id: 'born', type: 'date' },
      { id: 'message', type: 'textarea', label: 'Message' },
    ],
  });
}

const toNotion = (token = notion.token) =>
  storedIntegration(caller, 'notion', { token, databaseId: notion.databaseId });

async function submitted(answers: Record<string, string | number>) {
  const response = await submitAnswers(form, answers);
  await line.settle();
  return response;
}

const textOf = (page: Json): string =>
  page.children
    .map(({ paragraph }: Json) => paragraph.rich_text.map(({ text }: Json) => text.content).join(''))
    .join('\n');

it('fills the properties of the same names by their types, and the page with everything else', async () => {
  await toNotion();
  const answers = { age: 36, who: 'Ada', email: 'ada@example.com', topic: 'Sales', born: '1815-12-10', message: 'Hi' };
  const { id } = await submitted(answers);
  expect(notion.pages[0].properties).toEqual({
    Name: { title: [{ type: 'text', text: { content: 'Ada' } }] },
    Age: { number: 36 },
    Email: { email: 'ada@example.com' },
    Topic: { select: { name: 'Sales' } },
    Born: { date: { start: '1815-12-10' } },
    'Response ID': { rich_text: [{ type: 'text', text: { content: id } }] },
  });
  expect(textOf(notion.pages[0])).toBe('Who are you?: Ada\nMessage: Hi');
});

it('puts what a property does not take into the page, in pieces that Notion takes', async () => {
  await toNotion();
  await submitted({ topic: 'Support, urgent', message: '😀'.repeat(3000) });
  expect(textOf(notion.pages[0])).toBe(`topic: Support, urgent\nMessage: ${'😀'.repeat(3000)}`);
  expect(notion.pages[0].properties.Topic).toBeUndefined();
});

it('reads the database once in minutes, and anew when a page was refused', async () => {
  await toNotion();
  for (const who of ['Ada', 'Bob']) await submitted({ who });
  const reads = () => notion.requests.filter(({ method }) => method === 'GET').length;
  expect(reads()).toBe(1);
  notion.state.properties = { Titel: { id: 'title', type: 'title', title: {} } };
  await submitted({ who: 'Cleo' });
  expect(reads()).toBe(2);
  expect(notion.pages.at(-1)?.properties).toEqual({ Titel: { title: [{ type: 'text', text: { content: 'Cleo' } }] } });
});

it('waits for as long as Notion asks', async () => {
  const integration = await toNotion();
  const limited = { code: 'rate_limited', message: 'You have been rate limited. Please try again in a few minutes.' };
  notion.failNext({ status: 429, ...limited, retryAfter: '40' }, { status: 529, ...limited, retryAfter: '50' });
  await submitted({ who: 'Ada' });
  const [delivery] = await deliveriesTo(integration);
  const times = delivery?.attempts.map(({ at }) => Date.parse(at)) ?? [];
  expect(delivery?.status).toBe('succeeded');
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(40_000);
  expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(50_000);
});

it('says what is wrong in words, without the token or an answer', async () => {
  const wrong = await toNotion('ntn_of_somebody_else_entirely_000');
  await submitted({ who: 'Ada' });
  notion.state.shared = false;
  await beginAnew();
  const unshared = await toNotion();
  await submitted({ who: 'Bob' });
  expect((await deliveriesTo(wrong))[0]?.attempts[0]?.error).toBe('Notion: API token is invalid. (unauthorized)');
  expect((await deliveriesTo(unshared))[0]?.attempts[0]?.error).toMatch(
    /^Notion: Could not find database with ID: .* shared with your integration\. \(object_not_found\)$/,
  );

  notion.state.shared = true;
  await beginAnew();
  notion.failNext({
    status: 400,
    code: 'validation_error',
    message: 'body failed validation: body.properties.Email.email should be a string, instead was `"ada@example.com"`.',
  });
  const quoting = await toNotion();
  await submitted({ who: 'Cleo', email: 'ada@example.com' });
  const kept = JSON.stringify([await deliveriesTo(wrong), await deliveriesTo(quoting)]);
  expect(kept).toContain('Email.email should be a string, instead was');
  expect(kept).not.toMatch(/ada@example|ntn_/);
});

it('moves the page of an erased response to the trash, also where a field of the form is called id', async () => {
  const integration = await toNotion();
  form = await formWithFields(caller, { fields: [{ id: 'id', type: 'text' }] });
  const ada = await submitted({ id: 'Ada' });
  const bob = await submitted({ id: 'Bob' });
  await sendErasure(integration, ada);
  await line.settle();
  expect(notion.pages.map(page => page.properties['Response ID'].rich_text[0].text.content)).toEqual([bob.id]);
  expect((await deliveriesTo(integration)).at(-1)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
});

it('says that it cannot find the page in a database without the property for IDs', async () => {
  const { 'Response ID': _, ...others } = notion.state.properties;
  notion.state.properties = others;
  const integration = await toNotion();
  await sendErasure(integration, await submitted({ who: 'Ada' }));
  await line.settle();
  const [last] = (await deliveriesTo(integration)).slice(-1);
  expect(last?.attempts.at(-1)?.error).toContain('no text property “Response ID”');
  expect(notion.pages).toHaveLength(1);
});
