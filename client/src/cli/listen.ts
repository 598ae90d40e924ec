import type { Operations } from '../api.ts';
import type { Formline } from '../formline.ts';
import { pause } from '../retries.ts';
import { collect } from './collect.ts';
import { type Command, type CommandContext, countOf, textOf } from './command.ts';
import { Failure, wordsOf } from './failure.ts';
import { forward, type Target } from './forward.ts';
import { listenerUrl, ownListeners } from './listener.ts';

type NewWebhook = Operations['createWebhook']['call']['body'];
type CreatedWebhook = Operations['createWebhook']['answer'];

const secondsBetween = 2;

/** The clocks that timestamp events differ, so an event may be listed among older ones. */
const overlapMs = 5 * 60_000;

const dayMs = 24 * 60 * 60_000;

export const listen: Command = {
  summary: 'Forward the webhooks of the stage to a URL that this machine reaches, until it is stopped',
  details: `It creates a webhook that collects events, posts each event to the URL, signed as the service signs it, and deletes
the webhook at the end. It needs a key with the role admin. It tries four times; a deployed webhook is retried for days.
Send an event with \`formline trigger response.created\`.`,
  options: {
    forward: { type: 'string' },
    form: { type: 'string' },
    events: { type: 'string' },
    answers: { type: 'boolean' },
    secret: { type: 'string' },
    count: { type: 'string' },
  },
  optionWords: {
    forward: 'the receiver: http://localhost:4000/hook',
    form: 'only events of this form',
    events: 'separated by commas; response.created,response.updated',
    answers: 'send the answers too',
    secret: 'the secret that the receiver verifies with; a new one by default',
    count: 'end after this many events',
  },
  run: async context => {
    const [url, count, formline] = [addressOf(context), countOf(context), await context.formline()];
    const webhook = await newListener(formline, url, context);
    const { id, secret } = webhook;
    const text = `Forwarding ${webhook.events.join(', ')} of ${await context.stageName()} to ${url.href}
The receiver's secret: ${secret}`;
    context.print(text, { webhookId: id, url: url.href, secret });
    context.say('Waiting for events. Ctrl-C stops.');
    try {
      await forwardAll(formline, webhook, { target: { url: url.href, secret }, count, context });
    } finally {
      await formline.call('deleteWebhook', { params: { id } }).catch(error => {
        context.say(`The webhook ${id} was not deleted. It ends after a day. ${wordsOf(error)}`);
      });
    }
  },
};

function addressOf(context: CommandContext): URL {
  const text = textOf(context, 'forward');
  if (text !== undefined && URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new Failure('Name the receiver: formline listen --forward http://localhost:4000/hook', 2);
}

/** Creates the webhook. Deletes the webhook that an earlier run left if it was killed. */
async function newListener(formline: Formline, forwardTo: URL, context: CommandContext): Promise<CreatedWebhook> {
  const url = listenerUrl(forwardTo);
  const earlier = (await ownListeners(formline)).filter(webhook => webhook.url === url);
  for (const { id } of earlier) await formline.call('deleteWebhook', { params: { id } });
  const events = (textOf(context, 'events') ?? 'response.created,response.updated').split(',') as NewWebhook['events'];
  const [formId, secret] = [textOf(context, 'form'), textOf(context, 'secret')];
  const includeAnswers = context.values.answers === true;
  const body = { url, events, includeAnswers, ...(formId && { formId }), ...(secret && { secret }) };
  return formline.call('createWebhook', { body }, { signal: context.signal });
}

type Forwarding = { readonly target: Target; readonly count: number; readonly context: CommandContext };

/** Forwards each delivery once, without waiting for a receiver that is slow or fails. */
async function forwardAll(
  formline: Formline,
  { id, createdAt }: CreatedWebhook,
  { target, count, context }: Forwarding,
) {
  const { signal } = context;
  const forwarded = new Map<string, Promise<void>>();
  let newest = Date.parse(createdAt);
  while (!signal.aborted && forwarded.size < count) {
    if (Date.now() - Date.parse(createdAt) > dayMs) throw new Failure('Listening ends after a day. Start it again');
    const since = new Date(newest - overlapMs).toISOString();
    const query = { since, order: 'asc', limit: 100 } as const;
    const listed = await collect(formline.items('listDeliveries', { params: { id }, query }, { signal }));
    const arrived = listed.filter(delivery => !forwarded.has(delivery.id)).slice(0, count - forwarded.size);
    for (const delivery of arrived) {
      const whole = await formline.call('getDelivery', { params: { id, deliveryId: delivery.id } }, { signal });
      forwarded.set(delivery.id, forward(whole, target, context).catch(ignoreStop(signal)));
      newest = Math.max(newest, Date.parse(delivery.event.timestamp));
    }
    if (forwarded.size < count) await pause(secondsBetween * 1000, signal).catch(ignoreStop(signal));
  }
  await Promise.all(forwarded.values());
}

const ignoreStop = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error;
};
