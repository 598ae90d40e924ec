import { setTimeout as sleep } from 'node:timers/promises';
import { countResponses } from '../shared/store/response-counts.ts';
import { responsesOfForm } from '../shared/store/response-lists.ts';
import { dynamodb } from '../shared/store/table.ts';
import { type Consumed, callsOf, consumedBy } from './consumed-capacity.ts';
import { browserHeaders } from './eight-field-form.ts';
import { filledForms, largeCount } from './filled-forms.ts';
import { type Handler, invoke } from './invoke.ts';
import type { Table } from './report.ts';
import type { Service } from './service.ts';

type Page = { items: unknown[]; total: number; nextCursor: string | null };

/** What a page of 50 costs, wherever it lies. */
export async function paging(service: Service): Promise<Table[]> {
  const forms = await filledForms(service);
  const { handler } = await import('../functions/responses/list-responses.ts');
  const rows: (string | number)[][] = [];
  const add = (form: string, page: string, consumed: Consumed, milliseconds: number | string) =>
    rows.push([form, page, callsOf(consumed), consumed.calls.get('Query') ?? 0, consumed.readUnits, milliseconds]);

  for (const { name, stored } of forms) {
    const list = async (what: string, query: Record<string, string>) => {
      let page = '';
      const startedAt = performance.now();
      const consumed = await consumedBy(dynamodb, async () => {
        page = await invoke(handler as unknown as Handler, {
          headers: { ...browserHeaders, authorization: `Bearer ${service.secretKey}` },
          query: { form_id: stored.form.id, ...query },
        });
      });
      const { items, total, nextCursor } = JSON.parse(page) as Page;
      if (items.length !== 50) throw new Error(`The page ${what} holds ${items.length} items, of ${total}`);
      add(name, what, consumed, Math.round(performance.now() - startedAt));
      return nextCursor ?? '';
    };
    await list('offset 0', {});
    await sleep(1);
    await list('offset 1,000', { offset: '1000' });
    await list('offset 10,000', { offset: '10000' });
    const cursor = await list('offset 100,000', { offset: '100000' });
    await list('the next, by cursor', { cursor });
    await list('offset 100,000, oldest first', { offset: '100000', order: 'asc' });
    await list('first of a status, 1 in 10', { status: 'partial' });
    const total = await consumedBy(dynamodb, async () => {
      const responses = await responsesOfForm(service.caller, stored.form.id, {});
      if (responses && (await countResponses(responses.scope)) !== largeCount) throw new Error('The total is wrong');
    });
    add(name, 'total alone', total, '');
  }
  return [
    {
      title: `A page of 50 of ${largeCount.toLocaleString('en-US')} responses`,
      columns: ['responses arrived', 'page', 'calls', 'queries', 'read units', 'ms'],
      rows,
    },
  ];
}
