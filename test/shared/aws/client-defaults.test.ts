import { beforeAll, describe, expect, it } from '@jest/globals';
import { attemptPatienceMs } from '../../../shared/aws/request-patience.ts';
import { storedBytes } from '../../../shared/aws/s3/files.ts';
import { sealSecret } from '../../../shared/aws/secrets.ts';
import { sendDelivery } from '../../../shared/delivery/delivery-queue.ts';
import { newFileId, newId, newWebhookId } from '../../../shared/ids.ts';
import { getForm } from '../../../shared/store/forms/forms.ts';
import { useSilentServer } from '../../support/doubles/silent-server.ts';
import { itInAll } from '../../support/in-all.ts';

const formId = newId('form');
const environmentId = newId('environment');
const owner = { environmentId, receiverId: newWebhookId() };

const calls = {
  DynamoDB: () => getForm(formId),
  SQS: () => sendDelivery('fast', { pk: 'WEBHOOK#owner#webhook', sk: 'one' }),
  S3: () => storedBytes({ environmentId, formId, fileId: newFileId(formId, Date.now()) }),
  KMS: () => sealSecret('a good secret', owner),
};
const services = Object.keys(calls);

/** Calls every service at once; gives the names of the errors. */
async function callAll(): Promise<Record<string, string | undefined>> {
  const outcomes = Object.entries(calls).map(async ([service, call]) => {
    const error: unknown = await call().then(
      () => undefined,
      error => error,
    );
    return [service, error instanceof Error ? error.name : undefined] as const;
  });
  return Object.fromEntries(await Promise.all(outcomes));
}

const each = (name: string | undefined) => Object.fromEntries(services.map(service => [service, name]));

describe('the clients of AWS', () => {
  const server = useSilentServer();

  // What is loaded with the first requests does not count.
  beforeAll(callAll);

  itInAll('send again what is not answered, and give up before the function of an endpoint ends', async () => {
    server.plan(...Array<'silence'>(4 * services.length).fill('silence'));
    const startedAt = performance.now();
    expect(await callAll()).toEqual(each('TimeoutError'));
    // Four attempts of three seconds as deployed; tests have more patience.
    expect(performance.now() - startedAt).toBeLessThan(4 * Math.max(3000, attemptPatienceMs()) + 8000);
    expect(server.requests()).toBe(4 * services.length);
  });

  it('send again on a new connection, however many of the old ones are dead', async () => {
    server.plan();
    await Promise.all(Array.from({ length: 6 }, callAll));
    server.forgetConnections();
    server.plan();
    expect(await callAll()).toEqual(each(undefined));
    expect(server.requests()).toBe(2 * services.length);
  });

  it('send again where an answer ends in the middle', async () => {
    server.plan('stall');
    await calls.DynamoDB();
    expect(server.requests()).toBe(2);
  });
});
