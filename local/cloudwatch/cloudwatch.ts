import type { EndedInvocation } from '../functions/functions.ts';
import type { ServedRequest } from '../gateway/served-api.ts';
import type { QueueGauges } from '../sqs/message-store.ts';
import type { AlarmResource } from '../template/alarms.ts';
import type { Assembly } from '../template/assembly.ts';
import type { QueueMapping, StreamMapping } from '../template/event-source-mappings.ts';
import { isObject, type JsonObject } from '../template/template.ts';
import { type MeasuredLine, measurementsIn } from './embedded-metrics.ts';
import { isOn } from './evaluate.ts';
import { Metrics } from './metrics.ts';

export type CloudWatchOptions = {
  readonly assembly: Pick<Assembly, 'alarms' | 'metricFilters' | 'api' | 'httpApi'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns the state of each queue, measured every minute. */
  readonly gauges: () => readonly QueueGauges[];
  readonly onAlarm?: (alarm: AlarmResource, on: boolean) => void;
};

export type MappingMetric =
  | 'IteratorAge'
  | 'DestinationDeliveryFailures'
  | 'FailedInvokeEventCount'
  | 'DroppedEventCount'
  | 'OnFailureDestinationDeliveredEventCount';

const minuteMillis = 60_000;

/** Measures the metrics that AWS's services publish, and evaluates the template's alarms. */
export class CloudWatch {
  readonly #options: CloudWatchOptions;
  readonly #metrics = new Metrics();
  readonly #since: number;
  #ringing: ReadonlySet<AlarmResource> = new Set();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CloudWatchOptions) {
    this.#options = options;
    this.#since = options.now();
    const { metricFilters, api } = options.assembly;
    const elsewhere = metricFilters.find(({ logGroup }) => logGroup !== api?.accessLog?.logGroup);
    if (elsewhere)
      throw new Error(`The local cloud does not support a metric filter of the log ${elsewhere.logGroup}.`);
  }

  start(): void {
    this.#timer = setInterval(() => this.evaluate(), minuteMillis).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  answered({ status, millis, byHttpApi, accessLogLine }: ServedRequest): void {
    const { metricFilters } = this.#options.assembly;
    const { dimensions, clientError, serverError } = this.#namesOf(byHttpApi);
    const put = (name: string, value: number) => this.#put('AWS/ApiGateway', name, dimensions, value);
    put('Count', 1);
    put(clientError, status >= 400 && status < 500 ? 1 : 0);
    put(serverError, status >= 500 ? 1 : 0);
    put('Latency', millis);
    const line = parsed(accessLogLine);
    if (!line) return;
    for (const { matches, metric, value } of metricFilters) {
      if (matches(line)) this.#put(metric.namespace, metric.name, metric.dimensions, value);
    }
  }

  invoked({ functionName, failed, millis }: EndedInvocation): void {
    const put = (name: string, value: number) => this.#put('AWS/Lambda', name, { FunctionName: functionName }, value);
    put('Invocations', 1);
    put('Errors', failed ? 1 : 0);
    put('Duration', millis);
  }

  /** Records the metrics of a line in the embedded metric format. */
  printed(text: string): void {
    const line = text.startsWith('{"_aws"') ? parsed(text) : undefined;
    for (const { metric, value } of line ? measurementsIn(line as MeasuredLine) : []) {
      this.#put(metric.namespace, metric.name, metric.dimensions, value);
    }
  }

  /** Record counts are published only for a mapping that asks for them. */
  ofMapping({
    id,
    functionName,
    countsEvents,
  }: StreamMapping | QueueMapping): (name: MappingMetric, value: number) => void {
    return (name, value) => {
      if (!name.endsWith('EventCount')) this.#put('AWS/Lambda', name, { FunctionName: functionName }, value);
      else if (countsEvents) this.#put('AWS/Lambda', name, { EventSourceMappingUUID: id }, value);
    };
  }

  /** Measures the queues for the last full minute and evaluates each alarm. Returns the active ones. */
  evaluate(): readonly AlarmResource[] {
    const { now, gauges, assembly, onAlarm } = this.#options;
    const time = now();
    const lastMinute = Math.floor(time / minuteMillis) * minuteMillis - 1;
    for (const { queueName, ...values } of gauges()) {
      for (const [name, value] of Object.entries(values)) {
        this.#metrics.put({ namespace: 'AWS/SQS', name, dimensions: { QueueName: queueName } }, value, lastMinute);
      }
    }
    const on = assembly.alarms.filter(alarm => isOn(alarm, this.#metrics, { now: time, since: this.#since }));
    const ringing = new Set(on);
    for (const alarm of assembly.alarms) {
      if (ringing.has(alarm) !== this.#ringing.has(alarm)) onAlarm?.(alarm, ringing.has(alarm));
    }
    this.#ringing = ringing;
    return on;
  }

  /** Returns the dimensions and metric names. An HTTP API names the same metrics differently. */
  #namesOf(byHttpApi: boolean): { dimensions: Record<string, string>; clientError: string; serverError: string } {
    const { api, httpApi } = this.#options.assembly;
    return byHttpApi
      ? { dimensions: { ApiId: httpApi?.id ?? '' }, clientError: '4xx', serverError: '5xx' }
      : { dimensions: { ApiName: api?.name ?? '' }, clientError: '4XXError', serverError: '5XXError' };
  }

  #put(namespace: string, name: string, dimensions: Readonly<Record<string, string>>, value: number): void {
    this.#metrics.put({ namespace, name, dimensions }, value, this.#options.now());
  }
}

function parsed(text: string | undefined): JsonObject | undefined {
  try {
    const line: unknown = JSON.parse(text ?? '');
    return isObject(line) ? line : undefined;
  } catch {
    return undefined;
  }
}
