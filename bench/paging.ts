import { countItems } from '../shared/store/lists/read-list.ts';
import { responsesOfForm } from '../shared/store/responses/response-lists.ts';
import { dynamodb } from '../shared/store/table.ts';
import { type Consumed, callsOf, consumedBy } from './consumed-capacity.ts';
import { browserHeaders } from './eight-field-form.ts';
import { afternoonForm, type FilledForm, largeCount, monthForm } from './filled-forms.ts';
import { type Handler, invoke } from './invoke.ts';
import type { Table } from './report.ts';
import type { Service } from './service.ts';

type Page = { items: unknown[]; total: number; nextCursor: string | null };

const itemsOfPage = 50;

/** Measures the cost of a page at different positions in a list. */
export async function paging(service: Service): Promise<Table[]> {
  const costs = await PageCosts.load(service);
  const month = await monthForm(service);
  const afternoon = await afternoonForm(service);
  await costs.ofForm('over 30 days', month);
  await costs.ofForm('within 6 hours', afternoon);
  await costs.ofList('both forms', {});
  return [
    {
      title: 'A page of 50 responses',
      columns: ['responses arrived', 'page', 'calls', 'read units'],
      rows: costs.rows,
      note: `Of forms with ${largeCount.toLocaleString('en-US')} each. The form is read each time: one call and one read unit of each page. Over 30 days, a quarter hour holds some 35 responses; within 6 hours, some 4,000. The list of both forms holds twice as many.`,
    },
  ];
}

class PageCosts {
  readonly rows: (string | number)[][] = [];
  readonly #service: Service;
  readonly #handler: Handler;

  private constructor(service: Service, handler: Handler) {
    this.#service = service;
    this.#handler = handler;
  }

  static async load(service: Service): Promise<PageCosts> {
    const { handler } = await import('../functions/responses/list-responses.ts');
    return new PageCosts(service, handler as unknown as Handler);
  }

  async ofForm(arrived: string, { stored }: FilledForm): Promise<void> {
    const form_id = stored.form.id;
    const cursor = await this.ofList(arrived, { form_id });
    await this.#page(arrived, 'the one after it, by cursor', { form_id, cursor });
    await this.#page(arrived, 'first of a status, one in 10 has it', { form_id, status: 'partial' });
    await this.#page(arrived, 'first of a status, none has it', { form_id, status: 'abandoned' }, 0);
    await this.#total(arrived, stored.form.id);
  }

  /** Measures two pages of a list. Returns the cursor after the last one. */
  async ofList(arrived: string, query: Record<string, string>): Promise<string> {
    await this.#page(arrived, 'offset 0', query);
    return await this.#page(arrived, 'offset 100,000', { ...query, offset: '100000' });
  }

  async #page(arrived: string, page: string, query: Record<string, string>, items = itemsOfPage): Promise<string> {
    const headers = { ...browserHeaders, authorization: `Bearer ${this.#service.secretKey}` };
    await this.#warm(headers);
    let body = '';
    const consumed = await consumedBy(dynamodb, async () => {
      body = await invoke(this.#handler, { headers, query });
    });
    const answered = JSON.parse(body) as Page;
    if (answered.items.length !== items) throw new Error(`The page ${page} holds ${answered.items.length} items`);
    this.#add(arrived, page, consumed);
    return answered.nextCursor ?? '';
  }

  /** Puts the key into the cache, so that only the cost of the page is measured. */
  async #warm(headers: Readonly<Record<string, string>>): Promise<void> {
    await invoke(this.#handler, { headers, query: { limit: '1', to: '2000-01-01' } });
  }

  async #total(arrived: string, formId: string): Promise<void> {
    const responses = await responsesOfForm(this.#service.caller, formId, {});
    if (!responses) throw new Error('The form is gone');
    let total = 0;
    const consumed = await consumedBy(dynamodb, async () => {
      total = await countItems(responses.scope);
    });
    if (total !== largeCount) throw new Error(`The total is ${total}`);
    this.#add(arrived, 'total alone', consumed);
  }

  #add(arrived: string, page: string, consumed: Consumed): void {
    this.rows.push([arrived, page, callsOf(consumed), consumed.readUnits]);
  }
}
