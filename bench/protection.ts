import { startKms } from '../local/kms.ts';
import { dynamodb } from '../shared/store/table.ts';
import { CaptchaDouble } from '../test/support/doubles/captcha.ts';
import { proofOf } from '../test/support/records/proof-of-work.ts';
import { callsOf, consumedBy, described } from './consumed-capacity.ts';
import { browserHeaders, eightAnswers, eightFieldForm } from './eight-field-form.ts';
import { type Handler, invoke } from './invoke.ts';
import { median, type Table } from './report.ts';
import type { Service } from './service.ts';

const honeypot = { enabled: true, fieldName: 'website' };
const secretKey = 'the-secret-of-the-site';
const sealed = { name: 'encrypted', email: 'encrypted', phone: 'masked', message: 'encrypted' };

/** Measures what a form's protections cost for a submission: calls, units, bytes, and calls of KMS. */
export async function protection(service: Service): Promise<Table[]> {
  const double = new CaptchaDouble();
  const kms = await startKms({ dataDir: service.directory, port: 0, keys: ['secrets'] });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_KMS: kms.endpoint,
    KMS_KEY_ID: 'secrets',
    DATA_KEYS_TABLE: service.assembly.tables[1]?.name,
    TURNSTILE_VERIFY_URL: await double.start(),
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  });
  const page = await Page.of(service);
  try {
    const rows = await rowsOf(page, double);
    const ratio = await timeOfHoneypot(page);
    const note = `Bytes: of the stored items as JSON. What the honeypot caught took ${ratio.toFixed(2)} times as long as another, by the medians of 200 each, in turns.`;
    return [
      {
        title: 'A submission to a form with protection',
        columns: ['form', 'calls', 'read units', 'write units', 'KMS calls', 'bytes stored', 'which calls'],
        rows,
        note,
      },
    ];
  } finally {
    await Promise.all([double.close(), kms.close()]);
  }
}

type Row = (string | number)[];

async function rowsOf(page: Page, double: CaptchaDouble): Promise<Row[]> {
  const plain = await page.newForm({});
  const caught = await page.newForm({ spamProtection: { honeypot } });
  const ticketed = await page.newForm({ spamProtection: { ticket: { enabled: true } } });
  const worked = await page.newForm({ spamProtection: { proofOfWork: { enabled: true } } });
  const captcha = await page.newForm({ spamProtection: { turnstile: { enabled: true, siteKey: 'site', secretKey } } });
  const masked = await page.newForm({ fieldPolicies: sealed });
  const token = () => ({
    'x-captcha-token': double.token(secretKey, { hostname: 'www.example.com', action: 'submit' }),
  });
  const proof = async () => ({ 'x-formline-proof': await proofOf(await page.challenge(worked)) });
  return [
    await page.measure('none', plain),
    await page.measure('honeypot, that caught it', caught, { body: { ...eightAnswers, website: 'x' } }),
    await page.measure('ticket, without one: into the spam', ticketed),
    await page.measure('proof of work', worked, { headers: await proof() }),
    await page.measure('captcha, secret not in cache', captcha, { headers: token() }),
    await page.measure('captcha', captcha, { headers: token() }),
    await page.measure('four sealed fields, first of the environment', masked),
    await page.measure('four sealed fields', masked),
    await page.measure('four sealed fields, key not in cache', masked, { later: true }),
  ];
}

/** Returns the ratio of the time for a submission that the honeypot caught to that for another. */
async function timeOfHoneypot(page: Page): Promise<number> {
  const formId = await page.newForm({ spamProtection: { honeypot } });
  const times: Record<'good' | 'caught', number[]> = { good: [], caught: [] };
  for (let round = 0; round < 220; round++) {
    for (const kind of ['good', 'caught'] as const) {
      const startedAt = performance.now();
      await page.submit(formId, { body: { ...eightAnswers, website: kind === 'good' ? '' : 'x' } });
      // The first rounds only warm up.
      if (round >= 20) times[kind].push(performance.now() - startedAt);
    }
  }
  return median(times.caught) / median(times.good);
}

type Sent = { body?: object; headers?: Readonly<Record<string, string>> };

/** A page with a publishable key, and the owner of its forms. It calls the handlers from source, not from bundles. */
class Page {
  readonly #service: Service;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #counted = { kms: 0, bytes: 0 };

  private constructor(service: Service, handlers: ReadonlyMap<string, Handler>) {
    this.#service = service;
    this.#handlers = handlers;
  }

  static async of(service: Service): Promise<Page> {
    const modules = {
      createForm: import('../functions/forms/create-form.ts'),
      getChallenge: import('../functions/forms/get-challenge.ts'),
      createSubmission: import('../functions/submissions/create-submission.ts'),
    };
    const handlers = Object.entries(modules).map(
      async ([name, module]) => [name, (await module).handler as unknown as Handler] as const,
    );
    const page = new Page(service, new Map(await Promise.all(handlers)));
    await page.#count();
    return page;
  }

  async #count(): Promise<void> {
    const { kms } = await import('../shared/aws/kms.ts');
    kms.middlewareStack.add(
      next => args => {
        this.#counted.kms += 1;
        return next(args);
      },
      { step: 'initialize' },
    );
    dynamodb.middlewareStack.add(
      next => args => {
        const { Item, TransactItems = [] } = args.input as {
          Item?: object;
          TransactItems?: { Put?: { Item: object } }[];
        };
        const items = [Item, ...TransactItems.map(({ Put }) => Put?.Item)].filter(item => item !== undefined);
        this.#counted.bytes += items.reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0);
        return next(args);
      },
      { step: 'initialize', priority: 'high' },
    );
  }

  #invoke(operation: string, request: Parameters<typeof invoke>[1]): Promise<string> {
    const handler = this.#handlers.get(operation);
    if (!handler) throw new Error(`There is no handler ${operation}`);
    return invoke(handler, request);
  }

  async newForm(properties: object): Promise<string> {
    const headers = { ...browserHeaders, authorization: `Bearer ${this.#service.secretKey}` };
    const body = { ...eightFieldForm, ...properties };
    return JSON.parse(await this.#invoke('createForm', { headers, body })).id;
  }

  async challenge(id: string): Promise<Parameters<typeof proofOf>[0]> {
    return JSON.parse(await this.#invoke('getChallenge', { headers: browserHeaders, pathParameters: { id } }));
  }

  submit(formId: string, { body = eightAnswers, headers = {} }: Sent = {}): Promise<string> {
    const own = { ...browserHeaders, 'x-publishable-key': this.#service.publishableKey, ...headers };
    return this.#invoke('createSubmission', { pathParameters: { formId }, headers: own, body });
  }

  /** @param later whether to wait until caches have expired */
  async measure(
    label: string,
    formId: string,
    { later = false, ...sent }: Sent & { later?: boolean } = {},
  ): Promise<Row> {
    const clock = Date.now;
    if (later) Date.now = () => clock() + 301_000;
    try {
      // Put key, environment and form into the cache. A refused submission writes nothing.
      await this.submit(formId, { body: {} }).catch(() => undefined);
      Object.assign(this.#counted, { kms: 0, bytes: 0 });
      const consumed = await consumedBy(dynamodb, () => this.submit(formId, sent));
      const { kms, bytes } = this.#counted;
      return [label, callsOf(consumed), consumed.readUnits, consumed.writeUnits, kms, bytes, described(consumed)];
    } finally {
      Date.now = clock;
    }
  }
}
