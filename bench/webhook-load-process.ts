/** Creates events in the store of a running cloud, and runs their receivers. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { DeliveryMessage } from '../shared/delivery/delivery-queue.ts';
import { changeEntries } from '../shared/delivery/form-webhooks.ts';
import type { Caller } from '../shared/domain/accounts/caller.ts';
import { newForm } from '../shared/domain/forms/stored-form.ts';
import { isPatient } from '../shared/domain/receivers/breaker.ts';
import { getForm, putForm, type StoredForm } from '../shared/store/forms/forms.ts';
import { deliveryKey, newDelivery } from '../shared/store/receivers/deliveries.ts';
import { getReceiver, receiverIdsOf } from '../shared/store/receivers/receivers.ts';
import { createResponse } from '../shared/store/responses/submissions.ts';
import { report, requestOfParent } from './child.ts';
import { eightAnswers, eightFieldForm } from './eight-field-form.ts';
import { type Receiver, startReceiver } from './receivers.ts';
import { newCaller } from './service.ts';
import type { LoadRequest, LoadResult, WarmLane } from './webhooks.ts';

const { receivers, hanging, events, perSecond, warm } = requestOfParent<LoadRequest>();

/** The warm-up invocations of each environment, and the warm-up events through the whole service. */
const [warmUpRounds, warmUpEvents] = [10, 100];
/** The number of events created at a time if no rate is given. */
const writersMax = 8;
/** If nothing arrives for this long, the missing events count as lost. */
const patienceMs = 60_000;
/** How long to wait for events that arrive twice. */
const afterwardsMs = 3000;

/** A form, the receiver of its webhook, and the responses that were created for it. */
type Route = { stored: StoredForm; webhookId: string; receiver: Receiver; responseIds: Set<string> };

async function newRoute(caller: Caller): Promise<Route> {
  const receiver = await startReceiver();
  const form = newForm(eightFieldForm, caller.environment);
  const { entries, writes } = await changeEntries(
    form.id,
    [{ event: 'response.created', url: receiver.url }],
    [],
    caller,
  );
  await putForm({ ...form, webhooks: entries }, caller, writes);
  const stored = await getForm(form.id);
  if (!stored) throw new Error('The form is not stored');
  const [webhookId = ''] = await receiverIdsOf(form.id);
  return { stored, webhookId, receiver, responseIds: new Set() };
}

/** Invokes all environments of a lane at once, each with a delivery to every receiver, in several rounds. */
async function warmUp({ functionName, environments }: WarmLane, routes: readonly Route[]): Promise<void> {
  const lambda = new LambdaClient({ maxAttempts: 1 });
  for (let round = 0; round < warmUpRounds; round += 1) {
    const batches = Array.from({ length: environments }, () => routes.map(messageTo));
    await Promise.all(
      batches.map(async messages => {
        const Records = messages.map(message => ({ messageId: randomUUID(), body: JSON.stringify(message) }));
        const Payload = JSON.stringify({ Records });
        const { FunctionError } = await lambda.send(new InvokeCommand({ FunctionName: functionName, Payload }));
        if (FunctionError) throw new Error(`${functionName} has failed: ${FunctionError}`);
      }),
    );
  }
  lambda.destroy();
}

/** Returns a delivery of an event that exists only in its message. */
function messageTo({ stored, webhookId, responseIds }: Route): DeliveryMessage {
  const { id: formId } = stored.form;
  const responseId = randomUUID();
  responseIds.add(responseId);
  const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
  const event = {
    name: 'response.created',
    timestamp: new Date().toISOString(),
    formId,
    responseId,
    ...trace,
  } as const;
  const delivery = newDelivery({ owner: formId, receiverId: webhookId }, event, responseId);
  return { ...deliveryKey(delivery), delivery };
}

async function emit({ stored, responseIds }: Route): Promise<void> {
  const { id: formId, version: formVersion, environment } = stored.form;
  const content: Parameters<typeof createResponse>[1] = {
    ...{ formId, formVersion, environment, answers: eightAnswers, notes: [] },
    ...{ status: 'completed', meta: { source: 'server' } },
  };
  const response = await createResponse(stored, content);
  if (!response) throw new Error('The response is not stored');
  responseIds.add(response.id);
}

