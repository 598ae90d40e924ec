import type { Operations } from '../api.ts';
import { collect } from './collect.ts';
import { type Command, type CommandContext, textOf } from './command.ts';
import { Failure } from './failure.ts';

type DeliveriesQuery = NonNullable<Operations['listDeliveries']['call']['query']>;

export const list: Command = {
  summary: 'List the webhooks of the stage',
  options: { form: { type: 'string' } },
  optionWords: { form: 'those that this form’s events go to' },
  run: async context => {
    const form = textOf(context, 'form');
    const query = form === undefined ? {} : { form_id: form, applies: true };
    const webhooks = await collect((await context.formline()).items('listWebhooks', { query }));
    const lines = webhooks.map(
      ({ id, active, events, url }) => `${id}  ${active ? 'active  ' : 'inactive'}  ${events.join(',')}  ${url}`,
    );
    context.print(lines.join('\n'), webhooks);
  },
};

export const deliveries: Command = {
  arguments: '<webhook>',
  summary: 'List the deliveries of a webhook, the newest first',
  options: { status: { type: 'string' }, since: { type: 'string' }, limit: { type: 'string' } },
  optionWords: {
    status: 'scheduled, succeeded, dead or cancelled',
    since: 'ISO 8601: of events at this time or later',
    limit: 'the most deliveries to list; 20',
  },
  run: async context => {
    const status = textOf(context, 'status') as DeliveriesQuery['status'];
    const query = { status, since: textOf(context, 'since'), limit: Number(textOf(context, 'limit') ?? 20) };
    const formline = await context.formline();
    const { items } = await formline.call('listDeliveries', { params: { id: webhookOf(context) }, query });
    const lines = items.map(({ id, status, event, attemptCount, nextAttemptAt }) => {
      const next = nextAttemptAt === null ? '' : `  next ${nextAttemptAt}`;
      return `${event.timestamp}  ${status.padEnd(9)}  ${event.name.padEnd(16)}  ${id}  attempts ${attemptCount}${next}`;
    });
    context.print(lines.join('\n'), items);
  },
};

export const redrive: Command = {
  arguments: '<webhook>',
  summary: 'Attempt every dead delivery of a webhook again',
  options: { from: { type: 'string' }, to: { type: 'string' } },
  optionWords: { from: 'ISO 8601: of events at this time or later', to: 'ISO 8601: of events before' },
  run: async context => {
    const body = { from: textOf(context, 'from'), to: textOf(context, 'to') };
    const formline = await context.formline();
    const accepted = await formline.call('redriveWebhook', { params: { id: webhookOf(context) }, body });
    context.print('Accepted: `webhooks deliveries` shows the progress.', accepted);
  },
};

function webhookOf({ positionals: [id] }: CommandContext): string {
  if (id === undefined) throw new Failure('Name a webhook: `formline webhooks list` has their ids', 2);
  return id;
}
