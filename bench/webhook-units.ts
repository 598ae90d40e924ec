import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { startKms } from '../local/kms.ts';
import { queueUrl } from '../local/sqs/queues.ts';
import { startSqs } from '../local/sqs/server.ts';
import type { DeliveryMessage } from '../shared/delivery/delivery-queue.ts';
import { newStoredWebhook } from '../shared/delivery/form-webhooks.ts';
import { newWebhookId } from '../shared/ids.ts';
import type { StoredForm } from '../shared/store/forms/forms.ts';
import { deliveryKey, getDelivery, newDelivery } from '../shared/store/receivers/deliveries.ts';
import { createWebhook, type StoredWebhook } from '../shared/store/receivers/webhooks.ts';
import { dynamodb } from '../shared/store/table.ts';
import { callsOf, consumedBy, described } from './consumed-capacity.ts';
import { insertionsOf } from './fill.ts';
import { startReceiver } from './receivers.ts';
import type { Table } from './report.ts';
import { functionNamed, newStoredForm, type Service } from './service.ts';

const retriesAtOnce = '0,0,0,0,0,0';

/** Measures the DynamoDB calls and units of sending an event to its webhooks, and of a delivery attempt. */
export async function webhookUnits(service: Service): Promise<Table[]> {
  const close = await startServices(service);
  try {
    const bench = await Deliveries.load(service);
    await bench.fanOut();
    await bench.successes();
    await bench.failures();
    return [
      {
        title: 'DynamoDB calls and units of a delivery',
        columns: ['work', 'calls', 'read units', 'write units', 'which calls'],
        rows: bench.rows,
        note: 'For a batch: of each delivery, or of each event. The secret of the webhook is in the cache of the function.',
      },
    ];
  } finally {
    await close();
  }
}

/** Starts the queues and the key that the functions of this process use. */
async function startServices(service: Service): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(service.directory, 'webhooks-'));
  const names = ['FAST', 'SLOW', 'DEAD'];
  const sqs = await startSqs({ dataDir, port: 0, queues: names.map(name => ({ name, properties: {} })) });
  const kms = await startKms({ dataDir, port: 0, keys: ['secrets'] });
  const { environment } = functionNamed(service, 'deliver-event');
  const { DELIVERY_DEADLINE_SECONDS, WEBHOOK_RETRY_DELAYS_SECONDS } = environment;
  const { WEBHOOK_ALLOW_LOOPBACK, SERVICE_VERSION } = environment;
  Object.assign(process.env, {
    ...{ DELIVERY_LANE: 'fast', DELIVERY_DEADLINE_SECONDS, WEBHOOK_RETRY_DELAYS_SECONDS },
    ...{ WEBHOOK_ALLOW_LOOPBACK, SERVICE_VERSION },
    ...Object.fromEntries(names.map(name => [`${name}_DELIVERIES_QUEUE_URL`, queueUrl(sqs.endpoint, name)])),
    AWS_ENDPOINT_URL_SQS: sqs.endpoint,
    AWS_ENDPOINT_URL_KMS: kms.endpoint,
    KMS_KEY_ID: 'secrets',
  });
  return async () => {
    await sqs.close();
    await kms.close();
  };
}

type Worker = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;
type Dispatcher = (event: DynamoDBStreamEvent, context: Context) => Promise<unknown>;

class Deliveries {
  readonly rows: (string | number)[][] = [];
  readonly #service: Service;
  readonly #worker: Worker;
  readonly #dispatcher: Dispatcher;
  readonly #form: StoredForm;
  readonly #url: string;
  readonly #answer: (status: number) => void;

  private constructor(
    service: Service,
    handlers: { worker: Worker; dispatcher: Dispatcher },
    form: StoredForm,
    receiver: { url: string; answer(status: number): void },
  ) {
    this.#service = service;
    this.#worker = handlers.worker;
    this.#dispatcher = handlers.dispatcher;
    this.#form = form;
    this.#url = receiver.url;
    this.#answer = status => receiver.answer(status);
  }

  static async load(service: Service): Promise<Deliveries> {
    const { handler: worker } = await import('../functions/workers/deliver-event.ts');
    const { handler: dispatcher } = await import('../functions/workers/dispatch-events.ts');
    return new Deliveries(service, { worker, dispatcher }, await newStoredForm(service), await startReceiver());
  }

