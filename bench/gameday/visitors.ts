import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export type Form = { readonly baseUrl: string; readonly formId: string; readonly secretKey: string };

/** An answer to a caller. Status 0 means that none came. */
export type Answer = { readonly status: number; readonly ms: number; readonly retryAfter: boolean };

/** Sends submissions as visitors do during a failure, and records the answers. */
export class Visitors {
  readonly answers: Answer[] = [];
  /** The names in acknowledged submissions, by response ID. */
  readonly acknowledged = new Map<string, string>();
  /** The names of the visitors who gave up. */
  readonly givenUp: string[] = [];
  #sending: Promise<void>[] = [];

  /** Starts visits at this rate for this time, to each form in turn, without waiting for answers. */
  async arrive(form: Form | readonly Form[], perSecond: number, seconds: number): Promise<void> {
    const forms = [form].flat();
    const all = Math.round(perSecond * seconds);
    for (let n = 0; n < all; n++) {
      this.#sending.push(this.#visit(forms[n % forms.length] as Form));
      await sleep(1000 / perSecond);
    }
  }

  /** Waits for the visitors who still retry. */
  async allAnswered(): Promise<void> {
    await Promise.all(this.#sending);
    this.#sending = [];
  }

  /** Sends answers as the clients do, with retries under the same key for as long as they may help. */
  async #visit(form: Form): Promise<void> {
    const name = randomUUID();
    const until = Date.now() + 90_000;
    for (let attempt = 0; Date.now() < until; attempt++) {
      const { status, id, waitMs } = await this.#send(form, name);
      if (status === 200 || status === 201) {
        this.acknowledged.set(id, name);
        return;
      }
      await sleep(waitMs + Math.random() * Math.min(250 * 2 ** attempt, 8000));
    }
    this.givenUp.push(name);
  }

  async #send(form: Form, name: string) {
    const startedAt = performance.now();
    const reply = await submit(form, name, { 'idempotency-key': name });
    const retryAfter = reply?.retryAfter;
    const ms = performance.now() - startedAt;
    this.answers.push({ status: reply?.status ?? 0, ms, retryAfter: retryAfter !== undefined });
    return { status: reply?.status ?? 0, id: reply?.id ?? '', waitMs: Number(retryAfter ?? 0) * 1000 };
  }
}

type Submitted = { readonly status: number; readonly id: string; readonly retryAfter: string | undefined };

/** Sends a submission. Returns undefined if no answer came. */
export async function submit(
  { baseUrl, formId, secretKey }: Form,
  name: string,
  headers: Record<string, string> = {},
): Promise<Submitted | undefined> {
  try {
    const reply = await fetch(`${baseUrl}/v1/forms/${formId}/submissions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name, iban: 'DE02120300000000202051' }),
    });
    const { id = '' } = (await reply.json()) as { id?: string };
    return { status: reply.status, id, retryAfter: reply.headers.get('retry-after') ?? undefined };
  } catch {
    return undefined;
  }
}

/** Returns how many of these names the list of responses lacks, and how many names it has more than once. */
export async function lostAndDoubled(form: Form, names: readonly string[]) {
  const counts = new Map<string, number>();
  for (let offset = 0; ; offset += 1000) {
    const page = await read(form, `/responses?form_id=${form.formId}&limit=1000&offset=${offset}`);
    for (const { answers } of page.items) counts.set(answers.name, (counts.get(answers.name) ?? 0) + 1);
    if (page.items.length < 1000) break;
  }
  const lost = names.filter(name => !counts.has(name)).length;
  return { lost, doubled: [...counts.values()].filter(count => count > 1).length, stored: counts.size };
}

type Page = { readonly items: { readonly answers: { readonly name: string } }[] };

async function read({ baseUrl, secretKey }: Form, path: string): Promise<Page> {
  const reply = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${secretKey}` } });
  if (!reply.ok) throw new Error(`GET ${path} is answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Page;
}

/** Returns the number of submissions in the form's report for today, or -1 if the report fails. */
export async function countedSubmissions({ baseUrl, secretKey, formId }: Form): Promise<number> {
  const reply = await fetch(`${baseUrl}/forms/${formId}/analytics?days=1`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  if (!reply.ok) return -1;
  const { totals } = (await reply.json()) as { totals: { submissions: number } };
  return totals.submissions;
}
