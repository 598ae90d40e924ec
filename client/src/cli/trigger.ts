import type { Operations } from '../api.ts';
import { type Command, textOf } from './command.ts';
import { Failure } from './failure.ts';
import { ownListeners } from './listener.ts';

type TestBody = NonNullable<Operations['testWebhook']['call']['body']>;

export const trigger: Command = {
  arguments: '<event>',
  summary: 'Send a test event to `formline listen` on this machine, or to a webhook',
  details:
    'The IDs in the event belong to nothing. Events: response.created, response.updated, response.erased, event.view, event.focus, event.abandon.',
  options: { webhook: { type: 'string' } },
  optionWords: { webhook: 'the ID of a webhook, which gets the event instead' },
  run: async context => {
    const [event] = context.positionals as TestBody['event'][];
    if (event === undefined) throw new Failure('Name an event: formline trigger response.created', 2);
    const formline = await context.formline();
    const named = textOf(context, 'webhook');
    const ids = named === undefined ? (await ownListeners(formline)).map(({ id }) => id) : [named];
    if (ids.length === 0) {
      throw new Failure(
        'Nobody listens: start `formline listen` in another terminal, or name a webhook with --webhook',
      );
    }
    for (const id of ids) {
      const delivery = await formline.call('testWebhook', { params: { id }, body: { event } });
      context.print(`Sent ${event} to ${id}: ${delivery.id}`, delivery);
    }
  },
};
