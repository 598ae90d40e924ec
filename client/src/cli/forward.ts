import type { Operations } from '../api.ts';
import { version } from '../api.ts';
import { pause } from '../retries.ts';
import type { CommandContext } from './command.ts';
import { signatureHeaders } from './signature.ts';

type Delivery = Operations['getDelivery']['answer'];

export type Target = { readonly url: string; readonly secret: string };

/** The seconds before each retry. The service's own waits grow to days. */
const waits = [2, 4, 8] as const;

const timeoutMs = 10_000;

/** Posts a delivery until the receiver takes it, with a line for each attempt. */
export async function forward(delivery: Delivery, target: Target, context: CommandContext, attempt = 1): Promise<void> {
  const begin = Date.now();
  const result = await post(delivery, target, attempt);
  const wait = result.succeeded ? undefined : waits[attempt - 1];
  const shown = { ...result, attempt, latencyMs: Date.now() - begin };
  context.print(lineOf(delivery, shown, wait), { deliveryId: delivery.id, event: delivery.event, ...shown });
  if (wait === undefined || context.signal.aborted) return;
  await pause(wait * 1000, context.signal);
  await forward(delivery, target, context, attempt + 1);
}

type Result = { readonly succeeded: boolean; readonly status?: number; readonly error?: string };

async function post({ id, event, payload }: Delivery, { url, secret }: Target, attempt: number): Promise<Result> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': `formline/${version}`,
    'x-service-delivery': id,
    'x-service-event': event.name,
    'x-service-attempt': String(attempt),
    traceparent: `00-${event.traceId}-${event.spanId}-01`,
    ...signatureHeaders({ secret, deliveryId: id, timestamp, body: payload }),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { ok, status, body } = await fetch(url, {
      method: 'POST',
      headers,
      body: payload,
      redirect: 'manual',
      signal,
    });
    await body?.cancel();
    return { succeeded: ok, status };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return { succeeded: false, error: cause?.code ?? message };
  }
}

function lineOf(
  { id, event }: Delivery,
  { status, error, attempt, latencyMs }: Result & { attempt: number; latencyMs: number },
  wait: number | undefined,
): string {
  const next = wait === undefined ? '' : `, next in ${wait} s`;
  const number = attempt === 1 && next === '' ? '' : `  attempt ${attempt}${next}`;
  const about = event.responseId ?? event.formId;
  return `${event.timestamp}  ${event.name.padEnd(16)}  ${id}  ${about}  ${status ?? error} in ${latencyMs} ms${number}`;
}