  async fanOut(): Promise<void> {
    const dispatch = (name: string, count: number) => {
      const Records = insertionsOf([this.#form], count);
      return this.#measure(name, count, () => this.#dispatcher({ Records }, {} as Context));
    };
    await dispatch('an event that no webhook waits for', 1);
    await this.#newWebhook();
    await dispatch('an event for one webhook', 1);
    await dispatch('a batch of 100 events for one webhook', 100);
  }

  async successes(): Promise<void> {
    const webhook = await this.#newWebhook();
    await this.#work(this.#messageTo(webhook));
    await this.#attempts('success', [this.#messageTo(webhook)]);
    await this.#attempts(
      'success, batch of 10 for one receiver',
      Array.from({ length: 10 }, () => this.#messageTo(webhook)),
    );
  }

  async failures(): Promise<void> {
    const webhook = await this.#newWebhook();
    process.env.WEBHOOK_RETRY_DELAYS_SECONDS = retriesAtOnce;
    const message = this.#messageTo(webhook);
    this.#answer(500);
    await this.#attempts('failure, the first in a row', [message]);
    await this.#retry('failure, a later one', message);
    this.#answer(204);
    await this.#retry('success after failures', message);
    await this.#lastAttempt(webhook);
    await this.#breaker();
  }

  async #lastAttempt(webhook: StoredWebhook): Promise<void> {
    process.env.WEBHOOK_RETRY_DELAYS_SECONDS = '0';
    const message = this.#messageTo(webhook);
    this.#answer(500);
    await this.#work(message);
    await this.#retry('failure, the last attempt: dead', message);
  }

  async #breaker(): Promise<void> {
    process.env.WEBHOOK_RETRY_DELAYS_SECONDS = '60,60';
    const webhook = await this.#newWebhook();
    for (let failures = 1; failures < 5; failures += 1) await this.#work(this.#messageTo(webhook));
    await this.#attempts('failure, the fifth: the breaker opens', [this.#messageTo(webhook)]);
    await this.#work(this.#messageTo(webhook));
    await this.#attempts('put off by an open breaker', [this.#messageTo(webhook)]);
  }

  async #retry(name: string, message: DeliveryMessage): Promise<void> {
    const { pk, sk } = message;
    const stored = await getDelivery({ pk, sk });
    await sleep(Date.parse(stored?.nextAttemptAt ?? '') - Date.now());
    await this.#attempts(name, [{ pk, sk, attempts: stored?.attemptCount }]);
  }

  #attempts(name: string, messages: readonly DeliveryMessage[]): Promise<void> {
    return this.#measure(name, messages.length, () => this.#work(...messages));
  }

  async #work(...messages: DeliveryMessage[]): Promise<void> {
    const Records = messages.map(message => ({ messageId: randomUUID(), body: JSON.stringify(message) }));
    const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
    const { batchItemFailures } = await this.#worker({ Records } as SQSEvent, context);
    if (batchItemFailures.length > 0) throw new Error('The worker gave messages back');
  }

  async #measure(name: string, count: number, work: () => Promise<unknown>): Promise<void> {
    const consumed = await consumedBy(dynamodb, work);
    const { readUnits, writeUnits } = consumed;
    this.rows.push([name, callsOf(consumed), readUnits / count, writeUnits / count, described(consumed)]);
  }

  async #newWebhook(): Promise<StoredWebhook> {
    const { caller } = this.#service;
    const content = { id: newWebhookId(), formId: null, url: this.#url, events: ['response.created' as const] };
    const secret = randomUUID();
    const stored = await newStoredWebhook({ ...content, active: true }, caller.environmentId, secret, caller);
    if ((await createWebhook(stored, { caller, action: 'webhook.created' })) !== 'created')
      throw new Error('The webhook is not stored');
    return stored;
  }

  #messageTo({ owner, webhook }: StoredWebhook): DeliveryMessage {
    const { id: formId } = this.#form.form;
    const identity = randomUUID();
    const delivery = newDelivery(
      { owner, receiverId: webhook.id },
      {
        name: 'response.created',
        timestamp: new Date().toISOString(),
        ...{ formId, responseId: `sub_${'0'.repeat(52)}`, status: 'completed' },
        ...{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' },
      },
      identity,
    );
    return { ...deliveryKey(delivery), delivery };
  }
}
