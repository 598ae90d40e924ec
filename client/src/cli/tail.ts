import type { Response } from '../api.ts';
import type { Formline } from '../formline.ts';
import { pause } from '../retries.ts';
import { collect } from './collect.ts';
import { type Command, type CommandContext, countOf, textOf } from './command.ts';

const secondsBetween = 2;

export const tail: Command = {
  summary: 'Show responses as they arrive, until it is stopped or --count is reached',
  options: { form: { type: 'string' }, since: { type: 'string' }, count: { type: 'string' } },
  optionWords: {
    form: 'of this form; by default of all forms',
    since: 'ISO 8601: begin with those submitted then; now',
    count: 'end after this many',
  },
  run: async context => {
    const most = countOf(context);
    const formline = await context.formline();
    context.say('Waiting for responses. Ctrl-C stops.');
    let from = textOf(context, 'since') ?? new Date().toISOString();
    let shown = new Set<string>();
    let count = 0;
    while (!context.signal.aborted) {
      const arrived = await since(formline, from, context);
      for (const response of arrived.filter(({ id }) => !shown.has(id)).slice(0, most - count)) {
        context.print(lineOf(response), response);
        count++;
      }
      if (count >= most) return;
      // The next request repeats the responses of the last millisecond, because more may have arrived in it.
      from = arrived.at(-1)?.submittedAt ?? from;
      shown = new Set(arrived.length > 0 ? arrived.map(({ id }) => id) : shown);
      await pause(secondsBetween * 1000, context.signal).catch(() => undefined);
    }
  },
};

function since(formline: Formline, from: string, context: CommandContext): Promise<Response[]> {
  const query = { form_id: textOf(context, 'form'), from, order: 'asc', limit: 500 } as const;
  return collect(formline.items('listResponses', { query }, { signal: context.signal }));
}

const lineOf = ({ submittedAt, formId, status, id, answers }: Response): string =>
  `${submittedAt}  ${formId}  ${status.padEnd(9)}  ${id}  ${JSON.stringify(answers)}`;
