import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Call, clientOf, type Operation } from '../support/cloud/client.ts';
import { type Json, type Reply, send } from '../support/cloud/http.ts';
import { type OwnCloud, startOwnCloud } from '../support/cloud/own-cloud.ts';
import { type KeyKind, keyHeader } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { randomOf } from '../support/random.ts';
import { ModelVisit, Recount, type VisitEvent } from '../support/records/analytics-model.ts';
import { contactForm, newForm, submit } from '../support/records/forms.ts';

const hour = 60 * 60_000;
const fieldIds = contactForm.fields.map(({ id }) => id);
const dataDir = mkdtempSync(join(tmpdir(), 'analytics-load-'));

let cloud: OwnCloud;

async function start(): Promise<void> {
  cloud = await startOwnCloud({ dataDir });
}

beforeAll(start, 180_000);
afterAll(async () => {
  await cloud.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A connection that is kept may be closed in between, and nobody could tell whether its last request has counted. */
const keyOf = (kind: KeyKind) => ({
  ...keyHeader(kind, cloud.credentials.environments.production[kind]),
  connection: 'close',
});
const clientWith = (kind: KeyKind) => clientOf(() => ({ baseUrl: cloud.baseUrl, headers: keyOf(kind) }));
const [browser, secret] = [clientWith('publishableKey'), clientWith('secretKey')];

function expectSuccess({ status, body }: Reply): Json {
  expect({ status, body }).toMatchObject({ status: expect.any(Number) });
  if (status < 200 || status > 299) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Somebody who fills in a form, step by step, as chance has it; what happens is told to the model. */
class Visitor {
  readonly model: ModelVisit;
  readonly #formId: string;
  readonly #session: string;
  readonly #random: () => number;
  /** The clock that the events of this visit go by: it began within the last day, and has come up to now in the end. */
  #clock: number;
  #saves = 0;
  #response: { id: string; status: string } | undefined;
  /** A response was changed from outside: what its session would do next is another story. */
  #over = false;

  constructor(formId: string, seed: number) {
    this.model = new ModelVisit(formId);
    this.#formId = formId;
    this.#session = `visit-of-visitor-${seed}`;
    this.#random = randomOf(seed);
    this.#clock = Date.now() - 23 * hour * this.#random();
  }

  async step(): Promise<void> {
    if (this.#over) return;
    const roll = this.#random();
    if (roll < 0.45) await this.#tellEvents();
    else if (roll < 0.65) await this.#save('partial');
    else if (roll < 0.85) await this.#save('completed');
    else await this.#changeFromOutside();
  }

  #pick = <T>(all: readonly T[]): T => all[Math.floor(this.#random() * all.length)] as T;

  async #tellEvents(): Promise<void> {
    const events = Array.from({ length: 1 + Math.floor(this.#random() * 4) }, () => this.#event('focus'));
    if (this.#random() < 0.2) events.push(this.#event('abandon'));
    const body = JSON.stringify(events.length === 1 ? events[0] : events);
    const path = `/forms/${this.#formId}/events`;
    const headers = { ...keyOf('publishableKey'), 'content-type': 'application/json' };
    const { status, text } = await send(cloud.baseUrl, { method: 'POST', path, headers, body });
    expect({ status, text }).toMatchObject({ status: 202 });
    this.model.happened(events);
    if (events.at(-1)?.type === 'abandon' && this.#response?.status === 'partial')
      await this.#abandoned(this.#response);
  }

  /** What becomes of a response that is deleted the next moment depends on whether the service has come to it. */
  async #abandoned(response: { id: string; status: string }): Promise<void> {
    response.status = 'abandoned';
    await eventually(async () => {
      const { body } = await secret('getResponse', { params: { id: response.id } });
      expect(body.status).toBe('abandoned');
    });
  }

  #event(otherwise: 'focus' | 'abandon'): VisitEvent & { sessionId: string } {
    this.#clock += (Date.now() - this.#clock) * this.#random() * 0.3;
    const common = { sessionId: this.#session, at: new Date(this.#clock).toISOString() };
    if (otherwise === 'abandon') {
      return { ...common, type: 'abandon', ...(this.#random() < 0.5 && { fieldId: this.#pick(fieldIds) }) };
    }
    const roll = this.#random();
    if (roll < 0.3) return { ...common, type: 'view' };
    const fieldId = this.#pick(fieldIds);
    if (roll < 0.8) return { ...common, type: 'focus', fieldId };
    return { ...common, type: 'error', fieldId, rule: this.#pick(['required', 'ofMyOwn']) };
  }

  async #save(asked: 'partial' | 'completed'): Promise<void> {
    // Of what was abandoned, a late completion is what counts.
    const status = this.#response?.status === 'abandoned' ? 'completed' : asked;
    this.#saves += 1;
    const further = { email: 'ada@example.com', age: this.#saves, message: 'Hello' };
    const body = Object.fromEntries([
      ['name', `Ada ${this.#saves}`],
      ...Object.entries(further).filter(() => this.#random() < 0.4),
    ]);
    const anew = this.#response === undefined || this.#response.status === 'completed';
    const headers = { 'x-session-id': this.#session };
    const call = { params: { formId: this.#formId }, query: { status }, headers, body };
    const response = expectSuccess(await browser('createSubmission', call));
    expect({ ...response, anew: response.id !== this.#response?.id }).toMatchObject({ status, anew });
    this.model.saved(response, fieldIds, anew);
    this.#response = { id: response.id, status };
  }

  async #changeFromOutside(): Promise<void> {
    if (!this.#response) return;
    const params = { id: this.#response.id };
    if (this.#random() < 0.6) {
      expectSuccess(await secret('deleteResponse', { params }));
      this.model.removed();
      this.#response = undefined;
      return;
    }
    const status = this.#pick(['completed', 'partial', 'abandoned'] as const);
    expectSuccess(await secret('updateResponse', { params, body: { status } }));
    this.model.changed(status);
    this.#over = true;
  }
}

/** Submissions that no session ties to another: each is a visit of its own, or a server's. */
async function submitAlone(formId: string, seed: number): Promise<ModelVisit> {
  const [random, model] = [randomOf(seed), new ModelVisit(formId)];
  const byServer = random() < 0.5;
  const status = random() < 0.5 ? 'partial' : 'completed';
  const body = { name: `Grace ${seed}`, ...(random() < 0.5 && { email: 'grace@example.com' }) };
  const call = { params: { formId }, query: { status }, body };
  const response = expectSuccess(await (byServer ? secret : browser)('createSubmission', call));
  if (byServer) model.savedByServer(response);
  else model.saved(response, fieldIds, true);
  const [params, fate] = [{ id: response.id }, random()];
  if (fate < 0.3) {
    expectSuccess(await secret('deleteResponse', { params }));
    model.removed();
  } else if (fate < 0.6) {
    const changed = status === 'partial' ? 'completed' : 'abandoned';
    expectSuccess(await secret('updateResponse', { params, body: { status: changed } }));
    model.changed(changed);
  }
  return model;
}

async function report(operation: Operation, call: Call): Promise<Json> {
  return expectSuccess(await secret(operation, call));
}

const without = (names: readonly string[]) => (record: Json) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Compares every report on a form with the recount of what happened to it. */
async function expectReports(formId: string, models: readonly ModelVisit[], timezone: string, days: number) {
  const facts = models.filter(({ form }) => form === formId).flatMap(model => model.facts());
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
  const dateOf = (time: number) => clock.format(time);
  const query = { days, timezone };
  const ofForm = { query: { ...query, form_id: formId } };
  const { period, totals, rates, fields } = await report('getFormAnalytics', { params: { id: formId }, query });
  const recount = new Recount(facts, dateOf, date => date >= period.from && date <= period.to);
  expect({ totals, rates }).toEqual({
    totals: recount.totals(1),
    rates: recount.rates(),
  });
  const metrics = fieldIds.map(id => recount.field(id));
  expect(fields.map(without(['label', 'type']))).toEqual(metrics);
  const { items } = await report('getFieldAnalytics', ofForm);
  expect(items.map(without(['label', 'type']))).toEqual(metrics);

  const dropoffs = await report('getDropoffs', ofForm);
  expect(dropoffs).toMatchObject({ dropOffs: recount.dropOffs(), dropOffRate: recount.rates().dropOffRate });
  expect(dropoffs.fields.map(without(['label', 'position']))).toEqual(fieldIds.map(id => recount.fieldDropOffs(id)));

  const { points } = await report('getTrends', ofForm);
  const ofDay = (day: string) => new Recount(facts, dateOf, date => date === day);
  expect(points).toEqual(points.map(({ date }: Json) => ({ date, ...ofDay(date).counts() })));
  expect(points).toHaveLength(days);
  const { text } = await secret('exportFormAnalytics', { params: { id: formId }, query });
  const rows = points.map((point: Json) =>
    [...Object.values(point), ...Object.values(ofDay(point.date).rates())].join(','),
  );
  expect(text.split('\r\n').slice(1, -1)).toEqual(rows);
}

/** Compares the report on the environment, and its days, with the recount of all its forms. */
async function expectOverview(models: readonly ModelVisit[], formIds: readonly string[]) {
  const facts = models.flatMap(model => model.facts());
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const { totals, rates, forms, period } = await report('getAnalytics', { query: { days: 3 } });
  const within = (date: string) => date >= period.from && date <= period.to;
  const recount = new Recount(facts, dateOf, within);
  expect({ totals, rates }).toEqual({
    totals: recount.totals(formIds.length),
    rates: recount.rates(),
  });
  const listed = formIds.map(formId => {
    const ofForm = new Recount(
      facts.filter(({ form }) => form === formId),
      dateOf,
      within,
    );
    const { views, submissions } = ofForm.counts();
    return { formId, title: 'Contact', views, submissions, conversionRate: ofForm.rates().conversionRate };
  });
  expect(new Map(forms.map((form: Json) => [form.formId, form]))).toEqual(
    new Map(listed.map(form => [form.formId, form])),
  );
  const ranks = forms.map(({ submissions }: Json) => submissions);
  expect(ranks).toEqual(ranks.toSorted((one: number, other: number) => other - one));
  const { points } = await report('getTrends', { query: { days: 3 } });
  for (const { date, ...counts } of points) {
    expect(counts).toEqual(new Recount(facts, dateOf, day => day === date).counts());
  }
}

const everything = [
  ...['views', 'starts', 'submissions', 'fromServers', 'partial', 'abandoned'],
  ...['reached', 'answered', 'dropOffs', 'required', 'maxLength', 'other'],
];

it('agrees with a recount after a mixed load, with restarts in between', async () => {
  const forms = await Promise.all([newForm(secret), newForm(secret), newForm(secret)]);
  const ids: string[] = forms.map(({ id }) => id);
  const visitors = Array.from({ length: 24 }, (_, seed) => new Visitor(ids[seed % 3] ?? '', seed));
  const models = visitors.map(({ model }) => model);
  for (const phase of [1, 2, 3]) {
    for (let step = 0; step < 4; step += 1) {
      await Promise.all(visitors.map(visitor => visitor.step()));
      const alone = [0, 1, 2, 3].map(each => submitAlone(ids[each % 3] ?? '', 1000 * phase + 10 * step + each));
      models.push(...(await Promise.all(alone)));
    }
    if (phase === 3) break;
    await cloud.close();
    await start();
  }

  // Refusals of one form are gathered for a second, in each place that has taken any: two of them for each form.
  const refused = ids.flatMap(formId => [formId, formId]);
  await Promise.all(
    refused.map(async formId => {
      const call = { params: { formId }, body: { name: 'x'.repeat(101), email: 'nobody' } };
      expect((await browser('createSubmission', call)).status).toBe(400);
      const model = new ModelVisit(formId);
      for (const [field, rule] of [
        ['name', 'maxLength'],
        ['email', 'email'],
      ] as const) {
        model.refused(field, rule, Date.now());
      }
      models.push(model);
    }),
  );

  const happened = new Set(models.flatMap(model => model.facts()).map(({ what }) => what));
  expect([...happened]).toEqual(expect.arrayContaining(everything));
  // What comes to another environment has what was gathered written, and is in no report on this one.
  const { secretKey } = cloud.credentials.environments.development;
  const elsewhere = clientOf(() => ({ baseUrl: cloud.baseUrl, headers: keyHeader('secretKey', secretKey) }));
  const other = await newForm(elsewhere);
  await eventually(async () => {
    await Promise.all(refused.map(() => submit(elsewhere, other.id)));
    for (const formId of ids) {
      await expectReports(formId, models, 'UTC', 3);
      await expectReports(formId, models, 'Asia/Kathmandu', 1);
      await expectReports(formId, models, 'Pacific/Marquesas', 2);
    }
    await expectOverview(models, ids);
  });

  // What a form has counted stays counted in its environment when the form goes.
  const [gone = '', ...left] = ids;
  await secret('deleteForm', { params: { id: gone } });
  await eventually(() => expectOverview(models, left));
});
