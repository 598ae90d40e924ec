import type { Cloud } from '../local/cloud.ts';
import { inProcess } from './child.ts';
import { withCloud } from './cloud.ts';
import { quietMachine } from './quiet.ts';
import { percentile, type Table } from './report.ts';
import { bundleNameOf, functionNamed, type Service } from './service.ts';

export type LoadRequest = {
  /** The number of receivers that answer 204 at once, each for the webhook of one form. */
  readonly receivers: number;
  /** Adds a receiver that gets every second event. It hangs if true, and answers if false. */
  readonly hanging?: boolean;
  readonly events: number;
  /** The events per second. Without it, as many as the store accepts. */
  readonly perSecond?: number;
  /** The lanes to warm up: each environment delivers to every receiver before anything is measured. */
  readonly warm: readonly WarmLane[];
};

/** The worker of a lane, and its maximum number of environments. */
export type WarmLane = { readonly functionName: string; readonly environments: number };

/** The result for the receivers that answer, without the one that may hang. */
export type LoadResult = {
  /** The number of events, including the warm-up. `requests` counts their requests. */
  readonly made: number;
  readonly requests: number;
  readonly lost: number;
  readonly repeated: number;
  /** The number of requests for another form's event. */
  readonly misdirected: number;
  /** How long it took to create the events after the warm-up. `deliverySeconds` ends when the last one arrived. */
  readonly eventSeconds: number;
  readonly deliverySeconds: number;
  readonly measured: number;
  /** For each delivery, the milliseconds from the start to its event, and from its event to the receiver. */
  readonly latencies: readonly (readonly [number, number])[];
};

/**
 * Measures deliveries through the local cloud: their rate, their latency, the effect of a receiver that hangs, and
 * losses.
 */
export async function webhooks(service: Service): Promise<Table[]> {
  return [await rates(service), await besideOneThatHangs(service)];
}

type Load = Omit<LoadRequest, 'warm'>;

function load(service: Service, request: LoadRequest): Promise<LoadResult> {
  const run = async (cloud: Cloud) => {
    const { environment } = functionNamed(service, 'deliver-event');
    await quietMachine();
    return inProcess<LoadResult>('webhook-load-process.ts', request, { ...environment, ...cloud.environment });
  };
  const environmentsMax = Math.max(...lanesOf(service).map(({ environments }) => environments));
  return withCloud(service, run, { environmentsMax });
}

/** Returns the lanes that the template declares. */
function lanesOf({ assembly }: Service): WarmLane[] {
  const deliverers = assembly.functions.filter(resource => bundleNameOf(resource) === 'deliver-event');
  return deliverers.map(({ name }) => {
    const { concurrencyMax } = assembly.queueMappings.find(({ functionName }) => functionName === name) ?? {};
    if (!concurrencyMax) throw new Error(`No queue with a limit is mapped to ${name}`);
    return { functionName: name, environments: concurrencyMax };
  });
}

/** Runs a load on a warm deployment. Throws unless every event arrived once, because the times would be wrong. */
async function completeLoad(service: Service, request: Load): Promise<LoadResult> {
  const result = await load(service, { ...request, warm: lanesOf(service) });
  const { lost, repeated, misdirected } = result;
  if (lost + repeated + misdirected > 0) {
    throw new Error(`Not every event arrived once: ${JSON.stringify({ lost, repeated, misdirected })}`);
  }
  return result;
}

const latency = ({ latencies }: LoadResult, share: number, [from, to] = [0, Number.POSITIVE_INFINITY]): number =>
  percentile(
    latencies.filter(([at]) => at >= from && at < to).map(([, ms]) => ms),
    share,
  );

async function rates(service: Service): Promise<Table> {
  const row = async (name: string, request: Load) => {
    const result = await completeLoad(service, request);
    const { measured, deliverySeconds } = result;
    return [name, measured, measured / deliverySeconds, latency(result, 0.5), latency(result, 0.99)];
  };
  return {
    title: 'Deliveries to ten receivers through the local cloud',
    columns: ['events', 'deliveries', 'per second', 'p50, ms', 'p99, ms'],
    rows: [
      await row('20 a second', { receivers: 10, events: 400, perSecond: 20 }),
      await row('as many as the store takes', { receivers: 10, events: 2000 }),
    ],
    note: 'Milliseconds: from the time of the event to its first request at the receiver. Per second: from the first event to the last request.',
  };
}

const onsetMs = 10_000;

async function besideOneThatHangs(service: Service): Promise<Table> {
  const traffic = { receivers: 10, events: 1200, perSecond: 40 };
  const without = await completeLoad(service, { ...traffic, hanging: false });
  const beside = await completeLoad(service, { ...traffic, hanging: true });
  const row = (name: string, span: [number, number]) => {
    const p99 = (result: LoadResult) => latency(result, 0.99, span);
    return [name, p99(without), p99(beside), p99(beside) / p99(without)];
  };
  return {
    title: 'The others, beside a receiver that hangs at half of the traffic',
    columns: ['events', 'p99 when it answers, ms', 'p99 when it hangs, ms', 'ratio'],
    rows: [
      row('all', [0, Number.POSITIVE_INFINITY]),
      row(`of the first ${onsetMs / 1000} s`, [0, onsetMs]),
      row('of the time after', [onsetMs, Number.POSITIVE_INFINITY]),
    ],
    note: `${traffic.perSecond} events a second for ${traffic.events / traffic.perSecond} s: half of them for ten receivers that answer, half for one that from the first of them on does not.`,
  };
}
