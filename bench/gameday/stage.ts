import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type Credentials, credentialsOf } from '../../local/bootstrap.ts';
import { type Cloud, type Endpoints, startCloud } from '../../local/cloud.ts';
import { prepareAssembly } from '../../local/prepare.ts';
import { startS3 } from '../../local/s3/server.ts';
import { readAssembly } from '../../local/template/assembly.ts';
import { limitSettings } from '../../shared/contracts/contract.ts';
import { type FaultProxy, startFaultProxy } from '../../test/support/cloud/fault-proxy.ts';
import { linkIn, mailsTo } from '../../test/support/cloud/mail.ts';
import { eventually } from '../../test/support/eventually.ts';
import { type Failure, isOfTable, type Service, services } from './failures.ts';
import type { Form } from './visitors.ts';

/** The environment without rate limits, which no scenario is about. */
export const environment = { ...process.env, ...Object.fromEntries(limitSettings.map(name => [name, '0'])) };

/** A local cloud with services that can be made to fail and clocks that can be set. */
export class Stage {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'gameday-'));
  /** How far the clocks of other services are ahead of the functions' clock, in milliseconds. */
  readonly ahead = { queuesAndStream: 0, s3: 0 };
  /** The number of calls to the failing service, and of those that failed. */
  calls = { all: 0, failed: 0 };
  /** The IDs of the responses that webhooks delivered. */
  readonly delivered = new Set<string>();
  readonly #proxies = new Map<Service, FaultProxy>();
  readonly #closers: (() => unknown)[] = [];
  #failure: Failure | undefined;
  #cloud: Cloud | undefined;
  #credentials: Credentials | undefined;
  #receiverUrl = '';

  get cloud(): Cloud {
    if (!this.#cloud) throw new Error('The stage has not started');
    return this.#cloud;
  }

  get credentials(): Credentials {
    if (!this.#credentials) throw new Error('The stage has not started');
    return this.#credentials;
  }

  async start(): Promise<void> {
    await this.#startReceiver();
    const assemblyDir = await prepareAssembly({ environment, onProgress: console.log });
    const { buckets } = readAssembly(assemblyDir);
    const between = async (endpoints: Endpoints) => {
      const dataDir = join(this.dataDir, 'buckets');
      const s3 = await startS3({ dataDir, port: 0, buckets, now: () => Date.now() + this.ahead.s3 });
      this.#closers.push(() => s3.close());
      return this.#proxied({ ...endpoints, s3: s3.endpoint });
    };
    const now = () => Date.now() + this.ahead.queuesAndStream;
    const { dataDir } = this;
    this.#cloud = await startCloud({
      assemblyDir,
      dataDir,
      port: 0,
      environmentsMax: 8,
      slotWaitMs: 5000,
      now,
      between,
    });
    this.#credentials = await credentialsOf(this.#cloud, dataDir);
  }

  async close(): Promise<void> {
    await this.#cloud?.close();
    await Promise.all([...this.#proxies.values()].map(proxy => proxy.close()));
    for (const close of this.#closers) await close();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }

  begin(failure: Failure): void {
    this.#failure = failure;
  }

  async end(): Promise<void> {
    this.#failure = undefined;
    for (const proxy of this.#proxies.values()) await proxy.reopen();
  }

  /** Calls the API with the secret key. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: T }> {
    const headers = { authorization: `Bearer ${this.credentials.environments.production.secretKey}` };
    const reply = await fetch(this.cloud.baseUrl + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  /** Creates a live form with a sealed field and a webhook. */
  async newForm(): Promise<Form> {
    const fields = [
      { id: 'name', type: 'text', label: 'Name' },
      { id: 'iban', type: 'text', label: 'IBAN' },
    ];
    const { body } = await this.call<{ id: string }>('POST', '/forms', {
      ...{ title: 'Game day', status: 'live', fields, fieldPolicies: { iban: 'encrypted' } },
      webhooks: [{ event: 'response.created', url: this.#receiverUrl }],
    });
    const { secretKey } = this.credentials.environments.production;
    return { baseUrl: this.cloud.baseUrl, secretKey, formId: body.id };
  }

  /** Creates an address that gets a mail for each response of a form. */
  async newMailbox({ formId }: Form): Promise<string> {
    const address = `${formId.toLowerCase()}@example.com`;
    await this.call('POST', '/integrations', { type: 'email', formId, config: { recipients: [address] } });
    const link = await eventually(async () => {
      const [mail] = mailsTo(this.cloud, address);
      if (!mail) throw new Error(`No mail asks ${address} yet`);
      return linkIn(mail);
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await fetch(link, { method: 'POST', headers, body: '' });
    return address;
  }

  async #proxied(endpoints: Endpoints): Promise<Partial<Endpoints>> {
    for (const name of services) {
      const proxy = await startFaultProxy(endpoints[name], attempt => {
        const failure = this.#failure?.service === name ? this.#failure : undefined;
        const fault = failure?.decide(attempt);
        const { all, failed } = this.calls;
        if (failure && isOfTable(attempt))
          this.calls = { all: all + 1, failed: failed + (fault && fault !== 'slow' ? 1 : 0) };
        return fault;
      });
      this.#proxies.set(name, proxy);
    }
    return Object.fromEntries([...this.#proxies].map(([name, { endpoint }]) => [name, endpoint]));
  }

  async #startReceiver(): Promise<void> {
    const server = createServer(async (request, response) => {
      const { event } = (await json(request)) as { event: { attributes: { response: { id: string } } } };
      this.delivered.add(event.attributes.response.id);
      response.writeHead(204).end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    this.#receiverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    this.#closers.push(() => server.close());
  }
}