/** Creates events, each at its time without waiting for the others, or without a rate as fast as a few writers can. */
async function emitAll(count: number, routeOf: (index: number) => Route): Promise<void> {
  if (perSecond === undefined) {
    let begun = 0;
    const writers = Array.from({ length: writersMax }, async () => {
      for (let index = begun++; index < count; index = begun++) await emit(routeOf(index));
    });
    await Promise.all(writers);
    return;
  }
  const startedAt = performance.now();
  const emitted: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()));
    emitted.push(emit(routeOf(index)));
  }
  await Promise.all(emitted);
}

/** Waits until every event has arrived at its receiver, or until nothing more arrives. */
async function arrived(routes: readonly Route[]): Promise<void> {
  const expected = total(routes, ({ responseIds }) => responseIds.size);
  let [before, changedAt] = [-1, Date.now()];
  for (;;) {
    const count = total(routes, distinct);
    if (count >= expected) return;
    if (count > before) [before, changedAt] = [count, Date.now()];
    if (Date.now() - changedAt > patienceMs) return;
    await sleep(50);
  }
}

/** Waits until a receiver that was late while everything was cold gets no longer to reply than others. */
async function unlessLate({ stored, webhookId }: Route): Promise<void> {
  const isLate = async () => {
    const receiver = await getReceiver({ owner: stored.form.id, receiverId: webhookId });
    return receiver !== undefined && isPatient(receiver.health, Date.now());
  };
  while (await isLate()) await sleep(1000);
}

const total = (routes: readonly Route[], of: (route: Route) => number): number =>
  routes.reduce((sum, route) => sum + of(route), 0);

const distinct = ({ receiver, responseIds }: Route): number =>
  new Set(receiver.arrivals.map(({ responseId }) => responseId).filter(id => responseIds.has(id))).size;

const misdirected = ({ receiver, responseIds }: Route): number =>
  receiver.arrivals.filter(({ responseId }) => !responseIds.has(responseId)).length;

const caller = (await newCaller(`${randomUUID()}@example.com`)).caller;
const healthy = await Promise.all(Array.from({ length: receivers }, () => newRoute(caller)));
const other = hanging === undefined ? undefined : await newRoute(caller);
const routeOf = (index: number): Route => {
  if (other && index % 2 === 1) return other;
  return healthy[Math.floor(index / (other ? 2 : 1)) % healthy.length] as Route;
};

// Warm up first, because cold functions must open the secret of each receiver, and cold starts have their own figure.
const everyRoute = other ? [...healthy, other] : healthy;
for (const lane of warm) await warmUp(lane, everyRoute);
await emitAll(warmUpEvents, routeOf);
await arrived(everyRoute);
if (other) await unlessLate(other);
if (hanging) other?.receiver.answer('nothing');

const startedAt = Date.now();
await emitAll(events, routeOf);
const emittedAt = Date.now();
await arrived(healthy);
await sleep(afterwardsMs);

const measured = healthy.flatMap(({ receiver }) => receiver.arrivals).filter(({ eventAt }) => eventAt >= startedAt);
report({
  made: total(healthy, ({ responseIds }) => responseIds.size),
  requests: total(healthy, ({ receiver }) => receiver.arrivals.length),
  lost: total(healthy, route => route.responseIds.size - distinct(route)),
  repeated: total(healthy, route => route.receiver.arrivals.length - misdirected(route) - distinct(route)),
  misdirected: total(healthy, misdirected),
  eventSeconds: (emittedAt - startedAt) / 1000,
  deliverySeconds: (Math.max(...measured.map(({ arrivedAt }) => arrivedAt)) - startedAt) / 1000,
  measured: measured.length,
  latencies: measured.map(({ eventAt, arrivedAt }) => [eventAt - startedAt, arrivedAt - eventAt] as const),
} satisfies LoadResult);
