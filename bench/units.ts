import { dynamodb } from '../shared/store/table.ts';
import { callsOf, consumedBy, described } from './consumed-capacity.ts';
import { browserHeaders, eightAnswers, eightFieldForm } from './eight-field-form.ts';
import { fill } from './fill.ts';
import { type Handler, invoke, type ProxyRequest } from './invoke.ts';
import type { Table } from './report.ts';
import { newStoredForm, type Service } from './service.ts';

const day = 24 * 60 * 60_000;

/** Measures the DynamoDB calls and units of each operation, and of counting a submission. */
export async function units(service: Service): Promise<Table[]> {
  return [await unitsOfOperations(service)];
}

async function unitsOfOperations(service: Service): Promise<Table> {
  const bench = await Operations.load(service);
  await bench.forms();
  await bench.submissions();
  await bench.responses();
  await bench.removals();
  return {
    title: 'DynamoDB calls and units of an operation',
    columns: ['operation', 'calls', 'read units', 'write units', 'which calls'],
    rows: bench.rows,
    note: 'Read units: RRU, 4 KB strongly consistent. Write units: WRU, 1 KB to the table or to one index. The API key is in the cache of the function except where noted.',
  };
}

/** Calls the handlers from source, not from bundles, because a middleware must reach their DynamoDB client. */
class Operations {
  readonly rows: (string | number)[][] = [];
  readonly #service: Service;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #headers: Record<string, string>;
  #formId = '';

  private constructor(service: Service, handlers: ReadonlyMap<string, Handler>) {
    this.#service = service;
    this.#handlers = handlers;
    this.#headers = { ...browserHeaders, authorization: `Bearer ${service.secretKey}` };
  }

  static async load(service: Service): Promise<Operations> {
    const modules = {
      createForm: import('../functions/forms/create-form.ts'),
      listForms: import('../functions/forms/list-forms.ts'),
      getForm: import('../functions/forms/get-form.ts'),
      getPublicForm: import('../functions/forms/get-public-form.ts'),
      updateForm: import('../functions/forms/update-form.ts'),
      deleteForm: import('../functions/forms/delete-form.ts'),
      createEvents: import('../functions/events/create-events.ts'),
      createSubmission: import('../functions/submissions/create-submission.ts'),
      listResponses: import('../functions/responses/list-responses.ts'),
      getResponse: import('../functions/responses/get-response.ts'),
      updateResponse: import('../functions/responses/update-response.ts'),
      deleteResponse: import('../functions/responses/delete-response.ts'),
    };
    const handlers = Object.entries(modules).map(
      async ([name, module]) => [name, (await module).handler as unknown as Handler] as const,
    );
    return new Operations(service, new Map(await Promise.all(handlers)));
  }

  async forms(): Promise<void> {
    const stored = await newStoredForm(this.#service);
    this.#formId = stored.form.id;
    await this.#measure('createForm', 'createForm', { body: eightFieldForm });
    for (let forms = 0; forms < 60; forms += 1) await newStoredForm(this.#service);
    await this.#measure('listForms, 50 of 62', 'listForms', {});
    const pathParameters = { id: this.#formId };
    await this.#measure('getForm', 'getForm', { pathParameters });
    await this.#measure('getForm, key not in cache', 'getForm', { pathParameters }, { cold: true });
    await this.#measure('getPublicForm', 'getPublicForm', { pathParameters });
    await this.#measure('updateForm', 'updateForm', { pathParameters, body: { title: 'Request a visit' } });
  }

  async submissions(): Promise<void> {
    const browser = { ...browserHeaders, 'x-publishable-key': this.#service.publishableKey };
    const pathParameters = { formId: this.#formId };
    const measure = (what: string, own: Record<string, string> = {}, query: Record<string, string> = {}) => {
      const headers = { ...browser, ...own };
      const request = { pathParameters, headers, query, body: eightAnswers };
      return this.#measure(`createSubmission${what}`, 'createSubmission', request);
    };
    // A submission to another form puts the publishable key into the cache.
    const { form } = await newStoredForm(this.#service);
    const other = { pathParameters: { formId: form.id }, headers: browser, body: eightAnswers };
    await invoke(this.#handlers.get('createSubmission') as Handler, other);
    await new Promise(resolve => setTimeout(resolve, 1100));
    await measure(', form not in cache');
    await measure('');
    await measure(', Idempotency-Key', { 'idempotency-key': 'one' });
    await measure(', Idempotency-Key repeated', { 'idempotency-key': 'one' });
    await measure(', first partial save', { 'x-session-id': 'the-first-session' }, { status: 'partial' });
    await measure(', next partial save', { 'x-session-id': 'the-first-session' }, { status: 'partial' });
    await measure(', completing a session', { 'x-session-id': 'the-first-session' });
    const sessionId = 'the-second-session';
    const events = [
      { type: 'view', sessionId },
      { type: 'focus', sessionId, fieldId: 'name' },
      { type: 'focus', sessionId, fieldId: 'email' },
    ];
    const visit = { pathParameters: { id: this.#formId }, headers: browser, body: events };
    await this.#measure('createEvents, three of a visit', 'createEvents', visit);
  }

  async responses(): Promise<void> {
    const stored = await newStoredForm(this.#service);
    await fill(stored, 1000, [Date.now() - 10 * day, Date.now() - day]);
    const form_id = stored.form.id;
    const list = (what: string, query: Record<string, string>) =>
      this.#measure(`listResponses, ${what}`, 'listResponses', { query });
    const page = await list('50 of 1,000 of a form', { form_id });
    await list('50 of 100 of a status, among 1,000', { form_id, status: 'partial' });
    await list('50 of all forms', {});
    await list('1,000 of a form as CSV', { form_id, format: 'csv' });
    const { items } = JSON.parse(page) as { items: { id: string }[] };
    const pathParameters = { id: items[0]?.id ?? '' };
    await this.#measure('getResponse', 'getResponse', { pathParameters });
    await this.#measure('updateResponse, answers', 'updateResponse', {
      pathParameters,
      body: { answers: { name: 'A' } },
    });
    await this.#measure('updateResponse, status', 'updateResponse', { pathParameters, body: { status: 'abandoned' } });
    await this.#measure('deleteResponse', 'deleteResponse', { pathParameters });
  }

  async removals(): Promise<void> {
    await this.#measure('deleteForm', 'deleteForm', { pathParameters: { id: this.#formId } });
  }

  async #measure(
    label: string,
    operation: string,
    request: Partial<ProxyRequest>,
    { cold = false } = {},
  ): Promise<string> {
    const handler = this.#handlers.get(operation);
    if (!handler) throw new Error(`There is no handler ${operation}`);
    // The functions of this process share a cache of keys, like one Lambda environment.
    if (cold) await new Promise(resolve => setTimeout(resolve, 5100));
    else await invoke(this.#handlers.get('createForm') as Handler, { headers: this.#headers, body: eightFieldForm });
    let body = '';
    const consumed = await consumedBy(dynamodb, async () => {
      body = await invoke(handler, { headers: this.#headers, ...request });
    });
    this.rows.push([label, callsOf(consumed), consumed.readUnits, consumed.writeUnits, described(consumed)]);
    return body;
  }
}
